// Counting cards with plus and minus: sums at once, nothing is sent before the button below, a reload loses nothing.
// Without this file each button asks the server, which answers the same page.
import { $, $$, fill } from "./page/dom.js";

const form = $("form[data-counting]");
const begin = () => {
  const all = (q) => $$(q, form),
    [path, stamp] = form.dataset.counting.split("|");
  let STORE = `count|${path}|${stamp}`;
  const boxes = all("[data-count]"),
    other = form.querySelector("[data-other]");
  const most = (box) => +(box.dataset.most ?? 99);
  const value = (box) => Math.min(Math.max(parseInt(box.value, 10) || 0, 0), most(box));
  const lines = () =>
    (other?.value ?? "")
      .split("\n")
      .reduce((sum, line) => sum + +(line.match(/^\s*(\d{1,3})\s*[x×]?\s+\S/)?.[1] ?? 0), 0);

  const show = () => {
    let sum = lines(),
      supplied = 0,
      left = 0;
    for (const box of boxes) {
      const n = value(box),
        row = box.closest("li"),
        rest = row.querySelector("[data-left]");
      sum += n;
      row.classList.toggle("have", n > 0);
      if (box.dataset.adds === "supplied") supplied += n;
      else if (box.dataset.most) left += most(box) - n;
      if (rest) rest.textContent = most(box) - n;
    }
    all("[data-sum]").forEach((el) => {
      el.textContent = sum;
      if (el.dataset.size && sum > +el.dataset.size) el.dataset.state = "error";
      else el.removeAttribute("data-state");
    });
    all("[data-supplied]").forEach((el) => {
      el.textContent = supplied;
    });
    all("[data-unused]").forEach((el) => {
      el.textContent = left;
    });
  };
  const remember = () => {
    const counts = Object.fromEntries(boxes.filter(value).map((box) => [box.name, value(box)]));
    try {
      sessionStorage.setItem(STORE, JSON.stringify([counts, other?.value ?? ""]));
    } catch {
      /* no room: the page still counts */
    }
  };
  const forget = () => {
    try {
      sessionStorage.removeItem(STORE);
    } catch {
      /* nothing was kept */
    }
  };
  // A deck is also stored on the server, where it counts when deck building ends. The answer is its new stamp.
  let pending;
  const keep = () => {
    remember();
    clearTimeout(pending);
    if ("stores" in form.dataset) pending = setTimeout(store, 1000);
  };
  const store = async () => {
    clearTimeout(pending);
    pending = undefined;
    const body = new FormData(form);
    body.delete("number");
    body.set("do", "keep");
    try {
      const answer = await fetch(form.action, { method: "POST", body, keepalive: true });
      if (answer.status !== 200 || answer.redirected) return;
      forget();
      STORE = `count|${path}|${await answer.text()}`;
      remember();
    } catch {
      /* no connection: the deck is stored with the next tap */
    }
  };
  addEventListener("pagehide", () => pending && store());
  const put = (box, n) => {
    box.value = Math.min(Math.max(n, 0), most(box));
    show();
    keep();
  };

  // A number and Enter adds that card; +4 adds four, of the card before where the box is empty.
  const byNumber = form.querySelector("[data-by-number]"),
    asked = byNumber?.querySelector("[name=number]"),
    entered = byNumber?.querySelector("[data-entered]"),
    back = byNumber?.querySelector("[data-undo-number]");
  const steps = [];
  const plain = (number) =>
    number
      .split("/")[0]
      .trim()
      .replace(/^#+/, "")
      .toUpperCase()
      .replace(/(^|\D)0+(?=\d)/g, "$1");
  const showText = (key, facts, state) => {
    entered.textContent = fill(byNumber.dataset[key], facts);
    entered.dataset.state = state;
    back.disabled = !steps.length;
  };
  const facts = (row, n) => ({ number: row.dataset.number, name: row.dataset.card, where: row.dataset.where, n });
  const add = (copies) => {
    const typed = asked.value.trim().replace(/\s+/g, " "),
      [number, code] = typed.split(" ").reverse();
    const rows = typed
      ? all("[data-number]").filter(
          (row) =>
            plain(row.dataset.number) === plain(number) &&
            (!code || row.dataset.code.toUpperCase() === code.toUpperCase()),
        )
      : steps.slice(-1).map(([box]) => box.closest("li"));
    asked.focus();
    asked.select();
    if (!rows.length) return typed ? showText("textUnknown", { number: typed }, "error") : undefined;
    if (rows.length > 1)
      return showText(
        "textTwice",
        { number: typed, choices: rows.map((row) => row.dataset.where).join(", ") },
        "error",
      );
    const [row] = rows,
      box = row.querySelector("[data-count]"),
      before = value(box);
    if (before >= most(box)) return showText("textFull", facts(row, before), "error");
    put(box, before + copies);
    steps.push([box, before]);
    asked.value = "";
    showText("textAdded", facts(row, value(box)), "good");
  };
  back?.addEventListener("click", () => {
    const [box, before] = steps.pop();
    put(box, before);
    showText("textUndone", facts(box.closest("li"), before), "info");
  });

  // Basic Energy up to the size of the deck, shared out as the types chosen so far; the server does the same.
  const fillUp = (button) => {
    const kinds = boxes.filter((box) => box.dataset.adds === "supplied"),
      chosen = kinds.map(value),
      now = [...chosen];
    const missing = +button.dataset.fill - boxes.reduce((sum, box) => sum + value(box), 0);
    const status = form.querySelector("[data-filled]");
    if (missing <= 0 || !chosen.some(Boolean)) {
      status.textContent = missing <= 0 ? button.dataset.textFull : button.dataset.textType;
      return;
    }
    for (let card = 0; card < missing; card++) {
      const shares = chosen.map((n, at) => n / (now[at] + 1));
      now[shares.indexOf(Math.max(...shares))]++;
    }
    kinds.forEach((box, at) => {
      box.value = now[at];
    });
    show();
    keep();
    status.textContent = fill(button.dataset.textFilled, { n: missing });
  };

  // A search, or a choice of cards, opens the folds it looks into.
  const unfold = (of) =>
    all("details[data-kind]").forEach((group) => {
      if (of === "all" || group.dataset.kind === of) group.open = true;
    });
  form.addEventListener("input", (event) => {
    if (event.target.matches("[data-find]") && event.target.value) unfold("all");
  });
  form.addEventListener("change", (event) => {
    if (event.target.name === "kind") unfold(event.target.value === "have" ? "all" : event.target.value);
  });

  form.addEventListener("click", (event) => {
    const chosen = event.target.closest("button[name=do]");
    if (chosen?.value.startsWith("add:") && byNumber) {
      event.preventDefault();
      return add(+chosen.value.slice("add:".length));
    }
    if (chosen?.value === "fill") {
      event.preventDefault();
      return fillUp(chosen);
    }
    const button = event.target.closest("button[name=do]"),
      step = button && { more: 1, less: -1 }[button.value.split(":")[0]];
    const row = event.target.closest("li"),
      box = row?.querySelector("[data-count]");
    if (step && box) {
      event.preventDefault();
      return put(box, value(box) + step);
    }
    if (box && !event.target.closest("button, input") && !String(getSelection())) put(box, value(box) + 1);
  });
  form.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-count]")) event.target.select();
  });
  form.addEventListener("input", (event) => {
    if (event.target.matches("[data-count], [data-other]")) {
      show();
      keep();
    }
  });
  form.addEventListener("change", (event) => {
    if (event.target.matches("[data-count]")) put(event.target, value(event.target));
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-count], [data-find], [name=number]")) return;
    event.preventDefault();
    if (event.target === asked && asked.value.trim()) add(1);
  });
  form.addEventListener("submit", (event) => {
    clearTimeout(pending);
    pending = undefined;
    if (event.submitter?.value.startsWith("save")) forget();
  });

  // A page that came fresh takes up what was counted before a reload.
  if ("fresh" in form.dataset)
    try {
      const [counts, text] = JSON.parse(sessionStorage.getItem(STORE) || "null") ?? [];
      if (counts) {
        boxes.forEach((box) => {
          box.value = Math.min(counts[box.name] ?? 0, most(box));
        });
        if (other) other.value = text;
      }
    } catch {
      /* nothing to take up */
    }
  show();
};
if (form) begin();
