// Another language loads the page anew: what was typed and not sent yet comes along, on the same page only.
import { isChanged, putBack, typedIn } from "./fields.js";

const CARRIED = "carried",
  FIELDS = "main :is(textarea, select, input:not([type=hidden], [type=password], [type=file]))";
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-languages]")) return;
  const typed = typedIn(FIELDS, (el) => isChanged(el) || el.closest("[data-carries]"));
  try {
    if (typed.length) sessionStorage.setItem(CARRIED, JSON.stringify([location.pathname, typed]));
  } catch {
    /* no room, nothing carried */
  }
});
try {
  const [path, typed] = JSON.parse(sessionStorage.getItem(CARRIED) || "[]");
  sessionStorage.removeItem(CARRIED);
  if (path === location.pathname) putBack(FIELDS, typed);
} catch {
  /* nothing to bring back */
}
