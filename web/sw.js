// Keeps the page and its card room, so that it opens without a network and goes on playing alone. The build fills in
// what there is (web/keptFiles.ts); the name of the cache changes with the content of any file.

const NAME = 'page-__VERSION__';
// Each file with its hash: any script of this address could write into the cache.
const FILES = __FILES__;

const keep = (name) => new Request(name, { integrity: FILES[name] });

self.addEventListener('install', (e) => e.waitUntil(caches.open(NAME).then((cache) => cache.addAll(Object.keys(FILES).map(keep)))));

self.addEventListener('activate', (e) => e.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))).then(() => self.clients.claim())));

// The files of an older page are with its worker alone: this one takes over when the only page that is open, which
// sends the address of its script, is its own.
self.addEventListener('message', (e) => e.waitUntil(
  self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((tabs) => {
    if (tabs.length < 2 && Object.hasOwn(FILES, nameOf(e.data))) return self.skipWaiting();
  })));

self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  // The documentation is not stored.
  if (nameOf(url.href).startsWith('docs')) return;
  // A question to the network itself: web/src/net/installedPage.ts.
  if (e.request.mode !== 'navigate' && url.search) return;
  // An address of the page: the server's newest, else the one kept. Any other file is named by its content.
  if (e.request.mode === 'navigate') e.respondWith(newest(e.request));
  else e.respondWith(kept(nameOf(url.href)).then((file) => file ?? fetch(e.request)));
});

/** What a file is called here, by its address. */
const nameOf = (address) => String(address).replace(new URL('./', location.href).href, '');

// A file of this size is read once while this worker runs, a smaller one each time it is asked for: that takes a
// fraction of a millisecond.
const LARGE = 256 * 1024;
const right = new Set();

/** A file as the build has made it. What is not there, or not that, is fetched for the next time. */
async function kept(name) {
  if (!Object.hasOwn(FILES, name)) return;
  const cache = await caches.open(NAME);
  const file = await cache.match(name);
  if (file && (await isRight(name, file.clone()))) return file;
  await cache.delete(name);
  cache.add(keep(name)).catch(() => {});
}

async function isRight(name, file) {
  if (right.has(name)) return true;
  const bytes = await file.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const same = FILES[name] === `sha256-${btoa(String.fromCharCode(...hash))}`;
  if (same && bytes.byteLength > LARGE) right.add(name);
  return same;
}

// What a proxy says while the server behind it does not answer.
const NOBODY = [502, 503, 504];

// After so many ms without an answer the page is the one kept: a network can be silent without being gone.
const SILENT_MS = 5000;

async function newest(request) {
  const page = await kept('./');
  const asked = fetch(request).catch(() => null);
  if (!page) return (await asked) ?? Response.error();
  const silence = new Promise((done) => setTimeout(done, SILENT_MS, null));
  const answer = await Promise.race([asked, silence]);
  return answer && !NOBODY.includes(answer.status) ? answer : page;
}
