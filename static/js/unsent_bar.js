// Stadium: the bar above a page of what waits on this device (unsent.js). It stands above the scoreboard and covers nothing:
// what was not taken, with what stands instead, lies below it in the page.
(() => {
  const box = document.getElementById("unsent"),
    { unsent } = window;
  if (!box || !unsent) return;
  const words = box.dataset,
    bar = box.querySelector(".unsent"),
    refused = box.querySelector(".not-taken"),
    MOST_NAMED = 3;

  const line = (...parts) => {
    const row = document.createElement("p");
    row.append(...parts);
    return row;
  };
  const link = (href, textContent) => Object.assign(document.createElement("a"), { href, textContent });
  const button = (textContent, onclick) =>
    Object.assign(document.createElement("button"), { type: "button", className: "button", textContent, onclick });
  const term = (name, textContent) =>
    [document.createElement("dt"), document.createElement("dd")].map((el, i) =>
      Object.assign(el, { textContent: i ? textContent : name }),
    );
  const elsewhere = (one) =>
    one.page.split("#")[0] === location.href.split("#")[0] ? [] : [link(one.page, words.look)];

  const anyway = (one) => {
    const body = new URLSearchParams(one.body),
      { set = {} } = one.anyway;
    Object.entries(set).forEach(([name, value]) => body.set(name, value));
    const key = unsent.key();
    body.set("idempotency_key", key);
    unsent.settle(one.key);
    unsent.add({
      url: one.url,
      once: one.once,
      own: one.own,
      label: one.label,
      page: one.page,
      key,
      body: body.toString(),
    });
  };
  // Both are shown, what was sent and what stands; whoever sent it decides.
  const decision = (one) => {
    const row = Object.assign(document.createElement("section"), { className: "card stack tight" }),
      facts = Object.assign(document.createElement("dl"), { className: "facts" }),
      choices = Object.assign(document.createElement("div"), { className: "row" });
    row.append(line(fill(one.why ? words.because : words.refused, { what: one.label, why: one.why })));
    if (one.stands) {
      const sent = new URLSearchParams(one.body).get("text") || one.label;
      facts.append(...term(`${words.sent}, ${hallTime(one.at)}`, sent), ...term(words.stands, one.stands));
      row.append(facts);
    }
    if (one.anyway) choices.append(button(one.anyway.text, () => anyway(one)));
    choices.append(
      button(one.anyway ? words.leave : words.noted, () => unsent.settle(one.key)),
      ...elsewhere(one),
    );
    row.append(choices);
    return row;
  };

  function show() {
    const { state } = unsent,
      list = [...unsent.waiting(), ...unsent.late()],
      waits = list.length,
      rows = [];
    state.behind = state.behind && waits > 0;
    const isSlow = waits && (state.since || state.signedOut || state.behind || unsent.isSlow(list));
    const names = [...new Set(list.map((one) => one.what).filter(Boolean))],
      what = names.slice(0, MOST_NAMED).join(", ") + (names.length > MOST_NAMED ? " …" : "");
    if (state.since) {
      const { copied, stays } = document.body.dataset,
        runs = document.querySelector("[data-clock][data-ends], [data-counts-down]");
      const since = fill(copied ? words.asOf : words.offline, { time: hallTime(state.since) });
      rows.push(line(copied && runs ? `${since} ${words.clockRuns}` : since));
      if (!copied && stays === undefined) rows.push(line(words.stay));
    }
    if (state.since && state.unsendable) rows.push(line(words.unsent));
    if (isSlow)
      rows.push(
        line(
          fill(waits === 1 ? words.one : words.many, { n: waits }),
          what && ` (${what})`,
          " ",
          button(words.now, () => unsent.send()),
        ),
      );
    for (const one of unsent.waiting().filter((other) => other.canWithdraw))
      rows.push(
        line(
          one.label,
          " ",
          button(words.withdraw, () => unsent.withdraw(one)),
        ),
      );
    if (state.signedOut && words.signIn)
      rows.push(
        line(
          words.signedOut,
          " ",
          link(`${words.signIn}?next=${encodeURIComponent(location.pathname)}`, words.signInText),
        ),
      );
    const open = unsent.refused();
    if (open.length && (refused.hidden ? scrollY > 0 : refused.getBoundingClientRect().bottom < 0))
      rows.push(line(fill(words.refused, { what: open[0].label }), " ", link("#not-taken", words.look)));
    bar.hidden = !rows.length;
    bar.replaceChildren(...rows);
    refused.hidden = !open.length;
    refused.replaceChildren(...open.map(decision));
    box.hidden = bar.hidden && refused.hidden;
    beside(list);
    measure();
  }
  // What waits is said beside the form too, where a page has a place for it: data-waits begins the addresses it is about.
  function beside(list) {
    document.querySelectorAll("[data-waits]").forEach((place) => {
      const mine = list.filter((one) => new URL(one.url, location.href).pathname.startsWith(place.dataset.waits)).pop();
      place.hidden = !mine;
      if (mine) place.querySelector("span").textContent = fill(place.dataset.text, { what: mine.what || mine.label });
    });
  }
  // The scoreboard, and all that sticks below it, comes to rest below the bar.
  const measure = () => root.style.setProperty("--bar", `${bar.hidden ? 0 : bar.offsetHeight}px`);
  new ResizeObserver(measure).observe(bar);

  document.addEventListener("unsent:show", show);
  document.addEventListener("htmx:afterSwap", show);
  show();
})();
