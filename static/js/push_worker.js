// Notices: shows what the server sends to this browser, and opens the page it is about. Part of the service worker.
self.addEventListener("push", (event) => {
  let notice;
  try {
    notice = event.data.json();
  } catch {
    notice = { title: "Stadium", body: event.data ? event.data.text() : "", url: "/" };
  }
  const options = {
    body: notice.body,
    tag: notice.tag,
    renotify: Boolean(notice.tag) && !notice.quiet, // a newer one in the place of an older one is heard as well
    silent: Boolean(notice.quiet),
    icon: ADDRESSES.icon,
    badge: ADDRESSES.badge,
    timestamp: notice.at ? notice.at * 1000 : Date.now(),
    data: { url: notice.url },
  };
  event.waitUntil(self.registration.showNotification(notice.title, options));
});

// A tap leads to the page: in a tab that shows it already, else in a new one. Never away from this site.
const pageOf = (notice) => {
  const page = new URL(notice.data?.url || "/", self.location.origin);
  return page.origin === self.location.origin ? page.href : `${self.location.origin}/`;
};
const openPage = async (url) => {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((one) => one.url.split(/[?#]/)[0] === url);
  return tab ? tab.focus() : self.clients.openWindow(url);
};
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(pageOf(event.notification)));
});
