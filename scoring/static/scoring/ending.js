/* The end card of a game that ends without a network: like the server's (templates/scoring/table/_end.html), without
 * the chart, drawn from the rounds on this phone.
 */
import { draftOf, inItsForm, sweptBy } from "./entry.js";
import { after, asSeated, opening, standing } from "./game.js";
import { callsOf, columnScores, fill, number, sideCaller, sideScores, signed } from "./preview.js";
import { make } from "./elements.js";

const el = (tag, className, ...parts) => make(tag, className, ...parts.flat(2).filter(Boolean));

const mark = () => el("span", "mark");

/** The size of the winners' names, by the longest: as in scoring/pages/end_card.py. */
function sizeOf(names) {
  const longest = Math.max(...names.map((name) => [...name].length));
  return longest > 12 ? "longest" : longest > 10 ? "long" : "";
}

/** The outcome of a round's calls, and the side that swept, or null. */
export function happened(screen, draft) {
  const { made } = callsOf(screen, draft);
  const calls = Object.entries(draft.calls).map(([key, call]) => {
    const seat = Number(key);
    return { seat, name: screen.names[seat], call, made: made.includes(seat) };
  });
  // Any seat of the side does: its team has one column.
  for (const [side, call, came] of draft.sideCalls)
    calls.push({ seat: screen.sides[side][0], name: sideCaller(screen, side), call, made: came });
  return { calls, sweep: draft.wish === null ? sweptBy(screen, draft) : null };
}

/** Where some sit out, what each column did in a round: "won", "lost" or "rests". */
const partsIn = ({ columns, seats }, scores) =>
  columns.map(([seat]) => {
    const { side } = seats[seat];
    if (side === null) return "rests";
    return scores[side] > scores[1 - side] ? "won" : "lost";
  });

/** For each round what happened, who swept, and what each column gained. */
function played(screen) {
  let here = opening(screen);
  return screen.rounds.map(({ number: round, data }) => {
    here = asSeated(here, data);
    const formed = inItsForm(here, data);
    const draft = draftOf(formed, data);
    const { calls, sweep } = happened(formed, draft);
    const told = { round, calls, swept: here.sides[sweep] ?? [], gains: columnScores(formed, draft).columns };
    if (here.turns) told.sides = here.sides;
    if (here.turns) told.parts = partsIn(here, sideScores(formed, draft));
    here = after(here, data);
    return told;
  });
}

export const sweepSign = ({ sweepSize, words }) =>
  Object.assign(el("span", "swept", Array.from({ length: sweepSize }, mark)), { role: "img", ariaLabel: words.sweep });

export function callSign({ callNames, callWords, words }, { name, call, made }) {
  const sign = el(
    "span",
    `call-sign${call === "grand" ? " grand" : ""}${made ? "" : " failed"}`,
    [...callWords[call]][0],
  );
  const ended = made ? `✓ ${words.made}` : `✗ ${words.failed}`;
  const ariaLabel = `${name}: ${callNames[call]} ${ended}`;
  return Object.assign(sign, { role: "img", ariaLabel });
}

/** The card of a game with points. */
export function endCard(screen) {
  const { columns, totals, winners, names, words } = screen;
  const rounds = played(screen);
  const two = columns.length === 2;
  const won = winners.length === 1 ? winners[0] : null;
  const side = (column, more = "") => (two ? `${more} side-${column}` : more).trim();
  const who = (column) => columns[column].map((seat, at) => [at && " & ", el("bdi", "", names[seat])]);
  // Lines break after "&", not before it.
  const whole = (column) =>
    columns[column].map((seat, at, { length }) => {
      const name = el("bdi", "", names[seat]);
      return at < length - 1 ? [el("span", "and", name, " &"), " "] : name;
    });
  const head = (column) => [two ? mark() : el("span", "", ...who(column)), " "];
  const of = (calls, column) => calls.filter(({ seat }) => columns[column].includes(seat));
  const signs = (calls) => calls.map((call) => [callSign(screen, call), " "]);
  const row = (title, ...told) => el("div", "", el("dt", "", title), ...told);

  const heading = won === null ? (winners.length ? words.draw : words.allPlayed) : whole(won);
  const unseen = won !== null && el("span", "unseen", ` ${fill(words.won, { name: "" }).trim()}`);
  const title = el(
    "h2",
    won === null ? "winner" : `${side(won, "winner")} ${sizeOf(columns[won].map((seat) => names[seat]))}`.trim(),
    two && unseen && mark(),
    el("span", "", ...heading, unseen),
  );
  const ranked = standing(screen);
  const places = [...columns.keys()].sort((a, b) => (b === won) - (a === won) || ranked[b] - ranked[a]);
  const course = (column) => {
    const parts = rounds.map((each) => each.parts[column]);
    const [made, of] = [parts.filter((one) => one === "won").length, parts.filter((one) => one !== "rests").length];
    const drawn = el("span", "course-of", ...parts.map((one) => el("i", one)));
    return Object.assign(drawn, { role: "img", ariaLabel: fill(words.roundsWon, { won: made, of }) });
  };
  const scores = places.map((column) =>
    el(
      two ? "p" : "li",
      side(column, winners.includes(column) ? "won" : ""),
      !two && [el("span", "", ...who(column)), " "],
      screen.turns > 0 && [course(column), " "],
      el("b", "", number(totals[column])),
      two && !unseen && el("span", "who", mark(), " ", ...who(column)),
    ),
  );

  const facts = [];
  if (screen.carried?.totals?.length)
    facts.push(row(words.carried, el("dd", "num", screen.carried.totals.map(number).join(" : "))));
  const gains = rounds.flatMap((each) => each.gains.map((gain, column) => ({ ...each, gain, column })));
  const best = gains.reduce((most, each) => (each.gain >= (most?.gain ?? 1) ? each : most), null);
  if (best) {
    const { column, round, swept, sides = [] } = best;
    const together = sides.find((seats) => seats.includes(columns[column][0]));
    const names_ = together?.map((seat, at) => [at && " & ", el("bdi", "", names[seat])]);
    const sweep = columns[column].every((seat) => swept.includes(seat));
    const told = [sweep && (two ? sweepSign(screen) : words.sweep), " ", signs(of(best.calls, column)), " "];
    const at = el("span", "soft", fill(words.end.inRound, { number: round }));
    facts.push(
      row(
        words.end.best,
        el(
          "dd",
          side(column, "num"),
          names_ ? [el("span", "", ...names_), " "] : head(column),
          el("b", "", signed(best.gain)),
          " ",
          ...told,
          at,
        ),
      ),
    );
  }
  const called = columns.map((_, column) => {
    const calls = rounds.flatMap((each) => of(each.calls, column));
    const sum = fill(words.end.of, { made: calls.filter(({ made }) => made).length, of: calls.length });
    return (
      calls.length &&
      el("p", side(column, "num"), head(column), el("span", "calls", signs(calls)), " ", el("span", "of", sum))
    );
  });
  if (called.some(Boolean)) facts.push(row(words.end.calls, el("dd", "", called)));
  const bombs = screen.rounds.flatMap(({ data }) => (data.bombs ?? []).map(([seat]) => seat));
  const times = (seat) => bombs.filter((one) => one === seat).length;
  const bombers = [...new Set(bombs)].sort((a, b) => times(b) - times(a) || a - b);
  const had = bombers.map((seat) => el("span", "", el("bdi", "", names[seat]), " ", el("b", "", String(times(seat)))));
  if (had.length && words.bombs) facts.push(row(words.bombs.title, el("dd", "num changes", had)));
  return el(
    "article",
    "card end-card",
    unseen && Object.assign(el("span", "stamp", words.end.stamp), { ariaHidden: "true" }),
    title,
    two && unseen && el("p", side(places[1], "against"), `${words.end.against} `, mark(), " ", ...whole(places[1])),
    two ? el("div", "final num", scores[0], el("span", "colon", ":"), scores[1]) : el("ol", "final-rows num", scores),
    el("dl", "told-rows", facts),
  );
}
