// A toast that came with the page has its place above the content, and stays. One that comes into an open page is docked
// below it for 20 seconds, longer while it has the focus or the pointer: nothing moves under the finger, the page ends above
// it, and what has the focus stays in sight.
import { $, $$, onArrival, root } from "./dom.js";

const fade = (toast) =>
  setTimeout(() => {
    if (toast.matches(":hover, :focus-within")) return fade(toast);
    toast.remove();
    dock();
  }, 20000);
const dock = () => {
  const box = $(".toasts");
  root.style.removeProperty("--docked");
  if (!box?.querySelector("[data-fades]")) {
    box?.removeAttribute("style");
    return box?.removeAttribute("data-docked");
  }
  // Measured only now: most pages open without a toast, and a phone would lay the page out once more.
  const thumbs = $(".thumbs")?.getBoundingClientRect(),
    page = $("#main").getBoundingClientRect();
  box.dataset.docked = "";
  box.style.left = `${page.left}px`;
  box.style.width = `${page.width}px`;
  box.style.bottom = `${thumbs?.height ? innerHeight - thumbs.top : 0}px`;
  root.style.setProperty("--docked", `${box.offsetHeight}px`);
};
const show = () => {
  const fresh = $$("[data-toast]:not([data-fades], [data-stays])");
  fresh.forEach((toast) => {
    toast.dataset.fades = "";
    fade(toast);
  });
  dock();
  const { activeElement, body } = document;
  if (fresh.length && activeElement !== body) activeElement.scrollIntoView({ block: "nearest" });
};
$$(".toasts [data-toast]").forEach((toast) => (toast.dataset.stays = ""));
onArrival(show);
