// The desk's quick entry reads the match back before Enter saves it.
import { $, fill } from "../page/dom.js";
import { isScanning, rowOf } from "./boxes.js";
import { changes, isResult, resultOf, spoken } from "./typed_results.js";

// Whether what was typed can be saved.
export const readBack = (entry) => {
  const { table, result } = entry.elements,
    readback = $("[data-readback]", entry),
    words = entry.dataset;
  if (isScanning(table)) {
    readback.textContent = words.textStart;
    readback.parentElement.removeAttribute("data-state");
    return Boolean(isResult(result.value));
  }
  const row = table.value ? rowOf(entry) : null;
  const facts = {
    table: table.value,
    from: words.from,
    to: words.to,
    ...row?.dataset,
    result: row?.dataset.saved,
    typed: table.value,
    refused: entry.dataset.refused,
  };
  const read = resultOf(row, result.value),
    known = `text${+row?.dataset.best > 1 ? "Score" : "Key"}${row?.dataset.keys ? "Cut" : ""}`;
  const skips = entry.dataset.refused && isResult(table.value) && !result.value;
  const parts = skips
    ? [words.textSkips]
    : !table.value
      ? [words.textStart]
      : !row
        ? [words.textNone]
        : !result.value
          ? [words.textAgainst]
          : !read
            ? [words[known]]
            : [
                spoken(words, read, row.dataset),
                changes(row, read) ? words.textKnown : row.dataset.saved ? words.textSame : words.textEnter,
              ];
  if (!skips && row?.dataset.saved && !result.value) parts.push(words.textWas);
  const change = $("[data-change]", entry),
    stands = read && changes(row, read);
  [change.hidden, change.previousElementSibling.hidden] = [!stands, Boolean(stands)];
  readback.textContent = parts.map((part) => fill(part, facts)).join(" ");
  const wrong = skips || (table.value && !row) || (result.value && !read);
  readback.parentElement.toggleAttribute("data-state", Boolean(wrong));
  if (wrong) readback.parentElement.dataset.state = "error";
  return Boolean(read);
};
