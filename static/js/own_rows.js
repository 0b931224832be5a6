// Pages made once for all phones: what a phone loads as its own (data-own) marks its rows in the list (data-of-entry).
import { $, $$, make, onArrival } from "./page/dom.js";

onArrival(() =>
  $$("[data-own]").forEach((own) => {
    const row = $(`[data-of-entry="${own.dataset.own}"]`);
    if (!row || row.hasAttribute("aria-current")) return;
    row.setAttribute("aria-current", "true");
    const you = make("span", { className: "you", textContent: own.dataset.you }),
      name = $("[data-you-here], a.more > span", row);
    name?.insertBefore(you, $(".under", name));
    you.before(" ");
  }),
);
