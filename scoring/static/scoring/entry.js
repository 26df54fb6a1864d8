/* One round as it is tapped in: pure functions from a draft and a tap to the next draft.
 *
 * A tap always means one thing: a seat is out, T or G is a call, a number is the card points. No tap changes another's
 * meaning. What follows (made, failed, a sweep) is computed from the draft, never kept in it.
 *
 * A draft holds the taps:
 *   out     seats in the order of going out; in the shallower recordings only the first out
 *   calls   seat -> call key
 *   points  card points of the first side, or null
 *   sweep   recording "first": true or null; recording "points": side index or null
 *   wish    seat that did not fulfil the wish, or null
 *   bombs   [seat, cards, highest rank], 0 for what was not noted; null in a stored round in which none were noted
 *   typed   what was typed for each side where two totals are recorded, as texts, or null; totals: both, if possible
 *   sideCalls  [side, call key, made]: calls of a stored round whose caller was not recorded; no tap makes one
 *
 * The screen (the server's data for this round) holds:
 *   recording, bombs (whether they are noted on this phone), sweepSize, sides [[seat, ...], ...], seats [{name, side, calls: [key, ...]}, ...], bothMayCall
 */

/** How much was recorded of a round, as its form shows (scoring.rules.recordings.recording_of). A round stopped by a
 * missed wish may fit several forms: then `usual` if it is one of them, otherwise the fullest.
 */
export function recordingOf(round, usual = "full") {
  if (round.totals) return "totals";
  const { out = [], made = null, wish_violation: wish = null, side_calls: sideCalls = [] } = round;
  const places = Math.min(out.length, 2);
  const told = wish === null || made !== null || sideCalls.length > 0;
  const possible = ["points", "first", "full"].slice(places, told ? places + 1 : 3);
  return possible.includes(usual) ? usual : possible.at(-1);
}

/** The screen for a round in the form in which it was recorded: that may have changed during the game. */
export const inItsForm = (screen, round) =>
  screen.sides.length ? { ...screen, recording: recordingOf(round, screen.recording) } : screen;

/** In `out` of a round recorded by points alone: somebody without a call was first, nobody knows who. */
const SOMEBODY = -1;

export const emptyDraft = () => ({
  out: [],
  calls: {},
  points: null,
  sweep: null,
  wish: null,
  sideCalls: [],
  bombs: null,
  typed: null,
  totals: null,
});

/** How many things have been tapped. */
const amount = ({ out, calls, points, sweep, wish, sideCalls, bombs, typed }) =>
  out.length +
  (typed?.join("").length ?? 0) +
  (bombs?.length ?? 0) +
  Object.keys(calls).length +
  sideCalls.length +
  [points, sweep, wish].filter((one) => one !== null).length;

export const isEmpty = (draft) => amount(draft) === 0;

/** The seats that play this round: not those that sit out. */
const playing = ({ sides, seats }) => (sides.length ? sides.flat() : seats.map((_, seat) => seat));
const sitsOut = (screen, seat) => !playing(screen).includes(seat);

const sideOf = (screen, seat) => screen.seats[seat].side;

/** The side that swept, or null. In the full order it follows from who went out first. */
export function sweptBy(screen, draft) {
  if (screen.recording === "points") return draft.sweep;
  if (screen.recording === "first") return draft.sweep && draft.out.length ? sideOf(screen, draft.out[0]) : null;
  if (!screen.sweepSize || draft.out.length < screen.sweepSize) return null;
  const sides = new Set(draft.out.slice(0, screen.sweepSize).map((seat) => sideOf(screen, seat)));
  return sides.size === 1 ? [...sides][0] : null;
}

/** The order of going out, with the last player's place filled in. */
export function placed(screen, draft) {
  const all = playing(screen);
  if (screen.recording !== "full" || draft.out.length !== all.length - 1 || draft.wish !== null) return draft.out;
  const last = all.find((seat) => !draft.out.includes(seat));
  return [...draft.out, last];
}

/** The seat that was out first; null while nobody is, or if it is not known. */
export const firstOut = (draft) => (draft.out.length && draft.out[0] !== SOMEBODY ? draft.out[0] : null);

/** The outcome of a seat's call: "made", "failed", or "open" until somebody is out. */
export function cameOf(screen, draft, seat) {
  if (draft.out.length) return draft.out[0] === seat ? "made" : "failed";
  // The first out is one of those who swept.
  const sweptOver = screen.recording === "points" && draft.sweep !== null && draft.sweep !== sideOf(screen, seat);
  const otherFirst = draft.sideCalls.some(([, , made]) => made);
  return draft.wish !== null || sweptOver || otherFirst ? "failed" : "open";
}

/** A tap on a seat means that its player goes out; a second tap removes the place, and those behind move up. */
export function tapSeat(screen, draft, seat) {
  if (draft.out.includes(seat)) return { ...draft, out: draft.out.filter((other) => other !== seat) };
  if (sitsOut(screen, seat)) return draft;
  const next = { ...draft, out: [...draft.out, seat] };
  if (draft.wish !== null && !mayMiss(screen, next, draft.wish)) return draft;
  // The first person tapped stays first, even if no other places are recorded.
  if (screen.recording !== "full") return firstOut(draft) === null ? { ...draft, out: [seat] } : draft;
  if (sweptBy(screen, draft) !== null || draft.out.length >= playing(screen).length - 1) return draft;
  return { ...draft, out: [...draft.out, seat] };
}

/** Who may not call any more because a partner has, if partners may not both call. */
export function callBarred(screen, draft, seat) {
  if (screen.bothMayCall) return false;
  return Object.keys(draft.calls).some(
    (other) => Number(other) !== seat && sideOf(screen, Number(other)) === sideOf(screen, seat),
  );
}

/** A call. A second tap removes it; a tap on another call changes it. */
export function tapCall(screen, draft, seat, call) {
  const calls = { ...draft.calls };
  if (calls[seat] === call) {
    delete calls[seat];
    return { ...draft, calls };
  }
  if (sitsOut(screen, seat) || callBarred(screen, draft, seat)) return draft;
  const known = seat in calls ? draft : asking(draft);
  calls[seat] = call;
  return { ...known, calls };
}

/** Somebody without a call was first. Nothing else is known, so with another call or a sweep the question comes again.
 */
const asking = (draft) => (draft.out[0] === SOMEBODY ? { ...draft, out: [] } : draft);

/** Points and the sweep of the shallower recordings answer one question: each replaces the other. */
export function tapPoints(screen, draft, points) {
  if (draft.points === points) return { ...draft, points: null };
  if (screen.recording === "full" && sweptBy(screen, draft) !== null) return draft;
  return { ...draft, points, sweep: null };
}

/** The sweep button of the shallower recordings. */
export function tapSweep(screen, draft, side) {
  const chosen = screen.recording === "first" ? true : side;
  if (draft.sweep === chosen) return { ...draft, sweep: null };
  return { ...asking(draft), sweep: chosen, points: null };
}

/** Whether everybody who goes out in this round is out, as far as it is recorded. */
export const isPlayed = (screen, draft) =>
  screen.recording === "full" && (sweptBy(screen, draft) !== null || draft.out.length >= playing(screen).length - 1);

/** Whether this player may have missed a wish: one who still holds cards, while the round is played. */
const mayMiss = (screen, draft, seat) => !draft.out.includes(seat) && !isPlayed(screen, draft);

/** Other taps are kept, and do not count while the missed wish is set. */
export function tapWish(screen, draft, seat) {
  if (draft.wish === seat) return { ...draft, wish: null };
  return !sitsOut(screen, seat) && mayMiss(screen, draft, seat) ? { ...draft, wish: seat } : draft;
}

/** What is still to be tapped: "first", "order", "points", "totals"; a contradiction to be resolved: "sweptAndPoints",
 * "sweptByOthers"; null when the round is complete.
 */
export function missing(screen, draft) {
  if (draft.wish !== null) return null;
  if (screen.recording === "totals") return draft.totals ? null : "totals";
  const sweep = sweptBy(screen, draft);
  if (screen.recording === "points") {
    const first = firstOut(draft);
    if (sweep !== null && first !== null && sideOf(screen, first) !== sweep) return "sweptByOthers";
    // Only a call asks who was first; without calls it does not matter.
    if (Object.keys(draft.calls).some((seat) => cameOf(screen, draft, Number(seat)) === "open")) return "first";
  } else if (!draft.out.length) return "first";
  if (sweep !== null) return screen.recording === "full" && draft.points !== null ? "sweptAndPoints" : null;
  if (screen.recording === "full" && placed(screen, draft).length < playing(screen).length) return "order";
  if (!screen.sides.length) return null;
  return draft.points === null ? "points" : null;
}

/** Whether the cards' points have been tapped. */
export const hasCards = ({ points, sweep }) => points !== null || sweep !== null;

/** Whether a tap, from one draft to the next, completes the round, so that it may save itself. Removing something never
 * completes it: two partners who move up to the first places were not meant as a sweep. Nor does a seat if the card
 * points came before it: a stray tap on a number would be saved with the last seat, unseen. Nor does a digit of a total:
 * another may follow.
 */
export function completes(screen, before, after) {
  const whole =
    after.wish === null && !after.totals && missing(screen, after) === null && missing(screen, before) !== null;
  return whole && !hasCards(before) && amount(after) >= amount(before);
}

/** The round in the server's form (scoring.rules.Round.to_data), with only the keys that say something. */
export function roundOf(screen, draft) {
  if (draft.totals) return { totals: [...draft.totals] };
  const round = {};
  const sweep = sweptBy(screen, draft);
  const out = placed(screen, draft);
  if (screen.recording !== "points") round.out = out;
  if (Object.keys(draft.calls).length) round.calls = { ...draft.calls };
  if (draft.wish !== null) round.wish_violation = draft.wish;
  else if (sweep !== null) {
    if (screen.recording !== "full") round.sweep = sweep;
  } else if (screen.sides.length && draft.points !== null) round.card_points = [draft.points, 100 - draft.points];
  if (screen.recording === "points" && firstOut(draft) in draft.calls) round.made = firstOut(draft);
  if (draft.sideCalls.length) round.side_calls = draft.sideCalls;
  if (draft.bombs || screen.bombs) round.bombs = draft.bombs ?? []; // an empty list says that there was none
  if (screen.whoSitsOut === "tapped") [round.sits_out] = screen.columns[screen.sits_out];
  return round;
}

/** The draft that `round` was made from: for corrections and for undo. */
export function draftOf(screen, round) {
  const draft = emptyDraft();
  for (const [seat, call] of Object.entries(round.calls ?? {})) draft.calls[seat] = call;
  draft.out = [...(round.out ?? [])];
  if (screen.recording !== "points" && typeof round.made === "number") draft.out = [round.made]; // from a fuller form
  if (screen.recording === "full" && draft.out.length === playing(screen).length) draft.out.pop();
  if (screen.recording === "points" && round.calls) draft.out = [round.made ?? SOMEBODY];
  draft.points = round.card_points ? round.card_points[0] : null;
  draft.wish = round.wish_violation ?? null;
  draft.sideCalls = round.side_calls ?? [];
  draft.bombs = round.bombs ?? null;
  if (round.totals) [draft.typed, draft.totals] = [round.totals.map(String), [...round.totals]];
  if (typeof round.sweep === "number" && screen.recording !== "full")
    draft.sweep = screen.recording === "first" ? true : round.sweep;
  return draft;
}

/** The drafts through which `draft` may have been tapped in, the empty one first: Undo goes back through them. Calls
 * come first, so that the last tap is the one that completed the round.
 */
export function stepsTo(draft) {
  const steps = [];
  let here = { ...emptyDraft(), bombs: draft.bombs && [] };
  const step = (change) => {
    steps.push(here);
    here = { ...here, ...change };
  };
  if (draft.sideCalls.length) step({ sideCalls: draft.sideCalls });
  if (draft.bombs?.length) step({ bombs: draft.bombs });
  for (const [seat, call] of Object.entries(draft.calls)) step({ calls: { ...here.calls, [seat]: call } });
  for (const seat of draft.out) step({ out: [...here.out, seat] });
  if (draft.totals) step({ typed: draft.typed, totals: draft.totals });
  for (const key of ["sweep", "wish", "points"]) if (draft[key] !== null) step({ [key]: draft[key] });
  return steps;
}
