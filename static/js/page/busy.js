// A form that is on its way says so and cannot be sent twice. One whose answer, a sheet, opens beside this page moves
// on once somebody looks at this page again.
import { $$ } from "./dom.js";

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.dataset.onward)
    for (const name of ["focus", "pageshow"])
      addEventListener(name, () => location.assign(button.dataset.onward), { once: true });
  if (!button?.dataset.busy || event.defaultPrevented) return;
  if (button.getAttribute("aria-busy") === "true") return event.preventDefault();
  button.style.minWidth = `${button.offsetWidth}px`;
  button.dataset.rest = button.textContent;
  button.setAttribute("aria-busy", "true");
  button.textContent = button.dataset.busy;
});
const rest = () =>
  $$("[aria-busy=true][data-rest]").forEach((button) => {
    button.removeAttribute("aria-busy");
    button.textContent = button.dataset.rest;
  });
addEventListener("pageshow", (event) => {
  if (event.persisted) rest();
});
for (const name of ["htmx:afterSwap", "htmx:afterRequest", "unsent:change"]) document.addEventListener(name, rest);
