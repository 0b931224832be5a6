// A part of the page that htmx sends by itself waits in the same list when the connection is gone, and behind what
// waits already: an older word must not overtake a newer one. A tap that carries a key of its own, which the server
// takes once, is stored before it leaves; one without is not, for sending it again might enter it twice. A page that
// got no answer still shows what it showed, so another tap on it is put in place of the one that waits, and said so.
import { found, lost } from "./connection.js";
import { cannotWait } from "./forms.js";
import { PATIENCE, add } from "./sending.js";
import { forget, leave, newKey, waiting } from "./store.js";

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
  const id = body.get("idempotency_key") || newKey();
  body.set("idempotency_key", id);
  form.dispatchEvent(new CustomEvent("unsent:waits", { bubbles: true, detail: { body } }));
  add({ ...more, key: id, body: body.toString() });
  if (more.once) forget(more.once);
};
const isClock = (body) => /^clock:/.test(body.get("tap") || "");
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "post" && detail.elt.closest(FORM)?.dataset.unsentOnce)
    detail.parameters.idempotency_key = newKey();
});
document.addEventListener("htmx:beforeRequest", (event) => {
  const sent = own(event),
    { xhr, requestConfig } = event.detail;
  // Without an end to its patience a page whose request hangs asks for nothing more, and a tap never goes out again.
  if (requestConfig.verb === "get" || sent?.once) xhr.timeout ||= PATIENCE;
  if (!sent || isClock(sent.body)) return;
  if (waiting().length) {
    event.preventDefault();
    wait(sent);
  } else if (sent.once && !sent.hasFile) {
    const { form, hasFile, body, ...more } = sent;
    leave({ ...more, key: body.get("idempotency_key") || newKey(), body: body.toString() });
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  const sent = own(event),
    status = event.detail.xhr?.status;
  if (status && status < 500) found();
  // The link of this page opens nothing any more: a new one was given. The page says so once it is opening for anew.
  if (status === 404 && new URL(event.detail.requestConfig.path, location.href).pathname === location.pathname) {
    if (sent?.once) forget(sent.once);
    location.reload();
    return;
  }
  if (!sent?.once || !status || isClock(sent.body)) return;
  if (status >= 500 || status === 429) {
    lost();
    wait(sent);
  } else forget(sent.once);
});
const unanswered = (event) => {
  const sent = own(event);
  lost();
  if (sent && !isClock(sent.body)) wait(sent);
};
document.addEventListener("htmx:sendError", unanswered);
document.addEventListener("htmx:timeout", unanswered);
