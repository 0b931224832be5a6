// What a phone shows of Stadium without a connection: the last copies of pages whose answer allows it with the header
// Offline-Copy (core/offline.py), "mine" for a player's own, "all" for those of an event, each with a mark of whom it
// was made for. The network comes first; nothing else is ever kept, least of all a page of staff or what was sent.
(() => {
  const COPIES = "stadium-copies-1",
    ASSETS = "stadium-assets-1",
    NOBODY = "-", // the mark of pages that are the same for all
    MAX_COPIES = 40,
    MAX_ASSETS = 200,
    LARGEST = 1500000,
    SHORT = 3000, // milliseconds for the network where there is a copy
    LONG = 20000, // and after something was sent, for the copy is from before
    JUST_NOW = 30000;
  const coming = new Map(); // pages on their way through this worker, by address
  let sentAt = 0;

  self.addEventListener("activate", (event) =>
    event.waitUntil(
      caches
        .keys()
        .then((names) =>
          Promise.all(
            names
              .filter((name) => name.startsWith("stadium-") && name !== COPIES && name !== ASSETS)
              .map((name) => caches.delete(name)),
          ),
        ),
    ),
  );

  const bounded = async (cache, most) => {
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
  };
  const dropWhere = async (is) => {
    const cache = await caches.open(COPIES);
    for (const key of await cache.keys()) if (is(await cache.match(key), new URL(key.url))) await cache.delete(key);
  };
  const whose = (answer) => (answer?.headers.get("Offline-Copy") || "").split(" ");
  const tokenOf = (url) => url.pathname.match(/^\/(?:my|l)\/([^/]+)/)?.[1];

  // A link that opens nothing any more, or that this phone was told to forget: its pages, and with them those of the event
  // that show its player as "you".
  const forget = (token) => dropWhere((copy, url) => tokenOf(url) === token || whose(copy)[0] === "all");

  const keep = async (url, answer) => {
    const [kind, mark] = whose(answer);
    if (!kind || answer.redirected) return;
    const body = await answer.text();
    if (body.length > LARGEST) return;
    const headers = new Headers(answer.headers);
    // The server may have made the page for an earlier reader, and its clocks run from then.
    const age = (headers.get("Server-Timing") || "").match(/^age;dur=(\d+)$/)?.[1] || 0;
    headers.set("Copied-At", Date.now() - age);
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    // Pages of the event are of the phone's players as they are now, or of nobody.
    if (kind === "all" && mark !== NOBODY)
      await dropWhere((copy) => whose(copy)[0] === "all" && ![mark, NOBODY].includes(whose(copy)[1]));
    const cache = await caches.open(COPIES);
    await cache.delete(url); // what was opened last is the youngest
    await cache.put(url, new Response(body, { headers }));
    await bounded(cache, MAX_COPIES);
  };
  const fromCopy = async (copy) => {
    const html = await copy.text();
    return new Response(html.replace("<body", `<body data-copied="${copy.headers.get("Copied-At")}"`), {
      headers: copy.headers,
    });
  };
  // The address of one's own table in an event leads to the page of a link, whose newest copy stands in for it.
  const ownTable = async (cache, url) => {
    const event = new URL(url).pathname.match(/^(\/e\/[^/]+\/)my$/)?.[1];
    if (!event) return null;
    for (const key of (await cache.keys()).reverse())
      if (
        /^\/my\/[^/]+$/.test(new URL(key.url).pathname) &&
        (await (await cache.match(key)).text()).includes(`"${event}`)
      )
        return Response.redirect(key.url);
    return null;
  };
  const notify = async (event, url) => {
    const client = await self.clients.get(event.resultingClientId || event.clientId);
    client?.postMessage({ came: url });
  };

  const page = async (event) => {
    const url = event.request.url.split("#")[0],
      cache = await caches.open(COPIES),
      copy = await cache.match(url),
      token = tokenOf(new URL(url)),
      network = fetch(event.request);
    const stored = network.then(async (answer) => {
      if (token && (answer.status === 404 || answer.status === 410)) await forget(token);
      else if (answer.ok) await keep(url, answer.clone());
      return answer;
    });
    const done = stored.catch(() => {}).finally(() => coming.get(url) === done && coming.delete(url));
    coming.set(url, done);
    event.waitUntil(done);
    if (!copy) return network.catch(async (error) => (await ownTable(cache, url)) || Promise.reject(error));
    const limit = Date.now() - sentAt < JUST_NOW ? LONG : SHORT,
      late = new Promise((done) => setTimeout(done, limit, null)),
      answer = await Promise.race([network.catch(() => null), late]);
    if (answer && answer.status < 502) return answer;
    event.waitUntil(stored.then((came) => came.ok && notify(event, url)).catch(() => {}));
    return fromCopy(copy);
  };

  // A file whose name holds a mark of its content never changes; of others the network knows better.
  const asset = async (event) => {
    const cache = await caches.open(ASSETS),
      url = event.request.url,
      held = await cache.match(url);
    if (held && /\.[0-9a-f]{12}\./.test(url)) return held;
    try {
      const answer = await fetch(event.request);
      if (answer.status === 200) {
        await cache.put(url, answer.clone());
        event.waitUntil(bounded(cache, MAX_ASSETS));
      }
      return answer;
    } catch (error) {
      if (held) return held;
      throw error;
    }
  };

  self.addEventListener("fetch", (event) => {
    const { request } = event,
      url = new URL(request.url);
    if (url.origin !== self.location.origin) return;
    if (request.method !== "GET" && request.method !== "HEAD") {
      sentAt = Date.now();
      // Somebody else may be at this phone from now on.
      if (url.pathname.startsWith("/account/")) event.waitUntil(dropWhere(() => true));
      else if (url.pathname.endsWith("/forget")) event.waitUntil(forget(tokenOf(url)));
      return;
    }
    if (request.method !== "GET" || request.headers.has("range")) return;
    // Where a browser keeps nothing, in a private window, pages come as if there were no worker.
    if (request.mode === "navigate") event.respondWith(page(event).catch(() => fetch(request)));
    else if (url.pathname.startsWith("/static/")) event.respondWith(asset(event).catch(() => fetch(request)));
  });

  // The first page a phone opens came before there was a worker: it asks for its copy. Any other came through here, and
  // none is asked for twice: a page of an account may be another each time, as the key of a second factor is.
  self.addEventListener("message", (event) => {
    const { data, source } = event;
    if (!data?.keep) return;
    const { href, origin, pathname } = new URL(data.keep),
      url = href.split("#")[0];
    if (origin !== self.location.origin || pathname.startsWith("/account/")) return;
    const work = async () => {
      const files = await caches.open(ASSETS);
      for (const file of (data.assets || []).slice(0, MAX_ASSETS))
        if (new URL(file).pathname.startsWith("/static/") && !(await files.match(file)))
          await files.add(file).catch(() => {});
      const copies = await caches.open(COPIES);
      await coming.get(url);
      if (data.first && !(await copies.match(url))) await keep(url, await fetch(url, { credentials: "same-origin" }));
      source.postMessage({ copied: Boolean(await copies.match(url)) });
    };
    event.waitUntil(work().catch(() => {}));
  });
})();
