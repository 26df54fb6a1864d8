/* A live page: when it asks for #live, which answers count, and what it shows without one. htmx asks (hx-get) and
 * replaces the part (a morphing swap); stream.js receives version numbers.
 *
 * #live has data-channel, data-version, data-url (the address to ask; another module may change it), data-etag,
 * data-build (of the static files) and data-at (when the server drew it).
 * data-calm: the least seconds between two requests if hundreds are watching; each page waits a random time, so that
 * not all ask together. Another module may dispatch "stale".
 * data-also-channel and data-also-version: a second channel, if there is one.
 * form.reports, within it, reports what is shown. #age, outside it, is shown when neither stream nor request gets
 * through; data-words has its text.
 */
import { hidden, listen } from "./stream.js";

/** Time between two requests while the stream is lost, in milliseconds. */
const POLL = 5_000;
/** How long an answer may take before the page warns that it may be old, in milliseconds. */
const LATE = 3_000;

const live = () => document.getElementById("live");
const age = document.getElementById("age");
let contact = new Date(live().dataset.at); // when the server last confirmed that this is the newest
let lost = false; // the stream
let behind = false; // the server has a version that is not shown yet
let asking = false;
let answered = false; // the request in progress has been answered
let wanted = ""; // the address of that request
let late = 0; // the timer of that warning
let asked = 0; // when the last request was sent
let turn = 0; // the timer of a request that waits for its turn
let again = false; // something happened during a request
let next = 0; // the timer of the next request
let over = false; // the page is no longer open to us
let reported = "";

const stop = listen({
  onVersion(channel, version) {
    const { channel: followed, version: own, alsoChannel, alsoVersion } = live().dataset;
    const shown = channel === followed ? own : channel === alsoChannel ? alsoVersion : String(version);
    if (String(version) === shown) return;
    behind = true;
    inTurn();
  },
  onContact() {
    lost = false;
    if (!behind) inContact();
  },
  onLost() {
    lost = true;
    refresh();
  },
});

// Requests -------------------------------------------------------------------------------------------------------

/** Ask immediately if few are watching, otherwise when it is this page's turn. */
function inTurn() {
  const calm = Number(live().dataset.calm ?? 0) * 1_000;
  if (!calm) refresh();
  else if (!turn) {
    const wait = Math.max(0, asked + calm - Date.now()) + Math.random() * calm;
    turn = setTimeout(() => {
      turn = 0;
      refresh();
    }, wait);
  }
}

/** Ask for the newest state. One request at a time: a late answer must not undo a newer one. */
function refresh() {
  if (over || hidden() || !live().matches("[data-htmx-powered]")) return;
  if (asking) {
    again = true;
    return;
  }
  clearTimeout(next);
  clearTimeout(turn);
  turn = 0;
  asked = Date.now();
  [asking, answered, again] = [true, false, false];
  late = setTimeout(showAge, LATE);
  htmx.trigger(live(), "ask");
}

const on = (name, handler) =>
  document.addEventListener(name, (event) => {
    if (event.detail.ctx?.sourceElement === live()) handler(event.detail.ctx, event);
  });

on("htmx:config:request", ({ request }) => {
  wanted = live().dataset.url;
  request.action = wanted;
  if (live().dataset.etag) request.headers["If-None-Match"] = live().dataset.etag;
  request.headers.Accept = "*/*"; // a refusal in our own words, as JSON, which no hotel's page is
});

on("htmx:after:request", ({ response, text }) => {
  const { status, headers } = response;
  if (status === 304) answered = headers.get("ETag") === live().dataset.etag;
  if (status === 403 || status === 404) turnedAway(text);
});

on("htmx:finally:request", () => {
  clearTimeout(late);
  asking = false;
  if (over || hidden()) return;
  if (answered) {
    behind = again && behind;
    inContact();
  } else showAge();
  if (again && answered) refresh();
  // Not all pages in step: they lost the stream at the same moment.
  else if (lost || !answered) next = setTimeout(refresh, POLL * (0.8 + 0.4 * Math.random()));
});

/** A refusal counts only if it is ours. */
function turnedAway(text) {
  try {
    const { errors } = JSON.parse(text);
    if (!errors?.length) return;
    over = true;
    stop();
    say(errors.map(({ message }) => message).join(" "));
  } catch {
    /* Not our answer. */
  }
}

// Answers --------------------------------------------------------------------------------------------------------

let stay = () => {};
let focused = null;
let outgrown = ""; // the site's newer build, if this page is older

on("htmx:before:swap", ({ response }, event) => {
  const shown = live();
  const fresh = event.detail.tasks.find(({ type }) => type === "main")?.fragment.querySelector("#live");
  // An answer from elsewhere does not count: a hotel's page may replace any address.
  if (response.status !== 200 || fresh?.dataset.channel !== shown.dataset.channel) return event.preventDefault();
  answered = true;
  outgrown = fresh.dataset.build === shown.dataset.build ? "" : fresh.dataset.build;
  fresh.dataset.build = shown.dataset.build; // loaded files stay as old as they are
  // Something else was tapped in the meantime: ask for that next.
  if (shown.dataset.url !== wanted) fresh.dataset.url = shown.dataset.url;
  focused = shown.contains(document.activeElement) ? document.activeElement : null;
  stay = anchored(shown, focused);
  return undefined;
});

on("htmx:after:swap", () => {
  if (!answered) return;
  stay();
  if (focused && !focused.isConnected) {
    // The focused element is gone: the keyboard goes on from here, not from the top of the page.
    live().tabIndex = -1;
    live().focus({ preventScroll: true });
  }
  report();
  // Whether the whole page with its new files can be loaded: nobody can repair a failed reload on a wall.
  if (outgrown && !typing(live()))
    htmx.ajax("GET", location.href, { source: age, swap: "none", headers: { "HX-Request": "false" } });
});

document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement !== age || ctx.response.status !== 200) return;
  const whole = new DOMParser().parseFromString(ctx.text, "text/html").getElementById("live");
  if (whole?.dataset.build === outgrown) location.reload();
});

/** Whether a reload would lose typed text. */
const typing = (element) =>
  [...element.querySelectorAll("input:not([type=hidden]), textarea")].some(
    (field) => field.value !== field.defaultValue,
  );

// Age of the page ------------------------------------------------------------------------------------------------

function inContact() {
  contact = new Date();
  if (!over) age.hidden = true;
}

function showAge() {
  if (over || hidden()) return;
  const today = contact.toDateString() === new Date().toDateString();
  const time = contact.toLocaleString(document.documentElement.lang, {
    ...(today ? {} : { day: "numeric", month: "short" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  say(age.dataset.words.replace("%(time)s", time));
}

function say(words) {
  age.hidden = false;
  if (age.textContent !== words) age.textContent = words;
}

/** Report to the table that its round was seen. If it fails, the next version reports it again. */
function report() {
  const { version } = live().dataset;
  const form = live().querySelector("form.reports[data-htmx-powered]");
  if (!form || hidden() || reported === version) return;
  reported = version;
  htmx.trigger(form, "seen");
}

// Waking up ------------------------------------------------------------------------------------------------------

function wake() {
  if (hidden()) clearTimeout(next);
  else {
    lost = false; // the stream is opened again as well, and reports if it cannot be
    refresh();
    report();
  }
}

document.addEventListener("visibilitychange", wake);
window.addEventListener("pageshow", ({ persisted }) => persisted && wake());
document.addEventListener("stale", refresh); // time alone has changed what is shown: see countdown.js
window.addEventListener("online", refresh);
window.addEventListener("offline", refresh);
document.addEventListener("htmx:after:process", report);
report();

// Scroll position ------------------------------------------------------------------------------------------------
// What the reader looks at keeps its place on the screen, whatever changes above it.

/** Remember where things are in an element that is about to change. Returns a function that scrolls the page so that
 * they are there again: the element in use (`focused`), or as much of the visible part as possible. A row of a table is
 * known by its link, not its number, because people change places in standings.
 */
function anchored(element, focused) {
  if (scrollY === 0) return () => {}; // at the top, stay at the top
  const inView = ([, top]) => top >= 0 && top < innerHeight;
  const used = focused && inView(["", focused.getBoundingClientRect().top]) ? focused : null;
  const before = places(element, used).filter(inView);
  return () => {
    const after = new Map(places(element, used));
    const moves = before.filter(([key]) => after.has(key)).map(([key, top]) => Math.round(after.get(key) - top));
    const most = commonest(moves);
    if (most) scrollBy({ top: most, behavior: "instant" });
  };
}

/** The distance from the top of the screen of everything that can be found again, by its selector. */
function places(element, used) {
  if (used) return used.isConnected ? [["", used.getBoundingClientRect().top]] : [];
  const links = element.querySelectorAll("a[href]");
  const things = links.length ? links : element.querySelectorAll("[id]");
  const seen = new Set(); // of several links to the same place, the first counts
  return [...things]
    .map((each) => [each.getAttribute("href") ?? each.id, each])
    .filter(([key]) => !seen.has(key) && seen.add(key))
    .map(([key, each]) => [key, each.getBoundingClientRect().top]);
}

/** The most frequent number, the smallest shift among equals; 0 if there is none. */
function commonest(numbers) {
  const counts = new Map();
  for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + 1);
  const order = ([a, often], [b, seldom]) => seldom - often || Math.abs(a) - Math.abs(b);
  return [...counts].sort(order)[0]?.[0] ?? 0;
}
