/* Giving the server again what it had and has no more: somebody has set it back to an older copy.
 *
 * What a phone was told last stands on it, with all rounds of the game. Where one of them is in the server's news no
 * more, the server is asked whether it ever had it: a round that was undone or corrected it knows, one that was
 * written after the copy it does not. Those go out again under their own ids, so that several phones that hold the
 * same ones do no harm. Pure functions.
 */

/** The id of the entry that undoes a round once more: the same on every phone. The round's, as version 8. */
const takenBackId = (id) => `${id.slice(0, 14)}8${id.slice(15)}`;

/** The ids to ask the server about. `told` is the game as it told it before, `sent` what it has said to have since. */
export function doubtful(told, news, sent) {
  const there = new Set(news.rounds.map(({ id }) => id));
  const vanished = told.rounds.filter(({ id }) => !there.has(id));
  // Whatever was taken made a newer version. A round that counted stands there, if nobody changed it since.
  const stale = news.version <= told.version;
  const written = sent.filter(({ kind }) => kind !== "start");
  const missed = written.filter(
    ({ id, kind, outcome }) => !there.has(id) && (stale || (kind === "round" && outcome === "counted")),
  );
  return [...new Set([...vanished, ...missed].map(({ id }) => id))];
}

/** What to send again, in order, as entries of the outbox without its own columns. `unknown` are the ids that the server
 * never had, `gone` those of rounds that it once said were undone or corrected, `held` those that wait here anyway.
 */
export function toGive(told, news, { unknown, gone, held }) {
  const lost = told.rounds.filter(({ id }) => unknown.has(id));
  const replaced = new Set(lost.map(({ replaces }) => replaces));
  const base = news.rounds.map(({ id }) => id);
  const given = [];
  while (base.length && gone.has(base.at(-1)) && !replaced.has(base.at(-1))) {
    const id = base.at(-1);
    given.push({ id: takenBackId(id), kind: "undo", number: base.length, about: id, replaces: null, data: {} });
    base.pop();
  }
  for (const { id, number, data, sides, replaces } of lost) {
    const corrects = Boolean(replaces) && base[number - 1] === replaces;
    given.push({
      id,
      kind: corrects ? "correction" : "round",
      number,
      data,
      sides,
      replaces: corrects ? replaces : null,
      about: null,
    });
    if (corrects || number === base.length + 1) base[number - 1] = id;
  }
  return given.filter(({ id }) => !held.has(id));
}

/** Look through news of a game and see that nothing is lost: what has to be sent again stands in the outbox afterwards.
 *
 * `sent` are the entries of the outbox that the server had said to have before it was asked for these news.
 * `unknownOf(ids)` asks the server, and gives null where it was not reached. Gives the numbers of the rounds that are
 * sent again, null where it cannot be told now: then the news must not be believed yet.
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

/** Keep a game that the server does not know at all for it: its start and all rounds, before what waits here anyway. */
export async function putWhole(outbox, told) {
  const held = new Set((await outbox.of(told.game)).map(({ id }) => id));
  const unknown = new Set(told.rounds.map(({ id }) => id));
  const rounds = toGive(told, { rounds: [] }, { unknown, gone: new Set(), held });
  const { variant, saving, people: players } = told;
  const start = {
    id: told.game,
    kind: "start",
    number: 0,
    data: { ...told.afterCopy.start, variant, saving, players },
  };
  const whole = held.has(told.game) ? rounds : [start, ...rounds];
  await outbox.addBefore(whole.map((entry) => ({ ...entry, game: told.game })));
}
