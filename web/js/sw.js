// A service worker that stores this version of the page for use without a network. offline.js registers it, and
// web/make/pages.py writes two constants before it:
//
//   FILES      index.html and the files beside it: name -> digest, in the form of `integrity`
//   VERSION    changes whenever a file changes
//
// A version is stored completely or not at all. Each file is compared with its digest. If a file does not arrive, or differs,
// the browser drops this worker, and the previous worker continues with its files. A new worker takes over when no page of
// the old one is open. This worker does not answer requests for a page in a frame.
//
// A file that a page has just loaded is in the browser's cache, and its digest proves that it belongs to this version. So no
// file is downloaded twice, even if the host forbids caching.

const OURS = `knights-tour ${registration.scope} `;
const KEPT = OURS + VERSION;
const INDEX = "index.html";
const NAMED_BY_DIGEST = /-[0-9a-f]{12}\.js$/;
const digests = new Map(Object.entries(FILES));

async function download(address, cache, integrity) {
  const answer = await fetch(address, { cache, integrity });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

// Returns a file from the store of the previous version, from the browser's cache, or from the host.
async function whole(name, address) {
  const held = NAMED_BY_DIGEST.test(name) && (await caches.match(name));
  if (held) return held;
  const integrity = digests.get(name);
  const answer = await download(address, "force-cache", integrity).catch(() => download(address, "reload", integrity));
  return new Response(answer.body, { headers: answer.headers }); // a copy, because a redirected response cannot be a page
}

// Returns the address of a file in the browser's cache. A page is opened as index.html or as its folder.
async function addressOf(name) {
  if (name !== INDEX) return name;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const [folder] = pages.map(({ url }) => url.split(/[?#]/)[0]).filter((url) => url === registration.scope);
  return folder || name;
}

async function store(kept, name) {
  await kept.put(name, await whole(name, await addressOf(name)));
}

async function storeAll() {
  const kept = await caches.open(KEPT);
  await Promise.all([...digests.keys()].map((name) => store(kept, name)));
}

async function dropAndThrow(error) {
  await caches.delete(KEPT);
  throw error;
}

async function dropOthers() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

function nameOf({ method, mode, destination, url }) {
  const [address] = url.split(/[?#]/);
  const isFramed = mode === "navigate" && destination !== "document";
  if (method !== "GET" || isFramed || !address.startsWith(registration.scope)) return null;
  return address.slice(registration.scope.length) || INDEX;
}

async function response(name, request) {
  const kept = await caches.match(name, { cacheName: KEPT }); // open() would create the cache that offline.js has deleted
  return kept || fetch(request);
}

addEventListener("install", (event) => event.waitUntil(storeAll().catch(dropAndThrow)));
addEventListener("activate", (event) => event.waitUntil(dropOthers()));
addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (digests.has(name)) event.respondWith(response(name, event.request));
});
