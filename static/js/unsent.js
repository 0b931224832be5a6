// Stadium: what judges and players enter without a connection waits on the phone and goes out in order (forms with
// data-unsent, and what other scripts give to `unsent.add`). Each entry carries a key; the server takes a key once, so nothing
// is entered twice. Of entries with the same data-unsent-once the newest alone waits.
(() => {
  const box = document.getElementById("unsent");
  if (!box) return;
  const words = box.dataset,
    STORE = `unsent-${words.who}`,
    REFUSED = `${STORE}-refused`,
    SENT = `${STORE}-sent`;
  const SLOW = 2000,
    PATIENCE = 15000,
    AGAIN = 5000;
  const fill = (sentence, facts) => (sentence || "").replace(/\{(\w+)\}/g, (whole, key) => facts[key] ?? whole);
  const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  // A private window or a full store: what waits stays in memory as long as the page is open.
  const memory = {};
  const load = (store) => {
    try {
      return store in memory ? memory[store] : JSON.parse(localStorage.getItem(store)) || [];
    } catch {
      return memory[store] || [];
    }
  };
  const save = (store, list) => {
    try {
      localStorage.setItem(store, JSON.stringify(list));
      delete memory[store];
    } catch {
      memory[store] = list;
    }
    show();
  };
  const read = () => load(STORE),
    write = (list) => {
      save(STORE, list);
      emit("unsent:change");
    };
  const key = () =>
    crypto.randomUUID?.() ??
    [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
  let since = null,
    signedOut = false,
    behind = false,
    unsent = false;

  // Photos are too large for the list: they lie beside it, each under the key of its entry.
  const shelf = (mode, act) =>
    new Promise((done, failed) => {
      const opening = indexedDB.open("unsent", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("files");
      opening.onerror = () => failed(opening.error);
      opening.onsuccess = () => {
        const job = opening.result.transaction("files", mode),
          found = act(job.objectStore("files"));
        job.oncomplete = () => {
          opening.result.close();
          done(found.result);
        };
        job.onerror = job.onabort = () => {
          opening.result.close();
          failed(job.error);
        };
      };
    });

  // The bar: since when there is no connection, how many entries wait, what was not taken.
  const line = (...parts) => {
    const row = document.createElement("p");
    row.append(...parts);
    return row;
  };
  const link = (href, textContent) => Object.assign(document.createElement("a"), { href, textContent });
  const button = (textContent, onclick) =>
    Object.assign(document.createElement("button"), { type: "button", className: "button", textContent, onclick });
  function show() {
    const late = load(SENT).filter((one) => Date.now() - one.at > SLOW),
      list = [...read(), ...late],
      waits = list.length,
      rows = [];
    behind = behind && waits > 0;
    const isSlow = waits && (since || signedOut || behind || Date.now() - (list[0].at || 0) > SLOW);
    const what = [...new Set(list.map((one) => one.what).filter(Boolean))].join(", ");
    if (since) rows.push(line(fill(words.offline, { time: since })));
    if (since && unsent) rows.push(line(words.unsent));
    if (isSlow)
      rows.push(
        line(
          fill(waits === 1 ? words.one : words.many, { n: waits }),
          what && ` (${what})`,
          " ",
          button(words.now, () => send()),
        ),
      );
    if (signedOut && words.signIn)
      rows.push(
        line(
          words.signedOut,
          " ",
          link(`${words.signIn}?next=${encodeURIComponent(location.pathname)}`, words.signInText),
        ),
      );
    load(REFUSED).forEach((one) =>
      rows.push(
        line(
          fill(one.why ? words.because : words.refused, { what: one.label, why: one.why }),
          " ",
          one.page.split("#")[0] === location.href.split("#")[0] ? "" : link(one.page, words.look),
          " ",
          button(words.noted, () =>
            save(
              REFUSED,
              load(REFUSED).filter((other) => other.key !== one.key),
            ),
          ),
        ),
      ),
    );
    box.hidden = !rows.length;
    box.replaceChildren(...rows);
    beside(list);
  }
  // What waits is said beside the form too, where a page has a place for it: data-waits begins the addresses it is about.
  function beside(list) {
    document.querySelectorAll("[data-waits]").forEach((place) => {
      const mine = list.filter((one) => new URL(one.url, location.href).pathname.startsWith(place.dataset.waits)).pop();
      place.hidden = !mine;
      if (mine) place.querySelector("span").textContent = fill(place.dataset.text, { what: mine.what || mine.label });
    });
  }
  document.addEventListener("htmx:afterSwap", () => show());
  const lost = () => {
    behind = true;
    since ??= hallTime(Date.now());
    show();
  };
  const found = () => {
    if (since) {
      since = null;
      unsent = false;
      show();
      send();
    }
  };

  // Somebody who signed in again in another window has another token than this page.
  const cookie = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
  const token = () => cookie() ?? document.querySelector("input[name=csrfmiddlewaretoken]")?.value;
  const post = async (one, when = "now") => {
    let body = new URLSearchParams(one.body);
    if (token()) body.set("csrfmiddlewaretoken", token());
    if (one.file) {
      const form = new FormData(),
        file = await shelf("readonly", (files) => files.get(one.key)).catch(() => null);
      body.forEach((value, name) => form.set(name, value));
      if (file) form.set(one.file, file, "photo.jpg");
      body = form;
    }
    const stop = new AbortController(),
      timer = setTimeout(() => stop.abort(), one.file ? 4 * PATIENCE : PATIENCE);
    return fetch(one.url, {
      method: "POST",
      body,
      headers: { "X-Unsent": when },
      credentials: "same-origin",
      signal: stop.signal,
    }).finally(() => clearTimeout(timer));
  };
  const isJson = (answer) => answer.headers.get("Content-Type")?.includes("json");
  const taken = (answer) => answer.ok && isJson(answer);
  const isSignIn = (answer) =>
    (answer.redirected && new URL(answer.url).pathname === words.signIn) || (answer.status === 403 && !cookie());

  let busy = false;
  async function send() {
    if (busy) return;
    busy = true;
    let plain = 0,
      refused = 0;
    try {
      for (let list = read(); list.length; list = read()) {
        const one = list[0],
          before = cookie(),
          answer = await post(one, "later");
        if (answer.status === 403 && !cookie()) await fetch(location.href, { cache: "no-store" });
        if (answer.status === 403 && cookie() !== before) continue;
        if (answer.status >= 500 || answer.status === 429) throw new Error("later");
        found();
        signedOut = isSignIn(answer);
        if (signedOut) break;
        const content = isJson(answer) ? await answer.json() : {};
        if (!taken(answer)) {
          save(REFUSED, [
            ...load(REFUSED),
            {
              key: one.key,
              label: one.what ? `${one.label}: ${one.what}` : one.label,
              page: one.page,
              why: content.refused,
            },
          ]);
          refused += 1;
        } else if (!one.own) plain += 1;
        if (one.file) shelf("readwrite", (files) => files.delete(one.key)).catch(() => {});
        emit("unsent:answer", { one, taken: taken(answer) });
        write(read().filter((other) => other.key !== one.key));
      }
    } catch {
      lost();
    } finally {
      busy = false;
    }
    show();
    if (
      plain &&
      !refused &&
      !document.activeElement?.matches("input:not([type=radio], [type=checkbox]), textarea, select")
    )
      location.reload();
  }

  // What waits is in the store before anything else happens: a page that goes away now loses nothing.
  const whole = (one) => ({ key: key(), at: Date.now(), page: location.href, ...one });
  const add = (one) => {
    write([...others(STORE, one.once), whole(one)]);
    setTimeout(show, SLOW + 100);
    send();
  };

  // What the page sends by itself is in a store of its own until it is answered: a page that goes away in between
  // finds it there again, and the next one sends it once more. Of two taps with one key the newer one counts.
  const others = (store, once) => load(store).filter((one) => !once || one.once !== once);
  const leaves = (one) => {
    save(SENT, [...others(SENT, one.once), whole(one)]);
    setTimeout(show, SLOW + 100);
  };
  const arrived = (id) =>
    save(
      SENT,
      load(SENT).filter((one) => one.key !== id),
    );
  const recover = () => {
    const left = load(SENT);
    if (!left.length) return;
    write([...read(), ...left]);
    save(SENT, []);
  };
  window.unsent = {
    key,
    add,
    waiting: read,
    addFile: async (one, file) => {
      const name = key();
      await shelf("readwrite", (files) => files.put(file, name));
      add({ ...one, key: name });
    },
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-unsent]");
    if (!form || event.defaultPrevented || form.hasAttribute("hx-post")) return;
    event.preventDefault();
    if (form.dataset.going) return;
    form.dataset.going = "yes";
    const data = new FormData(form),
      pressed = event.submitter;
    if (pressed?.name) data.append(pressed.name, pressed.value);
    data.set("idempotency_key", key());
    const what =
      pressed?.dataset.unsentText ??
      form.querySelector("input[type=radio]:checked")?.closest("label")?.textContent.trim();
    const one = {
      key: data.get("idempotency_key"),
      once: form.dataset.unsentOnce,
      what,
      url: form.action,
      body: new URLSearchParams(data).toString(),
      label: form.dataset.unsent,
    };
    try {
      if (read().length) throw new Error("others wait");
      leaves(one);
      const answer = await post(one);
      if (answer.status >= 500 || isSignIn(answer)) throw new Error("later");
      found();
      arrived(one.key);
      // A refusal that names a page is a question asked there.
      const { to } = isJson(answer) ? await answer.json() : {};
      if (taken(answer) || to) {
        const here = new URL(to, location.href);
        if (here.pathname + here.search === location.pathname + location.search) location.reload();
        else location.assign(here);
        return;
      }
      // The form came back: it is sent once more as a page, so that its faults are seen. Its key was not used.
      const extra = Object.assign(document.createElement("input"), {
        type: "hidden",
        name: pressed?.name || "plain_submit",
        value: pressed?.value || "1",
      });
      form.append(extra);
      form.submit();
    } catch {
      delete form.dataset.going;
      if (!one.once) form.reset();
      lost();
      add(one);
      arrived(one.key);
    }
  });

  // Without a connection a form that cannot wait would end on the browser's own page, and what was typed with it. On the
  // window, so that scripts which send a form themselves have said so.
  addEventListener("submit", async (event) => {
    const form = event.target,
      pressed = event.submitter;
    if (!since || event.defaultPrevented || form.method !== "post" || form.matches("[data-unsent], [hx-post]")) return;
    event.preventDefault();
    const there = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
      () => true,
      () => false,
    );
    emit("unsent:change");
    if (there) {
      found();
      form.requestSubmit(pressed);
    } else {
      unsent = true;
      show();
    }
  });

  // A part of the page that htmx sends by itself waits in the same list when the connection is gone, and behind what
  // waits already: an older word must not overtake a newer one. A tap that carries a key of its own, which the server
  // takes once, is stored before it leaves; one without is not, for sending it again might enter it twice. A page that
  // got no answer still shows what it showed, so another tap on it is put in place of the one that waits, and said so.
  const own = (event) => {
    const sent = event.detail.requestConfig,
      form = sent?.elt?.closest?.("form[data-unsent][hx-post]");
    if (!form || sent.verb !== "post") return null;
    const body = new URLSearchParams(sent.formData),
      pressed = sent.triggeringEvent?.submitter;
    const what = pressed?.matches("[name=ref], [name=card]")
      ? pressed.querySelector(".grow")?.firstChild.textContent
      : body.get("name");
    return { once: body.get("key"), url: sent.path, body, label: form.dataset.unsent, what };
  };
  const wait = ({ body, ...more }) => {
    const id = key();
    body.set("idempotency_key", id);
    add({ ...more, key: id, body: body.toString() });
    if (more.once) save(SENT, others(SENT, more.once));
  };
  const isClock = (body) => /^clock:/.test(body.get("tap") || "");
  document.addEventListener("htmx:beforeRequest", (event) => {
    const sent = own(event),
      { xhr, requestConfig } = event.detail;
    // Without an end to its patience a page whose request hangs asks for nothing more, and a tap never goes out again.
    if (requestConfig.verb === "get" || sent?.once) xhr.timeout ||= PATIENCE;
    if (!sent || isClock(sent.body)) return;
    if (read().length) {
      event.preventDefault();
      wait(sent);
    } else if (sent.once) leaves({ ...sent, body: sent.body.toString() });
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const sent = own(event),
      status = event.detail.xhr?.status;
    if (status && status < 500) found();
    // The link of this page opens nothing any more: a new one was given. The page says so once it is opening for anew.
    if (status === 404 && new URL(event.detail.requestConfig.path, location.href).pathname === location.pathname) {
      if (sent?.once) save(SENT, others(SENT, sent.once));
      location.reload();
      return;
    }
    if (!sent?.once || !status || isClock(sent.body)) return;
    if (status >= 500 || status === 429) {
      lost();
      wait(sent);
    } else save(SENT, others(SENT, sent.once));
  });
  const unanswered = (event) => {
    const sent = own(event);
    lost();
    if (sent && !isClock(sent.body)) wait(sent);
  };
  document.addEventListener("htmx:sendError", unanswered);
  document.addEventListener("htmx:timeout", unanswered);

  addEventListener("offline", lost);
  addEventListener("online", () => {
    found();
    send();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) {
      recover();
      send();
    }
  });
  if (!navigator.onLine) lost();
  recover();
  setInterval(() => {
    if (read().length) send();
  }, AGAIN);
  show();
  if (read().length) send();
})();
