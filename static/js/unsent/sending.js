// What waits on this device (store.js) goes out in order. Which forms wait is in forms.js and parts.js, what a person sees
// of it in bar.js, what is asked of a page that closes in leaving.js.
import { $, emit } from "../page/dom.js";
import { found, lost, state } from "./connection.js";
import { dropFile, getFile, putFile } from "./files.js";
import { box, drop, newKey, recover, refuse, rewrite, show, wait, waiting, words } from "./store.js";

export const PATIENCE = 15000;
const AGAIN = 5000;

// Somebody who signed in again in another window has another token than this page.
const cookie = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
const token = () => cookie() ?? $("input[name=csrfmiddlewaretoken]")?.value;
export const post = async (one, when = "now") => {
  let body = new URLSearchParams(one.body);
  if (token()) body.set("csrfmiddlewaretoken", token());
  if (one.file) {
    const form = new FormData(),
      file = await getFile(one.key);
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
export const isJson = (answer) => answer.headers.get("Content-Type")?.includes("json");
export const isTaken = (answer) => answer.ok && isJson(answer);
export const isSignIn = (answer) =>
  (answer.redirected && new URL(answer.url).pathname === words.signIn) || (answer.status === 403 && !cookie());

// The page that the next entries were typed on has moved on by what was just taken, which came from here.
const follow = (one, seen) => {
  if (seen === undefined) return;
  rewrite((other) => {
    if (other.key === one.key || other.url !== one.url) return other;
    const body = new URLSearchParams(other.body);
    body.set("seen", seen);
    return { ...other, body: body.toString() };
  });
};

let busy = false;
export async function send() {
  if (busy) return;
  busy = true;
  let plain = 0,
    refused = 0;
  try {
    for (let list = waiting(); list.length; list = waiting()) {
      const one = list[0],
        before = cookie(),
        answer = await post(one, "later");
      if (answer.status === 403 && !cookie()) await fetch(location.href, { cache: "no-store" });
      if (answer.status === 403 && cookie() !== before) continue;
      if (answer.status >= 500 || answer.status === 429) throw new Error("later");
      found();
      state.signedOut = isSignIn(answer);
      if (state.signedOut) break;
      const content = isJson(answer) ? await answer.json() : {},
        taken = isTaken(answer);
      if (!taken) {
        refuse(one, content);
        refused += 1;
      } else if (!one.own) plain += 1;
      dropFile(one);
      emit("unsent:answer", { one, taken });
      follow(one, content.seen);
      drop(one.key);
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
export const add = (one) => {
  wait(one);
  send();
};
export const addFile = async (one, file) => {
  const key = newKey();
  await putFile(key, file);
  add({ ...one, key });
};
export const withdraw = (one) => {
  dropFile(one);
  drop(one.key);
};

if (box) {
  document.addEventListener("unsent:found", send);
  addEventListener("online", send);
  addEventListener("pageshow", (event) => {
    if (event.persisted) {
      recover();
      send();
    }
  });
  recover();
  setInterval(() => {
    if (waiting().length) send();
  }, AGAIN);
  show();
  if (waiting().length) send();
}
