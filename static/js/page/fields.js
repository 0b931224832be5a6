// What was typed into fields, by names that are the same on the next page: [name, value, checked].
import { $$ } from "./dom.js";

const isChoice = (el) => /radio|checkbox/.test(el.type);
const named = (el) =>
  [el.form ? el.form.getAttribute("action") || "" : "", el.name, isChoice(el) ? el.value : ""].join(" ");

export const typedIn = (fields, isTyped, part = document) =>
  $$(fields, part)
    .filter((el) => el.name && isTyped(el))
    .map((el) => [named(el), el.value, el.checked]);
export const putBack = (fields, typed) =>
  $$(fields).forEach((el) => {
    const found = typed.find(([name]) => name === named(el));
    if (!found) return;
    if (isChoice(el)) el.checked = found[2];
    else el.value = found[1];
  });
export const isChanged = (el) =>
  el.matches("select")
    ? ![...el.options].every((one) => one.selected === one.defaultSelected)
    : isChoice(el)
      ? el.checked !== el.defaultChecked
      : el.value !== el.defaultValue;
export const isIn = (sent, el) =>
  isChoice(el) ? sent.getAll(el.name).includes(el.value) === el.checked : sent.get(el.name) === el.value;
