// What staff and players enter without a connection waits on this device. Each entry carries a key; the server takes a key
// once, so nothing is entered twice. Of entries with the same `once` the newest alone waits.
import { emit } from "../page/dom.js";

export const box = document.getElementById("unsent"); // an overlay has none, and nothing to enter
export const words = box?.dataset ?? {};
const WAITING = `unsent-${words.who}`,
  REFUSED = `${WAITING}-refused`,
  LEAVING = `${WAITING}-sent`,
  SLOW = 2000;

export const show = () => emit("unsent:show");
export const newKey = () =>
  crypto.randomUUID?.() ??
  [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

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
const without = (store, key) =>
  save(
    store,
    load(store).filter((one) => one.key !== key),
  );
const others = (store, once) => load(store).filter((one) => !once || one.once !== once);
const whole = (one) => ({ key: newKey(), at: Date.now(), page: location.href, ...one });
const showSlow = () => setTimeout(show, SLOW + 100);

// What waits, in the order in which it goes out.
export const waiting = () => load(WAITING);
const write = (list) => {
  save(WAITING, list);
  emit("unsent:change");
};
export const wait = (one) => {
  write([...others(WAITING, one.once), whole(one)]);
  showSlow();
};
export const drop = (key) => write(waiting().filter((one) => one.key !== key));
export const rewrite = (change) => save(WAITING, waiting().map(change));
export const isSlow = (list) => Date.now() - (list[0]?.at || 0) > SLOW;

// What was not taken is kept whole, with what stands instead, until somebody has decided.
export const refused = () => load(REFUSED);
export const refuse = (one, content) =>
  save(REFUSED, [
    ...refused(),
    {
      ...one,
      label: one.what ? `${one.label}${words.colon} ${one.what}` : one.label,
      why: content.refused,
      stands: content.stands,
      anyway: content.anyway,
    },
  ]);
export const settle = (key) => without(REFUSED, key);

// What the page sends by itself is in a store of its own until it is answered: a page that goes away in between
// finds it there again, and the next one sends it once more. Of two taps with one key the newer one counts.
export const leaving = () => load(LEAVING);
export const late = () => leaving().filter((one) => Date.now() - one.at > SLOW);
export const leave = (one) => {
  save(LEAVING, [...others(LEAVING, one.once), whole(one)]);
  showSlow();
};
export const arrived = (key) => without(LEAVING, key);
export const forget = (once) => save(LEAVING, others(LEAVING, once));
export const recover = () => {
  const left = leaving();
  if (!left.length) return;
  write([...waiting(), ...left]);
  save(LEAVING, []);
};
