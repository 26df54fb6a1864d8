/* Makes the site one that opens without a network. */
export async function stayReachable() {
  const line = document.querySelector("#insecure");
  if (line) line.hidden = window.isSecureContext;
  document.addEventListener("submit", sayWhatNeedsTheNetwork);
  try {
    const site = await navigator.serviceWorker?.register("/sw.js", { scope: "/" });
    // A page that came while the worker took over went past it, and is not among those that it found open.
    if (site?.active && !navigator.serviceWorker.controller) site.active.postMessage("keep");
  } catch {
    /* A browser that forbids it keeps the page as long as it is open. */
  }
}

/** Do something as soon as the network may be there again. */
export function onReturn(act) {
  window.addEventListener("online", act);
  window.addEventListener("pageshow", ({ persisted }) => persisted && act());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && act());
}

/** Ask that what is kept here is not cleared for want of room. Some browsers ask the person: so not before a round is written. */
export async function stayStored() {
  try {
    if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.();
  } catch {
    /* It is kept as well as the browser likes. */
  }
}

const DAY = 24 * 3600 * 1000; // ms: what waits longer waits for somebody to do something

/** `words`, where something has waited here since a moment that is more than a day ago; "" otherwise. */
export function tooLong(words, since) {
  if (!(Date.now() - since > DAY)) return "";
  const day = { weekday: "long", day: "numeric", month: "long" };
  const date = new Intl.DateTimeFormat(document.documentElement.lang, day).format(since);
  return words.replace("%(day)s", date);
}

/** A form sent without a network would end on the browser's own page for errors. */
function sayWhatNeedsTheNetwork(event) {
  if (navigator.onLine) return;
  event.preventDefault();
  const said = event.target.querySelector(".needs") ?? document.createElement("p");
  Object.assign(said, { className: "needs error", role: "alert", textContent: document.body.dataset.needs });
  event.target.append(said);
}
