// Whether the server answers: told by what is sent (sending.js, forms.js), by the questions of a page (offline.js) and by
// the device itself.
import { emit } from "../page/dom.js";
import { box, show } from "./store.js";

// since: no connection from this moment on. behind: the last thing sent got no answer. unsendable: a form cannot wait.
export const state = { since: null, signedOut: false, behind: false, unsendable: false };

export const lost = (at) => {
  state.behind = true;
  if (!state.since) {
    state.since = at || Date.now();
    emit("unsent:lost");
  }
  show();
};
export const found = () => {
  if (!state.since) return;
  state.since = null;
  state.unsendable = false;
  emit("unsent:found");
  show();
};

if (box) {
  addEventListener("offline", () => lost());
  addEventListener("online", found);
  const copied = +document.body.dataset.copied; // the worker's copy of this page: there was no connection for a newer one
  if (copied || !navigator.onLine) lost(copied);
}
