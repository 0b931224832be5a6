// Keys: undo, the pages of a list, and the table of all keys. Single letters can be switched off.
import { $, $$ } from "./dom.js";

const undo = () => {
  const form = $(".toasts form[data-undo]") || $("form[data-undo]");
  if (form) form.requestSubmit();
  return Boolean(form);
};
const letters = () => localStorage.getItem("letters") !== "off";

$$("[data-keys-button]").forEach((button) => {
  button.hidden = false;
});
$$("[data-letters]").forEach((box) => {
  box.checked = letters();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys-button]")) $("#keys")?.showModal();
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-letters]")) localStorage.setItem("letters", event.target.checked ? "on" : "off");
});

document.addEventListener("keydown", (event) => {
  const box = event.target;
  const typing =
    box.matches?.("input:not([type=checkbox], [type=radio]), textarea, select") && !box.classList.contains("digits");
  const inEntry = box.closest?.("[data-entry]") && /\D/.test(box.value);
  if (typing || event.altKey || event.metaKey || $("dialog[open]") || inEntry) return;
  if (event.key.toLowerCase() === "z" && event.ctrlKey && !event.shiftKey && !box.value && undo())
    event.preventDefault();
  const leaf = !event.ctrlKey && !event.shiftKey && { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (leaf && $(`[data-arrows] a[rel=${leaf}]`)) {
    event.preventDefault();
    $(`[data-arrows] a[rel=${leaf}]`).click();
  }
  if (event.ctrlKey || !letters()) return;
  if (event.key === "u" && $("[data-entry]") && undo()) event.preventDefault();
  if (event.key === "?" && $("#keys")) {
    event.preventDefault();
    $("#keys").showModal();
  }
});
