/* The page that reads a game in from another phone, by camera or as text, and sends it, now or when it can. */
import { stayReachable } from "./app.js";
import { Camera, canRead } from "./camera.js";
import { all, drop, keep, nextIn, roundsIn, together } from "./carried.js";
import { make } from "./elements.js";
import { recordingOf } from "./entry.js";
import { unpack, unpackAll } from "./handover.js";
import { drafts, Outbox } from "./outbox.js";
import { pasted } from "./paste.js";
import { fill } from "./preview.js";
import { Sender } from "./sender.js";

const NOBODY = /0{8}-[0-]+/; // the id in an address that stands for any game's
const AGAIN = 10_000; // ms between tries while the site is not reached
const { build, codes, csrf, most, urls, variants, words } = JSON.parse(document.querySelector("#told").textContent);
const element = (id) => document.getElementById(id);
// Only its requests, with time limit and token, are used here: there is no outbox.
const server = new Sender(null, { urls, csrf }, () => {});
const cards = new Map(); // game id -> Card

/** An entry with the depth of recording of its round: that may have changed since. */
const asSent = (entry) => (entry.round ? { ...entry, recording: recordingOf(entry.round) } : entry);

class Card {
  constructor(game) {
    this.element = element("carried").content.firstElementChild.cloneNode(true);
    this.part("send").addEventListener("click", () => this.want());
    this.part("discard").addEventListener("click", () => this.discard());
    this.draw(game);
  }

  part(name) {
    return this.element.querySelector(`[data-is="${name}"]`);
  }

  draw(game) {
    this.game = game;
    this.part("title").textContent = variants[game.variant] ?? game.variant;
    this.part("names").textContent = game.names.join(", ");
    this.part("count").textContent = fill(words.count, { count: roundsIn(game) });
    if (game.start) this.part("send").textContent = fill(words.on, { number: nextIn(game) });
  }

  say(text, mistakes = []) {
    this.part("status").textContent = text;
    this.part("mistakes").replaceChildren(...mistakes.map((message) => make("li", "", message)));
    this.part("mistakes").hidden = !mistakes.length;
  }

  /** From now on it is sent until it arrives, also when the page is opened again. A game that is on no server is played
   * on as if this phone had begun it.
   */
  want() {
    if (this.game.start) return this.begin();
    keep(this.game, true);
    return this.send();
  }

  /** `quietly`: it is kept and sent from here, and its table is not opened. False if it could not be taken over. */
  async begin(quietly = false) {
    const [{ show, takeOver }, { kept, renew }] = await Promise.all([import("./begin.js"), import("./kit.js")]);
    if (!(await kept())) await renew({ kit: urls.kit, build });
    const kit = await kept();
    const outbox = await Outbox.open();
    const taken = kit && (await takeOver(outbox, kit, this.game, server.csrf));
    if (!taken) this.say(kit ? words.errors.damaged : words.nothing);
    if (!taken) return false;
    const said = fill(words.taken, { count: roundsIn(this.game) });
    if (!quietly) drafts.write(`taken:${this.game.game}`, { line: words.writesNow, said });
    drop(this.game);
    this.gone();
    if (!quietly && taken.html) await show(taken.html, taken.address, kit.headers);
    else if (!quietly) location.assign(taken.address);
    return true;
  }

  async send() {
    if (this.sending) return;
    clearTimeout(this.timer);
    const { game } = this;
    this.sending = true;
    this.part("send").disabled = true;
    this.say(words.sending);
    const answer = await this.post(game);
    this.sending = false;
    this.part("send").disabled = false;
    this.part("send").textContent = words.again;
    if (game !== this.game) await this.send(); // more of it was read in the meantime
    else this.answered(answer);
  }

  /** Everything in parts, as many entries as the server accepts together. Returns the answer to all, or the first
   * failure.
   */
  async post({ pass, game, names, entries, depth }) {
    const said = [];
    let last = {};
    for (let start = 0; start === 0 || start < entries.length; start += most) {
      const answer = await server.write(urls.handover, {
        pass,
        game,
        names,
        takes: true,
        entries: entries.slice(start, start + most).map(asSent),
        ...(depth && start + most >= entries.length ? { depth } : {}),
      });
      if (!this.isAnswer(answer)) return answer;
      said.push(...answer.said.entries);
      last = answer.said;
    }
    return { status: 200, said: { ...last, entries: said } };
  }

  isAnswer(answer) {
    return answer?.status === 200 && answer.said.game === this.game.game && Array.isArray(answer.said.entries);
  }

  answered(answer) {
    if (this.isAnswer(answer)) return this.arrived(answer.said);
    if (Array.isArray(answer?.said.errors)) {
      keep(this.game, false);
      return this.say(
        words.refused,
        answer.said.errors.map(({ message }) => message),
      );
    }
    this.say(words.unreached);
    this.timer = setTimeout(() => this.send(), AGAIN);
  }

  arrived({ entries, next, depth_errors: unset = [] }) {
    drop(this.game);
    if (this.game.depth) drafts.write(drafts.setKey(this.game), null); // set here before the code was read
    if (next) {
      const on = this.part("on");
      on.href = urls.score.replace(NOBODY, this.game.game);
      on.textContent = fill(words.on, { number: next });
      on.hidden = false;
    }
    this.gone();
    const mistakes = [...entries.flatMap(({ errors }) => errors ?? []), ...unset].map(({ message }) => message);
    const rivals = entries.filter(({ outcome }) => outcome === "rival").length;
    const said = [mistakes.length ? words.refused : words.sent];
    const late = entries.filter(({ outcome }) => outcome === "late").length;
    if (late) said.push(fill(words.late, { count: late }));
    if (rivals) said.push(fill(words.rivals, { count: rivals }));
    if (next) said.push(words.writes);
    this.say(said.join(" "), [...new Set(mistakes)]);
  }

  /** This page is done with it. */
  gone() {
    cards.delete(this.game.game);
    this.element.dataset.sent = "";
    for (const name of ["send", "discard"]) this.part(name).hidden = true;
  }

  discard() {
    // Two taps: so that a slip of the thumb does not throw a game away.
    if (!this.sure) {
      this.sure = true;
      this.part("discard").textContent = words.discarding;
      return;
    }
    clearTimeout(this.timer);
    drop(this.game);
    cards.delete(this.game.game);
    this.element.remove();
  }
}

function card(game) {
  const found = cards.get(game.game) ?? new Card(game);
  found.draw(game);
  cards.set(game.game, found);
  element("games").prepend(found.element);
  return found;
}

// Reading ---------------------------------------------------------------------------------------------------------------

let parts = []; // codes of a game that is not complete yet
const camera = new Camera(element("video"), hear);

function say(text, mistaken = false) {
  element("said").textContent = text;
  element("said").className = text && mistaken ? "error" : "";
  if (mistaken) element("text").setAttribute("aria-invalid", "true");
  else element("text").removeAttribute("aria-invalid");
}

/** The games of a text that holds complete ones, or one as the last of its parts. Throws HandoverError. */
async function gamesOf(text) {
  const alone = await unpackAll(text, codes).catch((error) => error);
  if (!(alone instanceof Error)) return alone;
  if (alone.code !== "incomplete") throw alone;
  try {
    return [await unpack([...parts, text], codes)];
  } catch (error) {
    if (error.code === "incomplete") throw error;
    parts = []; // those read before are of another game
    throw alone;
  }
}

async function hear(text) {
  const club = clubOf(text);
  if (club) return location.assign(club);
  let games;
  try {
    games = await gamesOf(text);
  } catch ({ code, missing, count }) {
    if (code === "incomplete") {
      if (!parts.includes(text)) parts.push(text);
      element("text").value = "";
    }
    say(
      fill(words.errors[code] ?? words.errors.damaged, { missing: missing?.join(", "), count }),
      code !== "incomplete",
    );
    return;
  }
  parts = [];
  rest();
  say("");
  element("text").value = "";
  for (const game of games) {
    const whole = together(cards.get(game.game)?.game, game);
    const kept = keep(whole, false);
    const shown = card(whole);
    shown.say(kept ? words.kept : words.unkept);
    shown.part("send").focus();
  }
}

/** The address of a club of this site, if the text is its link or the code in its room; otherwise "". */
function clubOf(text) {
  try {
    const { href, origin, pathname } = new URL(text.trim());
    return origin === location.origin && pathname.startsWith(urls.club) ? href : "";
  } catch {
    return "";
  }
}

/** All games of a copy, one after the other; then the front page shows them. */
async function takeAll(text) {
  await hear(text);
  for (const each of [...cards.values()]) await (each.game.start ? each.begin(true) : each.want());
  const shown = element("games");
  const failed = shown.querySelector('.carried:not([data-sent]), [data-is="mistakes"]:not([hidden])');
  if (!failed && shown.childElementCount) location.assign(urls.front);
}

async function look() {
  element("viewer").hidden = false;
  element("look").hidden = true;
  say(words.looking);
  try {
    await camera.start();
  } catch {
    rest();
    say(words.camera, true);
  }
}

function rest() {
  camera.stop();
  element("viewer").hidden = true;
  element("look").hidden = false;
}

// ---------------------------------------------------------------------------------------------------------------------

function sendWanted() {
  for (const { game, wanted } of all()) if (wanted) cards.get(game.game)?.send();
}

element("paste").hidden = false;
element("camera").hidden = !canRead();
element("blind").hidden = canRead();
element("hint").hidden = !canRead();
element("look").addEventListener("click", look);
element("stop").addEventListener("click", () => {
  rest();
  say("");
});
element("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  event.stopPropagation(); // other forms need the network
  hear(element("text").value);
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") rest(); // a camera that nobody looks at
  else sendWanted();
});
window.addEventListener("online", sendWanted);
for (const { game } of all()) card(game).say(words.kept);
const copied = pasted();
if (copied) takeAll(copied);
else sendWanted();
stayReachable();
import("./give.js").then(({ give }) => give(element("giving"), { codes, words }, fill)).catch(() => {});
// Without a network a game is played on with this phone's kit.
window.addEventListener("load", () => {
  if (navigator.onLine) import("./kit.js").then(({ renew }) => renew({ kit: urls.kit, build })).catch(() => {});
});
