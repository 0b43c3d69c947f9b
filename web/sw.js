// Keeps the page and its card room, so that it opens without a network and goes on playing alone. The build fills in
// what there is (web/keptFiles.ts); the name of the cache changes with the content of any file.

const NAME = 'page-__VERSION__';
const FILES = __FILES__;

self.addEventListener('install', (e) => e.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting())));

self.addEventListener('activate', (e) => e.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))).then(() => self.clients.claim())));

self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  // A question to the network itself: web/src/fresh.ts.
  if (e.request.mode !== 'navigate' && url.search) return;
  // An address of the page: the server's newest, else the one kept. Any other file is named by its content.
  if (e.request.mode === 'navigate') e.respondWith(newest(e.request));
  else e.respondWith(caches.match(e.request).then((kept) => kept ?? fetch(e.request)));
});

// What a proxy says while the server behind it does not answer.
const NOBODY = [502, 503, 504];

// After so many ms without an answer the page is the one kept: a network can be silent without being gone.
const SILENT_MS = 5000;

async function newest(request) {
  const kept = await caches.match('./');
  const asked = fetch(request).catch(() => null);
  if (!kept) return (await asked) ?? Response.error();
  const silence = new Promise((done) => setTimeout(done, SILENT_MS, null));
  const answer = await Promise.race([asked, silence]);
  return answer && !NOBODY.includes(answer.status) ? answer : kept;
}
