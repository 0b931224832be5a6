// At the door the find box keeps the focus while rows are tapped; what it holds is selected for the next name.
import { $, $$ } from "../page/dom.js";

document.addEventListener("mousedown", (event) => {
  if (document.activeElement.matches("[data-find]") && event.target.closest("[data-search-again] li button"))
    event.preventDefault();
});
document.addEventListener("htmx:afterSwap", () => {
  const box = document.activeElement;
  if (box.matches("[data-search-again] [data-find]")) box.select();
});

// Enter checks in the only match; never out, so that a scanner or a second Enter does no harm.
document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (event.key !== "Enter" || event.isComposing || !box.matches("[data-search-again] [data-find]")) return;
  const rows = $$(box.dataset.find).filter((row) => !row.hidden);
  if (!box.value.trim() || rows.length !== 1) return;
  event.preventDefault();
  const tap = $("button[aria-pressed=false]", rows[0]);
  if (tap && !tap.classList.contains("htmx-request")) tap.click();
});
