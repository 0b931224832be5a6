// The desk's quick entry from the keyboard: table, Enter, result, Enter; + changes a result that is known.
import { $, $$, fill, onArrival } from "../page/dom.js";
import { clear, isScanning, rowOf, takeScanned, toTable } from "./boxes.js";
import { note } from "./notes.js";
import { readBack } from "./readback.js";
import { isResult } from "./typed_results.js";

document.addEventListener("input", (event) => {
  const box = event.target,
    entry = box.closest("[data-entry]");
  if (!entry) return;
  if (box.name === "table") entry.elements.slip.value = "";
  if (box.classList.contains("digits") && !isScanning(box))
    box.value = box.value.replace(box.name === "result" ? /[^\d\s\-–—:./,]/g : /\D/g, "");
  readBack(entry);
});

const enter = (event, entry, box) => {
  takeScanned(entry.elements);
  if (isScanning(box)) {
    event.preventDefault();
    entry.elements.result.focus();
    return;
  }
  const typed = entry.elements.table.value,
    known = typed && rowOf(entry),
    refused = entry.dataset.refused;
  delete entry.dataset.refused;
  if (box === entry.elements.table && refused && isResult(typed)) {
    // Who types without looking goes on with the result of the table that was refused: it is no table of its own.
    event.preventDefault();
    entry.elements.table.value = "";
    note(entry, fill(entry.dataset.textUnused, { table: refused, result: typed }));
    readBack(entry);
  } else if (box === entry.elements.table && !known) {
    event.preventDefault();
    if (typed) entry.dataset.refused = typed;
    readBack(entry);
    toTable(entry);
  } else if (box === entry.elements.table && !entry.elements.result.value) {
    event.preventDefault();
    entry.elements.result.focus();
  } else if (!readBack(entry)) event.preventDefault();
};
document.addEventListener("keydown", (event) => {
  const box = event.target,
    entry = box.closest?.("[data-entry]");
  if (!entry) return;
  if (event.key === "Escape") {
    delete entry.dataset.refused;
    entry.reset();
    clear(entry);
    readBack(entry);
    toTable(entry);
  }
  if (event.key === "Enter" && box.matches("input")) enter(event, entry, box);
  if (event.key === "+") {
    event.preventDefault();
    const button = $("[data-change]", entry);
    if (readBack(entry) && !button.hidden) entry.requestSubmit(button);
  }
});

onArrival(() =>
  $$("[data-entry]").forEach((entry) => {
    if (!$("[data-readback]", entry).textContent) readBack(entry);
  }),
);
