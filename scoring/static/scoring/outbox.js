/* What this phone stores: the taps of a round, and entries, until the server's game contains them.
 *
 * An entry: { id, game, kind, number, data, sides, names, replaces, about, versions, state, errors, tries, at, seq }
 *   kind   "round", "correction" or "undo"; "start" for a game started here, with number 0 and the game's id
 *   names  of the people by seat, as the screen showed them; "" for a seat without one
 *   state  "waiting"; "refused" with the server's `errors`; "sent" once the server has confirmed it as committed
 *   tries  how often it was sent: 0 means that the server cannot have it
 *   seq    the order in which entries were written on this phone
 * Nothing here needs a secure context: a page over plain http stores its rounds too.
 */
/** The path at which the host has this site, mostly "/"; and the same for names of stores, which all sites of a host
 * share.
 */
export const BASE = new URL("../../", import.meta.url).pathname;
export const OWN = BASE === "/" ? "" : BASE;
const NAME = `tichu${OWN}`;
const STORES = {
  entries: { keyPath: "seq", autoIncrement: true },
  games: { keyPath: "game" },
  turns: { keyPath: "game" },
};

/** The taps of unfinished rounds, in localStorage, so that a page can be reloaded during a round. */
export const drafts = {
  /** The sides belong to the key, so that taps made for other sides do not come back. So does the form in which a round
   * is corrected; a new round keeps the form in which it was begun.
   */
  key: ({ game, number, sidesSeen, replaces, recording }) =>
    `draft:${game}:${number}:${sidesSeen}:${replaces ? [replaces, recording].join(":") : ""}`,
  /** The depth of recording for the next rounds, as set on this phone or on one that handed the game to it, until the
   * server has it: { id, recording, sent }.
   */
  setKey: ({ game }) => `recording:${game}`,
  /** When the game was handed to another phone: this one only watches. */
  handedKey: ({ game }) => `handed:${game}`,
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  },
  write(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch {
      /* A full or forbidden storage: the page works, only a reload forgets the taps. */
    }
  },
  /** Remove drafts of rounds that have been written since. */
  sweep({ game, number: round }) {
    try {
      for (const key of Object.keys(localStorage)) {
        const [kind, of, written, , replaces] = key.split(":");
        if (kind === "draft" && of === game && Number(written) < round && !replaces) localStorage.removeItem(key);
      }
    } catch {
      /* A storage that cannot be read holds no drafts. */
    }
  },
};

/** 128 random bits as a version 4 UUID; crypto.randomUUID is missing on plain http. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The result of a request to IndexedDB. */
export const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    for (const [name, options] of Object.entries(STORES)) request.result.createObjectStore(name, options);
    request.transaction.objectStore("entries").createIndex("game", "game");
  };
  return asked(request).then((db) => {
    db.onversionchange = () => db.close(); // a newer page must not wait for this one
    return db;
  });
}

/** If a browser forbids IndexedDB, the rounds last as long as the page. */
class Memory {
  constructor() {
    this.entries = new Map();
    this.games = new Map();
    this.turns = new Map();
    this.seq = 0;
  }
  of(game) {
    return [...this.entries.values()].filter((entry) => entry.game === game);
  }
}

const asWaiting = (entry) => ({ state: "waiting", errors: [], tries: 0, at: Date.now(), ...entry });

/** Keys for entries between two existing ones; none if nothing waits. */
const between = (entries, before, first) =>
  entries.map((entry, at) =>
    first === undefined ? entry : { ...entry, seq: before + ((first - before) * (at + 1)) / (entries.length + 1) },
  );

export class Outbox {
  /** `durable` is false if nothing outlasts the page: then the page shows it. */
  static async open() {
    const outbox = new Outbox();
    try {
      outbox.db = await opened();
    } catch {
      outbox.memory = new Memory();
    }
    return outbox;
  }

  get durable() {
    return Boolean(this.db);
  }

  /** Begin a transaction. Browsers close the database of a sleeping page, or for a newer page: then it is opened again.
   */
  async beginning(stores, mode, options) {
    try {
      return this.db.transaction(stores, mode, options);
    } catch {
      this.db = await opened();
      return this.db.transaction(stores, mode, options);
    }
  }

  /** One transaction; resolves when it is complete, with the result of `work`. If the browser lost its database and
   * aborts it, it is tried once more on a new connection: nothing of it was stored.
   */
  async transaction(stores, mode, work) {
    try {
      return await this.attempt(stores, mode, work);
    } catch {
      this.db.close();
      this.db = await opened();
      return this.attempt(stores, mode, work);
    }
  }

  async attempt(stores, mode, work) {
    const transaction = await this.beginning(stores, mode, { durability: "strict" });
    return new Promise((resolve, reject) => {
      let answer;
      transaction.oncomplete = () => resolve(answer);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
      work(...stores.map((name) => transaction.objectStore(name)), (value) => {
        answer = value;
      });
    });
  }

  /** The entries of a game, in the order in which they were written. */
  async of(game) {
    if (this.memory) return this.memory.of(game);
    const transaction = await this.beginning("entries");
    const store = transaction.objectStore("entries");
    return asked(store.index("game").getAll(game)).then((found) => found.sort((one, other) => one.seq - other.seq));
  }

  /** All games stored here, the one changed last first: { game, version, screen, at }. */
  async all() {
    const rows = this.memory
      ? [...this.memory.games.values()]
      : await asked((await this.beginning("games")).objectStore("games").getAll());
    return rows.sort((one, other) => other.at - one.at);
  }

  /** Store an entry. When this resolves, it is on the disk, as far as the browser promises. */
  async add(entry) {
    const whole = asWaiting(entry);
    if (this.memory) {
      whole.seq ??= ++this.memory.seq;
      this.memory.entries.set(whole.seq, whole);
    } else {
      await this.transaction(["entries"], "readwrite", (store) => {
        store.index("game").getAll(whole.game).onsuccess = ({ target: { result } }) => {
          // The first try stored it after all, but never reported its end.
          const there = result.find(({ id }) => id === whole.id);
          if (there) whole.seq = there.seq;
          else store.add(whole).onsuccess = (event) => (whole.seq = event.target.result);
        };
      });
    }
    return whole;
  }

  /** Store entries before all that wait here for their game, in the given order: all or none. */
  async addBefore(entries) {
    if (!entries.length) return;
    const [{ game }] = entries;
    if (this.memory) {
      const first = this.memory.of(game)[0]?.seq;
      const before = Math.max(...[...this.memory.entries.keys()].filter((seq) => seq < first), first - 1);
      for (const entry of between(entries, before, first)) await this.add(entry);
      return;
    }
    await this.transaction(["entries"], "readwrite", (store) => {
      store.index("game").getAllKeys(game).onsuccess = ({ target: { result } }) => {
        const keep = (before, first) => {
          for (const entry of between(entries, before, first)) store.add(asWaiting(entry));
        };
        if (!result.length) return keep();
        const first = Math.min(...result);
        // Of any game: a key belongs to one entry only.
        store.openKeyCursor(IDBKeyRange.upperBound(first, true), "prev").onsuccess = ({ target: { result: last } }) =>
          keep(last ? last.key : first - 1, first);
      };
    });
  }

  /** Store a game that starts on this phone, and its start entry, before any of its rounds. There are no rounds yet,
   * unless another phone has begun the game: then its `rounds` are taken over. The key, by which the server knows that
   * two phones start one game, is included from the beginning: the answer to this start may be lost, and another phone
   * may come first.
   */
  async start(screen, data, rounds = []) {
    const { game } = screen;
    const start = { id: game, game, kind: "start", number: 0, data: { handover_key: newId(), ...data } };
    await this.transaction(["games", "entries"], "readwrite", (games, entries) => {
      games.put({ game, version: screen.version, screen, at: Date.now() });
      for (const entry of [start, ...rounds]) entries.add(asWaiting(entry));
    });
  }

  /** Change an entry that is still here: `change` returns the new one, or null to remove it. False if it is gone. */
  async change(seq, change) {
    if (this.memory) {
      const entry = this.memory.entries.get(seq);
      const next = entry && change(entry);
      if (next) this.memory.entries.set(seq, next);
      else this.memory.entries.delete(seq);
      return Boolean(entry);
    }
    return this.transaction(["entries"], "readwrite", (store, answer) => {
      store.get(seq).onsuccess = ({ target: { result } }) => {
        answer(Boolean(result));
        if (!result) return;
        const next = change(result);
        if (next) store.put(next);
        else store.delete(seq);
      };
    });
  }

  remove(seq) {
    return this.change(seq, () => null);
  }

  /** Remove an entry that was never sent, or was refused. False if it was sent: then the server may have it. */
  async takeOut(seq) {
    let unsent = false;
    await this.change(seq, (entry) => {
      unsent = entry.tries === 0 || entry.state === "refused";
      return unsent ? null : entry;
    });
    return unsent;
  }

  /** Remove a refused entry; the rounds written after it on this phone move up by one. */
  async discard(entry) {
    const later = (await this.of(entry.game)).filter(
      (other) => other.seq > entry.seq && other.kind === "round" && other.tries === 0,
    );
    await this.remove(entry.seq);
    if (entry.kind !== "round") return;
    for (const other of later) await this.change(other.seq, (found) => ({ ...found, number: found.number - 1 }));
  }

  /** Store the game as last read from the server, so that the page works without a network.
   *
   * Older states are not stored, nor states that lack a round, unless somebody has checked what became of it: `gone`
   * are the ids of the rounds that were undone or corrected. See again.js.
   */
  async keep(screen, gone = null) {
    const row = { game: screen.game, version: screen.version, screen, at: Date.now() };
    const put = (store, before) => {
      const there = new Set(screen.rounds.map(({ id }) => id));
      const whole = !before || (before.version <= row.version && before.screen.rounds.every(({ id }) => there.has(id)));
      if (gone || whole) store({ ...row, gone: gone ?? before?.gone ?? [] });
    };
    if (this.memory) return put((fresh) => this.memory.games.set(row.game, fresh), this.memory.games.get(row.game));
    await this.transaction(["games"], "readwrite", (store) => {
      store.get(row.game).onsuccess = ({ target: { result } }) => put((fresh) => store.put(fresh), result);
    });
  }

  /** Remove a game from this phone with everything stored for it. */
  async forget(game) {
    for (const { seq } of await this.of(game)) await this.remove(seq);
    if (this.memory) this.memory.games.delete(game);
    else
      await this.transaction(["games"], "readwrite", (store) => {
        store.delete(game);
      });
    try {
      await (await caches.open(`pages${OWN}`)).delete(`${BASE}games/${game}/score/`); // if it was made here
    } catch {
      /* Over plain http no pages are stored. */
    }
  }

  async kept(game) {
    if (this.memory) return this.memory.games.get(game) ?? null;
    return (await asked((await this.beginning("games")).objectStore("games").get(game))) ?? null;
  }

  /** Whether it is this tab's turn to send a game's entries, for so many milliseconds: never two tabs at once. */
  async turn(game, tab, time) {
    if (this.memory) return true;
    return this.transaction(["turns"], "readwrite", (store, answer) => {
      store.get(game).onsuccess = ({ target: { result } }) => {
        const free = !result || result.tab === tab || result.until < Date.now();
        answer(free);
        if (free) store.put({ game, tab, until: time ? Date.now() + time : 0 });
      };
    });
  }
}
