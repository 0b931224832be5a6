// An open menu closes on Escape and on a tap beside it.
import { $$ } from "./dom.js";

const close = () =>
  $$(".menu[open]").forEach((menu) => {
    menu.open = false;
  });
document.addEventListener("click", (event) => {
  if (!event.target.closest(".menu")) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
