// Stadium: what staff and players enter without a connection waits on this device and goes out in order. Each entry carries
// a key; the server takes a key once, so nothing is entered twice. Of entries with the same `once` the newest alone waits.
// Which forms wait is in unsent_forms.js, what a person sees of it in unsent_bar.js, what is asked of a page that closes in
// unsent_leaving.js.
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
  const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  const show = () => emit("unsent:show");
  // since: no connection from this moment on. behind: the last thing sent got no answer. unsendable: a form cannot wait.
  const state = { since: null, signedOut: false, behind: false, unsendable: false };

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
  const without = (store, key) =>
    save(
      store,
      load(store).filter((one) => one.key !== key),
    );
  const key = () =>
    crypto.randomUUID?.() ??
    [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

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
  const dropFile = (one) => one.file && shelf("readwrite", (files) => files.delete(one.key)).catch(() => {});

  const lost = (at) => {
    state.behind = true;
    if (!state.since) {
      state.since = at || Date.now();
      emit("unsent:lost");
    }
    show();
  };
  const found = () => {
    if (!state.since) return;
    state.since = null;
    state.unsendable = false;
    emit("unsent:found");
    show();
    send();
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
      timer = setTimeout(() => stop.abort(), one.file ? 4 * PATIENCE : PATIENCE),
      age = Math.max(0, Math.round((Date.now() - (one.at || Date.now())) / 1000));
    return fetch(one.url, {
      method: "POST",
      body,
      headers: { "X-Unsent": when, "X-Unsent-Age": age },
      credentials: "same-origin",
      signal: stop.signal,
    }).finally(() => clearTimeout(timer));
  };
  const isJson = (answer) => answer.headers.get("Content-Type")?.includes("json");
  const taken = (answer) => answer.ok && isJson(answer);
  const isSignIn = (answer) =>
    (answer.redirected && new URL(answer.url).pathname === words.signIn) || (answer.status === 403 && !cookie());

  // What was not taken is kept whole, with what stands instead, until somebody has decided.
  const refuse = (one, content) =>
    save(REFUSED, [
      ...load(REFUSED),
      {
        ...one,
        label: one.what ? `${one.label}${words.colon} ${one.what}` : one.label,
        why: content.refused,
        stands: content.stands,
        anyway: content.anyway,
      },
    ]);
  // The page that the next entries were typed on has moved on by what was just taken, which came from here.
  const follow = (one, seen) => {
    if (seen === undefined) return;
    const list = read().map((other) => {
      if (other.key === one.key || other.url !== one.url) return other;
      const body = new URLSearchParams(other.body);
      body.set("seen", seen);
      return { ...other, body: body.toString() };
    });
    save(STORE, list);
  };

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
        state.signedOut = isSignIn(answer);
        if (state.signedOut) break;
        const content = isJson(answer) ? await answer.json() : {};
        if (!taken(answer)) {
          refuse(one, content);
          refused += 1;
        } else if (!one.own) plain += 1;
        dropFile(one);
        emit("unsent:answer", { one, taken: taken(answer) });
        follow(one, content.seen);
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
  const others = (store, once) => load(store).filter((one) => !once || one.once !== once);
  const add = (one) => {
    write([...others(STORE, one.once), whole(one)]);
    setTimeout(show, SLOW + 100);
    send();
  };

  // What the page sends by itself is in a store of its own until it is answered: a page that goes away in between
  // finds it there again, and the next one sends it once more. Of two taps with one key the newer one counts.
  const leaves = (one) => {
    save(SENT, [...others(SENT, one.once), whole(one)]);
    setTimeout(show, SLOW + 100);
  };
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
    // For the files beside this one.
    state,
    send,
    post,
    lost,
    found,
    leaves,
    taken,
    isJson,
    isSignIn,
    PATIENCE,
    refused: () => load(REFUSED),
    settle: (key) => without(REFUSED, key),
    arrived: (key) => without(SENT, key),
    forget: (once) => save(SENT, others(SENT, once)),
    withdraw: (one) => {
      dropFile(one);
      write(read().filter((other) => other.key !== one.key));
    },
    leaving: () => load(SENT),
    late: () => load(SENT).filter((one) => Date.now() - one.at > SLOW),
    isSlow: (list) => Date.now() - (list[0]?.at || 0) > SLOW,
  };

  addEventListener("offline", () => lost());
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
  const copied = +document.body.dataset.copied; // the worker's copy of this page: there was no connection for a newer one
  if (copied || !navigator.onLine) lost(copied);
  recover();
  setInterval(() => {
    if (read().length) send();
  }, AGAIN);
  show();
  if (read().length) send();
})();
