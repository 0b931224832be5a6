// Notices on this phone: asks the browser for its push service, and the server for the state of this phone.
import { $, $$ } from "./page/dom.js";

const card = $("[data-notices]");
const begin = () => {
  const form = $("form", card),
    part = $("[data-notices-state]", card),
    known = `notices ${card.dataset.notices}`, // set while this person has notices here
    AGAIN = 4000;

  const explain = (why) =>
    $$("[data-why]", card).forEach((text) => {
      text.hidden = text.dataset.why !== why;
    });
  const apple =
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  const whyNot = () => {
    if (!isSecureContext) return "insecure";
    const knows = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
    if (!knows) return apple && !navigator.standalone ? "home" : "unknown";
    return Notification.permission === "denied" ? "denied" : "";
  };

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const isOurs = ({ options }) => {
    const key = options?.applicationServerKey;
    if (!key) return true;
    const [own, other] = [bytes(card.dataset.key), new Uint8Array(key)];
    return own.length === other.length && own.every((one, i) => one === other[i]);
  };
  // The browser's subscription, if there is one; one for another key of the server is none.
  const subscription = async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    const found = await pushManager.getSubscription();
    if (!found || isOurs(found)) return found;
    await found.unsubscribe();
    return null;
  };
  const subscribe = async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(card.dataset.key) });
  };

  const send = async (act, found) => {
    const body = new FormData(form),
      { endpoint = "", keys = {} } = found?.toJSON() ?? {};
    body.set("act", act);
    body.set("endpoint", endpoint);
    body.set("p256dh", keys.p256dh ?? "");
    body.set("auth", keys.auth ?? "");
    const answer = await fetch(card.dataset.notices, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.status);
    part.innerHTML = await answer.text();
    const isOn = Boolean($("[value=save]", part));
    if (isOn) localStorage.setItem(known, "on");
    else if (act !== "state") localStorage.removeItem(known);
    $$("[data-endpoint]").forEach((box) => {
      box.value = isOn ? endpoint : "";
    });
    return isOn;
  };

  const doAct = async (act) => {
    if (act === "on" && (await Notification.requestPermission()) !== "granted") return explain(whyNot());
    let found = await subscription();
    if (act === "on") found ??= await subscribe();
    await send(act, found);
    if (act === "test") setTimeout(() => send("state", found).catch(() => {}), AGAIN);
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (!button || button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    explain("");
    await doAct(button.value).catch(() => explain("failed"));
    button.removeAttribute("aria-busy");
  });

  // What the browser forgot, or got another address for, is asked for again where somebody had turned notices on.
  const restore = async () => {
    const isOn = await send("state", await subscription());
    if (!isOn && localStorage.getItem(known) && Notification.permission === "granted")
      await send("on", (await subscription()) ?? (await subscribe()));
  };
  let fetched = false;
  const show = async () => {
    const why = whyNot();
    explain(why);
    form.hidden = Boolean(why);
    if (why || fetched) return;
    fetched = true;
    await restore().catch(() => {
      fetched = false;
      explain("failed");
    });
  };
  card.addEventListener("toggle", () => card.open && show());
  if (card.open || localStorage.getItem(known)) show();
};
if (card) begin();
