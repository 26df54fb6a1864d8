/* Games that this phone carries for another: kept in localStorage until the server has answered them. */

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
