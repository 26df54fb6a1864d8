/* The service worker: pages of a game open without a network once they were opened with one. SITE, which the server
 * puts in front, has: base (the path at which the host has this site, mostly /), build, shell (addresses of our static
 * files), nowhere (the page for no network), here (the page that shows a game from this phone's storage), usual (pages
 * that everybody opens), icon (of messages). Pages store and send entries themselves, because Safari wakes no worker
 * for that.
 */
const OWN = SITE.base === "/" ? "" : SITE.base; // other sites on this host have stores of their own
const BUILDS = `files${OWN}-`;
const FILES = BUILDS + SITE.build;
const PAGES = `pages${OWN}`;
// Below SITE.base
const GAME = /^games\/[0-9a-f-]+\/(score\/)?$/;
const KEPT = [/^$/, /^new\/$/, /^example\/$/, GAME, /^look\/[\w-]+\/$/, /^handover\/$/];
const GONE = [403, 404, 410];
const MOST_PAGES = 40;
const PATIENCE = 4_000; // ms until a stored page is shown in place of one that does not arrive

/** Whether an answer is a page of ours: a hotel's log-in page must not replace it. */
const ours = (answer) => answer.ok && !answer.redirected && answer.headers.get("X-Tichu-Desk") !== null;

/** A page of a game that was started on this phone, and that the server may not know yet. */
const madeHere = (answer) => answer.headers.has("X-Tichu-Here");

const isGame = (pathname) => GAME.test(pathname.slice(SITE.base.length));
const isKept = (pathname) => KEPT.some((path) => path.test(pathname.slice(SITE.base.length)));

async function keep(request, answer) {
  const pages = await caches.open(PAGES);
  await pages.put(request, answer);
  const all = (await pages.keys()).filter(({ url }) => ![SITE.nowhere, SITE.here].includes(new URL(url).pathname));
  for (const old of all.slice(0, Math.max(0, all.length - MOST_PAGES))) {
    if (!madeHere(await pages.match(old, { ignoreVary: true }))) await pages.delete(old);
  }
}

async function takeOver() {
  await self.clients.claim();
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const usual = SITE.usual.map((path) => new URL(path, self.location).href);
  for (const url of new Set([...open.map((client) => client.url.replace(/#.*/, "")), ...usual])) {
    if (!isKept(new URL(url).pathname)) continue;
    const answer = await fetch(url, { credentials: "same-origin" }).catch(() => null);
    if (answer && ours(answer)) await keep(url, answer);
  }
}

self.addEventListener("install", (event) => {
  const shell = async () => {
    const files = await caches.open(FILES);
    await files.addAll(SITE.shell);
    await (await caches.open(PAGES)).addAll([SITE.nowhere, SITE.here]);
    await self.skipWaiting();
  };
  event.waitUntil(shell());
});

self.addEventListener("activate", (event) => {
  const settle = async () => {
    // Pages stored under the previous build still ask for its files.
    const builds = (await caches.keys()).filter((name) => name.startsWith(BUILDS) && name !== FILES);
    for (const name of builds.slice(0, -1)) await caches.delete(name);
    await takeOver();
  };
  event.waitUntil(settle());
});

/** Fetch every stored page again; false if one did not arrive. */
async function renew() {
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    const found = await pages.match(request, { ignoreVary: true });
    const answer = await fetch(request.url, { credentials: "same-origin", cache: "no-store" }).catch(() => null);
    if (!answer || answer.status >= 500 || answer.headers.get("X-Tichu-Desk") === null) return false;
    if (ours(answer)) await pages.put(request, answer);
    // A page that was made here, of a game that the server does not know yet, is the only copy.
    else if (!madeHere(found)) await pages.delete(request, { ignoreVary: true });
  }
  return true;
}

// A page reports that it was bypassed, or that somebody was erased.
self.addEventListener("message", (event) => {
  const isDone = event.data === "renew" ? renew().then((all) => event.ports[0].postMessage(all)) : takeOver();
  event.waitUntil(isDone);
});

async function file(request) {
  // An older page may still ask for the files of its own build.
  const found = await caches.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(FILES)).put(request, answer.clone());
  return answer;
}

async function page(event) {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const pages = await caches.open(PAGES);
  const found = await pages.match(request, { ignoreVary: true });
  const asked = fetch(request).then((answer) => {
    // A page that is closed to this phone must not come up again without a network.
    if (GONE.includes(answer.status) && answer.headers.get("X-Tichu-Desk") !== null && !(found && madeHere(found)))
      event.waitUntil(pages.delete(request, { ignoreVary: true }));
    if (ours(answer) && isKept(pathname)) event.waitUntil(keep(request, answer.clone()));
    return answer;
  });
  const instead = isGame(pathname) ? SITE.here : SITE.nowhere;
  if (!found) return asked.catch(async () => (await pages.match(instead, { ignoreVary: true })) ?? Response.error());
  const late = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE, found);
  });
  // The server's answer counts, also that a page is gone; a page that is not ours, or a server error, does not.
  const bad = (answer) =>
    answer.type === "basic" &&
    (answer.status >= 500 ||
      answer.headers.get("X-Tichu-Desk") === null ||
      (madeHere(found) && GONE.includes(answer.status)));
  const answered = asked.then(
    (answer) => (bad(answer) ? found : answer),
    () => found,
  );
  return Promise.race([answered, late]);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith(`${SITE.base}static/`)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

// Messages to players: see tournaments.messages. A newer one takes the place of an older one with the same tag.
self.addEventListener("push", (event) => {
  const { title, text, page, tag, language } = event.data.json();
  const shown = { body: text, tag, renotify: true, lang: language, data: { page }, icon: SITE.icon };
  event.waitUntil(self.registration.showNotification(title, shown));
});

async function open(path) {
  const { href, origin } = new URL(path, self.location);
  if (origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = pages.find(({ url }) => url.replace(/[?#].*/, "") === href);
  await (found ? found.focus() : self.clients.openWindow(href));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.page));
});
