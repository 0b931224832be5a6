// What a clock rings: sounds, which play only after a tap allowed them, and the flash when time is called. The buttons of
// both, and those of a wall that stays awake and fills its screen.
import { $, $$, onArrival, root } from "../page/dom.js";

const SOUNDS = ["start", "time", "two", "five", "ten", "tick"];
const stored = (name) => {
  try {
    return localStorage.getItem(name) === "on";
  } catch {
    return false;
  }
};
const store = (name, on) => {
  try {
    localStorage.setItem(name, on ? "on" : "off");
  } catch {
    /* a private window */
  }
};

let speaker = null,
  sounds = {};
export const play = (name) => {
  if (!speaker || !sounds[name]) return;
  const source = speaker.createBufferSource();
  source.buffer = sounds[name];
  source.connect(speaker.destination);
  source.start();
};
const pressed = (on) =>
  $$("[data-sound-button]").forEach((button) => {
    button.setAttribute("aria-pressed", String(on));
    const word = $("[data-word]", button);
    if (word) word.textContent = on ? button.dataset.on : button.dataset.off;
    $$("[data-sound-try]").forEach((other) => {
      other.hidden = !on;
    });
  });
const listen = async (box) => {
  speaker ??= new AudioContext();
  await speaker.resume();
  for (const name of SOUNDS) {
    const file = await fetch(box.dataset[name]);
    sounds[name] ??= await speaker.decodeAudioData(await file.arrayBuffer());
  }
  pressed(speaker.state === "running");
};
const awake = () => {
  if ($("[data-awake]") && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
};
export const flash = () => {
  if (!stored("flash")) return;
  root.classList.add("flash");
  setTimeout(() => root.classList.remove("flash"), 12000);
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sound-button]");
  if (!button) return;
  const on = button.getAttribute("aria-pressed") !== "true";
  store("sound", on);
  if (on)
    listen(button)
      .then(() => play("ten"))
      .catch(() => pressed(false));
  else {
    speaker?.suspend();
    pressed(false);
  }
  awake();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-sound-try]")) play("time");
  if (!event.target.closest("[data-full-screen]")) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen().catch(() => {});
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-flash]")) store("flash", event.target.checked);
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) awake();
});

onArrival(() => {
  $$("[data-sound-button]").forEach((button) => {
    button.hidden = false;
  });
  $$("[data-full-screen]").forEach((button) => {
    button.hidden = !document.fullscreenEnabled;
  });
  $$("[data-flash]").forEach((box) => {
    box.closest("[hidden]")?.removeAttribute("hidden");
    box.checked = stored("flash");
  });
  pressed(speaker?.state === "running");
});
// A page that comes back may try without a tap; where the browser forbids it, the button says so.
const button = $("[data-sound-button]");
if (button && stored("sound")) listen(button).catch(() => pressed(false));
awake();
