// Stadium: a player's deck list while it is written. What is typed is stored on this device with every keystroke, until the
// server has it: a reload, a closed tab or a lost connection loses nothing. Whole entries wait in unsent/.
import { $, $$, fill } from "./page/dom.js";
import { hallTime } from "./page/times.js";
import { waiting } from "./unsent/store.js";

const main = $("[data-keeps]");
const begin = () => {
  const STORE = `typed-${main.dataset.keeps}`,
    BOXES = "#text, #unused";
  const work = () => $("#work"),
    note = $("[data-typed-note]");
  const load = () => {
    try {
      return JSON.parse(localStorage.getItem(STORE));
    } catch {
      return null;
    }
  };
  const keep = (stored) => {
    try {
      if (stored) localStorage.setItem(STORE, JSON.stringify(stored));
      else localStorage.removeItem(STORE);
    } catch {
      /* no room: the page still holds it */
    }
  };
  const texts = () => Object.fromEntries($$(BOXES).map((box) => [box.id, box.value]));
  const seen = () => $("#work [name=seen]")?.value;
  const same = (one, other) => ["text", "unused"].every((name) => (one[name] ?? "") === (other[name] ?? ""));

  document.addEventListener("input", (event) => {
    if (event.target.matches(BOXES)) keep({ at: Date.now(), page: location.pathname, seen: seen(), ...texts() });
  });
  // The server has it once it has answered what was sent with it, and nothing was typed since.
  const arrived = (body) => {
    const stored = load();
    if (stored && body.has("text") && same(stored, { text: body.get("text"), unused: body.get("unused") })) keep(null);
  };
  document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
    if (requestConfig.verb === "post" && xhr.status >= 200 && xhr.status < 400)
      arrived(new URLSearchParams([...requestConfig.formData].filter(([, value]) => typeof value === "string")));
  });
  // The page follows what waited and has arrived, also while somebody types on it.
  let behind = false;
  document.addEventListener("unsent:answer", ({ detail: { one, taken } }) => {
    behind ||= taken && one.url === work()?.getAttribute("action");
  });
  document.addEventListener("unsent:change", () => {
    if (!behind || !window.htmx || waiting().length) return;
    behind = false;
    htmx.ajax("GET", location.href, { target: "#checked", select: "#checked", swap: "outerHTML", selectOOB: "#bar" });
  });

  // Back on the page: what was typed is put where it was, unless another list stands there by now. Then both are shown.
  const put = (stored) => {
    for (const box of $$(BOXES)) {
      if (stored[box.id] === undefined || stored[box.id] === box.value) continue;
      box.value = stored[box.id];
      for (let fold = box.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }
    note.hidden = true;
  };
  const stored = load();
  if (stored && work() && !same(stored, texts())) {
    if (stored.seen === seen()) put(stored);
    else if (note) {
      $("pre", note).textContent = [stored.text, stored.unused].filter(Boolean).join("\n\n");
      $("b", note).textContent = fill(note.dataset.text, { time: hallTime(stored.at) });
      $("[data-take]", note).onclick = () => put(stored);
      $("[data-leave]", note).onclick = () => {
        keep(null);
        note.hidden = true;
      };
      note.hidden = false;
    }
  } else if (stored) keep(null);

  // A list that waits: what was not typed since the entry before it is not sent again, or it would undo that change. A
  // quantity changes on the page at once, so that the next tap counts from it.
  let last = null;
  document.addEventListener("unsent:waits", ({ target, detail: { body } }) => {
    if (target !== work()) return;
    const now = { text: $("#text")?.defaultValue, unused: $("#unused")?.defaultValue, ...last };
    for (const name of ["text", "unused"]) if (body.has(name) && now[name] === body.get(name)) body.delete(name);
    last = texts();
    const [what, line, n] = (body.get("do") || "").split(":"),
      more = what === "set" && document.getElementById(`more-${line}`);
    if (more) {
      $("output", more.parentElement).textContent = n;
      more.value = `set:${line}:${+n + 1}`;
      document.getElementById(`less-${line}`).value = `set:${line}:${Math.max(+n - 1, 0)}`;
    }
    // What was typed can be handed in unseen: the verdict comes with the connection.
    const handIn = $("#bar button[disabled]");
    if (handIn && body.has("text")) {
      handIn.disabled = false;
      handIn.removeAttribute("aria-disabled");
      handIn.textContent = handIn.dataset.unsentText;
    }
    const add = $("#add");
    if (add) add.value = "";
    $("#offers")?.replaceChildren();
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    if (target.id === "work") last = null;
  });
};
if (main) begin();
