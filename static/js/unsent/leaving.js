// A page that closes while entries wait or are on their way asks first. The browser words the question. Pages of this site
// send what is left, so a way to one of them asks nothing.
import { leaving, waiting } from "./store.js";

const STARTS = 1000; // a page that was asked for begins to open within this time
let onward = 0;
const sent = new Set(); // forms on their way through htmx, also those without a key that would keep them
const goes = () => (onward = Date.now());

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (link && !link.target && link.origin === location.origin && !event.defaultPrevented) goes();
});
addEventListener("submit", (event) => {
  if (!event.defaultPrevented) goes();
});
document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
  if (requestConfig.verb !== "post") return;
  sent.add(xhr);
  xhr.addEventListener("loadend", () => sent.delete(xhr));
});
addEventListener("beforeunload", (event) => {
  const left = sent.size || waiting().length || leaving().length;
  if (left && Date.now() - onward > STARTS) event.preventDefault();
});
