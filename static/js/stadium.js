// Stadium: small comforts. Every page works without this file.
const $ = (q, el = document) => el.querySelector(q),
  $$ = (q, el = document) => [...el.querySelectorAll(q)];
const fill = (sentence, facts) => (sentence || "").replace(/\{(\w+)\}/g, (whole, key) => facts[key] ?? whole);

// Light or dark: the reader's choice is kept in a cookie, so that the server sends the page in it.
const root = document.documentElement;
const dark = () =>
  root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
$$("[data-theme-button], [data-keys-button]").forEach((button) => {
  button.hidden = false;
});

// Notices on a locked phone need the service worker, which browsers have on secure addresses alone.
if (isSecureContext && navigator.serviceWorker)
  addEventListener("load", () => navigator.serviceWorker.register("/service-worker.js").catch(() => {}));

// New events begin in the time zone of whoever makes them.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;

// A moment on the clocks of the event, wherever the phone was bought.
const hallTime = (moment) => {
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  try {
    const timeZone = document.body.dataset.zone || undefined;
    return new Date(moment).toLocaleTimeString(root.lang || [], { ...form, timeZone });
  } catch {
    return new Date(moment).toLocaleTimeString([], form); // an old phone does not know every zone
  }
};

// A moment in the zone of the event: who reads it elsewhere sees their own time too, and who does not needs no zone.
const ownTimes = () =>
  $$("time[data-own]").forEach((el) => {
    const at = new Date(el.dateTime),
      shown = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    try {
      const own = at.toLocaleString(root.lang || [], shown),
        isSame = own === at.toLocaleString(root.lang || [], { ...shown, timeZone: el.dataset.zone }),
        zone = el.dataset.zone.replaceAll("_", " "),
        note = (time) => fill(el.dataset.own, { time });
      // A clock ends within the hour, and has no room for a day and a zone.
      if (el.closest(".clock")) el.title = isSame ? "" : zone;
      el.lastElementChild.textContent = isSame
        ? ""
        : el.closest(".clock")
          ? ` (${note(at.toLocaleTimeString(root.lang || [], { ...shown, weekday: undefined }))})`
          : ` (${zone}; ${note(own)})`;
    } catch {
      /* an old phone does not know every zone */
    }
  });
ownTimes();
document.addEventListener("times-changed", ownTimes);

// Clocks: the page arrives with the seconds left, or the seconds gone, and the end time beside them.
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
tick();
came = 0;
setInterval(tick, 1000);

// A toast that came with the page has its place above the content, and stays. One that comes into an open page is docked
// below it for 20 seconds, longer while it has the focus or the pointer: nothing moves under the finger, the page ends above
// it, and what has the focus stays in sight.
const fade = (toast) =>
  setTimeout(() => {
    if (toast.matches(":hover, :focus-within")) return fade(toast);
    toast.remove();
    dock();
  }, 20000);
const dock = () => {
  const box = $(".toasts"),
    thumbs = $(".thumbs")?.getBoundingClientRect(),
    page = $("#main").getBoundingClientRect();
  root.style.removeProperty("--docked");
  if (!box?.querySelector("[data-fades]")) {
    box?.removeAttribute("style");
    return box?.removeAttribute("data-docked");
  }
  box.dataset.docked = "";
  box.style.left = `${page.left}px`;
  box.style.width = `${page.width}px`;
  box.style.bottom = `${thumbs?.height ? innerHeight - thumbs.top : 0}px`;
  root.style.setProperty("--docked", `${box.offsetHeight}px`);
};
const toasts = () => {
  const fresh = $$("[data-toast]:not([data-fades], [data-stays])");
  fresh.forEach((toast) => {
    toast.dataset.fades = "";
    fade(toast);
  });
  dock();
  const { activeElement, body } = document;
  if (fresh.length && activeElement !== body) activeElement.scrollIntoView({ block: "nearest" });
};
$$(".toasts [data-toast]").forEach((toast) => (toast.dataset.stays = ""));
toasts();

document.addEventListener("click", (event) => {
  const on = (q) => event.target.closest(q);
  const into = on('a[href^="#"]')?.getAttribute("href").slice(1),
    fold = into && document.getElementById(into)?.closest("details");
  if (fold) fold.open = true;
  if (on("[data-theme-button]")) {
    root.dataset.theme = dark() ? "light" : "dark";
    document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
  }
  const whole = on("[data-show-all]");
  if (whole) {
    event.preventDefault();
    whole.closest(".short").classList.add("whole");
  }
  if (on("[data-keys-button]")) $("#keys")?.showModal();
  if (!on(".menu"))
    $$(".menu[open]").forEach((menu) => {
      menu.open = false;
    });
  // "Why?" opens the row below it when the page already has it; else the link loads it.
  const more = on("a.more[aria-controls]"),
    below = more && document.getElementById(more.getAttribute("aria-controls"));
  if (below) {
    event.preventDefault();
    below.hidden = !below.hidden;
    return more.setAttribute("aria-expanded", String(!below.hidden));
  }
  // A tap anywhere on a row follows the row's own link, or presses its one button.
  const row = on("tr.tap, li.tap");
  if (row && !on("a, button, input, label, select, summary") && !String(getSelection())) $("a, button", row)?.click();
});

// A fold that somebody opened or closed stays so when its part of the page comes anew; what has become next opens.
let folds = [];
document.addEventListener("htmx:beforeSwap", () => {
  folds = $$("details[data-stays]").map((fold) => [fold.id, fold.open, "next" in fold.dataset]);
});
document.addEventListener("htmx:afterSettle", () => {
  for (const [id, open, next] of folds) {
    const fold = document.getElementById(id);
    if (fold && (next || !("next" in fold.dataset))) fold.open = open;
  }
});

// What folds on a phone stands open where there is room for it.
const wide = matchMedia("(min-width: 48.01rem)");
const unfold = () =>
  wide.matches &&
  $$("details[data-wide]").forEach((fold) => {
    fold.open = true;
    fold.firstElementChild.tabIndex = -1;
  });
wide.addEventListener("change", unfold);

// A form that is on its way says so and cannot be sent twice. One whose answer, a sheet, opens beside this page moves
// on once somebody looks at this page again.
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.dataset.onward)
    for (const name of ["focus", "pageshow"])
      addEventListener(name, () => location.assign(button.dataset.onward), { once: true });
  if (!button?.dataset.busy || event.defaultPrevented) return;
  if (button.getAttribute("aria-busy") === "true") return event.preventDefault();
  button.style.minWidth = `${button.offsetWidth}px`;
  button.dataset.rest = button.textContent;
  button.setAttribute("aria-busy", "true");
  button.textContent = button.dataset.busy;
});
const rest = () =>
  $$("[aria-busy=true][data-rest]").forEach((button) => {
    button.removeAttribute("aria-busy");
    button.textContent = button.dataset.rest;
  });
addEventListener("pageshow", (event) => {
  if (event.persisted) rest();
});

// Find a name: rows that do not match step aside; accents do not matter.
const bare = { ł: "l", ø: "o", đ: "d", ı: "i", æ: "ae", œ: "oe", ß: "ss" };
const plain = (s) =>
  s
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łøđıæœß]/g, (c) => bare[c]);
const find = (box) => {
  const wanted = plain(box.value.trim());
  let n = 0;
  if (wanted) $(box.dataset.find)?.closest(".short")?.classList.add("whole");
  $$(box.dataset.find).forEach((row) => {
    row.hidden = !plain(row.dataset.name).includes(wanted);
    n += !row.hidden;
    const why = row.hidden && $("[aria-expanded=true]", row);
    if (why) why.click();
  });
  $$("[data-find-group]").forEach((group) => {
    group.hidden = !$("[data-name]:not([hidden])", group);
    if (wanted && group.matches("details")) group.open = true;
  });
  const count = $("[data-found]"),
    nobody = $("[data-nobody]");
  if (count) count.textContent = wanted ? fill(count.dataset.text, { n }) : "";
  if (nobody) {
    nobody.hidden = n > 0 || !wanted;
    nobody.textContent = fill(nobody.dataset.text, { name: box.value.trim() });
  }
};

// At the door the find box keeps the focus while rows are tapped; what it holds is selected for the next name.
document.addEventListener("mousedown", (event) => {
  if (document.activeElement.matches("[data-find]") && event.target.closest("[data-search-again] li button"))
    event.preventDefault();
});

// Enter checks in the only match; never out, so that a scanner or a second Enter does no harm.
document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (event.key !== "Enter" || event.isComposing || !box.matches("[data-search-again] [data-find]")) return;
  const rows = $$(box.dataset.find).filter((row) => !row.hidden);
  if (!box.value.trim() || rows.length !== 1) return;
  event.preventDefault();
  const tap = $("button[aria-pressed=false]", rows[0]);
  if (tap && !tap.classList.contains("htmx-request")) tap.click();
});

// The desk's quick entry reads the match back before Enter saves it. A result is a key, or the score in games as
// pairings/engine/typed_results.py reads it.
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
const resultOf = (row, typed) => {
  const read = row && readResult(typed, +row.dataset.best || 1);
  return read && (row.dataset.keys ?? "0129").includes(Object.keys(KEYS).find((key) => KEYS[key] === read.kind))
    ? read
    : null;
};
const isResult = (typed) => readResult(typed, +$("[data-best]")?.dataset.best || 1);
const spoken = (words, { kind, games }, facts) =>
  [words[`text${kind[0].toUpperCase()}${kind.slice(1)}`], ...(games ? [words.textGames] : [])]
    .map((part) => fill(part, { ...facts, games }))
    .join(" ");
const changes = (row, { kind, games }) =>
  Boolean(row.dataset.saved) &&
  (row.dataset.outcome !== (kind === "lose" ? "double_loss" : kind) || Boolean(games && games !== row.dataset.games));
const readBack = (entry) => {
  const { table, result } = entry.elements,
    readback = $("[data-readback]", entry),
    words = entry.dataset;
  if (scanning(table)) {
    readback.textContent = words.textStart;
    readback.parentElement.removeAttribute("data-state");
    return Boolean(isResult(result.value));
  }
  const row = table.value ? document.getElementById(`table-${+table.value}`) : null;
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
// A scanner types the address of a match slip and Enter: the table number takes its place.
const scanning = (box) =>
  Boolean("scan" in box.dataset && box.value && "http".startsWith(box.value.slice(0, 4).toLowerCase()));
const scanned = ({ table, slip }) => {
  const code = scanning(table) && table.value.match(/\/match\/(\d+)\/?$/),
    row = code && $(`[data-match="${code[1]}"]`);
  if (row) [table.value, slip.value] = [row.id.replace("table-", ""), "yes"];
};
const toTable = (entry) => {
  entry.elements.table.focus();
  entry.elements.table.select();
};

// What was not saved is said beside the boxes until somebody has noted it, whatever is typed meanwhile.
const note = (entry, sentence, more) => {
  const row = Object.assign(document.createElement("div"), { className: "message" }),
    text = Object.assign(document.createElement("div"), { className: "grow" });
  const button = (textContent, onclick) =>
    Object.assign(document.createElement("button"), { type: "button", className: "button", textContent, onclick });
  row.dataset.state = "warning";
  if (sentence instanceof Node) text.append(sentence);
  else text.textContent = sentence;
  if (more) more = button(more.text, more.act);
  row.append(
    text,
    ...(more ? [more] : []),
    button(entry.dataset.textNoted, () => row.remove()),
  );
  more?.addEventListener("click", () => row.remove());
  $("[data-notes]", entry).append(row);
};

// Saving never stops the hands: the boxes are free at once, results travel one after the other, and what finds no
// connection waits on this device (unsent.js) with those behind it.
let sent = Promise.resolve();
const waitsHere = (entry, values, facts) => {
  const [key] = values.idempotency_key,
    body = new URLSearchParams();
  for (const [name, list] of Object.entries(values)) list.forEach((value) => body.append(name, value));
  unsent.add({
    key,
    own: "desk",
    url: entry.action,
    body: body.toString(),
    label: fill(entry.dataset.textLabel, facts),
    what: facts.typed.replace(/\.$/, ""),
  });
};
const save = (entry, values, facts) => {
  if (unsent.waiting().length) {
    waitsHere(entry, values, facts);
    return;
  }
  const sender = document.body.appendChild(Object.assign(document.createElement("i"), { hidden: true }));
  sender.addEventListener("htmx:beforeRequest", ({ detail: { xhr } }) => {
    xhr.timeout = 15000;
  });
  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"])
    sender.addEventListener(name, () => waitsHere(entry, values, facts));
  const how = {
    source: sender,
    target: "#tables-box",
    select: "#tables",
    swap: "innerHTML show:none",
    selectOOB: entry.dataset.also,
    values,
  };
  sent = sent
    .then(() => htmx.ajax("POST", entry.action, how))
    .catch(() => {})
    .then(() => {
      sender.remove();
      const refusal = $("#refusal .message > div");
      if (refusal) {
        note(entry, refusal);
        $("#refusal").replaceChildren();
      }
    });
};
document.addEventListener(
  "submit",
  (event) => {
    const entry = event.target.closest("[data-entry]");
    if (!entry || !window.htmx || !window.unsent) return;
    event.preventDefault();
    const values = {},
      { table, result } = entry.elements,
      row = document.getElementById(`table-${+table.value}`),
      read = resultOf(row, result.value);
    const change = event.submitter?.name === "change",
      against = read && changes(row, read);
    const facts = { table: table.value, match: row?.dataset.match, result: row?.dataset.saved };
    facts.typed = read ? spoken(entry.dataset, read, row.dataset) : result.value;
    new FormData(entry).forEach((value, name) => (values[name] ??= []).push(value));
    values.seen = values.seen?.filter((value) => value.startsWith(`${facts.match}:`)) ?? [];
    values.idempotency_key = [unsent.key()];
    table.value = result.value = entry.elements.slip.value = "";
    readBack(entry);
    toTable(entry);
    const again = () => save(entry, { ...values, change: ["yes"] }, facts);
    if (against && !change)
      note(entry, fill(entry.dataset.textUnchanged, facts), {
        text: fill(entry.dataset.textChange, facts),
        act: again,
      });
    else if (change) again();
    else save(entry, values, facts);
  },
  true,
);
let behind = false;
document.addEventListener("unsent:answer", (event) => {
  behind ||= event.detail.one.own === "desk";
});
document.addEventListener("unsent:change", () => {
  const entry = $("[data-entry]");
  if (!behind || !entry || unsent.waiting().length) return;
  behind = false;
  htmx.ajax("GET", location.href, {
    target: "#tables-box",
    select: "#tables",
    swap: "innerHTML show:none",
    selectOOB: entry.dataset.also,
  });
});

document.addEventListener("input", (event) => {
  const box = event.target;
  if (box.dataset.find) find(box);
  const entry = box.closest("[data-entry]");
  if (!entry) return;
  if (box.name === "table") entry.elements.slip.value = "";
  if (box.classList.contains("digits") && !scanning(box))
    box.value = box.value.replace(box.name === "result" ? /[^\d\s\-–—:./,]/g : /\D/g, "");
  readBack(entry);
});

const undo = () => {
  const form = $(".toasts form[data-undo]") || $("form[data-undo]");
  if (form) form.requestSubmit();
  return Boolean(form);
};
const letters = () => localStorage.getItem("letters") !== "off";
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-letters]")) localStorage.setItem("letters", event.target.checked ? "on" : "off");
  if (event.target.closest("form")?.querySelector("[data-swap-bar]")) swapped(event.target);
});
$$("[data-letters]").forEach((box) => {
  box.checked = letters();
});

document.addEventListener("keydown", (event) => {
  const entry = event.target.closest?.("[data-entry]"),
    box = event.target;
  const typing =
    box.matches?.("input:not([type=checkbox], [type=radio]), textarea, select") && !box.classList.contains("digits");
  if (event.key === "Escape" && $(".menu[open]"))
    $$(".menu[open]").forEach((menu) => {
      menu.open = false;
    });
  if (entry && event.key === "Escape") {
    delete entry.dataset.refused;
    entry.reset();
    entry.elements.table.value = entry.elements.result.value = entry.elements.slip.value = "";
    readBack(entry);
    toTable(entry);
  }
  if (entry && event.key === "Enter" && box.matches("input")) {
    scanned(entry.elements);
    if (scanning(box)) {
      event.preventDefault();
      entry.elements.result.focus();
      return;
    }
    const typed = entry.elements.table.value,
      known = typed && document.getElementById(`table-${+typed}`),
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
  }
  if (entry && event.key === "+") {
    event.preventDefault();
    const button = $("[data-change]", entry);
    if (readBack(entry) && !button.hidden) entry.requestSubmit(button);
  }
  if (typing || event.altKey || event.metaKey || $("dialog[open]") || (entry && /\D/.test(box.value))) return;
  if (event.key.toLowerCase() === "z" && event.ctrlKey && !event.shiftKey && !box.value && undo())
    event.preventDefault();
  const leaf = !event.ctrlKey && !event.shiftKey && { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (leaf && $(`[data-arrows] a[rel=${leaf}]`)) {
    event.preventDefault();
    $(`[data-arrows] a[rel=${leaf}]`).click();
  }
  if (event.ctrlKey || !letters()) return;
  if (event.key === "u" && $("[data-entry]") && undo()) event.preventDefault();
  if (event.key === "?" && $("#keys")) {
    event.preventDefault();
    $("#keys").showModal();
  }
});

// Review: tick two players, then swap them. A third tick lets go of the first.
let ticked = [];
const swapped = (box) => {
  const form = box.closest("form"),
    bar = $("[data-swap-bar]", form);
  if (!box.dataset.who) return;
  ticked = ticked.filter((other) => other !== box && other.checked && other.isConnected);
  if (box.checked) ticked.push(box);
  while (ticked.length > 2) ticked.shift().checked = false;
  $$("[data-who]", form).forEach((one) => one.closest("tr, li")?.classList.toggle("chosen", one.checked));
  const [first, second] = ticked.map((one) =>
    one.dataset.table ? `${one.dataset.who} (${one.dataset.table})` : one.dataset.who,
  );
  bar.hidden = !first;
  bar.dataset.ready = second ? "yes" : "no";
  $("[data-swap-button]", bar).disabled = !second;
  $("[data-swap-status]", bar).textContent = fill(second ? bar.dataset.textTwo : bar.dataset.textOne, {
    first,
    second,
  });
};
$$("[data-swap-bar]").forEach((bar) => {
  bar.hidden = true;
});
$$("[data-who]:checked").forEach(swapped);

// An address that leads to something folded away opens it.
const unfoldAim = () => {
  const aim = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = aim && aim.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
};
addEventListener("hashchange", unfoldAim);
unfoldAim();

const arrive = () => {
  unfold();
  $$("[data-entry]").forEach((entry) => {
    if (!$("[data-readback]", entry).textContent) readBack(entry);
  });
  $("[data-faults]")?.focus();
  $$("[data-find]").forEach((box) => {
    if (box.value) find(box);
  });
};
arrive();
// A row that "Why?" has fetched stands open.
const opened = () =>
  $$("tr.detail:not([hidden])").forEach((row) =>
    $(`a.more[aria-controls="${row.id}"]`)?.setAttribute("aria-expanded", "true"),
  );
document.addEventListener("htmx:afterSwap", () => {
  opened();
  const box = document.activeElement;
  if (box.matches("[data-search-again] [data-find]")) box.select();
  rest();
  toasts();
  tick();
  ownTimes();
  arrive();
});
document.addEventListener("htmx:afterRequest", rest);
document.addEventListener("unsent:change", rest);

// A part of a form that follows an answer comes anew: what was typed since it was asked for stays, and so do open folds.
let typedSince = [],
  unfolded = [];
document.addEventListener("htmx:beforeSwap", ({ detail: { target, requestConfig } }) => {
  if (!target.matches("[data-follows]")) return;
  const sent = requestConfig.formData,
    isSent = (el) =>
      /radio|checkbox/.test(el.type)
        ? sent.getAll(el.name).includes(el.value) === el.checked
        : sent.get(el.name) === el.value;
  typedSince = $$("input:not([type=hidden]), textarea, select", target)
    .filter((el) => el.name && !isSent(el))
    .map((el) => [named(el), el.value, el.checked]);
  unfolded = $$("details[open]", target).map((el) => el.id);
});
document.addEventListener("htmx:afterSettle", () => {
  unfolded.splice(0).forEach((id) => {
    const fold = document.getElementById(id);
    if (fold) fold.open = true;
  });
  putBack("[data-follows] :is(input:not([type=hidden]), textarea, select)", typedSince.splice(0));
});
// A part that fetches itself anew never changes under a finger, nor between that and the click: it comes afterwards.
const CLICKED = 350; // milliseconds
let pressed = null,
  released = 0,
  skipped = false;
document.addEventListener("pointerdown", (event) => {
  clearTimeout(released);
  pressed = event.target;
});
for (const name of ["pointerup", "pointercancel"])
  document.addEventListener(name, () => {
    clearTimeout(released);
    released = setTimeout(() => {
      pressed = null;
      if (skipped) document.dispatchEvent(new CustomEvent("live-skipped"));
      skipped = false;
    }, CLICKED);
  });
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig } = event.detail;
  if (!pressed || requestConfig.verb !== "get" || requestConfig.elt !== target || !target.contains(pressed)) return;
  event.detail.shouldSwap = false;
  skipped = true;
});

// Another language loads the page anew: what was typed and not sent yet comes along, on the same page only.
const CARRIED = "carried",
  FIELDS = "main :is(textarea, select, input:not([type=hidden], [type=password], [type=file]))";
const named = (el) =>
  [el.form ? el.form.getAttribute("action") || "" : "", el.name, /radio|checkbox/.test(el.type) ? el.value : ""].join(
    " ",
  );
const putBack = (fields, typed) =>
  $$(fields).forEach((el) => {
    const found = typed.find(([name]) => name === named(el));
    if (!found) return;
    if (/radio|checkbox/.test(el.type)) el.checked = found[2];
    else el.value = found[1];
  });
const isTyped = (el) =>
  el.matches("select")
    ? ![...el.options].every((one) => one.selected === one.defaultSelected)
    : /radio|checkbox/.test(el.type)
      ? el.checked !== el.defaultChecked
      : el.value !== el.defaultValue;
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-languages]")) return;
  const typed = $$(FIELDS)
    .filter((el) => el.name && (isTyped(el) || el.closest("[data-carries]")))
    .map((el) => [named(el), el.value, el.checked]);
  try {
    if (typed.length) sessionStorage.setItem(CARRIED, JSON.stringify([location.pathname, typed]));
  } catch {
    /* no room, nothing carried */
  }
});
try {
  const [path, typed] = JSON.parse(sessionStorage.getItem(CARRIED) || "[]");
  sessionStorage.removeItem(CARRIED);
  if (path === location.pathname) putBack(FIELDS, typed);
} catch {
  /* nothing to bring back */
}
