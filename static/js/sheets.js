// Stadium: sheets that come from below. They open and close without a script; with one, a link leads into them, the
// key Escape and a button close them, and the first choice has the focus.
import { $, $$, emit, onArrival } from "./page/dom.js";

const open = () => $$("details[data-sheet][open]");
const close = (sheet) => {
  sheet.open = false;
  $("summary", sheet).focus();
};
onArrival(() =>
  $$("[data-close-sheet]").forEach((button) => {
    button.hidden = false;
  }),
);
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close-sheet]")) return close(event.target.closest("details"));
  const link = event.target.closest('a[href^="#"]');
  const sheet = link && document.getElementById(link.hash.slice(1));
  if (!sheet?.matches("details[data-sheet]")) return;
  event.preventDefault();
  sheet.open = true;
});
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches?.("details[data-sheet][open]"))
      (
        event.target.querySelector("[data-first]") ??
        event.target.querySelector("input:checked, select, button.primary")
      )?.focus();
  },
  true,
);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const sheet = open().findLast((one) => getComputedStyle(one.lastElementChild).position === "fixed");
  if (sheet) close(sheet);
});
// A part of the page that fetches itself anew waits until its sheet is closed.
let skipped = false;
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig } = event.detail;
  if (requestConfig.verb !== "get" || requestConfig.elt !== target) return;
  if (!target.querySelector("details[data-sheet][open]")) return;
  event.detail.shouldSwap = false;
  skipped = true;
});
document.addEventListener(
  "toggle",
  () => {
    if (!skipped || open().length) return;
    skipped = false;
    emit("live-skipped");
  },
  true,
);
// What was sent without a connection waits on the phone (unsent/forms.js): its sheet closes.
const sent = new WeakSet();
document.addEventListener("submit", (event) => sent.add(event.target));
document.addEventListener("unsent:change", () =>
  open()
    .filter((sheet) => $$("form", sheet).some((form) => sent.has(form) && !form.dataset.going))
    .forEach(close),
);
