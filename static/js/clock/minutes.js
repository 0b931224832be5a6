// The judge's stopwatch proposes the minutes until somebody types others.
import { $$ } from "../page/dom.js";

export const propose = (now) =>
  $$("input[data-proposes]").forEach((box) => {
    if (document.activeElement !== box) box.value = Math.max(1, Math.ceil((now - box.dataset.proposes) / 60000));
    writeMinutes(box);
  });
// The button that gives the minutes names them.
const writeMinutes = (box) =>
  box.form?.querySelectorAll("[data-minutes]").forEach((word) => {
    if (word.textContent !== box.value) word.textContent = box.value;
  });
document.addEventListener("input", (event) => {
  if (event.target.name === "minutes") writeMinutes(event.target);
  delete event.target.dataset.proposes;
});
