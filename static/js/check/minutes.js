// The time a check takes goes on while its page is open: the minutes proposed follow it until a judge writes others.
import { $ } from "../page/dom.js";

const minutes = $("#id_minutes"),
  since = document.getElementById("minutes-proposed");
if (minutes && since && !$("[aria-invalid]", minutes.closest("form"))) {
  const began = Date.now() - since.dataset.seconds * 1000;
  let last = minutes.value;
  setInterval(() => {
    if (minutes.value !== last || minutes === document.activeElement) return;
    const begun = Math.max(1, Math.ceil((Date.now() - began) / 60000));
    minutes.value = last = String(Math.min(begun + +since.dataset.shuffling, +minutes.max));
  }, 1000);
}
