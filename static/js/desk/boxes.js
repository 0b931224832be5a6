// The boxes of the quick entry: table, result, and whether a match slip was scanned.
import { $ } from "../page/dom.js";

export const rowOf = (entry) => document.getElementById(`table-${+entry.elements.table.value}`);

// A scanner types the address of a match slip and Enter: the table number takes its place.
export const isScanning = (box) =>
  Boolean("scan" in box.dataset && box.value && "http".startsWith(box.value.slice(0, 4).toLowerCase()));
export const takeScanned = ({ table, slip }) => {
  const code = isScanning(table) && table.value.match(/\/match\/(\d+)\/?$/),
    row = code && $(`[data-match="${code[1]}"]`);
  if (row) [table.value, slip.value] = [row.id.replace("table-", ""), "yes"];
};

export const toTable = (entry) => {
  entry.elements.table.focus();
  entry.elements.table.select();
};
export const clear = ({ elements }) => {
  elements.table.value = elements.result.value = elements.slip.value = "";
};
