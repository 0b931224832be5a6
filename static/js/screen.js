// A hall screen: it has all of its pages and turns them without asking anybody. What the desk changes, and what time
// changes, it fetches once; while nobody answers it goes on with what it has, and says since when.
import { $, $$, fill } from "./page/dom.js";
import { hallTime } from "./page/times.js";

const wall = () => document.getElementById("wall");
const begin = () => {
  const { body } = document,
    TICK = 250,
    AGAIN = 5000, // after which what is due is asked for again
    PATIENCE = 10000; // without an answer, before the screen says so
  const madeOf = wall().dataset.madeOf;
  let page = "", // the key of the page that is up
    since = Date.now(),
    ahead = 0,
    asked = 0,
    lost = 0;

  const pages = () => $$("[data-leaf]", wall());
  const stays = () => wall().dataset.seconds * 1000;
  const isWhole = () => Boolean($(".wall-message.whole", wall()));

  const put = (box, text) => {
    if (box && box.textContent !== text) box.textContent = text;
  };
  const turnTo = (leaf, passed) => {
    const all = pages(),
      next = all[(all.indexOf(leaf) + 1) % all.length];
    page = leaf.dataset.leaf;
    since = Date.now() - passed;
    for (const one of all) one.hidden = one !== leaf || isWhole();
    put(document.getElementById("hall-line"), leaf.dataset.title);
    const foot = document.getElementById("leaf-span"),
      turning = $(".turning", foot),
      bar = $("i", turning).cloneNode();
    put($("b", foot), leaf.dataset.span);
    put($("[data-following]", foot), next === leaf ? "" : next.dataset.span || next.dataset.title);
    turning.hidden = all.length < 2;
    bar.style.animationDuration = `${stays()}ms`;
    bar.style.animationDelay = `${-passed}ms`;
    turning.replaceChildren(bar);
  };

  // What was just put in place of the wall: the page that was up stays up, if it is still there.
  const settle = () => {
    body.dataset.live = wall().dataset.poll;
    ahead = wall().dataset.server - Date.now();
    asked = 0;
    const all = pages(),
      same = all.find((one) => one.dataset.leaf === page);
    turnTo(same || all[0], same ? Date.now() - since : 0);
    if (wall().dataset.madeOf !== madeOf) restart();
  };
  // Another version of the program: its page is loaded once it is there to be had.
  const restart = () =>
    fetch(location.href)
      .then((answer) => answer.ok && location.reload())
      .catch(() => {});

  const tick = () => {
    const now = Date.now(),
      all = pages(),
      at = all.findIndex((one) => one.dataset.leaf === page),
      due = +wall().dataset.due;
    if (all.length > 1 && now - since >= stays()) turnTo(all[(at + 1) % all.length], 0);
    if (due && now + ahead >= due && now - asked > AGAIN) {
      asked = now;
      wall().dispatchEvent(new CustomEvent("screen-due"));
    }
    const line = document.getElementById("as-of");
    line.hidden = !lost || now - lost < PATIENCE;
    if (!line.hidden) put(line, fill(line.dataset.text, { time: hallTime(lost) }));
  };

  body.addEventListener("live-lost", () => {
    lost ||= Date.now();
  });
  body.addEventListener("live-time", ({ detail }) => {
    lost = 0;
    ahead = detail;
  });
  body.addEventListener("htmx:afterSwap", (event) => event.detail.target.id === "wall" && settle());
  settle();
  setInterval(tick, TICK);
};
if (wall()?.matches("[data-screen]")) begin();
