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

/** Who plays with whom, and what each may call, given who leads, deals or is King. */
function seated(screen, position) {
  const { dummy } = screen;
  const partner = position[screen.lead.key];
  const sides = dummy === null ? screen.sides : [[partner, dummy], others(screen, partner)];
  const calls = Object.keys(screen.callValues);
  const seats = screen.seats.map(({ name }, seat) => {
    const side = sides.findIndex((seats_) => seats_.includes(seat));
    const shy = dummy !== null && sides[0].includes(seat); // has seen both hands
    return {
      name,
      side: side < 0 ? null : side,
      calls: calls.filter((call) => call === "tichu" || (!shy && (call !== "grand" || screen.grandAllowed))),
    };
  });
  return { sides, seats, sidesSeen: sides.map((side) => side.join(".")).join("-"), order: orderOf(screen, position) };
}

/** The seats in drawing order: round the table, the dummy last or between its partner's opponents; or by rank. */
function orderOf(screen, position) {
  if (!screen.places.length) return position.seating;
  const ring = [...Array(screen.players).keys()];
  if (screen.dummy !== null) {
    const at = screen.dummyBetween ? ((position[screen.lead.key] + 1) % screen.players) + 1 : screen.players;
    ring.splice(at, 0, screen.dummy);
  }
  return screen.places.map((place) => ring[place]);
}

/** How many rounds were played before the first one recorded here: the numbers go on from them. */
export const roundsBefore = ({ carried }) => carried?.rounds ?? 0;

/** Whether the game ends with these totals after this round, and the winning columns if it does. */
export function ending(screen, totals) {
  const last = screen.limit !== null && screen.limit !== undefined && screen.number >= screen.limit;
  if (!totals.length) return { finished: last, winners: [] };
  const [best, second] = [...totals].sort((one, other) => other - one);
  const reached = screen.target !== null && best >= screen.target && (best > second || screen.tie === "draw");
  const mercy = screen.mercy !== null && best - second >= screen.mercy;
  const finished = last || reached || mercy;
  return { finished, winners: finished ? totals.flatMap((total, column) => (total === best ? [column] : [])) : [] };
}

/** The leader of the next round: the seat so many places on, or the first out. */
function nextLead(screen, first) {
  const { dummy, lead, players } = screen;
  const step = lead.steps[screen.dealPasses ?? ""];
  if (step !== undefined) return (screen[lead.key] + step + players) % players;
  return dummy !== null && (first === null || first === dummy) ? screen[lead.key] : first;
}

/** The screen after a round was played on it. */
export function after(screen, round) {
  const formed = inItsForm(screen, round);
  const draft = draftOf(formed, round);
  const totals = columnScores(formed, draft)?.totals ?? [];
  const position = { leader: screen.leader, dealer: screen.dealer, king: screen.king, seating: screen.seating };
  if (screen.ranks) {
    const out = round.out ?? [];
    position.seating = [...out, ...others(screen, null).filter((seat) => !out.includes(seat))];
  } else position[screen.lead.key] = nextLead(screen, firstOut(draft));
  const next = { ...screen, ...position, totals, ...ending(screen, totals), number: screen.number + 1 };
  return { ...next, ...seated(next, position) };
}

/** The screen before the first round, with the score that was carried over. */
export function opening(screen) {
  const all = [...Array(screen.players).keys()];
  const position = { leader: null, dealer: null, king: null, seating: screen.ranks ? all : [] };
  if (screen.dummy !== null) position[screen.lead.key] = 0;
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
function fits(screen, rounds, { sides }) {
  if (screen.dummy === null || !sides) return true;
  const here = rounds.reduce((at, { data }) => after(at, data), opening(screen));
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
    row.before = screens[row.entry.number - before - 1] ?? null;
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
