// Live: one small question for everything a page shows. Where something changed, "live-changed" tells each part of the
// page, which then fetches itself. Only a page somebody looks at asks.
import { $, announce, emit, fill } from "./page/dom.js";
import { hallTime } from "./page/times.js";

const { body } = document;
const begin = () => {
  const wishes = new URL(body.dataset.live, location).searchParams;
  const again = (+wishes.get("again") || 600) * 1000; // after which all is fetched anew, for what time alone changes
  const SOON = 500,
    SETTLED = 100, // after which htmx listens for what has replaced a part
    HUNG = 20000;
  let seen = body.dataset.seen,
    wait = +wishes.get("every"),
    timer = 0,
    later = 0,
    asking = false,
    announced = Date.now(),
    right = Date.now(), // when what is shown was last known to be right
    asked = 0, // parts that are being fetched
    askedAt = 0,
    missed = false; // whether one could not be

  // A server with too much to do asks pages to come again; what they show stays, and says as of when it is right.
  const busy = (seconds) => {
    const box = document.getElementById("busy");
    if (!box) return;
    box.hidden = !seconds;
    if (seconds) $("b", box).textContent = fill(box.dataset.text, { time: hallTime(right) });
  };
  const isRight = () => {
    if (later || asked || missed) return; // parts of the page are older
    right = Date.now();
    busy(0);
    emit("live-right");
  };

  const tellParts = () => {
    clearTimeout(later);
    later = 0;
    // A part that is just being replaced would not hear it, and would stay as old as what replaces it.
    if (asked && Date.now() - askedAt < HUNG) {
      later = setTimeout(tellParts, SOON);
      return;
    }
    asked = 0;
    missed = false;
    announced = Date.now();
    announce();
  };
  const tellWithin = (seconds) => {
    if (!seconds) tellParts();
    else later ||= setTimeout(tellParts, Math.random() * seconds * 1000);
  };
  const next = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, wait * 1000 * (0.85 + Math.random() * 0.3));
  };

  // A round that was posted after this page was made: the seat at once, the page itself when its turn comes.
  const showRound = (round) => {
    const box = document.getElementById("round-news");
    if (!box || round.posted < +box.dataset.made * 1000) return;
    const words = box.dataset,
      seat = round.against ? (round.table ? words.seat : words.opponent) : words.bye,
      text = fill(`${round.number ? words.swiss : words.cut} ${seat}`, round);
    if ($("b", box).textContent === text) return;
    $("b", box).textContent = text;
    box.hidden = false;
    navigator.vibrate?.([200, 100, 200]);
  };

  const askOnce = async () => {
    const sent = Date.now();
    const answer = await fetch(`${body.dataset.live}&seen=${encodeURIComponent(seen)}`, { credentials: "omit" });
    const server = +answer.headers.get("Server-Now");
    const ahead = server - (sent + Date.now()) / 2;
    if (server) body.dispatchEvent(new CustomEvent("live-time", { detail: ahead }));
    wait = +answer.headers.get("Live-Interval") || +answer.headers.get("Retry-After") || wait;
    if (![200, 204, 503].includes(answer.status)) throw new Error(answer.status);
    emit("live-answer");
    if (answer.status === 204) isRight();
    if (answer.status === 503) return busy(wait);
    if (answer.status === 200) {
      const news = await answer.json();
      seen = news.seen;
      if (news.round) showRound(news.round);
      tellWithin(news.spread);
    } else if (Date.now() - announced > again) tellParts();
  };
  async function ask() {
    if (document.hidden || asking) return next();
    asking = true;
    // offline.js and screen.js say so
    await askOnce().catch(() => body.dispatchEvent(new CustomEvent("live-lost", { bubbles: true })));
    asking = false;
    next();
  }

  // A part that could not be fetched is fetched again: nothing else would tell it of what it missed.
  const isPart = (event) => event.detail.requestConfig?.triggeringEvent?.type === "live-changed";
  body.addEventListener("htmx:beforeSend", (event) => {
    if (!isPart(event)) return;
    asked += 1;
    askedAt = Date.now();
  });
  body.addEventListener("htmx:afterRequest", (event) => {
    if (!isPart(event)) return;
    const { xhr } = event.detail,
      again = +xhr.getResponseHeader("Retry-After") || wait;
    if (!xhr.status || xhr.status >= 500) {
      missed = true;
      later ||= setTimeout(tellParts, again * (1 + Math.random()) * 1000);
    }
    if (xhr.status === 503) busy(again);
    setTimeout(() => {
      asked = Math.max(0, asked - 1);
      isRight();
    }, SETTLED);
  });
  // A part that did not change under a finger is as old as before.
  document.addEventListener("live-skipped", () => {
    missed = true;
    later ||= setTimeout(tellParts, SOON);
  });
  document.addEventListener("visibilitychange", () => document.hidden || ask());
  addEventListener("online", ask);
  addEventListener("pageshow", (event) => event.persisted && ask());
  // A page may have been made some seconds ago; a clock on it is set at once.
  if ($("[data-clock][data-ends]")) ask();
  else next();
};
if (body.dataset.live) begin();
