/* The table's page beyond one round: the outbox, the server's game, other phones. Loaded after the board; if anything
 * here fails, the board still works.
 */
import { giveAgain, putWhole } from "./again.js";
import { overlaid, placeOf } from "./game.js";
import { BASE, drafts } from "./outbox.js";
import { onReturn, stayReachable, stayStored, tooLong } from "./app.js";
import { fill } from "./preview.js";
import { keepNames, loadScript, loadStyle, make } from "./elements.js";
import { drawParts, drawScreen } from "./redraw.js";
import { drawRows } from "./rows.js";
import { ask, Sender } from "./sender.js";
import { element as streamOf, listen } from "./stream.js";
import { stayAwake } from "./awake.js";
import { closes } from "./closing.js";

const AT_LEISURE = 10_000; // ms until this phone prepares to start its next game without a network
const LOOK_AGAIN = 5_000; // ms between requests while the stream is silent

/** The taps of a round in one order of calls and places, however they were written down. */
const tapped = ({ data }) => {
  const {
    out = null,
    calls = {},
    card_points: points = null,
    sweep = null,
    made = null,
    wish_violation: wish = null,
    side_calls: sideCalls = [],
    bombs = null,
    totals = null,
  } = data;
  return [out, Object.entries(calls).sort(), points, sweep, made, wish, sideCalls, bombs?.map(String).sort(), totals];
};

/** The parts of a game for which the board is built: if they change, it has to come from the server again. */
const shape = ({ variant, players, words }) => [variant, players, "twoTotals" in words].join();

class Table {
  /** `board` is the page's board, `server` the game as last read from the server. */
  constructor(board, outbox, server) {
    Object.assign(this, { board, outbox, server });
    this.words = server.words;
    this.build = server.build;
    this.known = server; // the newest game that this phone has read, on any page
    this.shape = shape(board.screen);
    this.unborn = server.unborn; // this page was made here, and the server may not know the game yet
    this.tag = "";
    this.streams = true; // until the stream reports a failure
    this.lostAt = null;
    this.announced = 0; // the newest version that the stream announced
    this.sender = new Sender(outbox, server, (what, ...about) => this.heard(what, ...about));
  }

  async begin() {
    loadStyle(this.element("#readback").dataset.css);
    keepNames();
    // Four people have the four sides of a tablet.
    const around = this.element(".around");
    if (around) around.hidden = !matchMedia("(min-width: 740px) and (min-height: 740px)").matches;
    await this.redraw();
    this.count();
    onReturn(() => this.wake());
    this.closeOnBack();
    this.board.element.addEventListener("click", (event) => this.click(event));
    this.board.element.addEventListener("submit", (event) => this.press(event));
    for (const name of ["htmx:after:request", "htmx:error"])
      this.board.element.addEventListener(name, ({ detail: { ctx } }) => ctx && this.pressed(ctx));
    this.follow();
    if (this.rows.length) stayStored();
    this.sayTaken();
    stayAwake(this.element("#alone"), this.words, this.server.game);
    stayReachable();
    setTimeout(() => this.prepare(), AT_LEISURE);
    return this.wake();
  }

  /** Another phone's game was just taken over: the message of the page that read it, in `line` and `said`. */
  sayTaken() {
    const key = `taken:${this.server.game}`;
    const { line, said } = drafts.read(key) ?? {};
    drafts.write(key, null);
    if (line) this.board.say(line, "phone", said);
  }

  /** Escape and the phone's Back close what covers the board, instead of leaving it. */
  closeOnBack() {
    const [menu, count, handing] = [".menu", ".count", "#handing"].map((each) => this.element(each));
    closes(
      menu,
      () => menu.open,
      () => (menu.open = false),
    );
    if (count)
      closes(
        count,
        () => !count.hidden,
        () => this.board.closeCount(),
      );
    closes(
      handing,
      () => !handing.hidden,
      () => (handing.hidden = true),
    );
  }

  async prepare() {
    const { build, urls } = this.server;
    if (!urls.kit || this.lostAt) return;
    await import("./kit.js").then(({ renew }) => renew({ kit: urls.kit, build })).catch(() => {});
  }

  /** A tournament's round has a clock. */
  async count() {
    if (this.clock || !this.server.clock || !this.element("#clock")) return;
    this.clock = true; // it is loading
    const { MatchClock } = await import("./clock.js");
    this.clock = new MatchClock(this);
  }

  /** Follow every change of the game. */
  async follow() {
    if (this.followed || !this.server.ticket) return;
    this.followed = true;
    try {
      await putStream(this.server.ticket);
    } catch {
      this.followed = this.streams = false; // the page asks by itself, and tries this again
      return;
    }
    listen({
      onVersion: (_channel, version) => this.hear(version),
      onContact: () => {
        this.streams = true;
        // The stream goes on for a game that was closed to this phone; only an answer shows that it is open again.
        if (!this.closed && this.server.version >= this.announced) this.reached();
      },
      onLost: () => {
        this.streams = false;
        this.unreached();
      },
    });
  }

  element(selector) {
    return this.board.element.querySelector(selector);
  }

  wake() {
    this.refresh();
    return this.sender.flush();
  }

  // The person's actions --------------------------------------------------------------------------------------

  /** An entry has been stored: show the round after it, and send. */
  async wrote(entry) {
    this.said = entry.seq;
    this.element("#alone").hidden = true; // it has been read
    await this.redraw({ follow: true });
    // It may have been sent by now: another run of the sender is as quick as this one.
    const row = this.rows.find((each) => each.entry.seq === entry.seq);
    if (entry.kind === "round") this.say(row?.entry ?? { ...entry, state: "sent" });
    this.sender.flush();
    stayStored();
  }

  /** Undo the last round; returns the round that was undone. */
  async undoRound() {
    const last = this.board.screen.rounds.at(-1);
    const kept = (await this.outbox.of(this.server.game)).find(({ id }) => id === last.id);
    const unsent = kept && (await this.outbox.takeOut(kept.seq));
    // Below a correction that was never sent is the round itself, which the server has.
    const there = unsent ? kept.replaces : last.id;
    if (there) await this.board.write({ kind: "undo", number: last.number, about: there, data: {} });
    await this.redraw({ follow: true });
    this.sender.flush();
    return last;
  }

  /** Other people sit here from the next round on; "" leaves a seat as it is. */
  async changeSeats(people) {
    const { number, people: names } = this.board.screen;
    await this.board.write({ kind: "seats", number, data: { people }, names });
    await this.redraw();
    this.sender.flush();
    stayStored();
  }

  /** Take the last change of seats back. */
  async undoSeats() {
    const { id, number } = this.board.lastChange;
    const kept = (await this.outbox.of(this.server.game)).find((entry) => entry.id === id);
    const unsent = kept && (await this.outbox.takeOut(kept.seq));
    if (!unsent) await this.board.write({ kind: "undo_seats", number, about: id, data: {} });
    await this.redraw();
    this.sender.flush();
  }

  /** Show who sits here, to change that; the server's page if this phone has not kept what it takes. */
  async openOthers(href) {
    const there = await import("./substitute.js").then(({ open }) => open(this, href)).catch(() => false);
    if (!there) location.assign(href);
  }

  async click(event) {
    const others = event.target.closest("a.others-open");
    if (others) {
      event.preventDefault();
      return this.openOthers(others.href);
    }
    // A chair in the drawing is the button for it in the list below.
    const chair = event.target.closest("[data-chair]")?.dataset.chair;
    const form = chair && this.element(".choosing form");
    if (form) return form.requestSubmit(form.querySelector(`[value="${chair}"]`));
    const link = event.target.closest("a.send");
    if (link) return this.share(event, link);
    const button = event.target.closest("button");
    const row = button?.dataset.seq && this.rows.find(({ entry }) => entry.seq === Number(button.dataset.seq));
    if (!row) return;
    if (button.matches(".again")) {
      // Before sending it again, somebody has checked who sits where.
      await this.outbox.change(row.entry.seq, (found) => ({ ...found, names: found.names && this.server.people }));
      return this.sender.retry();
    }
    if (button.matches(".edit")) {
      drawScreen(this.board.element, { ...row.before, state: "running" }, false);
      return this.board.mend(row);
    }
    // Two taps: so that a slip of the thumb does not discard a round.
    if (this.sure !== row.entry.seq) {
      this.sure = row.entry.seq;
      return this.redraw();
    }
    if (row.entry.kind === "start") {
      await this.outbox.forget(this.server.game);
      return location.assign(BASE);
    }
    await (row.stands ? this.outbox.discard(row.entry) : this.outbox.remove(row.entry.seq));
    await this.redraw({ follow: true });
    this.sender.flush();
  }

  /** Send the depth of recording to the server, if it was set here; later if the server is not reached. */
  sendRecording() {
    this.setting ??= this.postRecording().finally(() => (this.setting = null));
    return this.setting;
  }

  async postRecording() {
    const key = drafts.setKey(this.server);
    const set = drafts.read(key);
    if (!set || set.sent || this.server.unborn) return;
    const { id, recording } = set;
    const told = new URLSearchParams({ recording, recording_id: id });
    const answer = await this.sender.write(this.server.urls.settings, told);
    if (!answer) return this.unreached();
    if (drafts.read(key)?.id !== id) return this.postRecording(); // set again in the meantime
    const refused = answer.status >= 400;
    drafts.write(key, refused ? null : { ...set, sent: true });
    if (refused) this.board.say(document.body.dataset.failed, "refused");
    return this.refresh();
  }

  /** Send the result to friends. */
  async share(event, link) {
    event.preventDefault();
    const { send } = await import("./share.js");
    await send(link);
  }

  /** A button that writes no round (which version counts, another chair, resuming): the page stays, with its taps. */
  async press(event) {
    const form = event.target;
    if (!window.htmx || !navigator.onLine || !form.matches(":is(#disputes, #reseating, #rest) :not(.undoing)")) return;
    event.preventDefault();
    const headers = { "HX-Boosted": "true" }; // a link to another page comes as an address
    await htmx.ajax("POST", form.getAttribute("action"), { source: form, event, swap: "none", headers });
    this.refresh();
  }

  /** The server's answer to such a button, if it refused or did not answer. */
  pressed({ sourceElement, response, text }) {
    if (!sourceElement.matches("form") || response?.status < 400) return;
    const page = new DOMParser().parseFromString((response?.status < 500 && text) || "", "text/html");
    const { failed, unsure } = document.body.dataset;
    const said = page.querySelector("[role=alert]")?.textContent.trim();
    this.board.say(said || (response ? failed : unsure), "refused");
  }

  /** Show the whole game as a code, for another phone to go on with: the last resort if no network comes. */
  async handOver() {
    const { toggle } = await import("./handover_show.js");
    await toggle(this);
  }

  /** Show above the buttons where the round just written is. */
  say(entry) {
    this.said = entry.seq;
    this.saying = entry;
    this.board.sayWritten(entry.seq === this.sending ? "sending" : placeOf(entry));
  }

  /** The message about the round just written is out of date: it has another version, or was undone. */
  unsay() {
    const { saying, board, rows, server } = this;
    if (!saying || !board.note?.isRound || rows.some(({ entry }) => entry.seq === saying.seq)) return;
    const there = server.rounds.find(({ number }) => number === saying.number);
    const asSaid = there && !there.disputed && JSON.stringify(tapped(there)) === JSON.stringify(tapped(saying));
    if (asSaid) return;
    this.saying = null;
    board.say(null);
  }

  // Results --------------------------------------------------------------------------------------------------

  async heard(what, entry, answer) {
    if (what === "sending") this.sending = entry.seq;
    if (what === "committed") {
      this.sending = null;
      if (entry.kind === "correction" && this.board.screen.replaces) return this.leaveCorrected();
      if (this.said === entry.seq && this.board.isIdle() && answer.outcome !== "rival")
        this.say({ ...entry, state: "sent", outcome: answer.outcome });
    }
    if (what === "refused") {
      this.sending = null;
      if (await this.board.refuse(entry)) await this.outbox.remove(entry.seq);
      else if (this.said === entry.seq && this.board.isIdle()) this.say({ ...entry, state: "refused" });
    }
    if (what === "unreached") {
      this.sending = null;
      this.unreached();
      if (await this.correctionWaits()) return this.leaveCorrected();
    }
    await this.redraw();
    if (what === "done" && (await this.outbox.of(this.server.game)).some(({ state }) => state === "sent"))
      await this.refresh();
  }

  /** Back to the table, which shows the current state. */
  leaveCorrected() {
    try {
      sessionStorage.setItem("corrected", this.board.screen.number);
    } catch {
      /* Then the message is lost. */
    }
    location.assign(this.server.urls.score);
  }

  /** A correction is stored, and cannot be sent now: the table goes on, if its page opens without a network. */
  async correctionWaits() {
    if (!this.board.screen.replaces || !navigator.serviceWorker?.controller) return false;
    return (await this.outbox.of(this.server.game)).some(
      ({ kind, state }) => kind === "correction" && state === "waiting",
    );
  }

  /** The game has this version. While entries are being sent, by this tab or another, ask after the last one. */
  async hear(version) {
    this.announced = version;
    await this.sender.running;
    // An older one too: the site may have been restored from a back-up.
    if (version !== this.server.version) this.refresh();
  }

  /** Read the game; mostly 304. One request at a time. */
  refresh() {
    this.more = Boolean(this.asking);
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
      if (this.more) this.refresh();
    });
    return this.asking;
  }

  async ask() {
    clearTimeout(this.look);
    if (document.visibilityState === "hidden") return;
    const entries = await this.outbox.of(this.server.game);
    if (this.server.unborn && entries.some(({ kind, state }) => kind === "start" && state !== "sent")) return;
    const sent = entries.filter(({ state }) => state === "sent");
    const set = drafts.read(drafts.setKey(this.server));
    const headers = { "HX-Request": "true", ...(this.tag ? { "If-None-Match": this.tag } : {}) };
    const answer = await ask(this.server.urls.state, { headers });
    if (!answer) return this.unreached();
    const told = answer.status === 200 && answer.said.game === this.server.game;
    if (!told && answer.status !== 304) return this.turnedAway(answer);
    const again = told
      ? await giveAgain(this.outbox, this.known, answer.said, sent, (ids) => this.sender.unknown(ids, answer.said.urls))
      : [];
    if (!again) return this.unreached();
    const news = told ? answer.said : this.server;
    const changed = news.version !== this.server.version;
    // Set before the request, so it is in the answer, even if the version did not change: the one before had it
    // already.
    if (set?.sent && drafts.read(drafts.setKey(news))?.sent) drafts.write(drafts.setKey(news), null);
    if (told) {
      this.tag = answer.headers.get("ETag") ?? "";
      this.server = this.known = news;
      this.sender.csrf = news.csrf;
      this.follow();
      if (shape(news) !== this.shape) return location.reload();
    }
    this.reached();
    // Without a stream the page asks by itself.
    if (!this.streams) this.look = setTimeout(() => this.refresh(), LOOK_AGAIN);
    // What was committed before the request is in the answer.
    for (const entry of sent) await this.outbox.change(entry.seq, (found) => (found.state === "sent" ? null : found));
    await this.redraw({ follow: again.length > 0 });
    if (again.length) this.giving(again);
    this.tellSeen(news);
    this.count();
    if (this.outgrown(news)) return location.reload();
    // Not the round that is being corrected: its old taps must not be accepted in the meantime.
    if (changed && !this.board.mending && this.rows.some(({ entry }) => entry.state === "refused")) this.sender.retry();
  }

  /** The site was restored from an older back-up: send what it has lost, and show a message. */
  giving(rounds) {
    const named = rounds.map((number) => fill(this.words.round, { number })).join(", ");
    this.board.say(fill(this.server.afterCopy.givenAgain, { rounds: named }), "phone");
    return this.sender.flush();
  }

  /** The game is no longer open to this phone: show why, and stop asking. Stored rounds stay, and can be put on the
   * site again: the back-up may be older than the whole game.
   */
  turnedAway({ said }) {
    clearTimeout(this.look);
    const [error] = said.errors ?? [];
    this.element("#age").textContent = error?.message ?? "";
    this.closed = true;
    this.age();
    if (error?.code === "not_open" && this.known.afterCopy?.start) this.offerWhole();
  }

  /** A button that puts the whole game on the site, as this phone last read it. */
  offerWhole() {
    if (this.element("#whole")) return;
    const button = make("button", "button", this.known.afterCopy.putOnSite);
    Object.assign(button, { id: "whole", type: "button" });
    button.addEventListener("click", async () => {
      button.remove();
      await putWhole(this.outbox, this.known);
      await this.redraw();
      this.sender.flush();
    });
    this.element("#age").after(button);
  }

  /** Whether the site has another build than this page, or the page was made on this phone: then reload it, once, when
   * nobody is using it.
   */
  outgrown({ build, game }) {
    if ((build === this.build && !this.unborn) || this.rows.length || !this.board.isIdle()) return false;
    try {
      const mark = this.unborn ? game : build;
      if (sessionStorage.getItem("build") === mark) return false;
      sessionStorage.setItem("build", mark);
      return true;
    } catch {
      return false;
    }
  }

  /** Report that this phone shows the current game: the phone that wrote a round learns that it was seen. */
  tellSeen({ version, urls, csrf, rounds }) {
    if (this.seen === version || rounds.every(({ mine, place }) => mine || place !== "server")) return;
    if (!window.htmx) return; // it is loading, and the next answer asks again
    this.seen = version;
    const values = { version, csrfmiddlewaretoken: csrf };
    htmx.ajax("POST", urls.seen, { source: this.board.element, values, swap: "none" });
  }

  async redraw({ follow: onward = false } = {}) {
    const entries = await this.outbox.of(this.server.game);
    const { screen, rows } = overlaid(this.server, entries);
    this.rows = rows;
    if (!this.server.replaces && !this.board.screen.replaces) {
      const local = rows.some(({ stands }) => stands);
      // A table that may not write any more shows this, whatever still waits here.
      if (this.server.parts && (!local || this.server.stopped)) drawParts(this.board.element, this.server.parts);
      else if (this.server.parts)
        drawParts(this.board.element, { disputes: this.server.parts.disputes, rounds: this.server.parts.rounds });
      const before = this.board.screen.number;
      if (this.board.take(screen, onward)) drawScreen(this.board.element, this.board.screen, local);
      this.offerBombs();
      this.board.draw();
      // The board has changed under somebody's thumb: a tap now may be meant for the round before.
      if (this.begun && !onward && this.board.screen.number > before && !screen.rounds.at(-1).mine) {
        this.board.rest();
        this.board.say(fill(this.words.came, { number: before }), "server");
      }
      this.begun = true;
    }
    drawRows(this.board.element, rows, this.words, this);
    this.unsay();
    this.clock?.draw?.();
    this.age();
    // Another phone has the game: this one only watches.
    if (drafts.read(drafts.handedKey(this.server))) import("./handover_show.js").then(({ rest }) => rest(this));
  }

  /** A switch in the menu, in games with points: its words come with the news. */
  offerBombs() {
    const { screen } = this.board;
    const { bombs: words } = screen.words;
    const saving = this.element('.menu [name="saving"]')?.closest("form") ?? this.element(".menu .languages");
    if (!words || !saving || !screen.sides.length || screen.recording === "totals" || this.server.replaces) return;
    let key = this.element(".bombs");
    if (!key) {
      key = make(
        "button",
        "bombs",
        make("span", "sign-bomb"),
        make("span", "", words.note, make("small", "", words.hint)),
      );
      key.type = "button";
      key.setAttribute("role", "switch");
      saving.before(key);
    }
    key.setAttribute("aria-checked", String(screen.bombs));
  }

  // The server -----------------------------------------------------------------------------------------------

  reached() {
    const again = this.lostAt !== null;
    this.lostAt = null;
    this.closed = false;
    this.element("#whole")?.remove();
    this.contact = Date.now();
    this.age();
    this.sendRecording();
    if (again && this.rows?.some(({ entry }) => entry.state === "waiting")) this.sender.flush();
  }

  unreached() {
    this.lostAt ??= this.contact ?? Date.now();
    clearTimeout(this.look);
    this.look = setTimeout(() => this.wake(), LOOK_AGAIN);
    this.age();
  }

  /** The warning if a round has waited here for more than a day; otherwise "". */
  longWaiting() {
    const since = Math.min(...this.rows.filter(({ entry }) => entry.state === "waiting").map(({ entry }) => entry.at));
    return this.known.longWait ? tooLong(this.known.longWait, since) : "";
  }

  /** A time of day in the reader's language. */
  timeOf(moment) {
    const { lang } = document.documentElement;
    return new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(moment);
  }

  age() {
    const badge = this.element("#age");
    // A round refused because of it shows its own message.
    if (this.closed) badge.hidden = !badge.textContent || this.rows.some(({ entry }) => entry.state === "refused");
    if (this.closed) return;
    const late = this.longWaiting();
    badge.classList.toggle("error", late !== "");
    badge.hidden = !this.lostAt && !late;
    if (late) badge.textContent = late;
    if (!this.lostAt || late) return;
    const time = this.timeOf(this.lostAt);
    const waiting = this.rows.filter(({ entry }) => entry.state === "waiting").length;
    const count = waiting ? `${fill(this.words.toSend, { count: waiting })} · ` : "";
    badge.textContent = count + fill(this.words.lost, { time });
  }
}

/** Begin with the newer of the page's game and the stored one. */
export async function begin(board, outbox) {
  const { given } = board;
  const kept = await outbox.kept(given.game);
  const { build, replaces, unborn, version } = given;
  const newer = kept && !replaces && kept.version > version && (kept.screen.build === build || unborn);
  if (!newer && !replaces) await outbox.keep(given);
  const table = new Table(board, outbox, newer ? kept.screen : given);
  table.known = kept?.screen ?? given;
  if (newer) table.contact = kept.at;
  await table.begin();
  return table;
}

/** Put the element for this ticket into a page that came without htmx, then load htmx: the board was there before. */
async function putStream(ticket) {
  if (streamOf()) return;
  for (const src of document.querySelector('meta[name="htmx"]').content.split(" ")) await loadScript(src);
  const stream = make("i");
  stream.hidden = true;
  stream.setAttribute("hx-sse:connect", `${BASE}live/?t=${encodeURIComponent(ticket)}`);
  stream.setAttribute("hx-trigger", "connect");
  stream.setAttribute("hx-swap", "none");
  document.body.append(stream);
  htmx.process(stream);
}
