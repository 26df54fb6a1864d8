/* What this phone stores to start a game without a network: the server's kit (scoring/pages/start/kit.py), and known
 * names.
 */
import { asked, OWN } from "./outbox.js";
import { ask } from "./sender.js";

const NAME = `tichu-kit${OWN}`; // a database of its own, so that the outbox's stays untouched
const STORE = "kept";

async function store(mode) {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const db = await asked(request);
  db.onversionchange = () => db.close();
  return db.transaction(STORE, mode).objectStore(STORE);
}

async function get(key) {
  try {
    return await asked((await store("readonly")).get(key));
  } catch {
    return undefined;
  }
}

async function put(key, value) {
  try {
    await asked((await store("readwrite")).put(value, key));
  } catch {
    /* Then games start with a network only. */
  }
}

/** The kit in the language of this page, or null. */
export async function kept() {
  const kit = await get("kit");
  return kit && kit.language === document.documentElement.lang ? kit : null;
}

/** Fetch the kit if this phone does not have this build's, and the pages that open without a network. */
export async function renew({ kit: url, build }) {
  const old = await kept();
  if (old?.build === build) return;
  const answer = await ask(url, { signal: null });
  if (answer?.status !== 200 || !answer.headers.has("X-Tichu-Desk")) return;
  // Pages made here get the same security headers as the server's.
  const kit = {
    ...answer.said,
    headers: { "Content-Security-Policy": answer.headers.get("Content-Security-Policy") ?? "" },
  };
  await put("kit", kit);
}

/** Over plain http no worker keeps the table's files: the browser has them once it has loaded them. */
export async function warm() {
  if (navigator.serviceWorker) return;
  for (const file of (await kept())?.files ?? []) await fetch(file).catch(() => null);
}

/** Store the names that the server offered, in order. */
export const keepNames = (names) => put("names", names);

/** The names known here: of stored games, the last one first, and those that the server offered. */
export async function knownNames(outbox) {
  const games = (await outbox.all()).flatMap(({ screen }) => screen.people ?? []);
  return [...new Set([...games, ...((await get("names")) ?? [])])].filter(Boolean);
}
