// Find a name: rows that do not match step aside; accents do not matter.
import { $, $$, fill, onArrival } from "./dom.js";

const bare = { ł: "l", ø: "o", đ: "d", ı: "i", æ: "ae", œ: "oe", ß: "ss" };
export const plain = (s) =>
  s
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łøđıæœß]/g, (c) => bare[c]);

const find = (box) => {
  const wanted = plain(box.value.trim());
  let n = 0;
  if (wanted) $(box.dataset.find)?.closest(".short")?.classList.add("whole");
  $$(box.dataset.find).forEach((row) => {
    row.hidden = !plain(row.dataset.name).includes(wanted);
    n += !row.hidden;
    const why = row.hidden && $("[aria-expanded=true]", row);
    if (why) why.click();
  });
  $$("[data-find-group]").forEach((group) => {
    group.hidden = !$("[data-name]:not([hidden])", group);
    if (wanted && group.matches("details")) group.open = true;
  });
  const count = $("[data-found]"),
    nobody = $("[data-nobody]");
  if (count) count.textContent = wanted ? fill(count.dataset.text, { n }) : "";
  if (nobody) {
    nobody.hidden = n > 0 || !wanted;
    nobody.textContent = fill(nobody.dataset.text, { name: box.value.trim() });
  }
};

document.addEventListener("input", ({ target }) => {
  if (target.dataset.find) find(target);
});
onArrival(() =>
  $$("[data-find]").forEach((box) => {
    if (box.value) find(box);
  }),
);
