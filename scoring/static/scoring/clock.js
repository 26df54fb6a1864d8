/* The clock of a tournament's round on the phone that writes: the time left, the last hand, the end. Without a network
 * it goes on from the server's last answer.
 */
import { loadStyle, make, set } from "./elements.js";
import { fill, headingOf, number } from "./preview.js";

const TICK = 500; // ms
const WARNS = 120; // seconds before the end
const BUZZ = 300; // ms

/** Seconds as on a clock: 34:10. */
const shown = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** How far the server's clock is ahead of this one, in ms: measured with the server's answer, and stored for a page
 * that comes from a cache later.
 */
function aheadOf(now) {
  const key = "clock-ahead";
  try {
    const kept = JSON.parse(sessionStorage.getItem(key));
    if (kept?.now === now) return kept.ahead;
  } catch {
    // nothing is stored: as for the first time
  }
  const ahead = Date.parse(now) - Date.now();
  try {
    sessionStorage.setItem(key, JSON.stringify({ now, ahead }));
  } catch {
    // it is measured again
  }
  return ahead;
}

export class MatchClock {
  /** `table` is the page beyond one round. */
  constructor(table) {
    Object.assign(this, { table, told: null, ahead: 0, buzzed: false, stopped: false });
    this.place = table.element("#clock");
    loadStyle(this.place.dataset.css);
    setInterval(() => this.draw(), TICK);
    this.draw();
    this.place.dataset.counts = "";
  }

  /** Seconds left; null if there is no clock. */
  left({ ends, state }) {
    if (state === "over" && !ends) return 0;
    return ends && state !== "paused" ? Math.ceil((Date.parse(ends) - this.now) / 1000) : null;
  }

  get now() {
    return Date.now() + this.ahead;
  }

  draw() {
    const { server } = this.table;
    const told = server.clock;
    if (told && told.now !== this.told?.now) this.ahead = aheadOf(told.now);
    this.told = told;
    const screen = this.table.board.screen;
    const plays = Boolean(told) && screen.state === "running" && !screen.finished;
    this.place.hidden = !plays;
    const left = told && this.left(told);
    const over = plays && left !== null && left <= 0;
    const stops = over && (told.rule === "now" || (told.rule === "hand" && this.wroteSince(told)));
    this.stop(stops, told, screen);
    const last = plays && !stops && Boolean(told.rule) && (over || this.isCalled(told));
    this.head(told, { plays, left, over, last, stops });
    if ((last || stops) && !this.buzzed) navigator.vibrate?.(BUZZ);
    this.buzzed = last || stops;
  }

  isCalled({ state, then }) {
    return state === "last_hand" || (state === "running" && then && this.now >= Date.parse(then));
  }

  /** Whether this phone has stored a hand since the time was over that the server may not have. */
  wroteSince({ ends }) {
    const end = ends ? Date.parse(ends) : Infinity;
    return this.table.rows.some(({ entry }) => entry.kind === "round" && entry.at + this.ahead >= end);
  }

  head(told, { plays, left, over, last, stops }) {
    const head = this.table.element(".head");
    head.classList.toggle("last-hand", last);
    head.classList.toggle("time-up", stops);
    if (!plays) return;
    const { words } = told;
    const figures = left === null ? told.left : shown(Math.max(0, left));
    set(this.place.querySelector("b"), figures);
    this.place.querySelector("b").classList.toggle("warn", left !== null && left <= WARNS && !over);
    set(this.place.querySelector("span"), this.beside(told, { over, last, stops }));
    const [title, under] = [this.table.element("#heading span"), this.table.element("#finish")];
    set(under, last ? words.finish : "");
    if (last || stops) set(title, stops ? words.up : words.lastHand);
    else if (this.titled) set(title, headingOf(this.table.board.screen));
    this.titled = last || stops;
  }

  /** The text beside the figures: since when they are the phone's own, what to do, or their meaning. */
  beside({ words, state, extra }, { over, last, stops }) {
    if (stops) return "";
    if (last) return over ? words.short : words.left;
    if (over) return words.up;
    if (state === "paused") return words.paused;
    if (this.table.lostAt) return fill(words.asOf, { time: this.table.timeOf(this.table.lostAt) });
    return extra > 0 ? `+${extra}` : words.left;
  }

  /** Stop or resume taking hands; taps stay. */
  stop(stops, told, screen) {
    const [entry, rest] = [this.table.element("#entry"), this.table.element("#rest")];
    if (stops) {
      entry.hidden = true;
      rest.hidden = false;
      rest.drawn = null; // not drawn by the server: its next part replaces it
      if (!this.stopped || !rest.querySelector(".stopped-here")) rest.replaceChildren(this.card(told, screen));
    } else if (this.stopped && screen.state === "running" && !screen.finished) {
      entry.hidden = false;
      rest.hidden = true;
    }
    if (stops && !this.stopped) setTimeout(() => this.table.refresh());
    this.stopped = stops;
  }

  /** The end, as far as this phone knows; the server's end replaces it. */
  card({ words, rule, match }, { rounds, totals, columns, names }) {
    const hands = rounds.length;
    const said = rule === "now" ? words.notCounted : fill(words.was, { number: hands });
    const best = Math.max(...totals);
    const side = (total, index) =>
      make(
        "li",
        `side-${index}${total === best ? " won" : ""}`,
        make("span", "mark"),
        make("bdi", "", columns[index].map((seat) => names[seat]).join(" & ")),
        make("b", "num", number(total)),
      );
    const way = Object.assign(make("a", "button main", words.toMatch), { href: match });
    const list = make("ul", "stopped-sides", ...totals.map(side));
    const card = make("article", "card", make("p", "", hands ? said : words.none), list, make("p", "first", way));
    return make("section", "rest stopped-rest stopped-here", card);
  }
}
