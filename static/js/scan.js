// The page of the door: what a keyboard scanner types or the camera reads is sent at once and its answer shown large.
// Without a connection it waits on this device with everything else (unsent/), and the server takes it once. The field
// works without this file.
import { $, fill, make } from "./page/dom.js";
import { hallTime } from "./page/times.js";
import { found, lost } from "./unsent/connection.js";
import { add, isJson, isSignIn, post } from "./unsent/sending.js";
import { arrived, leave, newKey, waiting } from "./unsent/store.js";

const form = $("form[data-scan]"),
  place = $("#scan-result"),
  camera = $("[data-camera]");
const EVERY = 120, // milliseconds between two pictures
  SAME = 5000, // a code that stays in front of the camera is one
  WIDEST = 720;

// Sound and vibration begin with a tap on their box, as browsers ask.
let audio = null;
const TONES = {
  done: [[880, 0.12]],
  warning: [
    [660, 0.12],
    [660, 0.12],
  ],
  error: [[220, 0.45]],
};
const signal = (state) => {
  if (!audio) return;
  navigator.vibrate?.({ done: 80, warning: [80, 60, 80], error: 400 }[state]);
  let at = audio.currentTime;
  for (const [pitch, seconds] of TONES[state] || []) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds + 0.06;
  }
};

const show = (state, ...parts) => {
  const card = make("section", { className: "scan-result" });
  card.dataset.state = state;
  card.append(...parts);
  place.replaceChildren(card);
};
const stored = (one) => {
  add(one);
  show(
    "warning",
    make("h2", { textContent: form.dataset.storedTitle }),
    make("p", { textContent: form.dataset.stored }),
  );
  signal("warning");
};

const send = async (code) => {
  const key = newKey();
  const one = {
    key,
    own: true,
    url: form.action,
    label: fill(form.dataset.label, { time: hallTime(Date.now()) }),
    body: new URLSearchParams({ code, idempotency_key: key }).toString(),
  };
  if (waiting().length) {
    stored(one);
    return;
  }
  show("playing", make("h2", { textContent: form.dataset.reading }));
  leave(one);
  try {
    const answer = await post(one);
    if (answer.status >= 500 || answer.status === 429 || isSignIn(answer) || !isJson(answer)) throw new Error("later");
    const { state, html } = await answer.json();
    found();
    arrived(key);
    place.innerHTML = html;
    const { here } = $(".scan-result", place).dataset;
    $("[data-count]").textContent = here;
    signal(state);
  } catch {
    lost();
    stored(one);
    arrived(key);
  }
};

const begin = () => {
  const field = form.elements.code;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const code = field.value.trim();
    field.value = "";
    field.focus();
    if (code) send(code);
  });

  const video = $("video", camera),
    fault = $("[data-camera-fault]", camera),
    startButton = $("[data-start]", camera),
    stopButton = $("[data-stop]", camera),
    canvas = document.createElement("canvas"),
    pen = canvas.getContext("2d", { willReadFrequently: true });
  let stream = null,
    last = "",
    seenAt = 0;

  const complain = (reason) => {
    fault.textContent = camera.dataset[reason];
    fault.hidden = false;
  };
  const look = () => {
    if (!stream) return;
    if (video.readyState >= video.HAVE_CURRENT_DATA && window.jsQR) {
      const scale = Math.min(1, WIDEST / video.videoWidth);
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      pen.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height);
      const code = window.jsQR(data, width, height)?.data;
      if (code) {
        const isNew = code !== last || Date.now() - seenAt > SAME;
        [last, seenAt] = [code, Date.now()];
        if (isNew) send(code);
      }
    }
    setTimeout(look, EVERY);
  };
  const stop = () => {
    stream?.getTracks().forEach((track) => track.stop());
    stream = video.srcObject = null;
    video.hidden = stopButton.hidden = true;
    startButton.hidden = false;
  };
  const start = async () => {
    fault.hidden = true;
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1280 } },
      });
      video.srcObject = stream;
      video.hidden = stopButton.hidden = false;
      startButton.hidden = true;
      await video.play();
      look();
    } catch (error) {
      stop();
      complain(
        { NotAllowedError: "blocked", NotFoundError: "none", OverconstrainedError: "none" }[error.name] || "occupied",
      );
    }
  };

  $("[data-camera-buttons]", camera).hidden = false;
  if (navigator.mediaDevices?.getUserMedia) {
    startButton.addEventListener("click", start);
    stopButton.addEventListener("click", stop);
  } else {
    startButton.hidden = true;
    complain(isSecureContext ? "none" : "insecure");
  }
  $("[data-sound]", camera).addEventListener("change", ({ target }) => {
    audio?.close();
    audio = target.checked ? new AudioContext() : null;
    signal("done");
  });
};
if (form) begin();
