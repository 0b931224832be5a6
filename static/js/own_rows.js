// Pages made once for all phones: what a phone loads as its own (data-own) marks its rows in the list (data-of-entry).
// What is pinned below a list leaves while its row is whole in view.
import { $, $$, make, onArrival } from "./page/dom.js";

const BAR = 68; // pixels of the bar with the main pages on a phone
const WHOLE = 0.9; // a row may end between two pixels
const inView = new IntersectionObserver(
  (rows) =>
    rows.forEach(({ target, intersectionRatio }) =>
      $$(`.own-place[data-own="${target.dataset.ofEntry}"]`).forEach((own) =>
        own.classList.toggle("in-view", intersectionRatio > WHOLE),
      ),
    ),
  { threshold: WHOLE, rootMargin: `0px 0px -${BAR}px` },
);

onArrival(() =>
  $$("[data-own]").forEach((own) => {
    const row = $(`[data-of-entry="${own.dataset.own}"]`);
    if (!row) return;
    inView.unobserve(row);
    inView.observe(row);
    if (row.hasAttribute("aria-current")) return;
    row.setAttribute("aria-current", "true");
    const you = make("span", { className: "you", textContent: own.dataset.you }),
      name = $("[data-you-here], a.more > span", row);
    name?.insertBefore(you, $(".under", name));
    you.before(" ");
  }),
);
