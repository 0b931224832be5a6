// A part that fetches itself anew never changes under a finger, nor between that and the click: it comes afterwards.
import { $, emit } from "./dom.js";

const CLICKED = 350; // milliseconds
let pressed = null,
  released = 0,
  skipped = false;
document.addEventListener("pointerdown", (event) => {
  clearTimeout(released);
  pressed = event.target;
});
for (const name of ["pointerup", "pointercancel"])
  document.addEventListener(name, () => {
    clearTimeout(released);
    released = setTimeout(() => {
      pressed = null;
      if (skipped) emit("live-skipped");
      skipped = false;
    }, CLICKED);
  });
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig } = event.detail;
  const part = target.dataset.whole ? $(target.dataset.whole) : target; // news of a desk change all of it
  if (!pressed || requestConfig.verb !== "get" || requestConfig.elt !== target || !part?.contains(pressed)) return;
  event.detail.shouldSwap = false;
  skipped = true;
});
