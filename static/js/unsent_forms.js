// Stadium: the forms that wait without a connection (unsent.js): those with data-unsent, sent as a page or by htmx. One with
// data-unsent-sure asks here what a page of its own asks where there is a connection.
(() => {
  const { unsent } = window;
  if (!unsent) return;
  const { state, lost, found } = unsent;

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-unsent]");
    if (!form || event.defaultPrevented || form.hasAttribute("hx-post")) return;
    event.preventDefault();
    if (form.dataset.going) return;
    form.dataset.going = "yes";
    const data = new FormData(form),
      pressed = event.submitter;
    if (pressed?.name) data.append(pressed.name, pressed.value);
    data.set("idempotency_key", unsent.key());
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
      if (unsent.waiting().length) throw new Error("others wait");
      unsent.leaves(one);
      const answer = await unsent.post(one);
      if (answer.status >= 500 || unsent.isSignIn(answer)) throw new Error("later");
      found();
      unsent.arrived(one.key);
      // A refusal that names a page is a question asked there.
      const { to } = unsent.isJson(answer) ? await answer.json() : {};
      if (unsent.taken(answer) || to) {
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
      const confirms = form.elements.leaves?.checked ?? true,
        unsentSure = confirms && form.dataset.unsentSure;
      if (unsentSure && !confirm(unsentSure)) {
        unsent.arrived(one.key);
        return;
      }
      if (unsentSure) Object.assign(one, { body: `${one.body}&sure=yes`, canWithdraw: true });
      if (!one.once) form.reset();
      lost();
      unsent.add(one);
      unsent.arrived(one.key);
    }
  });

  // Without a connection a form that cannot wait would end on the browser's own page, and what was typed with it. On the
  // window, so that scripts which send a form themselves have said so.
  addEventListener("submit", async (event) => {
    const form = event.target,
      pressed = event.submitter;
    if (!state.since || event.defaultPrevented || form.method !== "post" || form.matches("[data-unsent], [hx-post]"))
      return;
    event.preventDefault();
    const there = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
      () => true,
      () => false,
    );
    document.dispatchEvent(new CustomEvent("unsent:change"));
    if (there) {
      found();
      form.requestSubmit(pressed);
    } else cannotWait();
  });
  const cannotWait = () => {
    state.unsendable = true;
    lost();
  };

  // A part of the page that htmx sends by itself waits in the same list when the connection is gone, and behind what
  // waits already: an older word must not overtake a newer one. A tap that carries a key of its own, which the server
  // takes once, is stored before it leaves; one without is not, for sending it again might enter it twice. A page that
  // got no answer still shows what it showed, so another tap on it is put in place of the one that waits, and said so.
  const FORM = "form[data-unsent][hx-post]";
  const isFile = (value) => value instanceof File;
  // A list is changed line by line: changes of one line replace each other, cards that are added do not.
  const onceOf = (form, body) => {
    const { unsentOnce } = form.dataset;
    if (!unsentOnce) return body.get("key");
    const [kind, part] = (body.get("do") || "check").split(":");
    if (kind === "add" || body.get("add")?.trim()) return body.get("idempotency_key");
    return `${unsentOnce}-${kind}${part ? `-${part}` : ""}`;
  };
  const own = (event) => {
    const sent = event.detail.requestConfig,
      form = sent?.elt?.closest?.(FORM);
    if (!form || sent.verb !== "post") return null;
    const values = [...sent.formData],
      body = new URLSearchParams(values.filter(([, value]) => !isFile(value))),
      pressed = sent.triggeringEvent?.submitter;
    const what = pressed?.matches("[name=ref], [name=card]")
      ? pressed.querySelector(".grow")?.firstChild.textContent
      : (body.get("name") ?? (form.dataset.unsentOnce && pressed?.dataset.unsentText));
    const hasFile = values.some(([, value]) => isFile(value) && value.size);
    return { once: onceOf(form, body), url: sent.path, body, label: form.dataset.unsent, what, form, hasFile };
  };
  const wait = ({ body, form, hasFile, ...more }) => {
    if (hasFile) return cannotWait();
    const id = body.get("idempotency_key") || unsent.key();
    body.set("idempotency_key", id);
    form.dispatchEvent(new CustomEvent("unsent:waits", { bubbles: true, detail: { body } }));
    unsent.add({ ...more, key: id, body: body.toString() });
    if (more.once) unsent.forget(more.once);
  };
  const isClock = (body) => /^clock:/.test(body.get("tap") || "");
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb === "post" && detail.elt.closest(FORM)?.dataset.unsentOnce)
      detail.parameters.idempotency_key = unsent.key();
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    const sent = own(event),
      { xhr, requestConfig } = event.detail;
    // Without an end to its patience a page whose request hangs asks for nothing more, and a tap never goes out again.
    if (requestConfig.verb === "get" || sent?.once) xhr.timeout ||= unsent.PATIENCE;
    if (!sent || isClock(sent.body)) return;
    if (unsent.waiting().length) {
      event.preventDefault();
      wait(sent);
    } else if (sent.once && !sent.hasFile) leave(sent);
  });
  const leave = ({ form, hasFile, body, ...sent }) =>
    unsent.leaves({ ...sent, key: body.get("idempotency_key") || unsent.key(), body: body.toString() });
  document.addEventListener("htmx:afterRequest", (event) => {
    const sent = own(event),
      status = event.detail.xhr?.status;
    if (status && status < 500) found();
    // The link of this page opens nothing any more: a new one was given. The page says so once it is opening for anew.
    if (status === 404 && new URL(event.detail.requestConfig.path, location.href).pathname === location.pathname) {
      if (sent?.once) unsent.forget(sent.once);
      location.reload();
      return;
    }
    if (!sent?.once || !status || isClock(sent.body)) return;
    if (status >= 500 || status === 429) {
      lost();
      wait(sent);
    } else unsent.forget(sent.once);
  });
  const unanswered = (event) => {
    const sent = own(event);
    lost();
    if (sent && !isClock(sent.body)) wait(sent);
  };
  document.addEventListener("htmx:sendError", unanswered);
  document.addEventListener("htmx:timeout", unanswered);
})();
