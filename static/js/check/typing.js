// What is tapped and typed on the sheet of a deck check shows at once, and waits on this device until the server has it.
import { $ } from "../page/dom.js";
import { isOpen, tap } from "./sheet.js";

const oneLine = (text) => text.trim().replace(/\s+/g, " ");
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-tap]"),
    pressed = event.submitter ?? (form && $("button[name=do]", form));
  if (!form || !isOpen || !pressed) return;
  event.preventDefault();
  const data = Object.fromEntries(new FormData(form)),
    [kind, about, typed] = pressed.value.split(":");
  const number = typed === "" ? +data.number : +typed;
  const card = oneLine(data.card ?? ""),
    what = oneLine(data.what ?? ""),
    cards = oneLine(data.cards ?? "");
  const subject = { other: card, pattern: `${what}\n${cards}` }[kind] ?? about;
  const name =
    form.closest("[data-name]")?.dataset.name ??
    (card || what || $("label", form)?.textContent || pressed.textContent).trim();
  tap(kind, subject, number, { other: { card }, pattern: { what, cards } }[kind], name);
  if ($("input:not([type=hidden])", form)) form.reset();
});
