// A typed result is a key, or the score in games as pairings/engine/typed_results.py reads it.
import { $, fill } from "../page/dom.js";

const KEYS = { 1: "left", 2: "right", 0: "tie", 9: "lose" },
  SCORE = /^(\d)([\s\-–—:./,]*)(\d)$/;
const readResult = (typed, bestOf) => {
  const key = KEYS[typed.trim()],
    [, left, between, right] = SCORE.exec(typed.trim()) ?? [];
  if (key || left === undefined) return key ? { kind: key } : null;
  const games = +left + +right,
    isScore = bestOf > 1 || (between && games === 1);
  if (!isScore || Math.max(left, right) > Math.floor(bestOf / 2) + 1 || games > bestOf) return null;
  const kind = left > right ? "left" : right > left ? "right" : "tie";
  return bestOf > 1 ? { kind, games: `${left}-${right}` } : { kind };
};
export const resultOf = (row, typed) => {
  const read = row && readResult(typed, +row.dataset.best || 1);
  return read && (row.dataset.keys ?? "0129").includes(Object.keys(KEYS).find((key) => KEYS[key] === read.kind))
    ? read
    : null;
};
export const isResult = (typed) => readResult(typed, +$("[data-best]")?.dataset.best || 1);
export const spoken = (words, { kind, games }, facts) =>
  [words[`text${kind[0].toUpperCase()}${kind.slice(1)}`], ...(games ? [words.textGames] : [])]
    .map((part) => fill(part, { ...facts, games }))
    .join(" ");
export const changes = (row, { kind, games }) =>
  Boolean(row.dataset.saved) &&
  (row.dataset.outcome !== (kind === "lose" ? "double_loss" : kind) || Boolean(games && games !== row.dataset.games));
