// Saving never stops the hands: the boxes are free at once, results travel one after the other, and what finds no
// connection waits on this device (unsent/) with those behind it.
import { $, announce, fill, make } from "../page/dom.js";
import { add } from "../unsent/sending.js";
import { newKey, waiting } from "../unsent/store.js";
import { clear, rowOf, toTable } from "./boxes.js";
import { note } from "./notes.js";
import { readBack } from "./readback.js";
import { changes, resultOf, spoken } from "./typed_results.js";

let sent = Promise.resolve();
const waitsHere = (entry, values, facts) => {
  const [key] = values.idempotency_key,
    body = new URLSearchParams();
  for (const [name, list] of Object.entries(values)) list.forEach((value) => body.append(name, value));
  add({
    key,
    own: "desk",
    url: entry.action,
    body: body.toString(),
    label: fill(entry.dataset.textLabel, facts),
    what: facts.typed.replace(/\.$/, ""),
  });
};
const save = (entry, values, facts) => {
  if (waiting().length) {
    waitsHere(entry, values, facts);
    return;
  }
  const sender = document.body.appendChild(make("i", { hidden: true }));
  sender.addEventListener("htmx:beforeRequest", ({ detail: { xhr } }) => {
    xhr.timeout = 15000;
  });
  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"])
    sender.addEventListener(name, () => waitsHere(entry, values, facts));
  const how = { source: sender, swap: "none", values }; // the answer names the places of its parts itself
  sent = sent
    .then(() => htmx.ajax("POST", entry.action, how))
    .catch(() => {})
    .then(() => {
      sender.remove();
      const refusal = $("#refusal .message > div");
      if (refusal) {
        note(entry, refusal);
        $("#refusal").replaceChildren();
      }
    });
};
document.addEventListener(
  "submit",
  (event) => {
    const entry = event.target.closest("[data-entry]");
    if (!entry || !window.htmx) return;
    event.preventDefault();
    const values = {},
      { table, result } = entry.elements,
      row = rowOf(entry),
      read = resultOf(row, result.value);
    const change = event.submitter?.name === "change",
      against = read && changes(row, read);
    const facts = { table: table.value, match: row?.dataset.match, result: row?.dataset.saved };
    facts.typed = read ? spoken(entry.dataset, read, row.dataset) : result.value;
    new FormData(entry).forEach((value, name) => (values[name] ??= []).push(value));
    values.seen = values.seen?.filter((value) => value.startsWith(`${facts.match}:`)) ?? [];
    values.idempotency_key = [newKey()];
    clear(entry);
    readBack(entry);
    toTable(entry);
    const again = () => save(entry, { ...values, change: ["yes"] }, facts);
    if (against && !change)
      note(entry, fill(entry.dataset.textUnchanged, facts), {
        text: fill(entry.dataset.textChange, facts),
        act: again,
      });
    else if (change) again();
    else save(entry, values, facts);
  },
  true,
);

// The desk follows what waited and has arrived.
let behind = false;
document.addEventListener("unsent:answer", (event) => {
  behind ||= event.detail.one.own === "desk";
});
document.addEventListener("unsent:change", () => {
  if (!behind || !$("[data-entry]") || waiting().length) return;
  behind = false;
  announce();
});
