/* The table scorer's screen: binds taps to the draft, draws the draft, keeps it over a reload, hands it on when complete.
 * What happens to a complete round (kept here, sent, seen by others) is table.js's, loaded once the board stands.
 */
import * as entry from "./entry.js";
import { newId, Outbox } from "./outbox.js";
import { callsOf, columnScores, fill, number, sideScores, signed } from "./preview.js";

/** How long a fresh board rests after it saved itself, in milliseconds: a tap too many is not for the next round. */
const REST = 1200;
const AGAIN = 5_000; // ms until what could not be loaded is tried again
const BACKGROUND = 1_500; // ms after loading until the rest of the page is fetched, if nobody taps before

const kept = {
  read(key) {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  },
  write(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch { /* A full or forbidden store: the page works on, only a reload forgets the taps. */ }
  },
};

/** The outbox, opened once; and the part of the page that is loaded after the board. */
const outbox = Outbox.open();
let table = null;
const loadTable = () => {
  table ??= Promise.all([import("./table.js"), outbox]).then(([{ begin }, box]) => begin(board, box));
  // Not loaded without a network: tried again, also when nobody taps, for what is kept has to go out.
  table.catch(() => { table = null; setTimeout(() => loadTable().catch(() => {}), AGAIN); });
  return table;
};

class Board {
  constructor(element) {
    this.element = element;
    this.busy = false;
    this.show(JSON.parse(element.querySelector("#screen").textContent));
  }

  /** Begin a round, with what was tapped for it before. `draft`: what to begin with instead. */
  show(screen, draft = null) {
    this.screen = screen;
    this.busy = false;
    this.words = screen.words;
    this.key = keyOf(screen);
    const before = draft ? null : kept.read(this.key);
    const given = screen.round ? entry.draftOf(screen, screen.round) : entry.emptyDraft();
    this.draft = draft ?? before?.draft ?? given;
    this.undone = []; // drafts before each tap, newest last
    this.flipped = false; // the grid counts for the other side
    this.asks = screen.saving !== "itself";
    this.mending = null; // the row of the outbox that is tapped anew
    this.offer = false;
    this.again = false; // a round that was taken back stands here
    this.refused = null;
    this.note = "";
    sweepDrafts(screen);
    this.closeCount();
    this.draw();
  }

  /** The game has moved on: show where it stands. What is half tapped for another round is not thrown away: then the
   * way there is offered instead. True where the board shows the screen now.
   */
  take(screen, onward) {
    if (keyOf(screen) === this.key && !this.mending) {
      this.screen = screen;
      this.offer = false;
      return true;
    }
    if (this.mending && !onward) return false;
    if (!onward && this.isHalfTapped()) {
      this.offer = true;
      this.refused = [{ message: fill(this.words.movedOn, this.screen) }];
      return false;
    }
    const note = onward ? this.note : "";
    this.show(screen);
    this.note = note;
    return true;
  }

  /** Taps that came from another tab of this phone, which has saved them since, are nothing to wait for. */
  isHalfTapped() {
    return !entry.isEmpty(this.draft) && (this.undone.length > 0 || kept.read(this.key) !== null);
  }

  isIdle() { return entry.isEmpty(this.draft) && !this.mending; }

  /** Show something beside the buttons until the next tap. */
  say(text, place) {
    this.note = text;
    this.place = place;
    this.draw();
  }

  all(selector) { return this.element.querySelectorAll(selector); }
  one(selector) { return this.element.querySelector(selector); }

  /** Take no taps for a moment: what follows a save or an undo too quickly was not meant for the round that comes. */
  rest() {
    this.element.toggleAttribute("data-rests", true);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.element.toggleAttribute("data-rests", false), REST);
  }

  // Taps ----------------------------------------------------------------------------------------------------

  change(next) {
    if (this.busy || next === this.draft) return;
    this.undone.push(this.draft);
    this.draft = next;
    this.note = "";
    this.keepDraft();
    this.draw();
    const itself = !this.asks && next.wish === null;
    if (itself && entry.missing(this.screen, next) === null) this.save();
  }

  click(button) {
    if (this.element.hasAttribute("data-rests")) return;
    const { screen, draft } = this;
    const { seat, call, points, sweep, wish } = button.dataset;
    if (call) this.change(entry.tapCall(screen, draft, Number(seat), call));
    else if (seat) this.change(entry.tapSeat(screen, draft, Number(seat)));
    else if (wish) this.change(entry.tapWish(screen, draft, Number(wish)));
    else if (points) this.change(entry.tapPoints(screen, draft, this.flipped ? 100 - points : Number(points)));
    else if (sweep) this.change(entry.tapSweep(screen, draft, Number(sweep)));
    else if (button.dataset.card) this.count(button);
    else if (button.matches(".flip")) { this.flipped = !this.flipped; this.draw(); this.count(); }
    else if (button.matches(".counting")) this.openCount();
    else if (button.matches(".take")) { this.openCount(); this.change(entry.tapPoints(screen, { ...draft, points: null }, this.flipped ? 100 - this.counted() : this.counted())); }
    else if (button.matches(".save")) this.save();
    else if (button.matches(".undo")) this.undo();
    else if (button.matches(".undo-last")) this.takeBack();
    else if (button.matches(".hand")) loadTable().then((loaded) => loaded.handOver(), () => location.assign(this.screen.urls.sheet));
  }

  undo() {
    if (this.busy) return;
    if (this.undone.length) {
      this.draft = this.undone.pop();
      this.note = "";
      this.keepDraft();
      // The same button takes back the round before next: not by one tap too many.
      if (this.again && entry.isEmpty(this.draft)) this.rest();
      this.draw();
    } else if (!entry.isEmpty(this.draft)) this.change(entry.emptyDraft());
    else if (this.last) this.takeBack();
  }

  keepDraft() {
    if (!this.mending) kept.write(this.key, entry.isEmpty(this.draft) ? null : { draft: this.draft });
  }

  /** The round that Undo would take back. */
  get last() { return this.screen.replaces || this.mending ? undefined : this.screen.rounds.at(-1); }

  // The counting aid ----------------------------------------------------------------------------------------

  closeCount() {
    if (this.one(".count") && !this.one(".count").hidden) this.openCount();
  }

  openCount() {
    const panel = this.one(".count");
    panel.hidden = !panel.hidden;
    this.one(".grid").hidden = !panel.hidden;
    const button = this.one(panel.hidden ? ".counting" : ".count button");
    this.all(".counting").forEach((each) => each.setAttribute("aria-expanded", String(!panel.hidden)));
    this.count();
    button.focus();
  }

  counted() {
    return [...this.all('.count [aria-pressed="true"]')].reduce((sum, card) => sum + Number(card.dataset.card), 0);
  }

  count(card) {
    if (!this.one(".count")) return;
    if (card) card.setAttribute("aria-pressed", String(card.getAttribute("aria-pressed") !== "true"));
    this.one(".take").textContent = fill(this.words.take, { points: number(this.counted()) });
  }

  // Writing -------------------------------------------------------------------------------------------------

  /** Keep an entry on this phone. When this resolves, it is on the disk. */
  async write(what) {
    const { game, sides } = this.screen;
    return (await outbox).add({ id: newId(), game, sides, replaces: null, about: null, ...what });
  }

  async save() {
    if (this.busy || entry.missing(this.screen, this.draft) !== null) return;
    this.busy = true;
    const { screen } = this;
    const data = entry.roundOf(screen, this.draft);
    const kind = screen.replaces ? "correction" : "round";
    const what = { kind, number: screen.number, data, sides: screen.sides, names: screen.people, replaces: screen.replaces ?? null };
    let written = null;
    try {
      written = this.mending ? await this.rewrite(what) : await this.write(what);
      kept.write(this.key, null);
      this.draft = screen.replaces ? this.draft : entry.emptyDraft();
      this.mending = null;
      this.note = fill(screen.replaces ? this.words.corrected : this.words.kept, screen);
      this.rest(); // before the next round stands here, and from then on
      await (await loadTable()).wrote(written);
      this.restOn();
    } catch {
      this.refused = [{ message: written ? this.words.broken : this.words.unkept }];
    } finally {
      // What is kept must not be written once more where it still stands here: a correction, or the table is not loaded.
      this.busy = Boolean(written) && this.screen === screen;
      this.draw();
    }
  }

  /** A refused round, tapped anew, keeps its place in the outbox. It is another entry: the old id stood for other taps. */
  async rewrite(what) {
    const id = newId();
    const row = this.mending.entry;
    const anew = { ...what, id, state: "waiting", errors: [], tries: 0 };
    const there = await (await outbox).change(row.seq, (found) => ({ ...found, ...anew }));
    return there ? { ...row, ...anew } : this.write(what);
  }

  /** Tap a refused round anew. */
  mend(row) {
    // What was tapped while others played together is of no use.
    const fits = JSON.stringify(row.before.sides) === JSON.stringify(row.entry.sides);
    const draft = fits ? entry.draftOf(row.before, row.entry.data) : entry.emptyDraft();
    this.show({ ...row.before, rounds: this.screen.rounds, words: this.words }, draft);
    this.mending = row;
    this.asks = true;
    this.say(fill(this.words.mending, row.entry));
    document.querySelector("#entry").hidden = false;
    this.one(".seats").scrollIntoView({ block: "nearest" });
  }

  /** The server's reasons against an entry. A correction is mended where it stands: true says that it need not be kept. */
  refuse({ kind, errors }) {
    if (kind !== "correction" || !this.screen.replaces) return false;
    this.refused = errors;
    this.busy = false;
    this.keepDraft();
    this.note = "";
    this.draw();
    return true;
  }

  async takeBack() {
    if (this.busy) return;
    this.busy = true;
    this.rest();
    try {
      const { data, number: round } = await (await loadTable()).takeBack();
      // What was taken back stands in the entry again: mend the one tap that was wrong.
      this.draft = entry.draftOf(this.screen, data);
      this.undone = entry.stepsTo(this.draft);
      this.again = true;
      this.asks = true; // there may be more than one tap to mend
      this.note = fill(this.words.undone, { number: round });
      this.keepDraft();
      this.restOn();
    } catch {
      this.refused = [{ message: this.words.broken }];
    } finally {
      this.busy = false;
      this.draw();
    }
  }

  // Drawing -------------------------------------------------------------------------------------------------

  draw() {
    const { screen, draft } = this;
    this.drawSeats();
    const swept = entry.sweptBy(screen, draft);
    for (const cell of this.all("[data-points]")) {
      const points = this.flipped ? 100 - cell.dataset.points : Number(cell.dataset.points);
      cell.setAttribute("aria-pressed", String(points === draft.points));
      cell.disabled = screen.recording === "full" && swept !== null;
    }
    for (const button of this.all("[data-sweep]")) {
      const pressed = screen.recording === "first" ? draft.sweep === true : draft.sweep === Number(button.dataset.sweep);
      button.setAttribute("aria-pressed", String(pressed));
    }
    for (const button of this.all("[data-wish]")) {
      button.setAttribute("aria-pressed", String(draft.wish === Number(button.dataset.wish)));
    }
    for (const grid of this.all(".grid, .count")) {
      grid.classList.toggle("side-0", !this.flipped);
      grid.classList.toggle("side-1", this.flipped);
    }
    for (const side of this.all("[data-caption]")) side.hidden = (side.dataset.caption === "1") !== this.flipped;
    this.drawFoot();
  }

  drawSeats() {
    const { screen, draft, words } = this;
    const places = entry.placed(screen, draft);
    const first = entry.firstOut(screen, draft);
    for (const button of this.all("button.seat")) {
      const seat = Number(button.dataset.seat);
      const place = places.indexOf(seat);
      const byItself = place >= draft.out.length;
      button.setAttribute("aria-pressed", String(place >= 0));
      button.classList.toggle("by-itself", byItself);
      button.querySelector(".place").textContent = place < 0 ? "" : String(place + 1);
    }
    for (const chip of this.all("[data-call]")) {
      const seat = Number(chip.dataset.seat);
      const called = draft.calls[seat] === chip.dataset.call;
      const made = called && first === seat;
      const decided = called && (made || first !== null || draft.wish !== null || this.screen.recording === "points");
      chip.setAttribute("aria-pressed", String(called));
      chip.dataset.came = !called ? "" : made ? "made" : decided ? "failed" : "open";
      chip.querySelector(".came").textContent = made ? "✓" : decided ? "✗" : called ? "?" : "";
      chip.dataset.label ??= chip.getAttribute("aria-label");
      const came = made ? words.made : decided ? words.failed : words.called;
      chip.setAttribute("aria-label", called ? `${chip.dataset.label}, ${came}` : chip.dataset.label);
      chip.disabled = entry.callBarred(screen, draft, seat);
    }
  }

  drawFoot() {
    const { screen, draft, words } = this;
    const missing = entry.missing(screen, draft);
    const read = this.one("#readback");
    this.one("#trouble").textContent = (this.refused ?? []).map((mistake) => mistake.message).join(" ");
    if (!this.offer) this.refused = null;
    this.one(".current").hidden = !this.offer;
    const asked = missing === null ? this.readBack() : [fill(words[missing], { place: draft.out.length + 1 }), ""];
    const [line, said] = this.note ? [this.note, ""] : asked;
    if (this.read !== line + said) {
      const small = Object.assign(document.createElement("span"), { className: "said", textContent: said });
      read.replaceChildren(line, ...(said ? [" ", small] : []));
      this.read = line + said;
    }
    read.classList.toggle("complete", missing === null && !this.note);
    read.dataset.place = this.note ? this.place ?? "" : "";
    const save = this.one(".save");
    save.disabled = missing !== null || this.busy;
    const undo = this.one(".undo");
    const own = this.undone.length || !entry.isEmpty(draft);
    undo.disabled = this.busy || (!own && !this.last);
    undo.querySelector(".what").textContent = own || !this.last ? words.undoTap : fill(words.undoRound, this.last);
  }

  /** The complete round: what each side gets and the totals after it; who made what, in words. */
  readBack() {
    const { screen, draft, words } = this;
    const name = (seat) => screen.seats[seat].name;
    if (!screen.sides.length) {
      return ["", entry.placed(screen, draft).map((seat, place) => `${place + 1} ${name(seat)}`).join(" · ")];
    }
    const { totals } = columnScores(screen, draft);
    const sides = sideScores(screen, draft).map((score, side) => `${screen.marks[side]} ${signed(score)}`).join("  ");
    const { made, failed } = callsOf(screen, draft);
    const said = [
      ...(draft.wish === null ? [] : [fill(words.wish, { name: name(draft.wish) })]),
      ...(entry.sweptBy(screen, draft) === null || draft.wish !== null ? [] : [words.sweep]),
      ...made.map((seat) => `${name(seat)}: ${screen.callNames[draft.calls[seat]]} ✓ ${words.made}`),
      ...failed.map((seat) => `${name(seat)}: ${screen.callNames[draft.calls[seat]]} ✗ ${words.failed}`),
    ];
    return [`${sides} → ${totals.map(number).join(" : ")}`, said.join(" · ")];
  }
}

/** The sides belong to the key, and how much is recorded: taps made for others must not come up again as if they fitted. */
const keyOf = (screen) => `draft:${screen.game}:${screen.number}:${screen.sidesSeen}:${screen.replaces ?? ""}:${screen.recording}`;

/** Drafts of rounds that are written by now are of no use to anybody. */
function sweepDrafts({ game, number: round }) {
  try {
    for (const key of Object.keys(localStorage)) {
      const [kind, of, written, , replaces] = key.split(":");
      if (kind === "draft" && of === game && Number(written) < round && !replaces) localStorage.removeItem(key);
    }
  } catch { /* A store that cannot be read holds no drafts. */ }
}

let board = null;

/** A stroke over the seats in the order of going out stands for the taps. */
function stroke() {
  let from = null;
  let drawn = false;
  const seatAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("button.seat") ?? null;
  document.addEventListener("pointerdown", (event) => {
    from = event.target.closest("button.seat");
    drawn = false;
    if (from?.hasPointerCapture?.(event.pointerId)) from.releasePointerCapture(event.pointerId);
  });
  document.addEventListener("pointermove", (event) => {
    if (!from) return;
    const over = seatAt(event);
    if (!over || over === from) return;
    const tap = (button) => {
      if (button.getAttribute("aria-pressed") !== "true") board.click(button);
    };
    if (!drawn) tap(from);
    drawn = true;
    from = over;
    tap(over);
  });
  document.addEventListener("pointerup", () => { from = null; });
  document.addEventListener("pointercancel", () => { from = null; });
  // The click that ends a stroke would tap its last seat once more.
  document.addEventListener("click", (event) => {
    if (drawn && event.target.closest("button.seat")) event.stopImmediatePropagation();
    drawn = false;
  }, true);
}

document.addEventListener("click", (event) => {
  const offered = event.target.closest("#board .current");
  if (offered) {
    event.preventDefault();
    board.draft = entry.emptyDraft();
    board.key = "";
    loadTable().then((loaded) => loaded.redraw({ follow: true }), () => location.assign(offered.href));
  }
  const button = event.target.closest("#board button[type=button]");
  if (button && !button.disabled) board.click(button);
});

/** What waits here is shown at once; where nothing does, the rest of the page has time until the board is in use. */
async function begin() {
  const box = await outbox;
  if (!box.durable) board.say(board.words.unstored, "");
  const { game, version } = board.screen;
  const [waiting, newest] = [await box.of(game), await box.kept(game)];
  if (waiting.length || newest?.version > version) return loadTable();
  document.addEventListener("pointerdown", loadTable, { once: true });
  return setTimeout(loadTable, BACKGROUND);
}

if (document.querySelector("#screen")) {
  board = new Board(document.querySelector("#board"));
  stroke();
  window.addEventListener("load", () => begin().catch(() => {}));
}
