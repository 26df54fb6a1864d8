/* Somebody was erased: what this phone keeps of games and names is asked for anew, as it stands without the name. */
import { keepNames } from "./kit.js";

const KEPT = "tichu-forgot";

/** Every page that is kept here, fetched again; false where one did not come. */
async function renewPages() {
  if (!("caches" in window)) return true;
  const pages = await caches.open("pages");
  for (const request of await pages.keys()) {
    const found = await pages.match(request, { ignoreVary: true });
    const answer = await fetch(request.url, { credentials: "same-origin", cache: "no-store" }).catch(() => null);
    if (!answer || answer.status >= 500 || answer.headers.get("X-Tichu-Desk") === null) return false;
    if (answer.ok && !answer.redirected) await pages.put(request, answer);
    // One that was made here, and that the server does not know yet, is the only one there is.
    else if (!found?.headers.has("X-Tichu-Here")) await pages.delete(request, { ignoreVary: true });
  }
  return true;
}

/** `at` is when somebody was erased last whom this phone may know, `games` all that it keeps. Once for each such time. */
export async function forget(at, games) {
  try {
    if (!at || localStorage.getItem(KEPT) === at) return;
    await keepNames([]); // the form for a game brings those of now
    const done = [await renewPages()];
    for (const held of games) done.push(await held.ask(true));
    if (done.every(Boolean)) localStorage.setItem(KEPT, at);
  } catch {
    /* The next time that this page is opened. */
  }
}
