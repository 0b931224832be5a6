// Stadium: a deck check with both hands on the cards. One row at a time, in the order of R-034, with very large buttons.
import { $, $$, fill } from "./page/dom.js";
import { paint } from "./check/painting.js";
import { rows, sheet, stateNow, tap } from "./check/sheet.js";

const panel = document.getElementById("hands"),
  toggle = document.getElementById("hands-switch");
const begin = () => {
  const by = (q) => $(q, panel),
    words = panel.dataset;
  const step = (name) => ({ kind: "step", subject: name, li: $(`[data-step="${name}"]`, sheet) });
  const total = { kind: "total", subject: "", li: $('[data-step="total"]', sheet) };
  const items = [
    step("legible"),
    step("sleeves"),
    total,
    ...rows.map((li) => ({ kind: "line", subject: li.dataset.row, li })),
    step("proxies"),
  ].filter((one) => one.li);
  const MARKS = { fine: 1, wrong: 2 };
  let at = 0,
    on = false,
    light = null;

  const number = (item, state) => (item.kind === "line" ? state.found[item.subject] : (state.total ?? undefined));
  const expected = (item, state) => (item.kind === "line" ? +item.li.dataset.expected : state.whole);
  const isSaid = (item, state) =>
    item.kind === "step" ? state.marks[item.subject] !== "" : number(item, state) !== undefined;
  const open = (state) => items.findIndex((item) => !isSaid(item, state));

  function show(state, cards) {
    const item = items[at],
      kind = !item ? "end" : item.kind === "step" ? "step" : "row";
    $$("[data-for]", panel).forEach((el) => {
      el.hidden = el.dataset.for !== kind;
    });
    by("#hands-place").textContent = fill(words.textPlace, { at: Math.min(at + 1, items.length), all: items.length });
    by("#hands-cards").textContent = fill(words.textCards, { cards, whole: state.whole });
    by("#hands-name").textContent = item?.li.dataset.name ?? "";
    by("[data-do=back]").disabled = at === 0;
    by("[data-do=next]").disabled = !item;
    const n = kind === "row" ? number(item, state) : undefined,
      whole = kind === "row" ? expected(item, state) : 0;
    by("#hands-count").textContent = kind === "row" ? (n === undefined ? whole : `${n} / ${whole}`) : "";
    panel.dataset.state = n !== undefined && n !== whole ? "error" : n === whole && n !== undefined ? "good" : "";
    if (kind === "row") {
      const sentence =
        n !== undefined && n !== whole
          ? words.textFound
          : item.kind === "total"
            ? words.textTotal
            : whole === 1
              ? words.textOne
              : words.textThere;
      by("[data-do=there]").textContent = fill(sentence, { n: whole, found: n });
    }
    if (kind === "step")
      ["fine", "wrong"].forEach((mark) =>
        by(`[data-do=${mark}]`).setAttribute("aria-pressed", String(state.marks[item.subject] === mark)),
      );
  }
  const go = (to) => {
    at = Math.max(0, Math.min(items.length, to));
    paint();
  };
  const tapItem = (item, n) => tap(item.kind, item.subject, n, {}, item.li.dataset.name);

  function press(what) {
    const item = items[at],
      state = stateNow();
    if (what === "back") return go(at - 1);
    if (what === "next") return go(at + 1);
    const n = number(item, state),
      whole = expected(item, state);
    if (what in MARKS) {
      tapItem(item, MARKS[what]);
      return go(at + 1);
    }
    if (what === "less") return tapItem(item, Math.max((n ?? whole) - 1, 0));
    if (what === "more") return tapItem(item, (n ?? whole) + 1);
    if (n === undefined) tapItem(item, whole);
    go(at + 1);
  }
  panel.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button) press(button.dataset.do);
  });

  // The screen stays on while nobody touches it.
  const awake = async () => {
    try {
      light = on ? await navigator.wakeLock?.request("screen") : await light?.release();
    } catch {
      /* the phone says no */
    }
  };
  toggle.addEventListener("click", () => {
    on = !on;
    panel.hidden = !on;
    sheet.classList.toggle("by-hand", on);
    toggle.setAttribute("aria-pressed", String(on));
    toggle.textContent = on ? toggle.dataset.on : toggle.dataset.off;
    awake();
    if (!on) return;
    const first = open(stateNow());
    go(first < 0 ? items.length : first);
    panel.scrollIntoView({ block: "start" });
  });
  document.addEventListener("visibilitychange", () => {
    if (on && !document.hidden) awake();
  });
  document.addEventListener("check:painted", (event) => show(event.detail.state, event.detail.cards));
  toggle.hidden = false;
  paint();
};
if (panel && toggle) begin();
