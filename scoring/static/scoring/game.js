/* A game played on from round to round on the phone: who plays with whom, the totals, the end. Pure functions; `screen`
 * is the server's data (scoring/pages/table/script.py). A test compares every step with the rule book.
 */
import { draftOf, firstOut, inItsForm } from "./entry.js";
import { columnScores } from "./preview.js";

const others = (screen, seat) => [...Array(screen.players).keys()].filter((other) => other !== seat);

/** The seat that leads the next round (shuffles, deals or is King), or null. */
export function leadOf(screen) {
  if (screen.ranks) return screen.number > 1 ? screen.seating.at(-1) : null;
  return screen[screen.lead.key];
}

/** The seats that play, round the table from the first of the list, where some sit out. */
function ringOf(screen) {
  const lap = Math.floor((screen.number - roundsBefore(screen) - 1) / screen.turns);
  const resting = screen.columns[screen.sits_out];
  const ring = screen.rings[lap % screen.rings.length].filter((seat) => !resting.includes(seat));
  const first = ring.indexOf(Math.min(...ring));
  return [...ring.slice(first), ...ring.slice(0, first)];
}

function sidesOf(screen, position) {
  const { dummy } = screen;
  const partner = position[screen.lead.key];
  if (!screen.turns) return dummy === null ? screen.sides : [[partner, dummy], others(screen, partner)];
  const ring = ringOf(screen);
  return [0, 1].map((side) => ring.filter((_, at) => at % 2 === side).sort((one, other) => one - other));
}

/** Who plays with whom, and what each may call, given who leads, deals, is King or sits out. */
function seated(screen, position) {
  const { dummy } = screen;
  const sides = sidesOf(screen, position);
  const calls = Object.keys(screen.callValues);
  const seats = screen.seats.map(({ name }, seat) => {
    const side = sides.findIndex((seats_) => seats_.includes(seat));
    const shy = dummy !== null && sides[0].includes(seat); // has seen both hands
    const rests = side < 0 && screen.turns > 0;
    return {
      name,
      side: side < 0 ? null : side,
      calls: (rests ? [] : calls).filter(
        (call) => call === "tichu" || (!shy && (call !== "grand" || screen.grandAllowed)),
      ),
    };
  });
  return { sides, seats, sidesSeen: sides.map((side) => side.join(".")).join("-"), order: orderOf(screen, position) };
}

/** The seats in drawing order: round the table, the dummy last or between its partner's opponents; or by rank. */
function orderOf(screen, position) {
  if (!screen.places.length) return position.seating;
  if (screen.turns) {
    const ring = ringOf(screen);
    return [...screen.places.map((place) => ring[place]), ...screen.columns[screen.sits_out]];
  }
  const ring = [...Array(screen.players).keys()];
  if (screen.dummy !== null) {
    const at = screen.dummyBetween ? ((position[screen.lead.key] + 1) % screen.players) + 1 : screen.players;
    ring.splice(at, 0, screen.dummy);
  }
  return screen.places.map((place) => ring[place]);
}

/** How many rounds were played before the first one recorded here: the numbers go on from them. */
export const roundsBefore = ({ carried }) => carried?.rounds ?? 0;

/** By what the columns are ranked: by points per round if not all have played as often (SittingOutGame.standing). */
export function standing(screen, totals = screen.totals) {
  const { rested = [], turns, number: next } = screen;
  if (new Set(rested).size <= 1) return totals;
  const elsewhere = roundsBefore(screen);
  return totals.map((total, column) => {
    const rounds = elsewhere * (turns - 1) + turns * (next - 1 - elsewhere - rested[column]);
    return rounds ? (total * turns) / rounds : -Infinity;
  });
}

/** Whether the game ends with these totals after this round, and the winning columns if it does: the first of
 * `ranked`.
 */
export function ending(screen, totals, ranked = totals) {
  const last = screen.limit !== null && screen.limit !== undefined && screen.number >= screen.limit;
  if (!totals.length) return { finished: last, winners: [] };
  const [best, second] = [...totals].sort((one, other) => other - one);
  const reached = screen.target !== null && best >= screen.target && (best > second || screen.tie === "draw");
  const mercy = screen.mercy !== null && best - second >= screen.mercy;
  const finished = last || reached || mercy;
  const top = Math.max(...ranked);
  return { finished, winners: finished ? ranked.flatMap((value, column) => (value === top ? [column] : [])) : [] };
}

/** The leader of the next round: the seat so many places on, or the first out. */
function nextLead(screen, first) {
  const { dummy, lead, players } = screen;
  const step = lead.steps[screen.dealPasses ?? screen.whoSitsOut ?? ""];
  if (step !== undefined) return (screen[lead.key] + step + players) % players;
  return dummy !== null && (first === null || first === dummy) ? screen[lead.key] : first;
}

/** Who sits out after this round: the next in turn, or who was last out, as far as the order tells. */
function nextResting(screen, { out = [] }) {
  const left = screen.sides.flat().filter((seat) => !out.includes(seat));
  const known = screen.lead.steps[screen.whoSitsOut] === undefined && out.length > 2 && left.length < 2;
  return (known ? (left[0] ?? out.at(-1)) : screen.sits_out + 1) % screen.turns;
}

/** The screen as this round was played on it, where the people choose who sits out. */
export function asSeated(screen, { sits_out: seat = null }) {
  if (seat === null || !screen.turns) return screen;
  const here = { ...screen, sits_out: seat % screen.turns };
  return { ...here, ...seated(here, here) };
}

/** The screen after a round was played on it. */
export function after(before, round) {
  const screen = asSeated(before, round);
  const formed = inItsForm(screen, round);
  const draft = draftOf(formed, round);
  const totals = columnScores(formed, draft)?.totals ?? [];
  const position = { leader: screen.leader, dealer: screen.dealer, king: screen.king, seating: screen.seating };
  if (screen.ranks) {
    const out = round.out ?? [];
    position.seating = [...out, ...others(screen, null).filter((seat) => !out.includes(seat))];
  } else if (screen.turns) {
    position.sits_out = nextResting(screen, round);
    position.rested = screen.rested.map((times, column) => times + (column === screen.sits_out));
  } else position[screen.lead.key] = nextLead(screen, firstOut(draft));
  const moved = { ...screen, ...position, totals, number: screen.number + 1 };
  const next = { ...moved, ...ending(screen, totals, standing(moved)) };
  return { ...next, ...seated(next, position) };
}

/** The screen before the first round, with the score that was carried over. */
export function opening(screen) {
  const all = [...Array(screen.players).keys()];
  const position = { leader: null, dealer: null, king: null, seating: screen.ranks ? all : [] };
  if (screen.dummy !== null) position[screen.lead.key] = 0;
  if (screen.turns) Object.assign(position, { sits_out: screen.turns - 1, rested: screen.columns.map(() => 0) });
  const totals = screen.columns.map((_, column) => screen.carried?.totals?.[column] ?? 0);
  const number = roundsBefore(screen) + 1;
  const start = { ...screen, ...position, number, totals, finished: false, winners: [] };
  return { ...start, ...seated(start, position) };
}

/** The screen with these people; an unnamed seat keeps its word. */
function withPeople(screen, people) {
  const names = screen.names.map((name, seat) => people[seat] || name);
  const seats = screen.seats.map((each, seat) => ({ ...each, name: names[seat] }));
  return { ...screen, people, names, seats };
}

/** The people who play a round: those who sit now, with every later change taken back. */
const peopleIn = (people, changes, round) => changes.find(({ number }) => number > round)?.before ?? people;

/** Apply an entry that changes who sits here, or takes that back; false if it has no place here. */
function reseat(seating, entry, next) {
  const { kind, number, data, about, id } = entry;
  const last = seating.changes.at(-1);
  if (kind === "undo_seats") {
    if (!last || last.id !== about || last.number !== next) return false;
    seating.changes.pop();
    seating.people = last.before;
    return true;
  }
  if (number > next || (last && number < last.number)) return false;
  const before = seating.people;
  seating.people = before.map((name, seat) => data.people[seat] || name);
  seating.changes.push({ id, number, before, people: seating.people });
  return true;
}

/** Where an entry of the outbox is: "phone", "refused", on the "server" already, or there but "late". */
export const placeOf = ({ state, outcome }) =>
  ({ sent: outcome === "late" ? "late" : "server", refused: "refused" })[state] ?? "phone";

/** Whether a round was tapped for the sides that play it: otherwise points would go to the wrong people. */
function fits(screen, rounds, { sides, data: round }) {
  if ((screen.dummy === null && !screen.turns) || !sides) return true;
  const here = asSeated(
    rounds.reduce((at, { data }) => after(at, data), opening(screen)),
    round,
  );
  return JSON.stringify(here.sides) === JSON.stringify(sides);
}

/** A game as it is here: the server's rounds, and on top what waits in the outbox. Returns { screen, rounds, rows }:
 * the screen for the next round, all rounds that count, and for each entry of the outbox a row { entry, stands, rival,
 * before }. `stands` is false if the entry has no place of its own: another phone has written the round (`rival`), or
 * it was tapped for other sides. `before` is the screen to tap it on, or null.
 */
export function overlaid(screen, entries) {
  const rounds = screen.rounds.map((round) => ({ ...round }));
  const before = roundsBefore(screen);
  const seating = { people: screen.people, changes: [...(screen.seatChanges ?? [])] };
  const known = new Set([...rounds, ...seating.changes].map(({ id }) => id));
  const rows = [];
  for (const entry of entries) {
    if (known.has(entry.id)) continue; // the server has it, though its answer may have been lost
    const last = before + rounds.length;
    const at = entry.number - before - 1;
    let stands = true;
    if (entry.kind === "start") {
      rows.push({ entry, stands });
      continue;
    }
    if (entry.kind === "seats" || entry.kind === "undo_seats") stands = reseat(seating, entry, last + 1);
    else if (entry.kind === "round" && entry.number === last + 1 && fits(screen, rounds, entry)) {
      rounds.push({ number: entry.number, id: entry.id, data: entry.data, place: placeOf(entry), mine: true });
    } else if (entry.kind === "correction" && rounds[at]?.id === entry.replaces) {
      rounds[at] = { ...rounds[at], id: entry.id, data: entry.data, place: placeOf(entry) };
    } else if (
      entry.kind === "undo" &&
      rounds.length &&
      entry.number === last &&
      (!entry.about || rounds.at(-1).id === entry.about)
    ) {
      rounds.pop();
    } else stands = false;
    rows.push({ entry, stands });
  }
  if (!rows.length) return { screen, rounds, rows };
  let here = opening(screen);
  const screens = [here]; // before each round, and before the next one
  for (const { data } of rounds) screens.push((here = after(here, data)));
  const { people, changes } = seating;
  screens.forEach((each, at) => (screens[at] = withPeople(each, peopleIn(people, changes, before + at + 1))));
  here = { ...screens.at(-1), seatChanges: changes };
  for (const row of rows) {
    const at = screens[row.entry.number - before - 1];
    row.before = at ? asSeated(at, row.entry.data ?? {}) : null;
    row.rival = !row.stands && row.entry.kind === "round" && row.entry.number <= before + rounds.length;
  }
  const state =
    here.finished && screen.state === "running"
      ? "finished"
      : screen.state === "finished" && !here.finished
        ? "running"
        : screen.state;
  return { screen: { ...here, state, rounds }, rounds, rows };
}
