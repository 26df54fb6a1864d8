/* Registers the service worker, keeps storage, and tells pages when the network may be back. */
export async function stayReachable() {
  const line = document.querySelector("#insecure");
  if (line) line.hidden = window.isSecureContext;
  document.addEventListener("submit", sayWhatNeedsTheNetwork);
  try {
    const site = await navigator.serviceWorker?.register(new URL("../../sw.js", import.meta.url));
    // A page that loads while the worker takes over bypasses it, and is not among those that the worker finds open.
    if (site?.active && !navigator.serviceWorker.controller) site.active.postMessage("keep");
  } catch {
    /* If the browser forbids it, the page lasts as long as it is open. */
  }
}

/** Call a function when the network may be back. */
export function onReturn(act) {
  window.addEventListener("online", act);
  window.addEventListener("pageshow", ({ persisted }) => persisted && act());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && act());
}

/** Ask the browser to keep our storage. Some browsers ask the person, so call this only after a round is written. */
export async function stayStored() {
  try {
    if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.();
  } catch {
    /* The browser decides how long it keeps our storage. */
  }
}

const DAY = 24 * 3600 * 1000; // ms: what waits longer needs somebody to act

/** `words` with the moment, if something has waited here for more than a day; otherwise "". */
export function tooLong(words, since) {
  if (!(Date.now() - since > DAY)) return "";
  const day = { weekday: "long", day: "numeric", month: "long" };
  const date = new Intl.DateTimeFormat(document.documentElement.lang, day).format(since);
  return words.replace("%(day)s", date);
}

/** A form sent without a network would end on the browser's own error page. */
function sayWhatNeedsTheNetwork(event) {
  if (navigator.onLine) return;
  event.preventDefault();
  const said = event.target.querySelector(".needs") ?? document.createElement("p");
  Object.assign(said, { className: "needs error", role: "alert", textContent: document.body.dataset.needs });
  event.target.append(said);
}
