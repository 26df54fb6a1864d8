/* Games on their way from one phone to another: what this phone gives of its own; and those that it carries for another,
 * kept in localStorage until the server has answered them.
 */
import { drafts } from "./outbox.js";

const PREFIX = "handover:";

/** What is kept of a game: { game, wanted }, where `wanted` says that it shall be sent. Null where nothing is. */
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
    return []; // a browser that forbids it
  }
}

/** The game with the entries of an earlier reading that it does not hold: those may still be unsent. */
export function together(earlier, game) {
  if (!earlier) return game;
  const entries = new Map([...earlier.entries, ...game.entries].map((entry) => [entry.id, entry]));
  return { ...game, entries: [...entries.values()] };
}

/** Keep a game. False where this browser does not. */
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
    /* Then it is not there either. */
  }
}

/** How many rounds the entries leave standing: each written once, those undone not at all. */
export function roundsIn({ entries }) {
  const numbers = new Set();
  for (const { kind, number } of entries) {
    if (kind === "undo") numbers.delete(number);
    else numbers.add(number);
  }
  return numbers.size;
}

/** What another phone is told of an entry. */
const CARRIED = ["id", "kind", "number", "round", "sides", "replaces", "about", "versions"];
const told = (entry) => Object.fromEntries(CARRIED.map((name) => [name, entry[name]]));

/** A game of this phone with all that another one needs to send it; `server` as the outbox keeps it. What the server has
 * already does no harm there, and is left out where `briefly`. Of a game that no server knows it bears what starts it.
 * How much is recorded goes along where it was set here and waits to be told.
 */
export async function given(outbox, server, briefly = false) {
  const { game, pass = "", variant, names, players, seats, rounds, unborn } = server;
  // From here on the server may have them by way of another phone.
  for (const { seq } of await outbox.of(game)) {
    await outbox.change(seq, (entry) => ({ ...entry, tries: Math.max(1, entry.tries) }));
  }
  const entries = await outbox.of(game);
  const start = unborn && entries.find(({ kind }) => kind === "start");
  const known = rounds.map(({ data, about = null, ...round }) => ({
    ...round,
    round: round.kind === "choice" ? null : data, // the server has what was chosen
    about,
  }));
  const waiting = entries
    .filter(({ kind }) => kind !== "start")
    .map(({ data, ...entry }) => ({ ...entry, round: entry.kind === "undo" ? null : data }));
  return {
    ...{ game, pass, variant, names: names.slice(0, players), seats: seats.length },
    ...depthGiven(server),
    ...(start ? { start: JSON.stringify(start.data) } : {}),
    entries: [...(briefly && !start ? [] : known), ...waiting].map(told),
  };
}

/** How much is recorded from now on, which another phone may tell the server, too. */
function depthGiven(server) {
  const { id, recording, sent } = drafts.read(drafts.setKey(server)) ?? {};
  return id && !sent ? { depth: { id, recording } } : {};
}
