// The forms that wait without a connection and are sent as a page: those with data-unsent. One with data-unsent-sure asks
// here what a page of its own asks where there is a connection. Those sent by htmx are in parts.js.
import { emit, make } from "../page/dom.js";
import { found, lost, state } from "./connection.js";
import { add, isJson, isSignIn, isTaken, post } from "./sending.js";
import { arrived, leave, newKey, waiting } from "./store.js";

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-unsent]");
  if (!form || event.defaultPrevented || form.hasAttribute("hx-post")) return;
  event.preventDefault();
  if (form.dataset.going) return;
  form.dataset.going = "yes";
  const data = new FormData(form),
    pressed = event.submitter;
  if (pressed?.name) data.append(pressed.name, pressed.value);
  data.set("idempotency_key", newKey());
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
    if (waiting().length) throw new Error("others wait");
    leave(one);
    const answer = await post(one);
    if (answer.status >= 500 || isSignIn(answer)) throw new Error("later");
    found();
    arrived(one.key);
    // A refusal that names a page is a question asked there.
    const { to } = isJson(answer) ? await answer.json() : {};
    if (isTaken(answer) || to) {
      const here = new URL(to, location.href);
      if (here.pathname + here.search === location.pathname + location.search) location.reload();
      else location.assign(here);
      return;
    }
    // The form came back: it is sent once more as a page, so that its faults are seen. Its key was not used.
    const extra = make("input", {
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
      arrived(one.key);
      return;
    }
    if (unsentSure) Object.assign(one, { body: `${one.body}&sure=yes`, canWithdraw: true });
    if (!one.once) form.reset();
    lost();
    add(one);
    arrived(one.key);
  }
});

// Without a connection a form that cannot wait would end on the browser's own page, and what was typed with it. On the
// window, so that scripts which send a form themselves have said so.
export const cannotWait = () => {
  state.unsendable = true;
  lost();
};
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
  emit("unsent:change");
  if (there) {
    found();
    form.requestSubmit(pressed);
  } else cannotWait();
});
