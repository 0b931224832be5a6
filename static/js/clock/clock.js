// The round clock. The device counts on its own from the server's end time, so a reload, a restart of the server or a lid
// that was shut moves nothing; what was changed is asked for now and then and on every return.
import { $, $$, announce, emit, onArrival } from "../page/dom.js";
import { flash, play } from "./bells.js";
import { propose } from "./minutes.js";

let ahead = 0; // server time minus the time of this device
const now = () => Date.now() + ahead;
const first = $("[data-clock][data-now]");
if (first) {
  const [page] = performance.getEntriesByType("navigation");
  // The server may have made the page for an earlier reader.
  const age = page?.serverTiming?.find(({ name }) => name === "age")?.duration || 0;
  // A copy that was kept for want of a connection runs on from the moment it came.
  ahead =
    first.dataset.now - (+document.body.dataset.copied || performance.timeOrigin + (page?.responseStart || 0) - age);
}

const figures = (s) => `${String(Math.floor(s / 60)).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}`;
const left = (clock) => {
  const { starts, ends, stands } = clock.dataset,
    at = now();
  if (stands !== undefined) return +stands;
  if (!ends) return null;
  return Math.max(0, Math.ceil(((+starts > at ? starts : ends) - at) / 1000));
};
const setsUp = (clock) => +clock.dataset.starts > now();

// Bells and the flash: at the start, at ten minutes, at five, at two, when time is called.
const BELLS = { 600: "ten", 300: "five", 120: "two", 0: "time" };
const PICK_BELLS = { 5: "tick", 4: "tick", 3: "tick", 2: "tick", 1: "tick", 0: "time" }; // a step of a draft
const before = new Map(),
  stood = new Map();
let ticked = false; // a clock that is there at the first look began before
const ring = (clock, s, sounds) => {
  const key = clock.dataset.clock,
    last = before.get(key),
    stands = setsUp(clock) || clock.dataset.stands !== undefined;
  before.set(key, s);
  const begins = last === undefined ? ticked && clock.closest(".wall-clocks, #hall-clock") : stood.get(key);
  if (begins && !stands && s > 0 && clock.dataset.bells !== "picks") sounds.add("start");
  stood.set(key, stands);
  if (last === undefined || stands) return;
  const bells = clock.dataset.bells === "picks" ? PICK_BELLS : BELLS;
  for (const [at, name] of Object.entries(bells)) {
    if (last > at && s <= at && last - s < 90) {
      if (name !== "tick" || s === +at) sounds.add(name);
      if (+at === 0) {
        flash();
        ask();
        // A player's page has the extra turns in place of the clock. Not every phone asks at once.
        if (clock.closest("#live")) setTimeout(announce, 1000 + 4000 * Math.random());
      }
    }
  }
};

// A step of a draft that ends by time: what follows is fetched, and fetched again until the server is there and past it.
const fetches = new Map();
const goOn = (clock, s) => {
  if (s > 0 || document.hidden || !("goesOn" in clock.dataset) || clock.dataset.stands !== undefined) return;
  const { wait, at } = fetches.get(clock.dataset.clock) ?? { wait: 500, at: 0 };
  if (Date.now() < at) return;
  fetches.set(clock.dataset.clock, { wait: Math.min(2 * wait, 8000), at: Date.now() + wait });
  announce();
};

// The bar below a player's clock: what is left of the round's time.
const fillBar = (clock, s) => {
  const bar = $("svg.time-bar rect[data-total]", clock.parentElement);
  if (bar) bar.setAttribute("width", Math.min(100, (100 * s) / bar.dataset.total));
};
const tick = () => {
  const rung = new Set(),
    sounds = new Set(); // clocks that run together ring once
  $$("[data-clock]").forEach((clock) => {
    const s = left(clock),
      word = $("span", clock);
    if (s === null || !word) return;
    if (word.textContent !== figures(s)) word.textContent = figures(s);
    fillBar(clock, s);
    if (clock.dataset.phase && clock.dataset.soon)
      clock.dataset.phase = s > +clock.dataset.soon ? "calm" : s > 0 ? "soon" : "over";
    if (!rung.has(clock.dataset.clock)) {
      ring(clock, s, sounds);
      goOn(clock, s);
    }
    rung.add(clock.dataset.clock);
  });
  $$("[data-until]").forEach((el) => {
    el.textContent = figures(Math.max(0, Math.ceil((el.dataset.until - now()) / 1000)));
  });
  sounds.forEach(play);
  ticked = true;
  propose(now());
};

// Ask the server: 204 says nothing changed. Whatever wants to be read anew waits for "clock-changed".
const seen = new Map();
const put = (clock, face) => {
  for (const name of ["starts", "ends", "stands"]) {
    if (face[name] === null) delete clock.dataset[name];
    else clock.dataset[name] = face[name];
  }
  const note = $("small", clock);
  if (note) {
    note.textContent = clock.dataset.before || "";
    note.insertAdjacentHTML("beforeend", face.note); // its times are elements, and nothing in it was typed
    emit("times-changed");
  }
  clock.setAttribute("aria-label", face.label);
};
const askOne = async (url) => {
  const sent = Date.now();
  const answer = await fetch(`${url}?seen=${seen.get(url) || ""}`, { headers: { Accept: "application/json" } });
  const server = +answer.headers.get("Server-Now");
  if (server) ahead = server - (sent + Date.now()) / 2;
  if (answer.status !== 200) return;
  const news = await answer.json();
  $$(`[data-clock][data-url="${CSS.escape(url)}"]`).forEach((clock) => {
    const face = news.clocks[clock.dataset.own] || news.clocks[clock.dataset.clock];
    if (face) put(clock, face);
  });
  if (seen.has(url)) document.body.dispatchEvent(new CustomEvent("clock-changed"));
  seen.set(url, news.version);
  tick();
};
function ask() {
  if (document.hidden) return;
  new Set($$("[data-clock][data-url]").map((clock) => clock.dataset.url)).forEach((url) => askOne(url).catch(() => {}));
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    tick();
    ask();
  }
});
onArrival(tick);
let isSet = Boolean(first);
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  // The first clock came after the page: only now is the server asked what time it is.
  if (isSet || !target.matches("[data-own-clock]:has([data-clock])")) return;
  isSet = true;
  ask();
});
addEventListener("online", ask);
addEventListener("pageshow", (event) => {
  if (event.persisted) ask();
});

if (first) ask();
setInterval(tick, 500);
document.body.addEventListener("live-changed", ask);
document.body.addEventListener("live-time", ({ detail }) => {
  ahead = detail;
});
