// A part of a form that follows an answer comes anew: what was typed since it was asked for stays, and so do open folds.
import { $$ } from "./dom.js";
import { isIn, putBack, typedIn } from "./fields.js";

const FIELDS = ":is(input:not([type=hidden]), textarea, select)";
let typed = [],
  unfolded = [];
document.addEventListener("htmx:beforeSwap", ({ detail: { target, requestConfig } }) => {
  if (!target.matches("[data-follows]")) return;
  typed = typedIn(FIELDS, (el) => !isIn(requestConfig.formData, el), target);
  unfolded = $$("details[open]", target).map((el) => el.id);
});
document.addEventListener("htmx:afterSettle", () => {
  unfolded.splice(0).forEach((id) => {
    const fold = document.getElementById(id);
    if (fold) fold.open = true;
  });
  putBack(`[data-follows] ${FIELDS}`, typed.splice(0));
});
