/**
 * The service worker: without network the application still opens and says so. Pages come from the network whenever it
 * answers, so that nobody is kept on an old version; what the API and the media links answer is never touched, and
 * never stored. What the server pushes while no page is in sight becomes a notice. The build puts in the version, the
 * files and the words of notices (scripts/worker.mjs).
 */
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
/** By language: who wrote, and what is said of a message without a text. The first one speaks for all others. */
const WORDS = { __WORDS__: { from: '{name}', media: '' } };

const SHELL = '/';
const PREFIX = 'guiche-';
const CACHE = PREFIX + VERSION;
/** Addresses that the server's own routes answer; the names of files have an ending. */
const NO_PAGE = /^\/(api|media|socket\.io|simulator\/api)(\/|$)|\.[^/]*$/;

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([SHELL, ...FILES]);
  await self.skipWaiting();
}

/** The version before this one stays: a page that was opened with it may still ask for its parts. */
async function forgetOldVersions() {
  const own = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const older = own.filter((name) => name !== CACHE).slice(0, -1);
  await Promise.all(older.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function showPage(request) {
  try {
    return await fetch(request);
  } catch (failure) {
    const cache = await caches.open(CACHE);
    const shell = await cache.match(SHELL);
    if (!shell) throw failure;
    return shell;
  }
}

/** The name of an asset holds a hash of its content: what is stored is right for ever. */
async function showAsset(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
  }
  return answer;
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** One notice a ticket; a page that is in sight tells by itself. */
async function showNotice({ ticketId, uuid, name, text }) {
  if ((await windows()).some((each) => each.visibilityState === 'visible')) return;
  const words = WORDS[self.navigator.language.slice(0, 2)] ?? Object.values(WORDS)[0];
  await self.registration.showNotification(
    words.from.replace('{name}', () => name),
    {
      body: text ?? words.media,
      tag: `ticket-${ticketId}`,
      renotify: true,
      icon: '/icons/192.png',
      data: { ticket: uuid },
    },
  );
}

/** Pages on which nobody is signed in. */
const OUTSIDE = /^\/(login|signup|forgetpsw|simulator)(\/|$)/;

/** The desk that is open goes to the ticket; without one it is opened there. */
async function openTicket(ticket) {
  const desk = (await windows()).find((each) => !OUTSIDE.test(new URL(each.url).pathname));
  if (!desk) return self.clients.openWindow(`/tickets/${encodeURIComponent(ticket)}`);
  // a window that may not come to the front still goes there
  await Promise.resolve(desk.focus()).catch(() => undefined);
  desk.postMessage({ ticket }, []);
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNotice(event.data.json()));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openTicket(event.notification.data.ticket));
});
self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOldVersions()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !NO_PAGE.test(pathname)) event.respondWith(showPage(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(showAsset(request));
});
