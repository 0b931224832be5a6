// The bar above a page of what waits on this device. It stands above the scoreboard and covers nothing: what was not taken,
// with what stands instead, lies below it in the page.
import { $, $$, fill, make, onArrival, root } from "../page/dom.js";
import { hallTime } from "../page/times.js";
import { state } from "./connection.js";
import { add, send, withdraw } from "./sending.js";
import { box, isSlow, late, newKey, refused, settle, waiting, words } from "./store.js";

const MAX_NAMED = 3;

const line = (...parts) => {
  const row = document.createElement("p");
  row.append(...parts);
  return row;
};
const link = (href, textContent) => make("a", { href, textContent });
const button = (textContent, onclick) => make("button", { type: "button", className: "button", textContent, onclick });
const term = (name, value) => [make("dt", { textContent: name }), make("dd", { textContent: value })];
const elsewhere = (one) => (one.page.split("#")[0] === location.href.split("#")[0] ? [] : [link(one.page, words.look)]);

const anyway = (one) => {
  const body = new URLSearchParams(one.body),
    { set = {} } = one.anyway;
  Object.entries(set).forEach(([name, value]) => body.set(name, value));
  const key = newKey();
  body.set("idempotency_key", key);
  settle(one.key);
  add({
    url: one.url,
    once: one.once,
    own: one.own,
    label: one.label,
    page: one.page,
    key,
    body: body.toString(),
  });
};
// Both are shown, what was sent and what stands; whoever sent it decides.
const decision = (one) => {
  const row = make("section", { className: "card stack tight" }),
    facts = make("dl", { className: "facts" }),
    choices = make("div", { className: "row" });
  row.append(line(fill(one.why ? words.because : words.refused, { what: one.label, why: one.why })));
  if (one.stands) {
    const sent = new URLSearchParams(one.body).get("text") || one.label;
    facts.append(...term(`${words.sent}, ${hallTime(one.at)}`, sent), ...term(words.stands, one.stands));
    row.append(facts);
  }
  if (one.anyway) choices.append(button(one.anyway.text, () => anyway(one)));
  choices.append(
    button(one.anyway ? words.leave : words.noted, () => settle(one.key)),
    ...elsewhere(one),
  );
  row.append(choices);
  return row;
};

// What waits is said beside the form too, where a page has a place for it: data-waits begins the addresses it is about.
const showBeside = (list) =>
  $$("[data-waits]").forEach((place) => {
    const mine = list.filter((one) => new URL(one.url, location.href).pathname.startsWith(place.dataset.waits)).pop();
    place.hidden = !mine;
    if (mine) $("span", place).textContent = fill(place.dataset.text, { what: mine.what || mine.label });
  });

const begin = () => {
  const bar = $(".unsent", box),
    notTaken = $(".not-taken", box);
  // The scoreboard, and all that sticks below it, comes to rest below the bar.
  const measure = () => root.style.setProperty("--bar", `${bar.hidden ? 0 : bar.offsetHeight}px`);
  const show = () => {
    const list = [...waiting(), ...late()],
      waits = list.length,
      rows = [];
    state.behind = state.behind && waits > 0;
    const isLate = waits && (state.since || state.signedOut || state.behind || isSlow(list));
    const names = [...new Set(list.map((one) => one.what).filter(Boolean))],
      what = names.slice(0, MAX_NAMED).join(", ") + (names.length > MAX_NAMED ? " …" : "");
    if (state.since) {
      const { copied, stays } = document.body.dataset,
        runs = $("[data-clock][data-ends], [data-counts-down]");
      const since = fill(copied ? words.asOf : words.offline, { time: hallTime(state.since) });
      rows.push(line(copied && runs ? `${since} ${words.clockRuns}` : since));
      if (!copied && stays === undefined) rows.push(line(words.stay));
    }
    if (state.since && state.unsendable) rows.push(line(words.unsent));
    if (isLate)
      rows.push(
        line(
          fill(waits === 1 ? words.one : words.many, { n: waits }),
          what && ` (${what})`,
          " ",
          button(words.now, send),
        ),
      );
    for (const one of waiting().filter((other) => other.canWithdraw))
      rows.push(
        line(
          one.label,
          " ",
          button(words.withdraw, () => withdraw(one)),
        ),
      );
    if (state.signedOut && words.signIn)
      rows.push(
        line(
          words.signedOut,
          " ",
          link(`${words.signIn}?next=${encodeURIComponent(location.pathname)}`, words.signInText),
        ),
      );
    const open = refused();
    if (open.length && (notTaken.hidden ? scrollY > 0 : notTaken.getBoundingClientRect().bottom < 0))
      rows.push(line(fill(words.refused, { what: open[0].label }), " ", link("#not-taken", words.look)));
    bar.hidden = !rows.length;
    bar.replaceChildren(...rows);
    notTaken.hidden = !open.length;
    notTaken.replaceChildren(...open.map(decision));
    box.hidden = bar.hidden && notTaken.hidden;
    showBeside(list);
    measure();
  };
  new ResizeObserver(measure).observe(bar);
  document.addEventListener("unsent:show", show);
  onArrival(show);
};
if (box) begin();
