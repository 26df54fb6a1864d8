/* The scorer's screen at the table: turns taps into a draft, draws the draft, keeps it over a reload, passes it on when
 * complete. What happens to a complete round (stored here, sent, seen by others) is in table.js, loaded after the
 * board.
 */
import * as entry from "./entry.js";
import { drafts, newId, Outbox } from "./outbox.js";
import { cameTo, cardsInWords, fill, inWords, number } from "./preview.js";

/** How long a new board rests after a round saved itself, in milliseconds: an extra tap is not for the next round. */
const REST = 600;
const LATE = 10_000; // ms in which card points may still belong to the round that saved itself
const AGAIN = 5_000; // ms until what could not be loaded is tried again
const BACKGROUND = 1_500; // ms after loading until the rest of the page is fetched, if nobody taps before

/** The outbox, opened once; and the part of the page that loads after the board. */
const outbox = Outbox.open();
let table = null;
const loadTable = () => {
  table ??= Promise.all([import("./table.js"), outbox]).then(([{ begin }, box]) => begin(board, box));
  // Not loaded without a network: try again, also if nobody taps, because waiting entries have to be sent.
  table.catch(() => {
    table = null;
    setTimeout(() => loadTable().catch(() => {}), AGAIN);
  });
  return table;
};

class Board {
  constructor(element) {
    this.element = element;
    this.busy = false;
    const screen = JSON.parse(element.querySelector("#screen").textContent);
    // Before the board is shown: another phone keeps score.
    const handed = drafts.read(drafts.handedKey(screen)) !== null;
    element.toggleAttribute("data-handed", handed);
    this.one("#handing").hidden = !handed || this.one("#entry").hidden;
    this.show(screen);
  }

  /** Begin a round, with the taps made for it before. `draft`: what to begin with instead. */
  show(screen, draft = null) {
    this.busy = false;
    this.words = screen.words;
    this.key = drafts.key(screen);
    const before = draft ? null : drafts.read(this.key);
    this.told = screen.recording;
    this.given = screen; // as the server told it, whoever was tapped to sit out
    this.screen = { ...screen, recording: before?.recording ?? screen.recording, bombs: this.notes(screen) };
    const given = screen.round ? entry.draftOf(screen, screen.round) : entry.emptyDraft();
    // An earlier version may have kept it, without what is new.
    const kept = before?.draft && { ...entry.emptyDraft(), ...before.draft };
    this.draft = draft ?? kept ?? given;
    this.undone = kept ? (before.undone ?? [given]) : []; // drafts before each tap, newest last
    this.flipped = false; // the keys count for the other side
    this.wishing = false; // the next seat tapped did not fulfil the wish
    this.held = null; // the draft with card points, until it is known which round they are for
    this.asks = screen.saving !== "itself" || screen.recording === "totals"; // another digit may follow
    this.mending = null; // the row of the outbox that is being corrected
    this.offer = false;
    this.again = false; // an undone round is on the board
    this.refused = null;
    this.note = null;
    drafts.sweep(screen);
    this.closeCount();
    this.draw();
    if (typeof before?.sitsOut === "number" && before.sitsOut !== screen.sits_out) this.seat(before.sitsOut);
  }

  /** Draw the board for a round in which this person, or pair, sits out. It takes no taps until it is drawn. */
  async seat(column) {
    this.hold();
    try {
      const [{ asSeated }, { drawScreen }] = await Promise.all([import("./game.js"), import("./redraw.js")]);
      this.screen = asSeated(this.screen, { sits_out: column });
      drawScreen(this.element, this.screen, false);
    } catch {
      this.refused = [{ message: this.words.broken }];
    } finally {
      this.rest();
      this.draw();
    }
  }

  /** Who sits out, where that is tapped: before the round's own taps, which would be other people's. */
  tapRest(column) {
    if (this.screen.replaces) [this.draft, this.undone] = [entry.emptyDraft(), []];
    if (entry.isEmpty(this.draft) && !this.mending) return this.seat(column);
    return this.say(this.words.restFirst);
  }

  /** The game has moved on: show its state. Taps for another round are not thrown away: then the way there is offered
   * instead. True if the board shows the screen now.
   */
  take(screen, onward) {
    if (drafts.key(screen) === this.key && !this.mending) {
      this.told = screen.recording;
      this.given = screen;
      const { recording, sits_out, sides, seats, sidesSeen, order } = this.screen;
      const named = seats.map((seat, at) => ({ ...seat, name: screen.seats[at].name })); // others may sit there now
      const kept = screen.whoSitsOut === "tapped" ? { sits_out, sides, seats: named, sidesSeen, order } : {};
      this.screen = { ...screen, recording, bombs: this.notes(screen), ...kept };
      this.offer = false;
      return true;
    }
    if (this.mending && !onward) return false;
    if (!onward && this.isHalfTapped()) {
      this.offer = true;
      const { movedHere, movedOn } = this.words;
      const here = screen.rounds.find(({ number: written }) => written === this.screen.number)?.mine; // by another tab
      this.refused = [{ message: fill(here ? movedHere : movedOn, this.screen) }];
      return false;
    }
    const note = onward ? this.note : null;
    this.show(screen);
    this.note = note;
    return true;
  }

  /** Taps from another tab of this phone, which has saved them since, need no answer. */
  isHalfTapped() {
    return !entry.isEmpty(this.draft) && (this.undone.length > 0 || drafts.read(this.key) !== null);
  }

  isIdle() {
    return entry.isEmpty(this.draft) && !this.mending && !this.held;
  }

  /** Show something above the keys until the next tap. */
  say(line, place = "", said = "") {
    this.note = line === null ? null : { line, place, said };
    this.draw();
  }

  /** Read the last written round back, until the next tap, and show where it is. */
  sayWritten(place) {
    const { gains, said, number: round } = this.written;
    const { saved, kept, places } = this.words;
    const taken = place !== "refused" && place !== "late";
    const line =
      taken && gains ? fill(saved, { number: round }) : `${fill(kept, { number: round })} · ${places[place]}`;
    const words = (taken && gains ? [...said, places[place]] : said).join(" · ");
    this.note = { line, place, said: words, gains: taken && gains, isRound: true };
    this.draw();
  }

  all(selector) {
    return this.element.querySelectorAll(selector);
  }
  one(selector) {
    return this.element.querySelector(selector);
  }

  /** Take no taps for a moment: a tap right after a save or an undo was not meant for the next round. */
  rest() {
    this.hold();
    this.resting = setTimeout(() => this.element.toggleAttribute("data-rests", false), REST);
  }

  /** Take no taps until the board rests. */
  hold() {
    this.element.toggleAttribute("data-rests", true);
    clearTimeout(this.resting);
  }

  // Taps ----------------------------------------------------------------------------------------------------

  change(next) {
    if (this.busy || next === this.draft) return;
    const before = this.draft;
    this.undone.push(before);
    this.draft = next;
    this.held = null;
    this.note = null;
    this.keepDraft();
    this.draw();
    if (!this.asks && entry.completes(this.screen, before, next)) this.save(before);
  }

  tapSeat(seat) {
    const { screen, draft } = this;
    if (this.wishing) return this.tapWish(seat);
    if (this.bombs?.asking) return this.bombs.tap(seat);
    const next = entry.tapSeat(screen, draft, seat);
    if (next !== draft) return this.change(next);
    const name = screen.recording !== "full" && screen.seats[entry.firstOut(draft)]?.name;
    return name && this.say(fill(this.words.stays, { name }), "", fill(this.words.staysHint, { name }));
  }

  /** After the Wish key, the next seat tapped did not fulfil the wish; the key takes it back. */
  tapWish(seat) {
    if (seat === this.screen.dummy) return;
    this.wishing = false;
    const next = entry.tapWish(this.screen, this.draft, seat);
    if (next === this.draft) this.say(this.words.wishOver);
    else this.change(next);
  }

  /** The card points. Soon after a round that saved itself, and before anybody is out, the board asks which round they
   * are for.
   */
  tapCards(next) {
    if (!this.held && !this.isLate()) return this.change(next);
    this.held = entry.hasCards(next) ? next : null;
    this.note = null;
    return this.draw();
  }

  isLate() {
    const { last, screen, written } = this;
    if (!this.isIdle() || !written || last?.id !== written.id) return false;
    if (performance.now() - written.itself >= LATE) return false;
    return entry.inItsForm(screen, last.data).recording === screen.recording; // or it did not have these keys
  }

  /** They are for the saved round: it comes back in its order, and saves itself again. */
  async correctLast() {
    const { points, sweep } = this.held;
    this.held = null;
    if (await this.undoRound()) this.change({ ...this.draft, points, sweep });
  }

  /** They are for this round. */
  startNext() {
    const next = this.held;
    this.written.itself = -LATE;
    this.change(next);
  }

  /** They are for this round, which goes on with another tap. */
  takeHeld() {
    this.written.itself = -LATE;
    this.undone.push(this.draft);
    this.draft = this.held;
    this.held = null;
  }

  click(button) {
    if (this.element.hasAttribute("data-rests")) return;
    if (this.held) {
      if (button.matches(".correct-last")) return this.correctLast();
      if (button.matches(".start-next")) return this.startNext();
      if (button.dataset.seat) this.takeHeld(); // somebody is out, or has called, in this round
    }
    return this.press(button);
  }

  press(button) {
    const { screen, draft } = this;
    const { seat, call, points, sweep, rest } = button.dataset;
    const cards = this.held ?? draft;
    if (!seat || call) this.wishing &&= button.matches(".wish");
    if (rest) this.tapRest(Number(rest));
    else if (call) this.change(entry.tapCall(screen, draft, Number(seat), call));
    else if ("bomb" in button.dataset) this.bombs?.press(button);
    else if ("digit" in button.dataset || "typesSide" in button.dataset) this.totals?.press(button);
    else if (seat) this.tapSeat(Number(seat));
    else if (button.matches(".wish") && draft.wish !== null) this.change(entry.tapWish(screen, draft, draft.wish));
    else if (button.matches(".wish") && entry.isPlayed(screen, draft)) this.say(this.words.wishOver);
    else if (button.matches(".wish")) {
      this.wishing = !this.wishing;
      this.held = null;
      this.note = null;
      this.draw();
    } else if (points) this.tapCards(entry.tapPoints(screen, cards, this.flipped ? 100 - points : Number(points)));
    else if (sweep) this.tapCards(entry.tapSweep(screen, cards, Number(sweep)));
    else if (button.dataset.card) this.count(button);
    else if (button.matches(".flip")) {
      this.flipped = !this.flipped;
      this.draw();
      this.count();
    } else if (button.matches(".counting")) this.openCount();
    else if (button.matches(".take")) {
      this.openCount();
      this.tapCards(
        entry.tapPoints(screen, { ...cards, points: null }, this.flipped ? 100 - this.counted() : this.counted()),
      );
    } else if (button.matches(".save")) this.save();
    else if (button.matches(".undo")) this.undo();
    else if (button.matches(".undo-last")) this.undoRound();
    else if (button.matches(".bombs")) this.noteBombs(!screen.bombs);
    else if (button.matches(".around")) import("./around.js").then(({ toggle }) => toggle(this)).catch(() => {});
    else if (button.matches(".hand"))
      loadTable().then(
        (loaded) => loaded.handOver(),
        () => location.assign(this.screen.urls.sheet),
      );
  }

  undo() {
    if (this.busy) return;
    if (this.wishing || this.held) {
      this.wishing = false;
      this.held = null;
      this.draw();
    } else if (this.undone.length) {
      this.draft = this.undone.pop();
      this.note = null;
      this.keepDraft();
      // The same button undoes the round before the last: not by an extra tap.
      if (this.again && entry.isEmpty(this.draft)) this.rest();
      this.draw();
    } else if (this.lastChange) this.undoSeats();
    else if (this.last) this.undoRound();
  }

  /** Whether Undo takes taps back. In a correction only those made there: the round itself stays. */
  hasTaps() {
    return this.wishing || this.undone.length > 0;
  }

  keepDraft() {
    const { draft, undone, screen } = this;
    const { recording, sits_out: sitsOut } = screen;
    const kept = entry.isEmpty(draft) ? null : { draft, undone, recording, sitsOut };
    if (!this.mending) drafts.write(this.key, kept);
  }

  /** The round that Undo means. */
  get last() {
    return this.screen.replaces || this.mending ? undefined : this.screen.rounds.at(-1);
  }

  /** The change of seats that Undo means: no round was written after it. */
  get lastChange() {
    if (this.screen.replaces || this.mending) return undefined;
    const change = this.screen.seatChanges?.at(-1);
    return change?.id && change.number === this.screen.number ? change : undefined;
  }

  undoSeats() {
    this.hold();
    return loadTable()
      .then((loaded) => loaded.undoSeats())
      .catch(() => {
        this.refused = [{ message: this.words.broken }];
      })
      .finally(() => {
        this.rest();
        this.draw();
      });
  }

  // Depth of recording --------------------------------------------------------------------------------------

  /** The depth of recording for the next rounds: as set here, even if the server does not have it yet. */
  get recording() {
    return (!this.screen.replaces && drafts.read(drafts.setKey(this.screen))?.recording) || this.told;
  }

  /** Record this much from now on. False if this browser stores nothing: then ask the server. */
  record(recording) {
    const key = drafts.setKey(this.screen);
    drafts.write(key, { id: newId(), recording });
    if (drafts.read(key)?.recording !== recording) return false;
    this.draw();
    loadTable().then(
      (loaded) => loaded.sendRecording(),
      () => {},
    );
    return true;
  }

  /** A half-tapped round keeps its form; an empty one gets the current form. */
  drawRecording() {
    const { recording, element, screen, words } = this;
    if (!screen.sides.length) return;
    if (this.isIdle() && screen.recording !== recording && !screen.replaces) {
      this.screen = { ...screen, recording };
      this.undone = [];
    }
    element.dataset.recording = this.screen.recording;
    if (screen.replaces) return;
    for (const key of this.all(".depth button")) key.setAttribute("aria-pressed", String(key.value === recording));
    const from = this.one(".from");
    if (from) from.textContent = fill(words.from, { number: screen.number + (this.isIdle() ? 0 : 1) });
  }

  // Bombs ---------------------------------------------------------------------------------------------------

  /** Whether the next round's bombs are noted: as set on this phone, else as in the last round. */
  notes({ game, sides, rounds, replaces, recording }) {
    if (!sides.length || replaces || recording === "totals") return false;
    const kept = drafts.read(`bombs:${game}`);
    if (kept !== null) return kept;
    // A new game at this table goes on as the last one did: a rematch has no rounds yet.
    return rounds.length ? rounds.at(-1).data.bombs !== undefined : drafts.read("bombs") === true;
  }

  noteBombs(bombs) {
    for (const key of [`bombs:${this.screen.game}`, "bombs"]) drafts.write(key, bombs);
    this.screen = { ...this.screen, bombs };
    this.one(".bombs").setAttribute("aria-checked", String(bombs));
    if (!bombs && !this.draft.bombs?.length) this.draft = { ...this.draft, bombs: null };
    this.draw();
  }

  /** The keys for bombs are loaded with the first round that notes any. */
  drawBombs() {
    const { screen, draft } = this;
    const noted = Boolean(screen.words.bombs) && (screen.bombs || draft.bombs !== null);
    if (noted && !this.bombs)
      import("./bombs.js").then(
        ({ Bombs }) => {
          this.bombs ??= new Bombs(this);
          this.bombs.draw();
        },
        () => {},
      );
    this.bombs?.draw();
  }

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

  /** Store an entry on this phone. When this resolves, it is on the disk. */
  async write(what) {
    const { game, sides } = this.screen;
    return (await outbox).add({ id: newId(), game, sides, replaces: null, about: null, ...what });
  }

  /** Write the round. `before`: the draft before the tap that completed it, if it saved itself: Undo goes back there.
   */
  async save(before = this.draft) {
    if (this.busy || entry.missing(this.screen, this.draft) !== null) return;
    this.busy = true;
    const { screen } = this;
    const data = entry.roundOf(screen, this.draft);
    const kind = screen.replaces ? "correction" : "round";
    const what = {
      kind,
      number: screen.number,
      data,
      sides: screen.sides,
      names: screen.people,
      replaces: screen.replaces ?? null,
      versions: screen.versions ?? null,
    };
    const { gains, tapped, follows } = inWords(screen, this.draft);
    const undone = before === this.draft ? this.undone : this.undone.slice(0, -1);
    let written = null;
    try {
      written = this.mending ? await this.rewrite(what) : await this.write(what);
      drafts.write(this.key, null);
      const said = [...tapped, ...follows];
      const itself = before === this.draft ? -LATE : performance.now();
      const cards = cardsInWords(screen, this.draft);
      this.written = { id: written.id, number: screen.number, gains, said, before, undone, cards, itself };
      this.draft = screen.replaces ? this.draft : entry.emptyDraft();
      this.mending = null;
      if (screen.replaces) this.say(this.words.corrected);
      else this.sayWritten("phone");
      this.hold(); // until the next round is on the board
      await (await loadTable()).wrote(written);
    } catch {
      this.refused = [{ message: written ? this.words.broken : this.words.unkept }];
    } finally {
      // A stored round must not be written again while it is still on the board: for a correction, or if the table is
      // not loaded.
      this.busy = Boolean(written) && this.screen === screen;
      this.rest();
      this.draw();
    }
  }

  /** A corrected refused round keeps its place in the outbox. It is a new entry: the old id belongs to other taps. */
  async rewrite(what) {
    const id = newId();
    const row = this.mending.entry;
    const anew = { ...what, id, state: "waiting", errors: [], tries: 0 };
    const there = await (await outbox).change(row.seq, (found) => ({ ...found, ...anew }));
    return there ? { ...row, ...anew } : this.write(what);
  }

  /** Correct a refused round. */
  mend(row) {
    // Taps made for other sides are of no use.
    const fits = JSON.stringify(row.before.sides) === JSON.stringify(row.entry.sides);
    const before = entry.inItsForm(row.before, row.entry.data);
    const draft = fits ? entry.draftOf(before, row.entry.data) : entry.emptyDraft();
    this.show({ ...before, rounds: this.screen.rounds, words: this.words }, draft);
    this.told = row.before.recording;
    this.screen.bombs = false; // the round says itself whether they were noted
    this.mending = row;
    this.asks = true;
    this.say(fill(this.words.mending, row.entry));
    document.querySelector("#entry").hidden = false;
    this.one(".seats").scrollIntoView({ block: "nearest" });
  }

  /** The server's reasons against an entry. A correction is mended in place: true means that it need not be stored. */
  refuse({ kind, errors }) {
    if (kind !== "correction" || !this.screen.replaces) return false;
    this.refused = errors;
    this.busy = false;
    this.keepDraft();
    this.note = null;
    this.draw();
    return true;
  }

  /** How a round from elsewhere may have been tapped in: without the tap that completed it, if that saves it. */
  asTapped(whole) {
    const steps = entry.stepsTo(whole);
    const itself = !this.asks && entry.completes(this.screen, steps.at(-1), whole);
    return itself ? { before: steps.pop(), undone: steps } : { before: whole, undone: steps };
  }

  /** Undo the last round: its taps are on the board again, under the same rules as before. True if it came back. */
  async undoRound() {
    if (this.busy) return false;
    this.busy = true;
    let done = false;
    this.hold();
    try {
      const { id, data, number: round } = await (await loadTable()).undoRound();
      if ("sits_out" in data) await this.seat(data.sits_out);
      this.screen = entry.inItsForm(this.screen, data);
      const whole = entry.draftOf(this.screen, data);
      const { before, undone } = this.written?.id === id ? this.written : this.asTapped(whole);
      [this.draft, this.undone] = [before, [...undone]];
      this.again = true;
      const missing = entry.missing(this.screen, before);
      const next = missing === null ? this.words.thenSave : this.question(missing);
      // The tiles show what each of them did.
      const { gains: was } = inWords(this.screen, whole);
      const back = fill(this.words.undone, { number: round });
      this.say(next, "", was ? `${back} ${inOne(this.screen, was)}` : back);
      this.keepDraft();
      done = true;
    } catch {
      this.refused = [{ message: this.words.broken }];
    } finally {
      this.busy = false;
      this.rest();
      this.draw();
    }
    return done;
  }

  // Drawing -------------------------------------------------------------------------------------------------

  draw() {
    this.drawRecording();
    const { screen } = this;
    const draft = this.held ?? this.draft;
    this.drawSeats();
    const swept = entry.sweptBy(screen, draft);
    const counting = screen.sides.length ? this.counting() : "";
    for (const cell of this.all("[data-points]")) {
      const points = this.flipped ? 100 - cell.dataset.points : Number(cell.dataset.points);
      cell.setAttribute("aria-pressed", String(points === draft.points));
      cell.ariaLabel = `${number(Number(cell.dataset.points))}, ${counting}`;
      // Points that contradict a sweep can be removed.
      cell.disabled = draft.wish !== null || (screen.recording === "full" && swept !== null && points !== draft.points);
    }
    for (const button of this.all("[data-sweep]")) {
      const pressed = draft.sweep === (button.matches(".sweep") || Number(button.dataset.sweep));
      button.setAttribute("aria-pressed", String(pressed));
      button.disabled = draft.wish !== null;
    }
    for (const button of this.all(".wish"))
      button.setAttribute("aria-pressed", String(this.wishing || draft.wish !== null));
    for (const grid of this.all(".grid, .count")) {
      grid.classList.toggle("side-0", !this.flipped);
      grid.classList.toggle("side-1", this.flipped);
    }
    if (screen.sides.length) this.one(".grid").ariaLabel = fill(this.words.pointsOf, { name: counting });
    this.totals?.draw();
    this.drawFoot();
  }

  drawSeats() {
    const { screen, draft, words } = this;
    const places = entry.placed(screen, draft);
    for (const button of this.all("button.seat")) {
      const seat = Number(button.dataset.seat);
      const place = places.indexOf(seat);
      const byItself = place >= draft.out.length;
      button.setAttribute("aria-pressed", String(place >= 0));
      button.classList.toggle("by-itself", byItself);
      const mark = button.querySelector(".mark"); // which side it is, for screen readers
      if (mark) Object.assign(mark, { role: "img", ariaLabel: words.marks[screen.seats[seat].side] });
      button.querySelector(".place").textContent = draft.wish === seat ? "✗" : place < 0 ? "" : String(place + 1);
    }
    for (const chip of this.all("[data-call]")) {
      const seat = Number(chip.dataset.seat);
      const came = draft.calls[seat] === chip.dataset.call ? entry.cameOf(screen, draft, seat) : "";
      chip.setAttribute("aria-pressed", String(came !== ""));
      chip.dataset.came = came;
      chip.querySelector(".came").textContent = came === "open" ? words.open : cameTo(screen, chip.dataset.call, came);
      chip.dataset.label ??= chip.getAttribute("aria-label");
      chip.setAttribute("aria-label", came ? `${chip.dataset.label}, ${words[came]}` : chip.dataset.label);
      chip.disabled = entry.callBarred(screen, draft, seat);
    }
    this.drawMore?.(places);
    this.drawBombs();
  }

  drawFoot() {
    const { screen, draft, words } = this;
    const missing = entry.missing(screen, draft);
    this.one("#trouble").textContent = (this.refused ?? []).map((mistake) => mistake.message).join(" ");
    if (!this.offer) this.refused = null;
    this.one(".current").hidden = !this.offer;
    const written = this.note?.isRound ? this.note : null;
    this.ask(missing, this.note && !written ? this.note : null);
    this.readBack(written);
    const { line, said, gains } = this.note ?? {};
    const told = this.one("#told");
    told.hidden = !this.note || !this.one("#entry").hidden; // the board is hidden when the game is over
    told.classList.toggle("unseen", written !== null); // visible in the list of rounds below
    told.textContent = told.hidden ? "" : [gains && inOne(screen, gains), line, said].filter(Boolean).join(" ");
    const save = this.one(".save");
    save.disabled = missing !== null || this.busy;
    const waits = this.asks || missing === null || Boolean(screen.replaces); // for Save
    save.hidden = !waits || written !== null;
    const early = missing === null && this.isEarly();
    const kept = early || (missing !== null && entry.hasCards(draft)); // Save will be needed
    this.one(".save small").textContent = early ? inOne(screen, inWords(screen, draft).gains) : "";
    const itself = this.one(".itself");
    itself.hidden = (waits && !early) || written !== null;
    // What is asked above the keys comes first: there is no Save yet.
    const asked = kept && ["first", "order"].includes(missing);
    const question = asked ? this.question(missing) : "";
    itself.textContent = asked ? fill(words.thenSaved, { question }) : kept ? words.waits : words.itself;
    this.drawHeld();
    const undo = this.one(".undo");
    const own = this.hasTaps();
    undo.disabled = this.busy || (!own && !this.last && !this.lastChange);
    undo.querySelector(".what").textContent = own
      ? words.undoTap
      : this.lastChange
        ? words.undoSeats
        : this.last
          ? fill(words.undoRound, this.last)
          : words.undoTap;
  }

  /** Whether a round that would have saved itself waits for Save, because its cards were tapped before the places. */
  isEarly() {
    const { draft, screen } = this;
    return !this.asks && draft.wish === null && entry.hasCards(draft) && entry.firstOut(draft) in screen.seats;
  }

  /** In place of the foot: which round the card points are for. */
  drawHeld() {
    this.one(".which")?.remove();
    this.one(".bar").hidden = this.held !== null;
    if (!this.held) return;
    const { words, written, screen } = this;
    const points = cardsInWords(screen, this.held);
    const key = (className, line, round, more) => {
      const made = Object.assign(document.createElement("button"), {
        type: "button",
        className: `button ${className}`,
      });
      made.append(fill(line, { number: round }), smaller(fill(more, { points })));
      return made;
    };
    const keys = span("which", "");
    keys.append(
      key("correct-last", words.correctLast, written.number, words.correctTo),
      key("start-next", words.startNext, screen.number, words.startWith),
    );
    this.one(".bar").after(keys);
  }

  /** The line above the keys: what is missing, the complete round, or a message. */
  ask(missing, note) {
    const { screen, draft } = this;
    const at = this.one("#question");
    const asksElse = Boolean(note) || this.wishing || this.held !== null;
    const whole = missing === null && !asksElse;
    const hint = asksElse || `${missing}Hint` in this.words;
    const told = note ?? (whole ? this.readWhole() : this.asked(missing));
    const { line, gains, stands, sums, follows, said = follows?.join(" · ") } = told;
    const ring = !asksElse && ["first", "order"].includes(missing) && screen.recording === "full";
    const points = !asksElse && missing === "points";
    if (ring) at.dataset.ring = draft.out.length + 1;
    else delete at.dataset.ring;
    at.classList.toggle("complete", whole);
    at.classList.toggle("points", points);
    at.classList.toggle("noted", Boolean(note));
    at.classList.toggle("hinted", hint);
    for (const side of [0, 1]) at.classList.toggle(`side-${side}`, (points || whole) && (side === 1) === this.flipped);
    say(
      at,
      gains && drawn(screen, gains),
      line && span("line", line),
      stands && drawn(screen, stands),
      sums && span("sums", sums),
      said && span("said", said),
    );
  }

  /** The complete round, read back; as a question if its cards were tapped before the places. */
  readWhole() {
    const { screen, draft, words } = this;
    const read = inWords(screen, draft);
    if (draft.totals) return { ...read, said: this.totals?.supposition() };
    if (!this.isEarly()) return read;
    const name = screen.seats[entry.firstOut(draft)].name;
    // The tiles show the calls' outcomes, Save shows what each side gets.
    return { sums: read.sums, line: fill(words.early, { points: cardsInWords(screen, draft), name }) };
  }

  /** What is missing, and points entered before something else; the side that they belong to. */
  asked(missing) {
    if (missing === "totals" && this.totals) return this.totals.asked();
    const { points } = this.draft;
    const form = points === null ? this.words.forms[this.screen.recording] : "";
    if (this.held) {
      const { number: round, cards } = this.written;
      return { line: fill(this.words.late, { number: round, points: cards, next: this.screen.number }) };
    }
    if (this.wishing)
      return { line: this.words.whoWish, said: fill(this.words.whoWishHint, { points: this.screen.wishPenalty }) };
    const swept = this.draft.sweep === null ? "" : this.words.sweep;
    const side = missing === "points" ? this.counting() : "";
    const hint = this.question(`${missing}Hint`);
    return {
      line: this.question(missing),
      stands: points === null || hint ? null : [points, 100 - points].map(number),
      said: hint || swept || [form, side].filter(Boolean).join(" · "),
    };
  }

  /** The names of the side whose card points the keys count. */
  counting() {
    const { sides, names } = this.screen;
    return sides[this.flipped ? 1 : 0].map((seat) => names[seat]).join(" & ");
  }

  question(key) {
    const { screen, draft, words } = this;
    const text = key === "order" ? words.order[draft.out.length - 1] : words[key];
    return fill(text ?? "", { sweep: words.sweep, name: screen.seats[entry.firstOut(draft)]?.name });
  }

  /** What was saved, large until the next tap. */
  readBack(note) {
    this.one(".foot").dataset.place = note?.place ?? "";
    say(
      this.one("#readback"),
      note?.gains && drawn(this.screen, note.gains),
      note && span("line", note.line),
      note?.said && span("said", note.said),
    );
  }
}

/** Messages about people contain their names, which are not to be translated. */
const span = (className, textContent) =>
  Object.assign(document.createElement("span"), { className, textContent, translate: className !== "said" });

const smaller = (text) => Object.assign(document.createElement("small"), { textContent: text });

/** What each side gets, with its mark. */
function drawn({ marks }, gains) {
  const all = span("gains", "");
  gains.forEach((gain, side) => {
    const one = span(`side-${side}`, "");
    one.append(span("mark", marks[side]), `\u00a0${gain}`);
    all.append(one, " ");
  });
  return all;
}

/** The same in one line of text. */
const inOne = ({ marks }, gains) => gains.map((gain, side) => `${marks[side]}\u00a0${gain}`).join("  ");

/** Put these into a live region, and change nothing if it says the same already. */
function say(place, ...parts) {
  const some = parts.filter(Boolean).flatMap((part) => [part, " "]);
  const fresh = document.createElement("p");
  fresh.append(...some);
  if (fresh.innerHTML !== place.innerHTML) place.replaceChildren(...fresh.childNodes);
}

let board = null;

/** A stroke over the seats in the order of going out replaces the taps. */
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
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => {
      from = null;
    });
  // The click that ends a stroke would tap its last seat again.
  document.addEventListener(
    "click",
    (event) => {
      if (drawn && event.target.closest("button.seat")) event.stopImmediatePropagation();
      drawn = false;
    },
    true,
  );
}

/** How far each key moves in the grid of points: by one, by a row of `columns`, to an end. */
const MOVES = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at, columns) => at + columns,
  ArrowUp: (at, columns) => at - columns,
  Home: () => 0,
  End: (at, columns, last) => last,
};

/** The grid of points is one stop for the Tab key; arrows move in it. */
function arrows() {
  const cells = [...document.querySelectorAll("[data-points]")];
  const stop = (here) =>
    cells.forEach((cell) => {
      cell.tabIndex = cell === here ? 0 : -1;
    });
  board.element.addEventListener("focusin", ({ target }) => {
    if (cells.includes(target)) stop(target);
  });
  board.element.addEventListener("keydown", (event) => {
    const at = cells.indexOf(event.target);
    if (at < 0 || !(event.key in MOVES) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    // Not the first row: it has the key that swaps the sides.
    const columns = cells.filter(({ offsetTop }) => offsetTop === cells[12].offsetTop).length;
    cells[MOVES[event.key](at, columns, cells.length - 1)]?.focus();
  });
}

document.addEventListener("click", (event) => {
  const offered = event.target.closest("#board .current");
  if (offered) {
    event.preventDefault();
    board.draft = entry.emptyDraft();
    board.key = "";
    loadTable().then(
      (loaded) => loaded.redraw({ follow: true }),
      () => location.assign(offered.href),
    );
  }
  if (event.target.closest("#board .cancel")) drafts.write(board.key, null);
  if (event.target.closest("#readback, #question") && board.note?.place) board.say(null);
  const button = event.target.closest("#board button[type=button]");
  if (button && !button.disabled) board.click(button);
});

document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  // On the server's end card too: the taps of the round are on the board again.
  const undoes = target.matches("#board .undoing");
  if (undoes) board.undoRound();
  if (undoes || (target.matches("#board .recorded") && board.record(submitter.value))) event.preventDefault();
});

/** Seats at the four sides of a tablet, if this device is set to that. */
function layAround() {
  const turn = board.one(".around") && board.screen.recording !== "totals" && localStorage.getItem("around");
  if (turn) import("./around.js").then(({ lay }) => lay(board, turn)).catch(() => {});
}

/** Back at the table after a correction: show the current state. */
function sayCorrected() {
  try {
    const round = sessionStorage.getItem("corrected");
    sessionStorage.removeItem("corrected");
    const { words, screen } = board;
    if (!round || screen.replaces) return;
    const totals = screen.totals.map(number).join("\u00a0:\u00a0");
    board.say([fill(words.correctedRound, { number: round }), totals && fill(words.standsAt, { totals })].join(" "));
  } catch {
    /* A browser that stores nothing. */
  }
}

/** Waiting entries are shown immediately; otherwise the rest of the page has time until the board is in use. */
async function begin() {
  const box = await outbox;
  if (!box.durable) board.say(board.words.unstored, "");
  sayCorrected();
  const { game, version } = board.screen;
  const [waiting, newest] = [await box.of(game), await box.kept(game)];
  const handed = board.element.hasAttribute("data-handed");
  // The keys for bombs are drawn by what comes with it: they are not to move once somebody taps.
  if (waiting.length || newest?.version > version || handed || board.screen.bombs) return loadTable();
  document.addEventListener("pointerdown", loadTable, { once: true });
  return setTimeout(loadTable, BACKGROUND);
}

if (document.querySelector("#screen")) {
  // Not to be translated: the browser may translate the page before the first tap, with which elements.js loads.
  const named = "bdi, .happened, .said, .seat small, .reseating :is(svg, li)";
  for (const each of document.querySelectorAll(named)) each.setAttribute("translate", "no");
  board = new Board(document.querySelector("#board"));
  // The chairs are what a ranking game's page is for: they do not wait for the rest of it.
  if (board.screen.ranks) import("./ranks.js").then(({ watch }) => watch(board)).catch(() => {});
  if (board.screen.words.twoTotals)
    import("./totals.js").then(({ Totals }) => {
      board.totals = new Totals(board);
      board.draw();
    });
  stroke();
  arrows();
  try {
    layAround();
  } catch {
    /* A browser that stores nothing. */
  }
  window.addEventListener("load", () => begin().catch(() => {}));
}
