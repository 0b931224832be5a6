// Rows of lists: one tap follows them, and "Why?" opens what is below them.
import { $, $$, onArrival } from "./dom.js";

document.addEventListener("click", (event) => {
  const on = (q) => event.target.closest(q);
  // "Why?" opens the row below it when the page already has it; else the link loads it.
  const more = on("a.more[aria-controls]"),
    below = more && document.getElementById(more.getAttribute("aria-controls"));
  if (below) {
    event.preventDefault();
    below.hidden = !below.hidden;
    return more.setAttribute("aria-expanded", String(!below.hidden));
  }
  // A tap anywhere on a row follows the row's own link, or presses its one button.
  const row = on("tr.tap, li.tap");
  if (row && !on("a, button, input, label, select, summary") && !String(getSelection())) $("a, button", row)?.click();
});

// A row that "Why?" has fetched stands open.
onArrival(() =>
  $$("tr.detail:not([hidden])").forEach((row) =>
    $(`a.more[aria-controls="${row.id}"]`)?.setAttribute("aria-expanded", "true"),
  ),
);
