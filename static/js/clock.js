// Stadium: the round clock. The device counts on its own from the server's end time, so a reload, a restart of the
// server or a lid that was shut moves nothing; what was changed is asked for now and then and on every return.
(() => {
  const all = (q, el = document) => [...el.querySelectorAll(q)];
  const root = document.documentElement;
  let ahead = 0; // server time minus the time of this device
  const now = () => Date.now() + ahead;
  const first = document.querySelector("[data-clock][data-now]");
  if (first) {
    const [page] = performance.getEntriesByType("navigation");
    // A copy that was kept for want of a connection runs on from the moment it came.
    ahead = first.dataset.now - (+document.body.dataset.copied || performance.timeOrigin + (page?.responseStart || 0));
  }

  const figures = (s) => `${String(Math.floor(s / 60)).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}`;
  const left = (clock) => {
    const { starts, ends, stands } = clock.dataset,
      at = now();
    if (stands !== undefined) return +stands;
    if (!ends) return null;
    return Math.max(0, Math.ceil(((+starts > at ? starts : ends) - at) / 1000));
  };
  const setsUp = (clock) => +clock.dataset.starts > now();

  // Bells and the flash: at the start, at ten minutes, at five, at two, when time is called. A sound plays only after
  // a tap allowed it.
  const BELLS = { 600: "ten", 300: "five", 120: "two", 0: "time" };
  const PICK_BELLS = { 5: "five", 0: "time" }; // a pick of a draft: hurry up, then take one
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
  const play = (name) => {
    if (!speaker || !sounds[name]) return;
    const source = speaker.createBufferSource();
    source.buffer = sounds[name];
    source.connect(speaker.destination);
    source.start();
  };
  const pressed = (on) =>
    all("[data-sound-button]").forEach((button) => {
      button.setAttribute("aria-pressed", String(on));
      const word = button.querySelector("[data-word]");
      if (word) word.textContent = on ? button.dataset.on : button.dataset.off;
      all("[data-sound-try]").forEach((other) => {
        other.hidden = !on;
      });
    });
  const listen = async (box) => {
    speaker ??= new AudioContext();
    await speaker.resume();
    for (const name of ["start", ...Object.values(BELLS)]) {
      const file = await fetch(box.dataset[name]);
      sounds[name] ??= await speaker.decodeAudioData(await file.arrayBuffer());
    }
    pressed(speaker.state === "running");
  };
  const awake = () => {
    if (document.querySelector("[data-awake]") && !document.hidden)
      navigator.wakeLock?.request("screen").catch(() => {});
  };
  const flash = () => {
    if (!stored("flash")) return;
    root.classList.add("flash");
    setTimeout(() => root.classList.remove("flash"), 12000);
  };
  const before = new Map(),
    stood = new Map();
  let ticked = false; // a clock that is there at the first look began before
  const ring = (clock, s) => {
    const key = clock.dataset.clock,
      last = before.get(key),
      stands = setsUp(clock) || clock.dataset.stands !== undefined;
    before.set(key, s);
    const begins = last === undefined ? ticked && clock.closest(".wall-clocks, #hall-clock") : stood.get(key);
    if (begins && !stands && s > 0 && clock.dataset.bells !== "picks") play("start");
    stood.set(key, stands);
    if (last === undefined || stands) return;
    const bells = clock.dataset.bells === "picks" ? PICK_BELLS : BELLS;
    for (const [at, name] of Object.entries(bells)) {
      if (last > at && s <= at && last - s < 90) {
        play(name);
        if (+at === 0) {
          flash();
          ask();
        }
      }
    }
  };

  const tick = () => {
    const rung = new Set();
    all("[data-clock]").forEach((clock) => {
      const s = left(clock),
        word = clock.querySelector("span");
      if (s === null || !word) return;
      if (word.textContent !== figures(s)) word.textContent = figures(s);
      if (clock.dataset.phase && clock.dataset.bells === "picks")
        clock.dataset.phase = s > +clock.dataset.soon ? "calm" : s > 0 ? "soon" : "over";
      if (!rung.has(clock.dataset.clock)) ring(clock, s);
      rung.add(clock.dataset.clock);
    });
    all("[data-until]").forEach((el) => {
      el.textContent = figures(Math.max(0, Math.ceil((el.dataset.until - now()) / 1000)));
    });
    ticked = true;
    propose();
  };

  // The judge's stopwatch proposes the minutes until somebody types others.
  const propose = () =>
    all("input[data-proposes]").forEach((box) => {
      if (document.activeElement !== box) box.value = Math.max(1, Math.ceil((now() - box.dataset.proposes) / 60000));
    });
  document.addEventListener("input", (event) => {
    delete event.target.dataset.proposes;
  });

  // Ask the server: 204 says nothing changed. Whatever wants to be read anew waits for "clock-changed".
  const seen = new Map();
  const put = (clock, face) => {
    for (const name of ["starts", "ends", "stands"]) {
      if (face[name] === null) delete clock.dataset[name];
      else clock.dataset[name] = face[name];
    }
    const note = clock.querySelector("small");
    if (note) {
      note.textContent = clock.dataset.before || "";
      note.insertAdjacentHTML("beforeend", face.note); // its times are elements, and nothing in it was typed
      document.dispatchEvent(new Event("times-changed"));
    }
    clock.setAttribute("aria-label", face.label);
  };
  const askOne = async (url) => {
    const sent = Date.now();
    const answer = await fetch(`${url}?seen=${seen.get(url) || ""}`, { headers: { Accept: "application/json" } });
    const server = +answer.headers.get("Server-Now");
    if (server) ahead = server - (sent + Date.now()) / 2;
    if (answer.status !== 200) return;
    const news = await answer.json();
    all(`[data-clock][data-url="${CSS.escape(url)}"]`).forEach((clock) => {
      const face = news.clocks[clock.dataset.own] || news.clocks[clock.dataset.clock];
      if (face) put(clock, face);
    });
    if (seen.has(url)) document.body.dispatchEvent(new CustomEvent("clock-changed"));
    seen.set(url, news.version);
    tick();
  };
  function ask() {
    if (document.hidden) return;
    new Set(all("[data-clock][data-url]").map((clock) => clock.dataset.url)).forEach((url) =>
      askOne(url).catch(() => {}),
    );
  }

  const settle = () => {
    all("[data-sound-button]").forEach((button) => {
      button.hidden = false;
    });
    all("[data-full-screen]").forEach((button) => {
      button.hidden = !document.fullscreenEnabled;
    });
    all("[data-flash]").forEach((box) => {
      box.closest("[hidden]")?.removeAttribute("hidden");
      box.checked = stored("flash");
    });
    pressed(speaker?.state === "running");
    tick();
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
    if (!document.hidden) {
      tick();
      ask();
      awake();
    }
  });
  let isSet = Boolean(first);
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    settle();
    // The first clock came after the page: only now is the server asked what time it is.
    if (isSet || !target.matches("[data-own-clock]:has([data-clock])")) return;
    isSet = true;
    ask();
  });
  addEventListener("online", ask);
  addEventListener("pageshow", (event) => {
    if (event.persisted) ask();
  });

  settle();
  // A page that comes back may try without a tap; where the browser forbids it, the button says so.
  const button = document.querySelector("[data-sound-button]");
  if (button && stored("sound")) listen(button).catch(() => pressed(false));
  awake();
  if (first) ask();
  setInterval(tick, 500);
  document.body.addEventListener("live-changed", ask);
  document.body.addEventListener("live-time", ({ detail }) => {
    ahead = detail;
  });
})();
