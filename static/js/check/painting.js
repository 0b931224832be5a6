// Shows how the sheet of a deck check stands: counts, steps, and lists of what was typed.
import { $, $$, emit, fill } from "../page/dom.js";
import { showWaiting } from "./photos.js";
import { rows, sheet, stateNow, toldNow } from "./sheet.js";

const steps = ["legible", "sleeves", "proxies"];
const put = (el, text) => {
  if (el && el.textContent !== String(text)) el.textContent = text;
};
const press = (button, so) => button.setAttribute("aria-pressed", String(so));

function line(li, n) {
  const whole = +li.dataset.expected,
    right = n === whole,
    some = n ?? whole;
  if (n !== undefined && !right) li.dataset.state = "error";
  else delete li.dataset.state;
  const [full, less, more] = $$("button[name=do]", li);
  if (!full) return;
  press(full, right);
  full.value = `line:${li.dataset.row}:${right ? -1 : whole}:`;
  less.value = `line:${li.dataset.row}:${Math.max(some - 1, 0)}:`;
  more.value = `line:${li.dataset.row}:${some + 1}:`;
  put($("output", li), n ?? "–");
}
function step(name, mark) {
  $$(`[data-step="${name}"] [data-mark]`, sheet).forEach((el) => {
    if (el.matches("button")) press(el, el.dataset.mark === mark);
    else el.hidden = el.dataset.mark !== mark;
  });
}
// A list of what was typed: rows that stay are not touched, so nothing moves under a finger.
function list(name, key, values, draw) {
  const ul = document.getElementById(`${name}s-list`),
    row = document.getElementById(`${name}-row`);
  if (!ul || !row) return;
  [...ul.children].forEach((li) => {
    if (!(li.dataset[key] in values)) li.remove();
  });
  for (const [value, more] of Object.entries(values)) {
    let li = [...ul.children].find((one) => one.dataset[key] === value);
    if (!li) {
      li = row.content.firstElementChild.cloneNode(true);
      li.dataset[key] = value;
      ul.append(li);
    }
    draw(li, value, more);
  }
}
const away = (li, card) => {
  const button = $("button", li);
  if (button) button.setAttribute("aria-label", fill(button.dataset.text, { card }));
};
const other = (li, card, n) => {
  put($(".qty", li), n);
  put($(".grow", li), card);
  if ($("[name=card]", li)) $("[name=card]", li).value = card;
  away(li, card);
};
const mark = (li, subject, n) => {
  const [what, cards] = subject.split("\n");
  put($("[data-what]", li), what);
  put($("[data-cards]", li), cards);
  $$("[data-pattern]", li).forEach((el) => {
    el.hidden = el.dataset.pattern !== String(n);
  });
  for (const [name, value] of [
    ["what", what],
    ["cards", cards],
  ])
    if ($(`[name=${name}]`, li)) $(`[name=${name}]`, li).value = value;
  away(li, what);
};
const photo = (li, _, one) => {
  const picture = $("img", li);
  if (picture.getAttribute("src") === one.url) return;
  $("a", li).href = picture.src = one.url;
  if (one.note) picture.alt = one.note;
  put($("[data-note]", li), one.note);
  put($("[data-by]", li), one.by);
  if ($("form", li)) $("form", li).action = one.withdraw;
};
const status = (id, is, facts) => {
  const el = document.getElementById(id);
  if (!el) return;
  el.hidden = !is;
  put(el, fill(el.dataset.text, facts));
};
const sum = (values) => Object.values(values).reduce((whole, n) => whole + n, 0);
const cardsOf = (state) => sum(state.found) + sum(state.others);

export function paint() {
  const now = toldNow();
  const state = stateNow(),
    differs = rows.some((li) => (state.found[li.dataset.row] ?? +li.dataset.expected) !== +li.dataset.expected);
  const isAll = rows.length > 0 && Object.keys(state.found).length === rows.length;
  rows.forEach((li) => line(li, state.found[li.dataset.row]));
  steps.forEach((name) => step(name, state.marks[name]));
  step("total", state.total === null || !state.whole ? "" : state.total === state.whole ? "fine" : "wrong");
  step("contents", differs || Object.keys(state.others).length ? "wrong" : isAll ? "fine" : "");
  const cards = cardsOf(state),
    figure = document.getElementById("cards-count"),
    bar = document.getElementById("cards-bar");
  put(figure, fill(figure?.dataset.text, { cards, whole: state.whole }));
  if (bar) bar.value = cards;
  status("total-count", state.total !== null, { n: state.total });
  const whole = document.getElementById("total-whole");
  if (whole) whole.hidden = state.total !== null;
  status("replaced-count", state.replaced, { n: state.replaced });
  status("infractions", now.infractions.length, { what: now.infractions.join(", ") });
  list("other", "card", state.others, other);
  list("mark", "subject", state.marked, mark);
  list("photo", "photo", Object.fromEntries(now.photos.map((one) => [one.pk, one])), photo);
  put(document.getElementById("photos-count"), now.photos.length);
  showWaiting();
  emit("check:painted", { state, cards });
}
