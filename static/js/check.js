// Stadium: the sheet of a deck check. A tap shows at once and waits in unsent.js until the server has it; what others tap
// comes in by itself. The sheet is always what the server said last, with the taps that wait here on top.
(() => {
  const sheet = document.getElementById("sheet"),
    { unsent } = window;
  if (!sheet || !unsent) return;
  const by = (q, el = sheet) => el.querySelector(q),
    all = (q, el = sheet) => [...el.querySelectorAll(q)];
  const fill = (sentence, facts) => (sentence || "").replace(/\{(\w+)\}/g, (whole, key) => facts[key] ?? whole);
  const words = sheet.dataset,
    isOpen = "open" in words;
  const steps = ["legible", "sleeves", "proxies"],
    marks = ["", "fine", "wrong"];
  const random = () =>
    [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(16).padStart(2, "0")).join("");
  let now = JSON.parse(words.now),
    recent = [];
  // `recent`: taps the server has taken since it last told how the sheet stands.

  // The replay of checks/engine/check_sheet.py: the newest word about a thing counts.
  const apply = {
    line: (state, row, n) => {
      if (n < 0) delete state.found[row];
      else state.found[row] = n;
    },
    step: (state, step, n) => {
      state.marks[step] = marks[n];
    },
    total: (state, _, n) => {
      state.total = n;
    },
    replaced: (state, _, n) => {
      state.replaced = n;
    },
    other: (state, card, n) => {
      if (n) state.others[card] = n;
      else delete state.others[card];
    },
    pattern: (state, subject, n) => {
      if (n) state.marked[subject] = n;
      else delete state.marked[subject];
    },
  };
  const mine = () => unsent.waiting().filter((one) => one.url === words.tap && one.tap);
  const stateNow = () =>
    [...recent, ...mine()].reduce((state, { tap }) => {
      apply[tap.kind](state, tap.subject, tap.number);
      return state;
    }, structuredClone(now));

  const rows = all("[data-row]");
  const put = (el, text) => {
    if (el && el.textContent !== String(text)) el.textContent = text;
  };
  const press = (button, so) => button.setAttribute("aria-pressed", String(so));

  function line(li, n) {
    const whole = +li.dataset.expected,
      right = n === whole,
      some = n ?? whole;
    if (n !== undefined && !right) li.dataset.state = "error";
    else delete li.dataset.state;
    const [full, less, more] = all("button[name=do]", li);
    if (!full) return;
    press(full, right);
    full.value = `line:${li.dataset.row}:${right ? -1 : whole}:`;
    less.value = `line:${li.dataset.row}:${Math.max(some - 1, 0)}:`;
    more.value = `line:${li.dataset.row}:${some + 1}:`;
    put(by("output", li), n ?? "–");
  }
  function step(name, mark) {
    all(`[data-step="${name}"] [data-mark]`).forEach((el) => {
      if (el.matches("button")) press(el, el.dataset.mark === mark);
      else el.hidden = el.dataset.mark !== mark;
    });
  }
  // A list of what was typed: rows that stay are not touched, so nothing moves under a finger.
  function list(name, key, values, draw) {
    const ul = document.getElementById(`${name}s-list`),
      row = document.getElementById(`${name}-row`);
    if (!ul || !row) return;
    [...ul.children].forEach((li) => {
      if (!(li.dataset[key] in values)) li.remove();
    });
    for (const [value, more] of Object.entries(values)) {
      let li = [...ul.children].find((one) => one.dataset[key] === value);
      if (!li) {
        li = row.content.firstElementChild.cloneNode(true);
        li.dataset[key] = value;
        ul.append(li);
      }
      draw(li, value, more);
    }
  }
  const away = (li, card) => {
    const button = by("button", li);
    if (button) button.setAttribute("aria-label", fill(button.dataset.text, { card }));
  };
  const other = (li, card, n) => {
    put(by(".qty", li), n);
    put(by(".grow", li), card);
    if (by("[name=card]", li)) by("[name=card]", li).value = card;
    away(li, card);
  };
  const mark = (li, subject, n) => {
    const [what, cards] = subject.split("\n");
    put(by("[data-what]", li), what);
    put(by("[data-cards]", li), cards);
    all("[data-pattern]", li).forEach((el) => {
      el.hidden = el.dataset.pattern !== String(n);
    });
    for (const [name, value] of [
      ["what", what],
      ["cards", cards],
    ])
      if (by(`[name=${name}]`, li)) by(`[name=${name}]`, li).value = value;
    away(li, what);
  };
  const photo = (li, _, one) => {
    const picture = by("img", li);
    if (picture.getAttribute("src") === one.url) return;
    by("a", li).href = picture.src = one.url;
    if (one.note) picture.alt = one.note;
    put(by("[data-note]", li), one.note);
    put(by("[data-by]", li), one.by);
    if (by("form", li)) by("form", li).action = one.withdraw;
  };
  const status = (id, is, facts) => {
    const el = document.getElementById(id);
    if (!el) return;
    el.hidden = !is;
    put(el, fill(el.dataset.text, facts));
  };
  const sum = (values) => Object.values(values).reduce((whole, n) => whole + n, 0);
  const cardsOf = (state) => sum(state.found) + sum(state.others);

  function paint() {
    const state = stateNow(),
      differs = rows.some((li) => (state.found[li.dataset.row] ?? +li.dataset.expected) !== +li.dataset.expected);
    const isAll = rows.length > 0 && Object.keys(state.found).length === rows.length;
    rows.forEach((li) => line(li, state.found[li.dataset.row]));
    steps.forEach((name) => step(name, state.marks[name]));
    step("total", state.total === null || !state.whole ? "" : state.total === state.whole ? "fine" : "wrong");
    step("contents", differs || Object.keys(state.others).length ? "wrong" : isAll ? "fine" : "");
    const cards = cardsOf(state),
      figure = document.getElementById("cards-count"),
      bar = document.getElementById("cards-bar");
    put(figure, fill(figure?.dataset.text, { cards, whole: state.whole }));
    if (bar) bar.value = cards;
    status("total-count", state.total !== null, { n: state.total });
    const whole = document.getElementById("total-whole");
    if (whole) whole.hidden = state.total !== null;
    status("replaced-count", state.replaced, { n: state.replaced });
    status("infractions", now.infractions.length, { what: now.infractions.join(", ") });
    list("other", "card", state.others, other);
    list("mark", "subject", state.marked, mark);
    list("photo", "photo", Object.fromEntries(now.photos.map((one) => [one.pk, one])), photo);
    put(document.getElementById("photos-count"), now.photos.length);
    photosWait();
    document.dispatchEvent(new CustomEvent("check:painted", { detail: { state, cards } }));
  }

  // One tap, from the sheet or from the large buttons.
  function tap(kind, subject, number, more = {}, name = "") {
    const typed = kind === "other" || kind === "pattern";
    const body = new URLSearchParams({
      ...more,
      do: `${kind}:${typed ? "" : subject}:${number}:${random()}`,
      seen: now.seen,
    });
    unsent.add({
      own: true,
      url: words.tap,
      body: body.toString(),
      label: `${words.label}${words.colon} ${name}`,
      tap: { kind, subject, number },
    });
  }
  window.checkSheet = { rows, tap, stateNow, paint };

  const oneLine = (text) => text.trim().replace(/\s+/g, " ");
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-tap]"),
      pressed = event.submitter ?? form?.querySelector("button[name=do]");
    if (!form || !isOpen || !pressed) return;
    event.preventDefault();
    const data = Object.fromEntries(new FormData(form)),
      [kind, about, typed] = pressed.value.split(":");
    const number = typed === "" ? +data.number : +typed;
    const card = oneLine(data.card ?? ""),
      what = oneLine(data.what ?? ""),
      cards = oneLine(data.cards ?? "");
    const subject = { other: card, pattern: `${what}\n${cards}` }[kind] ?? about;
    const name =
      form.closest("[data-name]")?.dataset.name ??
      (card || what || form.querySelector("label")?.textContent || pressed.textContent).trim();
    tap(kind, subject, number, { other: { card }, pattern: { what, cards } }[kind], name);
    if (form.querySelector("input:not([type=hidden])")) form.reset();
  });

  // Photos are made small on the phone already; the server checks them all the same.
  const LONGEST = 1600;
  async function small(file) {
    try {
      const image = await createImageBitmap(file, { imageOrientation: "from-image" }),
        share = Math.min(1, LONGEST / Math.max(image.width, image.height));
      const page = Object.assign(document.createElement("canvas"), {
        width: Math.round(image.width * share),
        height: Math.round(image.height * share),
      });
      page.getContext("2d").drawImage(image, 0, 0, page.width, page.height);
      return await new Promise((done) => page.toBlob((made) => done(made ?? file), "image/jpeg", 0.85));
    } catch {
      return file;
    }
  }
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-photo-form]"),
      file = form?.elements.image.files[0];
    if (!file) return;
    event.preventDefault();
    const button = by("[data-attach]", form),
      one = { own: true, url: form.action, file: "image", label: form.dataset.label };
    button.disabled = true;
    try {
      await unsent.addFile(
        { ...one, body: new URLSearchParams({ key: random(), note: form.elements.note.value }).toString() },
        await small(file),
      );
      form.reset();
    } catch {
      form.submit();
    } finally {
      button.disabled = false;
    }
  });
  function photosWait() {
    const el = document.getElementById("photo-waits"),
      form = by("[data-photo-form]");
    if (!el || !form) return;
    const n = unsent.waiting().filter((one) => one.url === form.action).length;
    const text = n && !navigator.onLine ? fill(n === 1 ? el.dataset.textOne : el.dataset.text, { n }) : "";
    if (el.textContent.trim() === text) return;
    el.replaceChildren(...(text ? [Object.assign(document.createElement("span"), { textContent: text })] : []));
  }

  // The time a check takes goes on while its page is open: the minutes proposed follow it until a judge writes others.
  const minutes = by("#id_minutes", document),
    since = document.getElementById("minutes-proposed");
  if (minutes && since && !minutes.closest("form").querySelector("[aria-invalid]")) {
    const began = Date.now() - since.dataset.seconds * 1000;
    let last = minutes.value;
    setInterval(() => {
      if (minutes.value !== last || minutes === document.activeElement) return;
      const begun = Math.max(1, Math.ceil((Date.now() - began) / 60000));
      minutes.value = last = String(Math.min(begun + +since.dataset.shuffling, +minutes.max));
    }, 1000);
  }

  let fresh = true,
    asking = false,
    again = false;
  async function ask() {
    again = asking;
    if (asking || document.hidden) return;
    asking = true;
    const began = performance.now();
    try {
      const answer = await fetch(`${words.url}?known=${encodeURIComponent(now.version)}`, {
        headers: { Accept: "application/json" },
        credentials: "same-origin",
      });
      const isNews = answer.status === 200 && answer.headers.get("Content-Type")?.includes("json");
      if (isNews) now = await answer.json();
      if (isNews || answer.status === 204) recent = recent.filter((one) => one.at > began);
      if (isNews) {
        paintEnded();
        paint();
      }
    } catch {
      /* no connection: unsent.js says so */
    } finally {
      asking = false;
    }
    if (again) ask();
  }
  // A check that somebody else ended: the sheet stays as it is, and says so.
  function paintEnded() {
    const box = document.getElementById("ended");
    if (!isOpen || !now.over) return box.replaceChildren();
    const message = Object.assign(document.createElement("p"), { className: "message", textContent: `${now.over} ` });
    message.dataset.state = "warning";
    message.append(Object.assign(document.createElement("a"), { href: words.url, textContent: box.dataset.look }));
    box.replaceChildren(message);
  }

  document.addEventListener("unsent:answer", ({ detail: { one, taken } }) => {
    if (taken && one.tap && one.url === words.tap) recent.push({ tap: one.tap, at: performance.now() });
    fresh = false;
  });
  document.addEventListener("unsent:change", () => {
    paint();
    if (fresh || mine().length) return;
    fresh = true;
    ask();
  });
  document.addEventListener("visibilitychange", ask);
  if (isOpen) document.body.addEventListener("live-changed", ask);
  paint();
})();
