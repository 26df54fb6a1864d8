/* Restores what the server had and lost, after the site was restored from an older back-up.
 *
 * The phone keeps the game as the server last sent it, with all rounds. If the server's game lacks one of them, the
 * phone asks whether the server ever had it. The server knows rounds that were undone or corrected, but not rounds
 * written after the back-up. Those are sent again under their own ids, so several phones may send the same ones. Pure
 * functions.
 */
import { roundsBefore } from "./game.js";

/** The id of the entry that undoes a round again: the same on every phone. It is the round's id as version 8. */
const takenBackId = (id) => `${id.slice(0, 14)}8${id.slice(15)}`;

/** The changes of who sits here, oldest first. */
const changesOf = ({ seatChanges }) => seatChanges ?? [];

/** The ids to ask the server about. `told` is the game as last read, `sent` what the server has confirmed since. */
export function doubtful(told, news, sent) {
  const there = new Set([...news.rounds, ...changesOf(news)].map(({ id }) => id));
  const vanished = [...told.rounds, ...changesOf(told)].filter(({ id }) => id && !there.has(id));
  // Each accepted entry made a newer version. A round that counted is in it, unless somebody changed it since.
  const stale = news.version <= told.version;
  const written = sent.filter(({ kind }) => kind !== "start");
  const missed = written.filter(
    ({ id, kind, outcome }) => !there.has(id) && (stale || (kind === "round" && outcome === "counted")),
  );
  return [...new Set([...vanished, ...missed].map(({ id }) => id))];
}

/** What to send again, in order, as entries of the outbox without its own columns. `unknown` are the ids that the
 * server never had, `gone` those of rounds that it once called undone or corrected, `held` those that wait here anyway.
 */
export function toGive(told, news, { unknown, gone, held }) {
  const before = roundsBefore(told);
  const lost = told.rounds.filter(({ id }) => unknown.has(id));
  const replaced = new Set(lost.map(({ replaces }) => replaces));
  const base = news.rounds.map(({ id }) => id);
  const given = [];
  while (base.length && gone.has(base.at(-1)) && !replaced.has(base.at(-1))) {
    const id = base.at(-1);
    const number = before + base.length;
    given.push({ id: takenBackId(id), kind: "undo", number, about: id, replaces: null, data: {} });
    base.pop();
  }
  for (const { id, number, data, sides, replaces } of lost) {
    const corrects = Boolean(replaces) && base[number - before - 1] === replaces;
    given.push({
      id,
      kind: corrects ? "correction" : "round",
      number,
      data,
      sides,
      replaces: corrects ? replaces : null,
      about: null,
    });
    if (corrects || number === before + base.length + 1) base[number - before - 1] = id;
  }
  for (const { id, number, people } of changesOf(told).filter((change) => unknown.has(change.id))) {
    // After earlier changes before the same round
    const at = given.findIndex((entry) => !["undo", "seats"].includes(entry.kind) && entry.number >= number);
    const change = { id, kind: "seats", number, data: { people }, replaces: null, about: null };
    given.splice(at < 0 ? given.length : at, 0, change);
  }
  return given.filter(({ id }) => !held.has(id));
}

/** Check a newly read game for losses, and put what has to be sent again into the outbox.
 *
 * `sent` are the entries of the outbox that the server had confirmed before this game was read. `unknownOf(ids)` asks
 * the server, and returns null if it was not reached. Returns the numbers of the rounds that are sent again, or null if
 * that is not known yet: then the game must not be shown.
 */
export async function giveAgain(outbox, told, news, sent, unknownOf) {
  const game = news.game;
  const ids = doubtful(told, news, sent);
  const gone = new Set((await outbox.kept(game))?.gone ?? []);
  const unknown = ids.length ? await unknownOf(ids) : new Set();
  if (!unknown) return null;
  const entries = await outbox.of(game);
  const held = new Set(entries.map(({ id }) => id));
  const given = news.version < told.version || unknown.size ? toGive(told, news, { unknown, gone, held }) : [];
  const lost = sent.filter(({ id }) => unknown.has(id));
  for (const { seq } of lost) await outbox.change(seq, (found) => ({ ...found, state: "waiting" }));
  await outbox.addBefore(given.map((entry) => ({ ...entry, game })));
  for (const { id } of told.rounds) {
    if (ids.includes(id) && !unknown.has(id)) gone.add(id);
  }
  await outbox.keep(news, ids.length || news.version < told.version ? [...gone] : null);
  return [...new Set([...given, ...lost].map(({ number }) => number))].sort((one, other) => one - other);
}

/** Put a game that the server does not know into the outbox: its start and all rounds, before what waits here anyway.
 */
export async function putWhole(outbox, told) {
  const held = new Set((await outbox.of(told.game)).map(({ id }) => id));
  const unknown = new Set([...told.rounds, ...changesOf(told)].map(({ id }) => id));
  const rounds = toGive(told, { rounds: [] }, { unknown, gone: new Set(), held });
  const { variant, saving, people } = told;
  const players = changesOf(told)[0]?.before ?? people; // those who began
  const start = {
    id: told.game,
    kind: "start",
    number: 0,
    data: { ...told.afterCopy.start, variant, saving, players },
  };
  const whole = held.has(told.game) ? rounds : [start, ...rounds];
  await outbox.addBefore(whole.map((entry) => ({ ...entry, game: told.game })));
}
