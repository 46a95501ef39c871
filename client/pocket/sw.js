/* Every file is kept at the first visit; from then on the network is asked for nothing but a newer version. */
importScripts("xz-decompress.min.js");

const KEPT = "ibau VERSION " + registration.scope;
const FILES = {}; // by name, each with its hash; scripts/pocket.py fills it in
const SCOPE = new URL(registration.scope);
const PAGE = "index.html";

const PACKED = ".xz"; // files of which only the packed form is sent: they are unpacked once, and kept so
const TYPES = { ".mjs": "text/javascript", ".wasm": "application/wasm" }; // of what is unpacked

/** Files that are as they were are copied, so that a new version costs what has changed. */
async function install() {
  const [cache, before] = await Promise.all([caches.open(KEPT), kept()]);
  const known = new Map();
  for (const name of before) {
    const old = await caches.open(name);
    for (const request of await old.keys()) {
      const answer = await old.match(request);
      if (answer?.headers.has("X-Hash")) known.set(answer.headers.get("X-Hash"), answer);
    }
  }
  const keep = async ([name, hash]) => {
    const address = new URL(name, SCOPE).href;
    const answer =
      known.get(hash)?.clone() ??
      (await fetch(new Request(address, { integrity: `sha256-${hash}`, cache: "no-cache" })));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    const isPacked = name.endsWith(PACKED) && !answer.headers.has("X-Unpacked");
    const whole = isPacked ? unpacked(name, answer) : answer;
    const body = await whole.blob();
    const headers = new Headers({ "X-Hash": hash });
    headers.set("Content-Type", whole.headers.get("Content-Type") ?? "application/octet-stream");
    headers.set("Content-Length", body.size); // Python asks for it before it reads a table
    if (name.endsWith(PACKED)) headers.set("X-Unpacked", ""); // which the page asks for
    await cache.put(address, new Response(body, { headers }));
  };
  await Promise.all(Object.entries(FILES).map(keep));
}

function unpacked(name, answer) {
  const { XzReadableStream } = self["xz-decompress"];
  const ending = /\.\w+(?=\.xz$)/.exec(name)?.[0];
  const headers = { "Content-Type": TYPES[ending] ?? "application/octet-stream" };
  return new Response(new XzReadableStream(answer.body), { headers });
}

const kept = async () =>
  (await caches.keys()).filter(
    (name) => name.startsWith("ibau ") && name.endsWith(` ${SCOPE.href}`) && name !== KEPT,
  );

async function activate() {
  for (const name of await kept()) await caches.delete(name);
  await clients.claim();
}

/** The one page; paths into it, as older links have them, are routes. */
async function page({ pathname, search, hash }) {
  const route = pathname.slice(SCOPE.pathname.length);
  if (route) return Response.redirect(`${SCOPE.href}#/${route}${search}${hash}`);
  return (await caches.open(KEPT)).match(new URL(PAGE, SCOPE).href);
}

async function found(request) {
  const cache = await caches.open(KEPT);
  return (await cache.match(request, { ignoreSearch: true, ignoreMethod: true })) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", ({ data }) => {
  if (data === "skip") void self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== SCOPE.origin || !/^(GET|HEAD)$/.test(request.method)) return;
  const isFile = /\.\w+$/.test(url.pathname);
  event.respondWith(request.mode === "navigate" && !isFile ? page(url) : found(request));
});
