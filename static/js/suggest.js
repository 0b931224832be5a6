// Known people below the field one types into: arrows and Enter, or a tap, fill the whole row. Without this file the
// search above the form does the same.
import { $, $$, make } from "./page/dom.js";

const form = $("[data-suggest]");
const begin = () => {
  const list = make("ul", { className: "suggested", id: "suggested", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", form.dataset.textKnown);
  const boxes = $$("[data-suggests]", form);
  let timer,
    asked = 0;
  boxes.forEach((box) => {
    box.setAttribute("role", "combobox");
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-expanded", "false");
  });
  const options = () => $$("[role=option]:not([aria-disabled])", list);
  const chosen = () => $("[aria-selected=true]", list);
  const close = () => {
    clearTimeout(timer);
    asked += 1;
    list.hidden = true;
    boxes.forEach((box) => {
      box.setAttribute("aria-expanded", "false");
      box.removeAttribute("aria-controls");
      box.removeAttribute("aria-activedescendant");
    });
  };
  const point = (box, option) => {
    options().forEach((one) => one.setAttribute("aria-selected", String(one === option)));
    box.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };
  const choose = (option) => {
    for (const name of ["player", "first_name", "last_name", "player_id", "birth_year"])
      form.elements[name].value = option.dataset[name];
    close();
  };
  const ask = async (box) => {
    const number = ++asked,
      names = ["first_name", "last_name"];
    const typed = names.includes(box.name) ? names.map((name) => form.elements[name].value) : [box.value];
    const q = typed.join(" ").trim();
    if (q.length < 3) return close();
    const answer = await fetch(`${form.dataset.suggest}?q=${encodeURIComponent(q)}`).catch(() => null);
    if (number !== asked) return;
    if (!answer?.ok) return close();
    const html = await answer.text();
    if (number !== asked || document.activeElement !== box) return;
    list.innerHTML = html;
    if (!list.children.length) return close();
    box.after(list);
    list.hidden = false;
    box.setAttribute("aria-expanded", "true");
    box.setAttribute("aria-controls", "suggested");
  };
  form.addEventListener("input", ({ target }) => {
    if (!boxes.includes(target)) return;
    // Whoever types over a filled row means somebody else.
    form.elements.player.value = "";
    clearTimeout(timer);
    timer = setTimeout(() => ask(target), 150);
  });
  form.addEventListener("keydown", (event) => {
    const box = event.target;
    if (!boxes.includes(box) || list.hidden) return;
    const all = options(),
      now = all.indexOf(chosen());
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown" && all.length) point(box, all[(now + 1) % all.length]);
    else if (event.key === "ArrowUp" && all.length) point(box, all[(now - 1 + all.length) % all.length]);
    else if (event.key === "Enter" && chosen()) choose(chosen());
    else return;
    event.preventDefault();
  });
  // The press, not the click: a click would come after the field has lost the focus.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    const option = target.closest("[role=option]:not([aria-disabled])");
    if (option) choose(option);
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!list.contains(relatedTarget)) close();
  });
};
if (form) begin();
