/* Two totals in place of taps, where the hands of duplicate are recorded so: what each side scored in all, on a keypad.
 * The calls are then not known. A test compares what is possible with the rule book (scoring/rules/totals.py).
 */
import { fill, number } from "./preview.js";

const [LOWEST, HIGHEST, STEP, IN_THE_DECK] = [-25, 125, 5, 100];
const DIGITS = 4; // of a number
const KEYS = { Backspace: "back", "-": "minus", "\u2212": "minus" };

/** What the calls of one side can bring it and the other, as pairs. `first`: one of its players was first out. */
function ofCalls(values, size, most, first, pays) {
  const failed = values.map((value) => (pays ? [0, value] : [-value, 0]));
  let found = [[[0, 0]], ...(first ? [values.map((value) => [value, 0])] : [])]; // by how many have called
  for (let seat = first ? 1 : 0; seat < size; seat += 1) {
    const longer = [];
    found.forEach((sums, callers) => {
      longer[callers] = [...(longer[callers] ?? []), ...sums];
      if (callers === most) return;
      const more = sums.flatMap(([own, other]) => failed.map(([a, b]) => [own + a, other + b]));
      longer[callers + 1] = [...(longer[callers + 1] ?? []), ...more];
    });
    found = longer.map((sums) => [...new Map(sums.map((pair) => [pair.join(":"), pair])).values()]);
  }
  return found.flat();
}

/** Whether some order of going out, or a missed wish, explains these totals with any calls. */
export function isPossible(screen, [first, second]) {
  const { callValues, grandAllowed, bothMayCall, failedPays, sweepValue, wishPenalty, sides } = screen;
  const values = Object.keys(callValues)
    .filter((call) => call !== "grand" || grandAllowed)
    .map((call) => callValues[call]);
  const size = sides[0].length;
  const cards = Array.from({ length: (HIGHEST - LOWEST) / STEP + 1 }, (_, at) => {
    const points = LOWEST + at * STEP;
    return [points, IN_THE_DECK - points];
  });
  const wishes = [
    [0, wishPenalty],
    [wishPenalty, 0],
  ];
  const [silent, made] = [false, true].map((each) => ofCalls(values, size, bothMayCall ? size : 1, each, failedPays));
  return [
    [wishes, silent, silent], // nobody was out
    [[...cards, ...wishes, [sweepValue, 0]], made, silent],
    [[...cards, ...wishes, [0, sweepValue]], silent, made],
  ].some(([scored, calls, others]) => {
    const known = new Set(others.map((pair) => pair.join(":")));
    return scored.some(([one, other]) =>
      calls.some(([own, given]) => known.has(`${second - other - given}:${first - one - own}`)),
    );
  });
}

/** What the other side has if nobody called; null if that is open. */
export function supposed({ sweepValue }, total) {
  if (total === 0 || total % STEP) return null; // 0 : 100, or 0 : 200
  if (total >= LOWEST && total <= HIGHEST) return IN_THE_DECK - total;
  return total === sweepValue ? 0 : null;
}

/** A number after another key. */
export function typedOn(text, key) {
  if (key === "back") return text.slice(0, -1);
  if (key === "minus") return text.startsWith("-") ? text.slice(1) : `-${text}`;
  const [sign, digits] = text.startsWith("-") ? ["-", text.slice(1)] : ["", text];
  if (digits.length === DIGITS) return text;
  return sign + (digits === "0" ? key : digits + key);
}

const numberOf = (text) => (/\d/.test(text) ? Number(text) : null);

/** Both numbers, the one that is not typed as supposed; null for what is not known. */
export function numbersOf(screen, typed) {
  const texts = typed ?? ["", ""];
  const [one, other] = texts.map(numberOf);
  if (one !== null && texts[1] === "") return [one, supposed(screen, one)];
  if (other !== null && texts[0] === "") return [supposed(screen, other), other];
  return [one, other];
}

/** The part of a draft that these texts make: its totals, if they are possible. */
export function draftOfTyped(screen, typed) {
  const numbers = numbersOf(screen, typed);
  const known = !numbers.includes(null) && isPossible(screen, numbers);
  const totals = known ? numbers.map((each) => each + 0) : null; // of -0 it makes 0
  return { typed: typed.some(Boolean) ? typed : null, totals };
}

export class Totals {
  constructor(board) {
    this.board = board;
    this.side = 0;
    document.addEventListener("keydown", (event) => this.type(event));
  }

  get isShown() {
    return this.board.screen.recording === "totals" && !this.board.one("#entry").hidden;
  }

  /** The keys of a keyboard, if there is one. */
  type(event) {
    const key = /^\d$/.test(event.key) ? event.key : KEYS[event.key];
    const { ctrlKey, altKey, metaKey, target } = event;
    if (!key || !this.isShown || ctrlKey || altKey || metaKey || target.closest?.("input, textarea, select")) return;
    event.preventDefault();
    this.board.element.querySelector(`[data-digit="${key}"]`).click();
  }

  press({ dataset: { digit, typesSide } }) {
    const { board } = this;
    if (typesSide !== undefined) {
      this.side = Number(typesSide);
      return board.draw();
    }
    const typed = [...(board.draft.typed ?? ["", ""])];
    typed[this.side] = typedOn(typed[this.side], digit);
    return board.change({ ...board.draft, ...draftOfTyped(board.screen, typed) });
  }

  /** What to do, or what is wrong. */
  asked() {
    const { screen, draft, words } = this.board;
    const { other, impossible, steps } = words.twoTotals;
    const typed = draft.typed ?? ["", ""];
    const [first, second] = typed.map(numberOf);
    if (first === null && second === null) return { line: words.totals };
    if (first === null || second === null) {
      const names = screen.sides[first === null ? 0 : 1].map((seat) => screen.names[seat]).join(" & ");
      return { line: fill(other, { names }) };
    }
    if (first % STEP || second % STEP) return { line: steps };
    return { line: fill(impossible, { first: number(first), second: number(second) }).replace(" : ", "\u00a0:\u00a0") };
  }

  /** The number that is supposed, in words; empty if both are typed. */
  supposition() {
    const { screen, draft, words } = this.board;
    const side = (draft.typed ?? []).indexOf("");
    return side < 0 ? "" : fill(words.twoTotals.supposed, { points: number(draft.totals[side]) });
  }

  draw() {
    const { board } = this;
    if (this.key !== board.key) [this.key, this.side] = [board.key, 0];
    if (!this.isShown) return;
    const typed = board.draft.typed ?? ["", ""];
    const numbers = numbersOf(board.screen, typed);
    for (const button of board.all("[data-types-side]")) {
      const side = Number(button.dataset.typesSide);
      const own = typed[side] !== "";
      button.setAttribute("aria-pressed", String(side === this.side));
      button.classList.toggle("supposed", !own);
      const shown = own ? typed[side].replace("-", "\u2212") : numbers[side] === null ? "" : number(numbers[side]);
      button.querySelector("b").textContent = shown;
    }
  }
}
