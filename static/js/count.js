// Counting cards with plus and minus: sums at once, nothing is sent before the button below, a reload loses nothing.
// Without this file each button asks the server, which answers the same page.
(() => {
  const form = document.querySelector("form[data-counting]");
  if (!form) return;
  const all = (q, el = form) => [...el.querySelectorAll(q)],
    STORE = `count|${form.dataset.counting}`;
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
  const keep = () => {
    const counts = Object.fromEntries(boxes.filter(value).map((box) => [box.name, value(box)]));
    try {
      sessionStorage.setItem(STORE, JSON.stringify([counts, other?.value ?? ""]));
    } catch {
      /* no room: the page still counts */
    }
  };
  const put = (box, n) => {
    box.value = Math.min(Math.max(n, 0), most(box));
    show();
    keep();
  };

  form.addEventListener("click", (event) => {
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
    if (event.key === "Enter" && event.target.matches("[data-count], [data-find]")) event.preventDefault();
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter?.value === "save")
      try {
        sessionStorage.removeItem(STORE);
      } catch {
        /* nothing was kept */
      }
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
})();
