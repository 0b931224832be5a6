// Notices on a locked phone need the service worker, which browsers have on secure addresses alone.
if (isSecureContext && navigator.serviceWorker)
  addEventListener("load", () => navigator.serviceWorker.register("/service-worker.js").catch(() => {}));
