// What is folded away: it opens for whoever is led there, and stays as somebody left it.
import { $$, onArrival } from "./dom.js";

document.addEventListener("click", (event) => {
  const into = event.target.closest('a[href^="#"]')?.getAttribute("href").slice(1),
    fold = into && document.getElementById(into)?.closest("details");
  if (fold) fold.open = true;
  const whole = event.target.closest("[data-show-all]");
  if (whole) {
    event.preventDefault();
    whole.closest(".short").classList.add("whole");
  }
});

// A fold that somebody opened or closed stays so when its part of the page comes anew; what has become next opens.
let folds = [];
document.addEventListener("htmx:beforeSwap", () => {
  folds = $$("details[data-stays]").map((fold) => [fold.id, fold.open, "next" in fold.dataset]);
});
document.addEventListener("htmx:afterSettle", () => {
  for (const [id, open, next] of folds) {
    const fold = document.getElementById(id);
    if (fold && (next || !("next" in fold.dataset))) fold.open = open;
  }
});

// What folds on a phone stands open where there is room for it.
const wide = matchMedia("(min-width: 48.01rem)");
const unfold = () =>
  wide.matches &&
  $$("details[data-wide]").forEach((fold) => {
    fold.open = true;
    fold.firstElementChild.tabIndex = -1;
  });
wide.addEventListener("change", unfold);

// An address that leads to something folded away opens it.
const unfoldAim = () => {
  const aim = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = aim && aim.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
};
addEventListener("hashchange", unfoldAim);
unfoldAim();
onArrival(unfold);
