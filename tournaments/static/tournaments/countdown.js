/* Clocks that count down. Elements: <time data-countdown="ISO end" data-now="ISO, when the server drew it">.
 *
 * `data-paused` leaves the text as it is. At the end, or at the moment in `data-then`, the live part is asked for
 * again, and also every so many seconds as #live has in `data-refresh`.
 */

/** In milliseconds: the latest time after the moment, so that a hall of phones does not ask all together. */
const SPREAD = 2_000;

const drawn = new WeakMap(); // by element: when the server drew it, and how far its clock is from this one
let refreshed = Date.now();

/** How far the server's clock is ahead of this one. */
function ahead(element) {
  const { now } = element.dataset;
  if (!now) return 0;
  const known = drawn.get(element);
  if (known?.now === now) return known.ahead;
  const found = { now, ahead: Date.parse(now) - Date.now() };
  drawn.set(element, found);
  return found.ahead;
}

/** Seconds as on a clock: 34:10, −2:05. */
export function shown(seconds) {
  const [minutes, rest] = [Math.floor(Math.abs(seconds) / 60), Math.abs(seconds) % 60];
  return `${seconds < 0 ? "−" : ""}${minutes}:${String(rest).padStart(2, "0")}`;
}

const stale = () => setTimeout(() => document.dispatchEvent(new Event("stale")), 200 + Math.random() * SPREAD);

function tick(passed) {
  for (const element of document.querySelectorAll("time[data-countdown]")) {
    if ("paused" in element.dataset) continue;
    const now = Date.now() + ahead(element);
    const text = shown(Math.ceil((Date.parse(element.dataset.countdown) - now) / 1000));
    if (element.textContent !== text) element.textContent = text;
    const moments = [element.dataset.countdown, element.dataset.then].filter(Boolean).map((each) => Date.parse(each));
    if (moments.some((each) => each <= now && each > now - passed)) stale();
  }
  const every = Number(document.getElementById("live")?.dataset.refresh) * 1000;
  if (every && Date.now() - refreshed >= every) {
    refreshed = Date.now();
    stale();
  }
}

let before = Date.now();
setInterval(() => {
  tick(Date.now() - before);
  before = Date.now();
}, 500);
tick(0);
