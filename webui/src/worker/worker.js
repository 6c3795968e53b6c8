/**
 * The service worker: without network the application still opens and says so. Pages come from the network whenever it
 * answers, so that nobody is kept on an old version; what the API and the media links answer is never touched, and
 * never stored. The build puts in the version and the files (scripts/worker.mjs).
 */
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];

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

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOldVersions()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !NO_PAGE.test(pathname)) event.respondWith(showPage(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(showAsset(request));
});
