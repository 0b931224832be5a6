// What the browser does for Stadium while no page of it is open. The address /service-worker.js joins this file and
// those of single tasks (core/views/web_app.py); before them it says ADDRESSES, where static files lie.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
