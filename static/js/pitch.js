// The pitch of a player's page turns over where it shows another match than this window showed last, and my half fills
// or fades when the result came in meanwhile, as a judge on the way slides in. Without a script all is simply there.
import { $ } from "./page/dom.js";

const STORE_KEY = "pitch";
const lastShown = (next) => {
  try {
    const last = JSON.parse(sessionStorage.getItem(STORE_KEY));
    sessionStorage.setItem(STORE_KEY, JSON.stringify(next));
    return last;
  } catch {
    return null; // a private window
  }
};
const move = () => {
  const pitch = $(".pitch[data-match]");
  if (!pitch) return;
  const isDecided = pitch.matches(".won, .lost"),
    judge = $(".judge-on-way[data-state=info]"),
    { match } = pitch.dataset;
  const last = lastShown({ page: location.pathname, match, isDecided, isComing: Boolean(judge) });
  if (last?.page !== location.pathname) return;
  if (!last.isComing) judge?.classList.add("comes");
  if (match && match !== last.match) pitch.classList.add("turned");
  else if (isDecided && !last.isDecided) pitch.classList.add("decided");
};
document.addEventListener("htmx:afterSettle", ({ detail }) => detail.elt.id === "live" && move());
move();
