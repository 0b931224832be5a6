// Light or dark: the reader's choice is kept in a cookie, so that the server sends the page in it.
import { $$, root } from "./dom.js";

const dark = () =>
  root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

$$("[data-theme-button]").forEach((button) => {
  button.hidden = false;
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-button]")) return;
  root.dataset.theme = dark() ? "light" : "dark";
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
});
