// Moments on the clocks of the event, and on the reader's own.
import { $$, fill, onArrival, root } from "./dom.js";

// New events begin in the time zone of whoever makes them. The first question to Intl holds up a slow phone for a fifth
// of a second: it waits until the page stands.
const rememberZone = () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;
};
("requestIdleCallback" in self ? requestIdleCallback : setTimeout)(rememberZone);

// A moment on the clocks of the event, wherever the phone was bought.
export const hallTime = (moment) => {
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  try {
    const timeZone = document.body.dataset.zone || undefined;
    return new Date(moment).toLocaleTimeString(root.lang || [], { ...form, timeZone });
  } catch {
    return new Date(moment).toLocaleTimeString([], form); // an old phone does not know every zone
  }
};

// One format for all moments written alike: a phone takes milliseconds to make one.
const formats = new Map();
const written = (moment, shown) => {
  const key = JSON.stringify(shown);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(root.lang || [], shown));
  return formats.get(key).format(moment);
};

// A moment in the zone of the event: who reads it elsewhere sees their own time too, and who does not needs no zone.
const ownTimes = () =>
  $$("html:not(.hall) time[data-own]").forEach((el) => {
    const at = new Date(el.dateTime),
      shown = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    try {
      const own = written(at, shown),
        isSame = own === written(at, { ...shown, timeZone: el.dataset.zone }),
        zone = el.dataset.zone.replaceAll("_", " "),
        note = (time) => fill(el.dataset.own, { time });
      // A clock ends within the hour, and has no room for a day and a zone.
      if (el.closest(".clock")) el.title = isSame ? "" : zone;
      el.lastElementChild.textContent = isSame
        ? ""
        : el.closest(".clock")
          ? ` (${note(written(at, { ...shown, weekday: undefined }))})`
          : ` (${zone}; ${note(own)})`;
    } catch {
      /* an old phone does not know every zone */
    }
  });
onArrival(ownTimes);
document.addEventListener("times-changed", ownTimes);
