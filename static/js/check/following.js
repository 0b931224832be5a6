// What others tap on the sheet of a deck check, and the end of the check, come in by themselves.
import { make } from "../page/dom.js";
import { paint } from "./painting.js";
import { isOpen, isTold, mine, putNow, toldNow, words } from "./sheet.js";

let fresh = true,
  asking = false,
  again = false;
async function ask() {
  again = asking;
  if (asking || document.hidden) return;
  asking = true;
  const began = performance.now();
  try {
    const answer = await fetch(`${words.url}?known=${encodeURIComponent(toldNow().version)}`, {
      headers: { Accept: "application/json" },
      credentials: "same-origin",
    });
    const isNews = answer.status === 200 && answer.headers.get("Content-Type")?.includes("json");
    if (isNews) putNow(await answer.json());
    if (isNews || answer.status === 204) isTold(began);
    if (isNews) {
      paintEnded();
      paint();
    }
  } catch {
    /* no connection: the bar says so */
  } finally {
    asking = false;
  }
  if (again) ask();
}
// A check that somebody else ended: the sheet stays as it is, and says so.
function paintEnded() {
  const box = document.getElementById("ended");
  const { over } = toldNow();
  if (!isOpen || !over) return box.replaceChildren();
  const message = make("p", { className: "message", textContent: `${over} ` });
  message.dataset.state = "warning";
  message.append(make("a", { href: words.url, textContent: box.dataset.look }));
  box.replaceChildren(message);
}

document.addEventListener("unsent:answer", () => {
  fresh = false;
});
document.addEventListener("unsent:change", () => {
  paint();
  if (fresh || mine().length) return;
  fresh = true;
  ask();
});
document.addEventListener("visibilitychange", ask);
if (isOpen) document.body.addEventListener("live-changed", ask);
paint();
