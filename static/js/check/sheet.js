// The sheet of a deck check: always what the server said last, with the taps that wait here on top.
import { $$ } from "../page/dom.js";
import { add } from "../unsent/sending.js";
import { waiting } from "../unsent/store.js";

export const sheet = document.getElementById("sheet");
export const words = sheet.dataset;
export const isOpen = "open" in words;
export const rows = $$("[data-row]", sheet);
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(16).padStart(2, "0")).join("");
const marks = ["", "fine", "wrong"];
let now = JSON.parse(words.now),
  recent = []; // taps the server has taken since it last told how the sheet stands

// The replay of checks/engine/check_sheet.py: the newest word about a thing counts.
const apply = {
  line: (state, row, n) => {
    if (n < 0) delete state.found[row];
    else state.found[row] = n;
  },
  step: (state, step, n) => {
    state.marks[step] = marks[n];
  },
  total: (state, _, n) => {
    state.total = n;
  },
  replaced: (state, _, n) => {
    state.replaced = n;
  },
  other: (state, card, n) => {
    if (n) state.others[card] = n;
    else delete state.others[card];
  },
  pattern: (state, subject, n) => {
    if (n) state.marked[subject] = n;
    else delete state.marked[subject];
  },
};
export const mine = () => waiting().filter((one) => one.url === words.tap && one.tap);
export const stateNow = () =>
  [...recent, ...mine()].reduce((state, { tap }) => {
    apply[tap.kind](state, tap.subject, tap.number);
    return state;
  }, structuredClone(now));

// What the server said last; `putNow` keeps what it says anew, `isTold` that it knows of all taps before `began`.
export const toldNow = () => now;
export const putNow = (told) => {
  now = told;
};
export const isTold = (began) => {
  recent = recent.filter((one) => one.at > began);
};
document.addEventListener("unsent:answer", ({ detail: { one, taken } }) => {
  if (taken && one.tap && one.url === words.tap) recent.push({ tap: one.tap, at: performance.now() });
});

// One tap, from the sheet or from the large buttons.
export function tap(kind, subject, number, more = {}, name = "") {
  const typed = kind === "other" || kind === "pattern";
  const body = new URLSearchParams({
    ...more,
    do: `${kind}:${typed ? "" : subject}:${number}:${randomKey()}`,
    seen: now.seen,
  });
  add({
    own: true,
    url: words.tap,
    body: body.toString(),
    label: `${words.label}${words.colon} ${name}`,
    tap: { kind, subject, number },
  });
}
