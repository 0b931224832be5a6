// Live: one small question for everything a page shows. Where something changed, "live-changed" tells each part of the
// page, which then fetches itself. Only a page somebody looks at asks.
(() => {
  const body = document.body;
  if (!body?.dataset.live) return;
  const WHOLE = 600; // seconds after which all is fetched anew, for what time alone changes
  let seen = body.dataset.seen,
    wait = +new URL(body.dataset.live, location).searchParams.get("every"),
    timer = 0,
    asking = false,
    announced = Date.now();

  const announce = () => {
    announced = Date.now();
    body.dispatchEvent(new CustomEvent("live-changed"));
  };
  const next = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, wait * 1000 * (0.85 + Math.random() * 0.3));
  };
  const askOnce = async () => {
    const sent = Date.now();
    const answer = await fetch(`${body.dataset.live}&seen=${encodeURIComponent(seen)}`, { credentials: "omit" });
    const server = +answer.headers.get("Server-Now");
    const ahead = server - (sent + Date.now()) / 2;
    if (server) body.dispatchEvent(new CustomEvent("live-time", { detail: ahead }));
    wait = +answer.headers.get("Live-Interval") || +answer.headers.get("Retry-After") || wait;
    if (answer.status === 200) {
      seen = await answer.text();
      announce();
    } else if (Date.now() - announced > WHOLE * 1000) announce();
  };
  async function ask() {
    if (document.hidden || asking) return next();
    asking = true;
    await askOnce().catch(() => {}); // no connection: unsent.js says so
    asking = false;
    next();
  }

  document.addEventListener("visibilitychange", () => document.hidden || ask());
  addEventListener("online", ask);
  addEventListener("pageshow", (event) => event.persisted && ask());
  next();
})();
