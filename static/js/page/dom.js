// What every script needs: elements, sentences with facts, news to other scripts.
export const root = document.documentElement;
export const $ = (q, el = document) => el.querySelector(q);
export const $$ = (q, el = document) => [...el.querySelectorAll(q)];
export const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
export const fill = (sentence, facts) => (sentence || "").replace(/\{(\w+)\}/g, (whole, key) => facts[key] ?? whole);
export const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

// Every part of the page asks for itself anew.
export const announce = () => document.body.dispatchEvent(new CustomEvent("live-changed"));

// Now, and again after each part that comes anew.
export const onArrival = (act) => {
  act();
  document.addEventListener("htmx:afterSwap", () => act());
};
