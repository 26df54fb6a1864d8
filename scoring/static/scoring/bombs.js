/* Bombs, if this table notes them: a key at each seat, and a panel in place of the points for how long and how high.
 *
 * A tap on a seat's key notes one; nothing more has to be tapped. Any other tap at the table closes the panel. Six seats
 * have no room for a third key: there one key beside the points asks whose bomb it was.
 */
import { make } from "./elements.js";
import { bombInWords, fill } from "./preview.js";

const MOST = 5; // of a player; also in scoring/rules/bombs.py
const [FOUR, LONGEST, ACE] = [4, 13, 14];
const ROOM = 4; // seats with room for a key each
/** The lowest rank that a bomb of so many cards can end with. */
const lowest = (length) => (length === FOUR ? 2 : length + 1);
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const sign = () => make("span", "sign-bomb");

export class Bombs {
  constructor(board) {
    this.board = board;
    this.open = null; // the place in the draft's list of the bomb whose panel is open
    this.asking = false; // the next seat tapped had a bomb
    board.element.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (!button || button.closest(".bombing") || "bomb" in button.dataset) return;
      if (!button.matches(".seat")) this.asking = false;
      if (this.open !== null) this.show(null);
    });
  }

  get list() {
    return this.board.draft.bombs ?? [];
  }

  change(bombs, open) {
    const { board } = this;
    if (board.busy) return;
    this.open = open;
    board.change({ ...board.draft, bombs });
    this.say();
  }

  /** A seat's key, the one of six seats, or one of the panel: its `bomb` says which. */
  press({ dataset: { bomb, seat, value } }) {
    const { list, open } = this;
    if (bomb === "seat") return this.tap(Number(seat));
    if (bomb === "ask") return this.ask();
    if (bomb === "back") return this.show(null);
    if (bomb === "remove")
      return this.change(
        list.filter((_, at) => at !== open),
        null,
      );
    if (bomb === "more") return this.add(list[open][0]);
    const changed = list.map((one, at) => (at === open ? set(one, bomb, Number(value)) : one));
    return this.change(changed, open);
  }

  ask() {
    this.asking = !this.asking;
    this.open = null;
    const { board } = this;
    board.say(this.asking ? board.screen.words.bombs.whose : null);
  }

  /** The first tap notes a bomb; later ones open what was noted. */
  tap(seat) {
    this.asking = false;
    const last = this.list.map(([of]) => of).lastIndexOf(seat);
    if (last < 0) this.add(seat);
    else this.show(this.open === last ? null : last);
  }

  add(seat) {
    const { list } = this;
    if (list.filter(([of]) => of === seat).length < MOST) this.change([...list, [seat, 0, 0]], list.length);
  }

  show(open) {
    this.open = open;
    if (open === null) this.board.say(null);
    else this.say();
  }

  /** Whose bomb the panel is about, in the line above it. */
  say() {
    const { board, list, open } = this;
    if (open === null) return;
    board.say(bombInWords(board.screen, list[open]));
  }

  draw() {
    const { board, list } = this;
    const { screen, draft } = board;
    const on = screen.bombs || draft.bombs !== null;
    if (!on || this.open >= list.length) this.open = null;
    this.asking &&= on;
    board.element.toggleAttribute("data-noting", on);
    const tiles = [...board.all("[data-tile]")];
    const each = on && tiles.length <= ROOM;
    for (const tile of tiles) {
      const seat = Number(tile.dataset.tile);
      const times = list.filter(([of]) => of === seat).length;
      this.drawKey(tile, seat, each, times);
      drawTimes(tile, each ? 0 : times);
    }
    this.drawAsk(on && !each);
    this.drawPanel();
  }

  drawKey(tile, seat, wanted, times) {
    const { screen } = this.board;
    let key = tile.querySelector(".bomb");
    if (!wanted) return key?.remove();
    if (!key) {
      key = make("button", "chip bomb", sign(), make("b", "times num"));
      Object.assign(key, {
        type: "button",
        ariaLabel: fill(screen.words.bombs.of, { name: screen.seats[seat].name }),
      });
      Object.assign(key.dataset, { bomb: "seat", seat });
      (tile.querySelector(".chips") ?? tile.appendChild(make("div", "chips"))).append(key);
    }
    key.setAttribute("aria-pressed", String(times > 0));
    key.querySelector(".times").textContent = times > 1 ? `×${times}` : "";
    return key;
  }

  /** The one key of a table of six. */
  drawAsk(wanted) {
    const { board } = this;
    const there = board.one(".grid .ask-bomb");
    if (!wanted) there?.remove();
    else if (!there) {
      const key = make("button", "cell ask-bomb", sign(), make("span", "word", board.screen.words.bombs.one));
      Object.assign(key, { type: "button", ariaLabel: board.screen.words.bombs.whose });
      key.dataset.bomb = "ask";
      board.one(".grid").append(key);
    }
    board.one(".ask-bomb")?.setAttribute("aria-pressed", String(this.asking));
  }

  drawPanel() {
    const { board, list, open } = this;
    board.one(".bombing")?.remove();
    board.element.toggleAttribute("data-bombing", open !== null);
    if (open === null) return;
    const { words } = board.screen;
    const [, length, high] = list[open];
    const key = (kind, text, value, pressed = null) => {
      const made = Object.assign(make("button", `cell ${kind}`, text), { type: "button" });
      made.dataset.bomb = kind;
      if (value !== undefined) made.dataset.value = value;
      if (pressed !== null) made.setAttribute("aria-pressed", String(pressed));
      return made;
    };
    const faces = words.bombs.faces.split(" ");
    const row = (name, ...keys) => {
      const made = make("div", "row-of-keys", ...keys);
      made.setAttribute("role", "group");
      made.ariaLabel = name;
      return [make("p", "", name), made];
    };
    const cards = range(FOUR, LONGEST).map((n) => key("length", String(n), n, n === length));
    const ranks = range(2, ACE).map((n) => {
      const one = key("high", n > 10 ? faces[n - 11] : String(n), n, n === high);
      one.disabled = !length || n < lowest(length);
      return one;
    });
    const more = key("more", "+1");
    more.ariaLabel = words.bombs.more;
    const ways = [key("remove", words.bombs.remove), more, key("back", words.bombs.back)];
    board
      .one(".grid")
      .after(
        make("div", "bombing num", ...row(words.bombs.cards, ...cards), ...row(words.bombs.high, ...ranks, ...ways)),
      );
  }
}

/** Beside the name, where the seat has no key of its own. */
function drawTimes(tile, times) {
  const who = tile.querySelector(".who");
  who.querySelector(".bombed")?.remove();
  if (!times) return;
  const had = make("i", "bombed num", sign(), times > 1 ? `×${times}` : "");
  who.append(had);
}

/** Another tap on the same key takes it back. */
function set([seat, length, high], kind, value) {
  if (kind === "high") return [seat, length, high === value ? 0 : value];
  if (length === value) return [seat, 0, 0];
  return [seat, value, high >= lowest(value) ? high : 0];
}
