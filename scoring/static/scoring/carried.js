/* Games on their way between phones: what this phone gives of its own games, and the games that it carries for another
 * phone, kept in localStorage until the server has answered.
 */
import { roundsBefore } from "./game.js";
import { drafts, OWN } from "./outbox.js";

const PREFIX = `handover${OWN}:`;
const SEATING = ["seats", "undo_seats"]; // entries that change who sits, and write no round

/** What is stored of a game: { game, wanted }; `wanted` means that it has to be sent. Null if nothing is stored. */
function read(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key));
    return found?.game?.game && Array.isArray(found.game.entries) ? found : null;
  } catch {
    return null;
  }
}

/** All games, in the order of their ids. */
export function all() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return keys.sort().map(read).filter(Boolean);
  } catch {
    return []; // the browser forbids storage
  }
}

/** Add the entries of an earlier reading that this one lacks: they may not have been sent yet. */
export function together(earlier, game) {
  if (!earlier) return game;
  const entries = new Map([...earlier.entries, ...game.entries].map((entry) => [entry.id, entry]));
  return { ...game, entries: [...entries.values()] };
}

/** Store a game. Returns false if this browser does not store it. */
export function keep(game, wanted) {
  try {
    localStorage.setItem(PREFIX + game.game, JSON.stringify({ game, wanted }));
    return true;
  } catch {
    return false;
  }
}

export function drop(game) {
  try {
    localStorage.removeItem(PREFIX + game.game);
  } catch {
    /* Then there is nothing to remove. */
  }
}

/** How many rounds remain: each counted once, without undone ones. */
export function roundsIn({ entries }) {
  const numbers = new Set();
  for (const { kind, number } of entries) {
    if (kind === "undo") numbers.delete(number);
    else if (!SEATING.includes(kind)) numbers.add(number);
  }
  return numbers.size;
}

/** The number of the round after them in a game that no server has, which may have started from a score. */
export function nextIn(game) {
  let before = 0;
  try {
    before = roundsBefore(JSON.parse(game.start));
  } catch {
    /* The code may contain anything. */
  }
  return before + roundsIn(game) + 1;
}

/** The part of an entry that another phone needs. */
const CARRIED = ["id", "kind", "number", "round", "sides", "replaces", "about", "versions", "people", "names"];
const told = (entry) => Object.fromEntries(CARRIED.map((name) => [name, entry[name]]));

/** A game of this phone with all that another phone needs to send it; `server` as the outbox keeps it. What the server
 * already has does no harm, and is left out if `briefly`. For a game that is on no server it contains the start. The
 * depth of recording is included if it was set here and not sent yet.
 */
export async function given(outbox, server, briefly = false) {
  const { game, pass = "", variant, names, players, seats, rounds, unborn } = server;
  // From here on the server may get them from another phone.
  for (const { seq } of await outbox.of(game)) {
    await outbox.change(seq, (entry) => ({ ...entry, tries: Math.max(1, entry.tries) }));
  }
  const entries = await outbox.of(game);
  const start = unborn && entries.find(({ kind }) => kind === "start");
  const known = rounds.map(({ data, about = null, ...round }) => ({
    ...round,
    round: round.kind === "choice" ? null : data, // the server has the chosen version
    about,
  }));
  // If people change seats on the way, each entry says who sat there then.
  const changes = entries.some(({ kind }) => SEATING.includes(kind));
  const waiting = entries
    .filter(({ kind }) => kind !== "start")
    .map(({ data, names: then, ...entry }) => ({
      ...entry,
      round: entry.kind === "undo" || SEATING.includes(entry.kind) ? null : data,
      people: entry.kind === "seats" ? data.people : null,
      names: changes ? then : null,
    }));
  return {
    ...{ game, pass, variant, names: names.slice(0, players), seats: seats.length },
    ...depthGiven(server),
    ...(start ? { start: JSON.stringify(start.data) } : {}),
    entries: [...(briefly && !start ? [] : known), ...waiting].map(told),
  };
}

/** The depth of recording for the next rounds, which another phone may send too. */
function depthGiven(server) {
  const { id, recording, sent } = drafts.read(drafts.setKey(server)) ?? {};
  return id && !sent ? { depth: { id, recording } } : {};
}
