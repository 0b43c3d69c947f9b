// Keeps the shell, so that the page opens without a network and can say so. Games live on the server: nothing of them is kept.
// The build fills in what there is; its name changes with the content.

const NAME = 'shell-__VERSION__';
const FILES = __FILES__;

self.addEventListener('install', (e) => e.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting())));

self.addEventListener('activate', (e) => e.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))).then(() => self.clients.claim())));

self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  // An address of the page: the server's newest, else the one kept. Any other file is named by its content.
  if (e.request.mode === 'navigate') e.respondWith(fetch(e.request).catch(() => caches.match('/')));
  else e.respondWith(caches.match(e.request).then((kept) => kept ?? fetch(e.request)));
});
