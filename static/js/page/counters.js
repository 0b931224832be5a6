// The page arrives with the seconds left, or the seconds gone, and the end time beside them; they run on here.
import { $$, onArrival } from "./dom.js";

const born = new WeakMap();
let came = +document.body.dataset.copied || 0; // when this page came, where it is a copy (offline.js)
const tick = () =>
  $$("[data-counts-down]:not([data-clock] *), [data-counts-up]").forEach((el) => {
    if (!born.has(el)) born.set(el, came || Date.now());
    const elapsed = Math.floor((Date.now() - born.get(el)) / 1000);
    const s = "countsUp" in el.dataset ? +el.dataset.countsUp + elapsed : Math.max(0, el.dataset.countsDown - elapsed);
    const long = "countsUp" in el.dataset && s >= 3600;
    const units = long ? [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60] : [Math.floor(s / 60), s % 60];
    el.textContent = units.map((n, at) => String(n).padStart(long && !at ? 1 : 2, "0")).join(":");
  });
onArrival(tick);
came = 0;
setInterval(tick, 1000);
