/* Sends a game's entries from the outbox in order, one at a time, until the server has confirmed them. */

import { recordingOf } from "./entry.js";

const AT_ONCE = 50; // entries in one question to the server
const PATIENCE = 10_000; // ms until an answer counts as lost
const PAUSES = [1_000, 2_000, 4_000, 8_000]; // ms between tries that reached no server
const TURN = PATIENCE + 5_000; // ms this tab holds the right to send

/** The entry to send: the first that waits, unless a refused one for its round or an earlier one is before it. */
function next(entries) {
  let barred = Infinity;
  for (const entry of entries) {
    if (entry.state === "refused") barred = Math.min(barred, entry.number);
    else if (entry.state === "waiting" && entry.number < barred) return entry;
  }
  return null;
}

/** How long an entry has waited, by this phone's own clock, which may be wrong, but is always the same one. */
const waited = ({ at }) => (at ? { waited: Math.max(0, Math.round((Date.now() - at) / 1000)) } : {});

/** An answer in JSON, as { status, said, headers }. Null if there was none, if it was not ours (a hotel's log-in page),
 * or if the server has to be asked again later.
 */
export async function ask(url, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(url, {
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: stop.signal,
      ...options,
      headers: { Accept: "application/json", ...options?.headers },
    });
    const { status, headers } = answer;
    if (status >= 500 || status === 408 || status === 429) return null;
    if (status === 304) return { status, headers, said: {} };
    if ((headers.get("Content-Type") ?? "").startsWith("application/json"))
      return { status, headers, said: await answer.json() };
    return headers.has("X-Tichu-Desk") ? { status, headers, said: {} } : null; // a page of ours: the game is closed
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

export class Sender {
  /** `urls` and `csrf` as given to the page. `heard` is called with each change: "sending", "committed" (entry,
   * answer), "refused" (entry), "unreached", "done".
   */
  constructor(outbox, { game, urls, csrf }, heard) {
    Object.assign(this, { outbox, game, urls, csrf, heard });
    this.tab = Math.random().toString(36).slice(2);
    this.failed = 0; // tries in a row that reached no server
    this.running = null;
  }

  /** Send what waits. Can be called at any time: only one run at a time. */
  flush() {
    clearTimeout(this.timer);
    this.again = Boolean(this.running);
    this.running ??= this.run()
      .catch(() => this.later())
      .finally(() => {
        this.running = null;
        if (this.again) this.flush();
      });
    return this.running;
  }

  /** The game has changed: what was refused before may be accepted now. */
  async retry() {
    for (const entry of await this.outbox.of(this.game)) {
      if (entry.state === "refused") await this.outbox.change(entry.seq, (found) => ({ ...found, state: "waiting" }));
    }
    return this.flush();
  }

  async run() {
    if (!(await this.outbox.turn(this.game, this.tab, TURN))) return this.standBack();
    try {
      for (;;) {
        const entry = next(await this.outbox.of(this.game));
        if (!entry) break;
        if (!(await this.send(entry))) return this.later();
        await this.outbox.turn(this.game, this.tab, TURN);
      }
    } finally {
      await this.outbox.turn(this.game, this.tab, 0);
    }
    this.failed = 0;
    return this.heard("done");
  }

  /** Another tab sends. This is not a failure: it may be through in a moment, or was closed and leaves its turn unused.
   */
  standBack() {
    this.timer = setTimeout(() => this.flush(), PAUSES[0]);
  }

  later() {
    const pause = PAUSES[Math.min(this.failed, PAUSES.length - 1)];
    this.failed += 1;
    this.timer = setTimeout(() => this.flush(), pause);
    this.heard("unreached");
  }

  /** One entry. False if no server was reached and it has to be tried again. */
  async send(entry) {
    // Counted before sending: from here on the server may have it.
    if (!(await this.mark(entry, (found) => ({ tries: found.tries + 1 })))) return true;
    this.heard("sending", entry);
    const answer = await this.post(entry);
    if (!answer) return false;
    this.failed = 0;
    if (answer.status < 300) {
      const outcome = entry.kind === "start" ? "counted" : answer.said.outcome;
      if (answer.said.id !== entry.id || !outcome) return false; // not our answer
      await this.mark(entry, () => ({ state: "sent", outcome }));
      this.heard("committed", entry, answer.said);
      return true;
    }
    const errors = Array.isArray(answer.said.errors) ? answer.said.errors : null;
    if (!errors) return false;
    if (entry.kind === "start" && (await this.mend(entry, errors))) return true;
    await this.mark(entry, () => ({ state: "refused", errors }));
    this.heard("refused", { ...entry, errors });
    return true;
  }

  /** Leave out a name that the server refuses, or a rule set whose name it does not know: the game starts, and the seat
   * is named later. False if something else is wrong.
   */
  async mend(entry, errors) {
    const seats = errors.map(({ field }) => /^(?:name_|players\.)(\d+)$/.exec(field)?.[1]);
    if (!errors.every(({ field }, at) => seats[at] !== undefined || field === "preset")) return false;
    const { preset, ...data } = entry.data;
    const players = data.players.map((name, seat) => (seats.includes(String(seat)) ? "" : name));
    const named = errors.some(({ field }) => field === "preset") || !preset ? {} : { preset };
    if (players.join() === data.players.join() && named.preset === preset) return false;
    return this.mark(entry, () => ({ data: { ...data, ...named, players } }));
  }

  /** Change an entry. False if it is gone or was replaced: a round that was corrected. */
  async mark(entry, news) {
    let same = false;
    await this.outbox.change(entry.seq, (found) => {
      same = found.id === entry.id;
      return same ? { ...found, ...news(found) } : found;
    });
    return same;
  }

  /** Post something, as JSON or as the fields of a form. A page that was open for long may have an expired token: then
   * try once with a new one.
   */
  async write(url, what, again = true) {
    const form = what instanceof URLSearchParams;
    const answer = await ask(url, {
      method: "POST",
      body: form ? what : JSON.stringify(what),
      headers: {
        ...(form ? { "HX-Request": "true", "HX-Boosted": "true" } : { "Content-Type": "application/json" }),
        "X-CSRFToken": this.csrf,
      },
    });
    if (!again || answer?.status !== 403 || answer.said.errors?.[0]?.code !== "csrf_failed") return answer;
    this.csrf = (await ask(this.urls.session))?.said.csrf ?? this.csrf;
    return this.write(url, what, false);
  }

  post(entry) {
    if (entry.kind === "start") {
      return this.write(this.urls.games, { ...entry.data, ...waited(entry), id: entry.game });
    }
    const { id, kind, number, data, sides, names, replaces, about, versions } = entry;
    if (kind === "seats")
      return this.write(this.urls.entries, { id, kind, number, names, people: data.people, ...waited(entry) });
    if (kind === "undo_seats") return this.write(this.urls.entries, { id, kind, number, about });
    const recording = kind === "undo" ? null : recordingOf(data);
    const what = { id, kind, number, round: data, sides, names, recording, replaces, about, versions };
    return this.write(this.urls.entries, what);
  }

  /** Those of these entries that the server never had, as a set; null if it was not reached. */
  async unknown(ids, { unknown }) {
    const found = new Set();
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const asked = new URLSearchParams(ids.slice(from, from + AT_ONCE).map((id) => ["entry", id]));
      const answer = await ask(`${unknown}?${asked}`);
      if (answer?.status !== 200 || !Array.isArray(answer.said.unknown)) return null;
      for (const id of answer.said.unknown) found.add(id);
    }
    return found;
  }
}
