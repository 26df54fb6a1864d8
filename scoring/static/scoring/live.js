/* A page that follows its game: keeps #live as the server has it, and says so when it cannot.
 *
 * #live bears data-ticket, data-game, data-version, data-etag, data-url (where it is asked for), data-build (of the
 * static files), data-at (when the server drew it) and data-seen (where to report what is shown; empty: nowhere).
 * data-calm: seconds that lie between two questions at least, where hundreds look on; each page waits by chance, so
 * that not all ask at once. Another module may change data-url and dispatch "stale".
 * data-also-ticket, data-also-game and data-also-version: what else it follows, where it does.
 * #age, outside it, is shown as soon as neither stream nor question got through; data-words has its words.
 */
import { morph } from "./morph.js";
import { follow } from "./stream.js";

/** How long between two questions while the stream is lost, in milliseconds. */
const POLL = 5_000;
/** How long an answer may take: before the page says that it may be old, and before it is given up. */
const LATE = 3_000;
const TIMEOUT = 10_000;

const live = () => document.getElementById("live");
const age = document.getElementById("age");
const hidden = () => document.visibilityState === "hidden";
let contact = new Date(live().dataset.at); // when the server last said that this is the newest
let lost = false; // the stream
let behind = false; // the server has a version that is not shown yet
let asking = false;
let asked = 0; // when the last question was sent
let turn = 0; // the timer of a question that waits for its turn
let again = false; // something happened while a question was on its way
let next = 0; // the timer of the next question
let over = false; // the page is not open to us any more
let reported = "";

const following = follow(live().dataset.ticket, live().dataset.game, {
  onVersion(version) {
    if (String(version) === live().dataset.version) return;
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

// A page may follow one thing more, which it shows a little of: a table its hall, somebody's own page their table.
let besides = null; // what that is
let also = null;
alongside();

/** Follow what #live names besides; in another round of a tournament that is another table. */
function alongside() {
  const { alsoTicket, alsoGame } = live().dataset;
  if (alsoGame === besides) return also?.renew(alsoTicket);
  also?.stop();
  besides = alsoGame;
  also =
    alsoTicket &&
    follow(alsoTicket, alsoGame, {
      onVersion(version) {
        if (String(version) === live().dataset.alsoVersion) return;
        behind = true;
        inTurn();
      },
      onContact() {
        /* What the page is about tells that. */
      },
      onLost() {
        /* And this: both come by one stream. */
      },
    });
}

// Asking ---------------------------------------------------------------------------------------------------------

/** Ask at once where few look on, else when it is this page's turn. */
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

/** Ask what the server has, and show it. One question at a time: a late answer must not undo a newer one. */
async function refresh() {
  if (over || hidden()) return;
  if (asking) {
    again = true;
    return;
  }
  clearTimeout(next);
  clearTimeout(turn);
  turn = 0;
  asked = Date.now();
  asking = true;
  again = false;
  const late = setTimeout(showAge, LATE);
  const answered = await ask();
  clearTimeout(late);
  asking = false;
  if (over || hidden()) return;
  if (answered) {
    behind = again && behind;
    inContact();
  } else showAge();
  if (again && answered) inTurn();
  // Not all pages in step: they lost the stream at the same moment.
  else if (lost || !answered) next = setTimeout(refresh, POLL * (0.8 + 0.4 * Math.random()));
}

/** True where the server answered: with what is new, or that nothing is. */
async function ask() {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), TIMEOUT);
  const { url, etag } = live().dataset;
  try {
    // An answer from elsewhere is none: a hotel's page may stand in for any address.
    const answer = await fetch(url, {
      headers: { "HX-Request": "true", "If-None-Match": etag },
      cache: "no-store",
      redirect: "error",
      signal: patience.signal,
    });
    if (answer.status === 304) return answer.headers.get("ETag") === etag;
    if (answer.status === 403 || answer.status === 404) return await turnedAway(answer);
    return answer.ok && (await show(await answer.text()));
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** A refusal counts where it is in our own words. */
async function turnedAway(answer) {
  const { errors } = await answer.json();
  if (!errors?.length) return false;
  over = true;
  following.stop();
  say(errors.map(({ message }) => message).join(" "));
  return false;
}

const parsed = (text) => new DOMParser().parseFromString(text, "text/html").getElementById("live");

async function show(text) {
  const shown = live();
  const fresh = parsed(text);
  if (fresh?.dataset.game !== shown.dataset.game) return false;
  if (fresh.dataset.build !== shown.dataset.build && !typing(shown) && (await upgraded(fresh.dataset.build))) {
    location.reload();
    return true;
  }
  following.renew(fresh.dataset.ticket);
  const focused = shown.contains(document.activeElement) ? document.activeElement : null;
  const stay = anchored(shown, focused);
  fresh.dataset.build = shown.dataset.build; // what is loaded stays as old as it is
  morph(shown, document.adoptNode(fresh));
  alongside();
  stay();
  if (focused && !focused.isConnected) {
    // What had the focus is gone: the keyboard goes on from here, not from the top of the page.
    shown.tabIndex = -1;
    shown.focus({ preventScroll: true });
  }
  report();
  return true;
}

/** What keeps on its place on the screen what the reader has there: what is being used, or as much of what is in view
 * as can be. A row of a table is known by what it leads to, not by its number: people change places in standings.
 */
function anchored(element, focused) {
  if (scrollY === 0) return () => {}; // the top of a page is read from the top
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

/** How far from the top of the screen everything stands that can be found again, by what finds it. */
function places(element, used) {
  if (used) return used.isConnected ? [["", used.getBoundingClientRect().top]] : [];
  const links = element.querySelectorAll("a[href]");
  const things = links.length ? links : element.querySelectorAll("[id]");
  const seen = new Set(); // what leads to the same place twice is known by the first
  return [...things]
    .map((each) => [each.getAttribute("href") ?? each.id, each])
    .filter(([key]) => !seen.has(key) && seen.add(key))
    .map(([key, each]) => [key, each.getBoundingClientRect().top]);
}

/** The number that is there most often, the smallest way among equals; 0 where there is none. */
function commonest(numbers) {
  const counts = new Map();
  for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + 1);
  const order = ([a, often], [b, seldom]) => seldom - often || Math.abs(a) - Math.abs(b);
  return [...counts].sort(order)[0]?.[0] ?? 0;
}

/** Whether something is typed that a reload would lose. */
const typing = (element) =>
  [...element.querySelectorAll("input:not([type=hidden]), textarea")].some(
    (field) => field.value !== field.defaultValue,
  );

/** Whether the whole page is there, with the new files: nobody stands by a wall to repair a reload that failed. */
async function upgraded(build) {
  const answer = await fetch(location.href, { cache: "no-store", redirect: "error" });
  return answer.ok && parsed(await answer.text())?.dataset.build === build;
}

// Saying how old it is -------------------------------------------------------------------------------------------

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

/** Tell the table that what it wrote is seen. Nothing depends on it. */
function report() {
  const { seen, version } = live().dataset;
  const token = document.querySelector('[name="csrfmiddlewaretoken"]')?.value;
  if (!seen || !token || hidden() || reported === version) return;
  reported = version;
  fetch(seen, {
    method: "POST",
    headers: { "X-CSRFToken": token, "HX-Request": "true" },
    body: new URLSearchParams({ version }),
  }).catch(() => {
    /* The next version is reported again. */
  });
}

// Waking ---------------------------------------------------------------------------------------------------------

function wake() {
  if (hidden()) clearTimeout(next);
  else {
    lost = false; // the stream begins anew as well, and says so where it cannot
    refresh();
    report();
  }
}

document.addEventListener("visibilitychange", wake);
window.addEventListener("pageshow", ({ persisted }) => persisted && wake());
document.addEventListener("stale", refresh); // what is shown has changed with the time alone: see countdown.js
window.addEventListener("online", refresh);
window.addEventListener("offline", refresh);
report();
