// The service worker of the pages of seats: where the service cannot be reached, it answers with the page as it was last shown, and
// its files. Everything else goes its way as if there were no worker. What the service calls the reader for, it shows, and leads there.

const KEPT = "greffe-play";
const PLAY = /^\/games\/[^/]+\/play$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const page = request.mode === "navigate" && PLAY.test(pathname);
  if (page || (pathname.startsWith("/static/") && !self.navigator.onLine)) event.respondWith(answer(request, page));
});

async function answer(request, page) {
  try {
    return await fetch(request);
  } catch (lost) {
    const kept = await caches.open(KEPT);
    const found = (await kept.match(request)) ?? (page && (await kept.match(request, { ignoreSearch: true })));
    if (found) return found;
    throw lost;
  }
}

self.addEventListener("push", (event) => {
  const { title, body, link, lang } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, lang, tag: link, data: link }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  if (event.notification.data) event.waitUntil(self.clients.openWindow(event.notification.data));
});
