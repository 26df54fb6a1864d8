/* One round as it is tapped in: pure functions from a draft and a tap to the next draft.
 *
 * A draft holds what people tapped and nothing derived:
 *   out     seats in the order of going out
 *   calls   seat -> call key
 *   points  card points of the first side, or null
 *   sweep   recording "first": true or null; recording "points": side index or null
 *   made    recording "points": seat whose call was made, or null
 *   wish    seat that failed to fulfil the wish, or null
 *
 * The screen (what the server says of this round) holds:
 *   recording, sweepSize, sides [[seat, ...], ...], seats [{name, side, calls: [key, ...]}, ...], bothMayCall
 */

export const emptyDraft = () => ({ out: [], calls: {}, points: null, sweep: null, made: null, wish: null });

export const isEmpty = (draft) =>
  !draft.out.length && !Object.keys(draft.calls).length && draft.points === null &&
  draft.sweep === null && draft.wish === null;

const sideOf = (screen, seat) => screen.seats[seat].side;

/** The side that swept, or null. In the full order it is told by who went out first. */
export function sweptBy(screen, draft) {
  if (screen.recording === "points") return draft.sweep;
  if (screen.recording === "first") return draft.sweep && draft.out.length ? sideOf(screen, draft.out[0]) : null;
  if (!screen.sweepSize || draft.out.length < screen.sweepSize) return null;
  const sides = new Set(draft.out.slice(0, screen.sweepSize).map((seat) => sideOf(screen, seat)));
  return sides.size === 1 ? [...sides][0] : null;
}

/** The order of going out with the last player's place filled in by itself. */
export function placed(screen, draft) {
  const all = screen.seats.length;
  if (screen.recording !== "full" || draft.out.length !== all - 1 || draft.wish !== null) return draft.out;
  const last = screen.seats.findIndex((_, seat) => !draft.out.includes(seat));
  return [...draft.out, last];
}

/** The seat whose call counts as made if it called: the first out. */
export const firstOut = (screen, draft) =>
  screen.recording === "points" ? draft.made : draft.out.length ? draft.out[0] : null;

export function tapSeat(screen, draft, seat) {
  if (screen.recording === "points") return draft;
  if (draft.out.includes(seat)) return { ...draft, out: draft.out.filter((other) => other !== seat) };
  if (screen.recording === "first") return { ...draft, out: [seat] };
  if (sweptBy(screen, draft) !== null || draft.out.length >= screen.seats.length - 1) return draft;
  const next = { ...draft, out: [...draft.out, seat] };
  return sweptBy(screen, next) === null ? next : { ...next, points: null };
}

/** Who may not call any more because a partner has, where a table plays that partners may not both call. */
export function callBarred(screen, draft, seat) {
  if (screen.bothMayCall) return false;
  return Object.keys(draft.calls).some((other) => Number(other) !== seat && sideOf(screen, Number(other)) === sideOf(screen, seat));
}

/** A call: puts the caller first while nobody is out; a second tap says "failed"; one more takes it away. */
export function tapCall(screen, draft, seat, call) {
  if (callBarred(screen, draft, seat)) return draft;
  const calls = { ...draft.calls };
  const first = firstOut(screen, draft);
  if (calls[seat] !== call) {
    const fresh = !(seat in calls);
    calls[seat] = call;
    if (!fresh) return { ...draft, calls };
    if (screen.recording === "points") {
      const may = first === null && (draft.sweep === null || draft.sweep === sideOf(screen, seat));
      return { ...draft, calls, made: may ? seat : draft.made };
    }
    return { ...draft, calls, out: draft.out.length || draft.wish !== null ? draft.out : [seat] };
  }
  if (first === seat) {
    if (screen.recording === "points") return { ...draft, made: null };
    return { ...draft, out: draft.out.slice(1) };
  }
  delete calls[seat];
  return { ...draft, calls };
}

export function tapPoints(screen, draft, points) {
  if (sweptBy(screen, draft) !== null && screen.recording === "full") return draft;
  return { ...draft, points: draft.points === points ? null : points, sweep: null };
}

/** The sweep button of the shallower recordings. */
export function tapSweep(screen, draft, side) {
  if (screen.recording === "first") return { ...draft, sweep: draft.sweep ? null : true, points: null };
  const sweep = draft.sweep === side ? null : side;
  const made = sweep !== null && draft.made !== null && sideOf(screen, draft.made) !== sweep ? null : draft.made;
  return { ...draft, sweep, made, points: null };
}

export function tapWish(screen, draft, seat) {
  if (draft.wish === seat) return { ...draft, wish: null };
  return { ...draft, wish: seat, points: null, sweep: null };
}

/** What is still to be tapped: "first", "order", "points" or null when the round is complete. */
export function missing(screen, draft) {
  if (draft.wish !== null) return null;
  if (screen.recording !== "points" && !draft.out.length) return "first";
  if (sweptBy(screen, draft) !== null) return null;
  if (screen.recording === "full" && placed(screen, draft).length < screen.seats.length) return "order";
  if (!screen.sides.length) return null;
  return draft.points === null ? "points" : null;
}

/** The round as the server takes it (the form of scoring.rules.Round.to_data), keys only where they say something. */
export function roundOf(screen, draft) {
  const round = {};
  const sweep = sweptBy(screen, draft);
  const out = placed(screen, draft);
  if (screen.recording !== "points") round.out = out;
  if (Object.keys(draft.calls).length) round.calls = { ...draft.calls };
  if (draft.wish !== null) round.wish_violation = draft.wish;
  else if (sweep !== null) {
    if (screen.recording !== "full") round.sweep = sweep;
  } else if (screen.sides.length && draft.points !== null) round.card_points = [draft.points, 100 - draft.points];
  if (screen.recording === "points" && draft.made !== null) round.made = draft.made;
  return round;
}

/** The draft that `round` was made from: for corrections and for what an undo brings back. */
export function draftOf(screen, round) {
  const draft = emptyDraft();
  draft.out = [...(round.out ?? [])];
  if (screen.recording === "full" && draft.out.length === screen.seats.length) draft.out.pop();
  for (const [seat, call] of Object.entries(round.calls ?? {})) draft.calls[seat] = call;
  draft.points = round.card_points ? round.card_points[0] : null;
  draft.made = round.made ?? null;
  draft.wish = round.wish_violation ?? null;
  if (typeof round.sweep === "number") draft.sweep = screen.recording === "first" ? true : round.sweep;
  return draft;
}

/** The drafts through which `draft` was tapped in, the empty one first: what Undo goes back to, a tap at a time. */
export function stepsTo(draft) {
  const steps = [];
  let here = emptyDraft();
  const step = (change) => {
    steps.push(here);
    here = { ...here, ...change };
  };
  for (const seat of draft.out) step({ out: [...here.out, seat] });
  for (const [seat, call] of Object.entries(draft.calls)) step({ calls: { ...here.calls, [seat]: call } });
  if (draft.made !== null) step({ made: draft.made });
  for (const key of ["sweep", "wish", "points"]) if (draft[key] !== null) step({ [key]: draft[key] });
  return steps;
}
