/* The table scorer's screen: binds taps to the draft, draws the draft, keeps it over a reload, sends it.
 * The server draws the board; after a round is written its answer is the next board, swapped in whole.
 */
import * as entry from "./entry.js";
import { callsOf, columnScores, sideScores } from "./preview.js";

/** How long a fresh board rests after it saved itself, in milliseconds: a tap too many is not for the next round. */
const REST = 1200;
const MINUS = "\u2212";
const number = (value) => (value < 0 ? MINUS + -value : String(value));
const signed = (value) => (value > 0 ? "+" : "") + number(value);
/** Fill the %(name)s places of a translated text. */
const fill = (text, params) => text.replace(/%\((\w+)\)s/g, (_, key) => params[key]);

/** 128 random bits as a version 4 UUID; crypto.randomUUID is missing on plain http. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

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

class Board {
  constructor(element) {
    this.element = element;
    this.screen = JSON.parse(element.querySelector("#screen").textContent);
    this.words = this.screen.words;
    // The sides belong to the key: taps made for other sides must not come up again as if they fitted.
    this.drafts = `draft:${this.screen.game}:`;
    this.key = `${this.drafts}${this.screen.number}:${this.screen.sidesSeen}:${this.screen.replaces ?? ""}`;
    this.unsaved = `unsaved:${this.screen.game}`;
    this.sweepDrafts();
    const before = kept.read(this.key);
    const given = this.screen.round ? entry.draftOf(this.screen, this.screen.round) : entry.emptyDraft();
    this.draft = before?.draft ?? given;
    this.id = before?.id ?? newId();
    this.undone = []; // drafts before each tap, newest last
    this.flipped = false; // the grid counts for the other side
    this.busy = false;
    this.asks = this.screen.saving !== "itself";
    this.note = before ? "" : this.screen.saved ?? "";
    const lost = kept.read(this.unsaved);
    if (lost && !this.screen.replaces) this.refused = [{ message: fill(this.words.unsaved, lost) }];
    this.draw();
  }

  /** Drafts of rounds that are written by now are of no use to anybody. */
  sweepDrafts() {
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(this.drafts) && Number(key.slice(this.drafts.length).split(":")[0]) < this.screen.number
            && key.endsWith(":")) localStorage.removeItem(key);
      }
    } catch { /* A store that cannot be read holds no drafts. */ }
  }

  all(selector) { return this.element.querySelectorAll(selector); }
  one(selector) { return this.element.querySelector(selector); }

  /** Take no taps for a moment: what follows a save or an undo too quickly was not meant for the round that comes. */
  rest() {
    this.element.toggleAttribute("data-rests", true);
    setTimeout(() => this.element.toggleAttribute("data-rests", false), REST);
  }

  // Taps ----------------------------------------------------------------------------------------------------

  change(next) {
    if (this.busy || next === this.draft) return;
    this.undone.push(this.draft);
    this.draft = next;
    this.note = "";
    kept.write(this.key, entry.isEmpty(next) ? null : { id: this.id, draft: next });
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
  }

  undo() {
    if (this.busy) return;
    if (this.undone.length) {
      this.draft = this.undone.pop();
      kept.write(this.key, entry.isEmpty(this.draft) ? null : { id: this.id, draft: this.draft });
      this.draw();
    } else if (!entry.isEmpty(this.draft)) this.change(entry.emptyDraft());
    else if (this.screen.last) this.takeBack();
  }

  // The counting aid ----------------------------------------------------------------------------------------

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

  // Sending -------------------------------------------------------------------------------------------------

  async send(url, fields, unreached = this.words.unreached) {
    this.busy = true;
    this.note = this.words.sending;
    this.draw();
    try {
      const body = new URLSearchParams({ csrfmiddlewaretoken: this.screen.csrf, ...fields });
      const answer = await fetch(url, { method: "POST", body, headers: { "HX-Request": "true" }, credentials: "same-origin" });
      const kind = answer.headers.get("Content-Type") ?? "";
      if (kind.startsWith("application/json")) {
        const said = await answer.json();
        if (said.next) { kept.write(this.key, null); location.assign(said.next); return null; }
        this.refuse(said.errors);
        return null;
      }
      const html = await answer.text();
      if (answer.ok && html.includes('id="board"')) { kept.write(this.key, null); return html; }
      this.refused = [{ message: this.words.failed_answer }];
      return null;
    } catch {
      this.refused = [{ message: unreached }];
      return null;
    } finally {
      this.busy = false;
      this.note = "";
    }
  }

  /** The server's reasons. Where the game has moved on, the way to where it stands now is offered, and the taps are
   * kept in words, so that nobody has to remember them. */
  refuse(errors) {
    this.refused = errors;
    const movedOn = errors.some(({ code }) => this.screen.movedOn.includes(code));
    if (!movedOn || this.screen.replaces) return;
    this.offer = true;
    const [line, said] = this.readBack();
    kept.write(this.unsaved, { number: this.screen.number, round: [line, said].filter(Boolean).join(" · ") });
  }

  async save() {
    if (this.busy || entry.missing(this.screen, this.draft) !== null) return;
    const html = await this.send(this.screen.urls.save, {
      id: this.id,
      number: this.screen.number,
      sides: this.screen.sidesSeen,
      replaces: this.screen.replaces ?? "",
      round: JSON.stringify(entry.roundOf(this.screen, this.draft)),
    });
    if (!html) return this.draw();
    kept.write(this.unsaved, null);
    show(html).rest();
    return undefined;
  }

  async takeBack() {
    const { last, urls } = this.screen;
    this.undoId ??= newId();
    const html = await this.send(urls.undo, { id: this.undoId, number: last.number }, this.words.undoUnreached);
    if (!html) return this.draw();
    const board = show(html);
    // What was taken back stands in the entry again: mend the one tap that was wrong.
    board.draft = entry.draftOf(board.screen, last.round);
    board.asks = true; // there may be more than one tap to mend
    board.rest();
    board.undone = [entry.emptyDraft()];
    board.note = fill(board.words.undone, { number: last.number });
    kept.write(board.key, { id: board.id, draft: board.draft });
    board.draw();
    return undefined;
  }

  // Drawing -------------------------------------------------------------------------------------------------

  draw() {
    const { screen, draft } = this;
    if (!this.one(".entry")) return; // paused or finished: nothing to tap
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
    this.refused = null;
    this.one(".current").hidden = !this.offer;
    const asked = missing === null ? this.readBack() : [fill(words[missing], { place: draft.out.length + 1 }), ""];
    const [line, said] = this.note ? [this.note, ""] : asked;
    if (this.read !== line + said) {
      const small = Object.assign(document.createElement("span"), { className: "said", textContent: said });
      read.replaceChildren(line, ...(said ? [" ", small] : []));
      this.read = line + said;
    }
    read.classList.toggle("complete", missing === null && !this.note);
    const save = this.one(".save");
    save.disabled = missing !== null || this.busy;
    const undo = this.one(".undo");
    const own = this.undone.length || !entry.isEmpty(draft);
    undo.disabled = this.busy || (!own && !screen.last);
    undo.querySelector(".what").textContent = own ? words.undoTap : screen.last ? fill(words.undoRound, { number: screen.last.number }) : words.undoTap;
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

let board = null;

/** Put a board drawn by the server in the place of the one that stands. */
function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#board");
  const focused = document.activeElement?.closest("#board") ? document.activeElement.dataset : null;
  document.querySelector("#board").replaceWith(fresh);
  board = new Board(fresh);
  if (focused) (fresh.querySelector("button.seat") ?? fresh.querySelector("a, button"))?.focus({ preventScroll: true });
  return board;
}

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

// Back from another page: what the browser kept may be rounds old.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
document.addEventListener("click", (event) => {
  const button = event.target.closest("#board button[type=button]");
  if (button && !button.disabled) board.click(button);
});
if (document.querySelector("#screen")) {
  board = new Board(document.querySelector("#board"));
  stroke();
}
