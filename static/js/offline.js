// Stadium: a page without a connection. Over HTTPS the service worker (offline_worker.js) keeps a copy, which this file keeps
// as fresh as the page; without a worker an open page is all there is, and the bar says so (data-stays is missing).
import { $$, emit } from "./page/dom.js";
import { found, lost, state } from "./unsent/connection.js";
import { box, refused, settle, waiting } from "./unsent/store.js";

const begin = () => {
  const { body } = document,
    here = location.href.split("#")[0],
    COPIES = "stadium-copies-1",
    RIGHT = "right",
    MOST = 20,
    CALM = 60000, // a copy younger than this is not loaded anew: the network may be just too slow
    LOSSES = 2; // questions without an answer after which there is no connection
  const copiedAt = +body.dataset.copied || 0;

  // When what a page shows was last known to be right, for its copy: most questions are answered with "as before".
  const rights = () => {
    try {
      return JSON.parse(localStorage.getItem(RIGHT)) || {};
    } catch {
      return {};
    }
  };
  const isRight = () => {
    if (state.since) return;
    const known = Object.entries({ ...rights(), [location.pathname]: Date.now() })
      .sort(([, one], [, other]) => other - one)
      .slice(0, MOST);
    try {
      localStorage.setItem(RIGHT, JSON.stringify(Object.fromEntries(known)));
    } catch {
      /* no room: the copy says when it came */
    }
  };
  if (copiedAt) {
    state.since = Math.max(copiedAt, rights()[location.pathname] || 0);
    emit("unsent:show");
  }

  // A server that answers these questions may still be unable to take an entry: that is for unsent/sending.js to find out.
  let losses = copiedAt ? LOSSES : 0;
  document.addEventListener("live-lost", () => {
    losses += 1;
    if (losses >= LOSSES) lost();
  });
  document.addEventListener("live-answer", () => {
    if (losses >= LOSSES) found();
    losses = 0;
  });
  document.addEventListener("live-right", isRight);

  // A copy makes place for the page itself once there is a connection, unless somebody is typing.
  const typing = () =>
    document.activeElement?.matches("input:not([type=radio], [type=checkbox]), textarea, select") || waiting().length;
  const anew = () => {
    if (copiedAt && Date.now() - copiedAt > CALM && !typing()) location.reload();
  };
  document.addEventListener("unsent:found", anew);
  if (copiedAt)
    setInterval(() => {
      if (state.since && !document.hidden)
        fetch(body.dataset.live ?? "/live?on=e1", { method: "HEAD", cache: "no-store" }).then(found, () => {});
    }, 5000);

  // A list that was typed here and has arrived, from whichever page, is kept no longer (my_list.js).
  const typed = () =>
    Object.keys(localStorage)
      .filter((name) => name.startsWith("typed-"))
      .map((name) => [name, JSON.parse(localStorage[name])]);
  document.addEventListener("unsent:answer", ({ detail: { one, taken } }) => {
    const text = new URLSearchParams(one.body).get("text");
    if (!taken || text === null) return;
    try {
      typed()
        .filter(([, list]) => list.page === new URL(one.url, location.href).pathname && list.text === text)
        .forEach(([name]) => localStorage.removeItem(name));
    } catch {
      /* nothing is stored there */
    }
  });

  // Whose phone this was takes along what was typed on it; entries that wait still go out.
  document.addEventListener("submit", ({ target }) => {
    const path = new URL(target.getAttribute("action") || "", location.href).pathname,
      token = path.endsWith("/forget") && path.split("/")[2];
    if (!token) return;
    try {
      localStorage.removeItem(RIGHT);
      typed()
        .filter(([, list]) => list.page.includes(token))
        .forEach(([name]) => localStorage.removeItem(name));
    } catch {
      /* nothing is kept there */
    }
    refused()
      .filter((one) => one.url.includes(token))
      .forEach((one) => settle(one.key));
  });

  if (!isSecureContext || !navigator.serviceWorker || !window.caches) return;

  // The bar asks for the page to be left open where there is no copy of it.
  const stays = (isCopied) => {
    if (isCopied) body.dataset.stays = "";
    else delete body.dataset.stays;
    emit("unsent:show");
  };
  const first = !navigator.serviceWorker.controller;
  const ask = (worker) =>
    worker?.postMessage({
      keep: here,
      first,
      assets: performance
        .getEntriesByType("resource")
        .map((one) => one.name)
        .filter((name) => name.startsWith(`${location.origin}/static/`)),
    });
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.copied !== undefined) stays(data.copied);
    if (data?.came === here) anew();
  });
  if (copiedAt) stays(true);
  else navigator.serviceWorker.ready.then(({ active }) => ask(active));

  // Parts that came since: the copy gets them too, with clocks as they run now.
  const parts = new Set();
  let timer = 0;
  const refresh = async () => {
    const cache = await caches.open(COPIES),
      copy = await cache.match(here);
    if (!copy || !body.isConnected) return;
    const now = Date.now(),
      passed = now - copy.headers.get("Copied-At"),
      page = new DOMParser().parseFromString(await copy.text(), "text/html");
    const seconds = (el, name, way) => (el.dataset[name] = +el.dataset[name] + (way * passed) / 1000);
    page.querySelectorAll("[data-counts-down]").forEach((el) => seconds(el, "countsDown", -1));
    page.querySelectorAll("[data-counts-up]").forEach((el) => seconds(el, "countsUp", 1));
    for (const id of parts) page.getElementById(id)?.replaceWith(document.getElementById(id)?.cloneNode(true) ?? "");
    parts.clear();
    const clocks = $$("[data-clock]");
    page.querySelectorAll("[data-clock]").forEach((el) => {
      const current = clocks.find((one) => one.dataset.clock === el.dataset.clock);
      for (const name of ["starts", "ends", "stands"])
        if (current?.dataset[name] === undefined) delete el.dataset[name];
        else el.dataset[name] = current.dataset[name];
    });
    page.querySelectorAll("[data-now]").forEach((el) => (el.dataset.now = +el.dataset.now + passed));
    const headers = new Headers(copy.headers);
    headers.set("Copied-At", now);
    await cache.put(here, new Response(`<!DOCTYPE html>${page.documentElement.outerHTML}`, { headers }));
  };
  const soon = (id) => {
    if (id) parts.add(id);
    clearTimeout(timer);
    timer = setTimeout(() => refresh().catch(() => {}), 300);
  };
  document.addEventListener("htmx:afterSettle", ({ detail: { elt, requestConfig } }) => {
    if (requestConfig?.verb === "get" && requestConfig.triggeringEvent?.type === "live-changed") soon(elt.id);
  });
  body.addEventListener("clock-changed", () => soon());
};
if (box) begin();
