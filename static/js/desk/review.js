// Review: tick two players, then swap them. A third tick lets go of the first.
import { $, $$, fill } from "../page/dom.js";

let ticked = [];
const swapped = (box) => {
  const form = box.closest("form"),
    bar = $("[data-swap-bar]", form);
  if (!box.dataset.who) return;
  ticked = ticked.filter((other) => other !== box && other.checked && other.isConnected);
  if (box.checked) ticked.push(box);
  while (ticked.length > 2) ticked.shift().checked = false;
  $$("[data-who]", form).forEach((one) => one.closest("tr, li")?.classList.toggle("chosen", one.checked));
  const [first, second] = ticked.map((one) =>
    one.dataset.table ? `${one.dataset.who} (${one.dataset.table})` : one.dataset.who,
  );
  bar.hidden = !first;
  bar.dataset.ready = second ? "yes" : "no";
  $("[data-swap-button]", bar).disabled = !second;
  $("[data-swap-status]", bar).textContent = fill(second ? bar.dataset.textTwo : bar.dataset.textOne, {
    first,
    second,
  });
};
document.addEventListener("change", ({ target }) => {
  if (target.closest("form")?.querySelector("[data-swap-bar]")) swapped(target);
});
$$("[data-swap-bar]").forEach((bar) => {
  bar.hidden = true;
});
$$("[data-who]:checked").forEach(swapped);
