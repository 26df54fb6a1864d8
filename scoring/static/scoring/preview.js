/* What a round will score, computed on the phone from the rule set's data, and the round in words. The server's answer
 * takes precedence; a test compares this with the Python rules over every legal Nanking round.
 */
import { cameOf, placed, sweptBy } from "./entry.js";

const MINUS = "\u2212";
export const number = (value) => (value < 0 ? MINUS + -value : String(value));
export const signed = (value) => (value > 0 ? "+" : "") + number(value);
/** Fill the %(name)s places of a translated text. */
export const fill = (text, params) => text.replace(/%\((\w+)\)s/g, (_, key) => params[key]);
/** What the board on the screen is headed: the round, or in duplicate the board whose cards are played. */
export const headingOf = ({ words, boards, number: round }) =>
  boards ? fill(words.board, { number: boards[round - 1] }) : fill(words.round, { number: round });

/** Made and failed calls, as seats. */
export function callsOf(screen, draft) {
  const seats = Object.keys(draft.calls).map(Number);
  const came = (how) => seats.filter((seat) => (cameOf(screen, draft, seat) === "made") === how);
  return { made: came(true), failed: came(false) };
}

/** The side whose caller was not recorded, in words. */
export const sideCaller = ({ sides, names, words }, side) =>
  fill(words.sideCaller, { names: sides[side].map((seat) => names[seat]).join(" & ") });

/** Points of each side for a complete round; null in a game without points. */
export function sideScores(screen, draft) {
  if (!screen.sides.length) return null;
  if (draft.totals) return [...draft.totals];
  const sweep = sweptBy(screen, draft);
  const offender = draft.wish === null ? null : screen.seats[draft.wish].side;
  const scores = [0, 1].map((side) => {
    if (offender !== null) return side === offender ? 0 : screen.wishPenalty;
    if (sweep !== null) return side === sweep ? screen.sweepValue : 0;
    return side === 0 ? draft.points : 100 - draft.points;
  });
  const { made } = callsOf(screen, draft);
  const ofSeats = Object.entries(draft.calls).map(([seat, call]) => [
    screen.seats[seat].side,
    call,
    made.includes(Number(seat)),
  ]);
  for (const [side, call, came] of [...ofSeats, ...draft.sideCalls]) {
    const value = screen.callValues[call];
    if (came) scores[side] += value;
    else if (screen.failedPays) scores[1 - side] += value;
    else scores[side] -= value;
  }
  return scores;
}

/** Points of each score column, and the totals after the round. */
export function columnScores(screen, draft) {
  const scores = sideScores(screen, draft);
  if (!scores) return null;
  const columns = screen.columns.map(([seat]) => scores[screen.seats[seat].side] ?? 0);
  return { columns, totals: columns.map((score, column) => screen.totals[column] + score) };
}

/** The outcome of a call, as a sign with its points. */
export function cameTo(screen, call, came) {
  if (came === "made") return `✓\u00a0${signed(screen.callValues[call])}`;
  if (came === "failed") return screen.failedPays ? "✗" : `✗\u00a0${signed(-screen.callValues[call])}`;
  return "";
}

/** Who has which place, in a ranking game. */
export const placesOf = (screen, draft) =>
  placed(screen, draft)
    .map((seat, place) => `${place + 1}\u00a0${screen.names[seat]}`)
    .join(" · ");

/** The card points of both sides, or the word for a sweep. */
export const cardsInWords = ({ words }, { points }) =>
  points === null ? words.sweep : [points, 100 - points].map(number).join("\u00a0:\u00a0");

/** A bomb as it was noted: "Anna: bomb 4 × K", "Anna: bomb 5–10", "Anna: bomb (6)". */
export const bombInWords = (screen, bomb) =>
  screen.words.bombs // they come with the news of the game
    ? `${fill(screen.words.bombs.of, { name: screen.names[bomb[0]] })}\u00a0${bombInSigns(screen, bomb)}`.trim()
    : "";

function bombInSigns({ words }, [, length, high]) {
  const card = (rank) => (rank > 10 ? words.bombs.faces.split(" ")[rank - 11] : String(rank));
  if (!length) return "";
  if (!high) return `(${length})`;
  return length === 4 ? `4\u00a0×\u00a0${card(high)}` : `${card(high - length + 1)}–${card(high)}`;
}

/** A complete round in words: `gains`, what each side gets (null if there are no sides), and `sums`, the totals of two
 * sides after it; `follows`, the outcome of each call; `tapped`, the order of going out and the card points, for when
 * the tiles no longer show them.
 */
export function inWords(screen, draft) {
  const { words } = screen;
  const name = (seat) => screen.seats[seat].name;
  const order = placed(screen, draft);
  if (!screen.sides.length) return { gains: null, sums: "", tapped: [], follows: [placesOf(screen, draft)] };
  const { totals } = columnScores(screen, draft);
  const { made, failed } = callsOf(screen, draft);
  const called = (seats, came) => seats.map((seat) => `${name(seat)}: ${screen.callNames[draft.calls[seat]]} ${came}`);
  const counts = draft.wish === null && sweptBy(screen, draft) === null && !draft.totals;
  return {
    gains: sideScores(screen, draft).map(signed),
    sums: totals.length === 2 ? `→\u00a0${totals.map(number).join("\u00a0:\u00a0")}` : "",
    follows: [
      ...(draft.wish === null ? [] : [fill(words.wish, { name: name(draft.wish) })]),
      ...(counts || draft.totals || draft.wish !== null ? [] : [words.sweep]),
      ...called(made, `✓ ${words.made}`),
      ...called(failed, `✗ ${words.failed}`),
      ...(draft.bombs ?? []).map((bomb) => bombInWords(screen, bomb)).filter(Boolean),
      ...draft.sideCalls.map(
        ([side, call, came]) =>
          `${sideCaller(screen, side)}: ${screen.callNames[call]} ${came ? "✓" : "✗"} ${came ? words.made : words.failed}`,
      ),
    ],
    tapped: [
      order
        .filter((seat) => seat in screen.seats && screen.recording !== "points")
        .map(name)
        .join(", "),
      counts ? cardsInWords(screen, draft) : "",
    ].filter(Boolean),
  };
}
