/* A game in few bytes, for a QR code, and back.
 *
 * In this order: the game's id, the code of its variant (the server sends both), the pass, the names, the number of
 * seats, the names of the calls that occur, the entries; a depth that was set and not sent yet: its id and its place
 * among the depths; the start of the game, if it is on no server.
 * An entry: a byte of marks (below), its id, and what the marks announce.
 * Ids are 16 bytes; an id that occurred before in this game is written as its place. Card points are the first side's,
 * in steps of five. Numbers of any size are written seven bits a byte, the lowest first.
 *
 * If you change any of this, give the text another form (see handover.js), so that old phones report a newer version.
 */
const KINDS = ["round", "correction", "undo", "choice", "agreement"]; // the three lowest bits of an entry's marks
const JUMPS = 8; // the number does not follow the last entry's
const SEATED = 16; // the sides differ from the last entry's
const REPLACES = 32;
const ABOUT = 64;
const PLAYED = 128; // a round follows
const DEPTHS = ["full", "first", "points"];
/** Flags of a round: which of its keys are there. */
const ROUND = { out: 1, calls: 2, card_points: 4, sweep: 8, made: 16, wish_violation: 32, sits_out: 64 };

const SINGLE = ["sweep", "made", "wish_violation", "sits_out"];

const cannot = (what) => {
  throw new RangeError(`This has no place in the compact form: ${what}`);
};

class Writer {
  constructor() {
    this.bytes = [];
    this.ids = new Map();
  }

  byte(value) {
    if (!Number.isInteger(value) || value < 0 || value > 255) cannot(value);
    this.bytes.push(value);
  }

  number(value) {
    if (!Number.isInteger(value) || value < 0 || value > 0xfffffff) cannot(value);
    for (; value > 127; value >>= 7) this.byte((value & 127) | 128);
    this.byte(value);
  }

  text(value) {
    const bytes = new TextEncoder().encode(value);
    this.number(bytes.length);
    this.bytes.push(...bytes);
  }

  texts(values) {
    this.number(values.length);
    for (const value of values) this.text(value);
  }

  id(value) {
    const hex = value.replaceAll("-", "");
    if (!/^[0-9a-f]{32}$/.test(hex)) cannot(value);
    for (const pair of hex.match(/../g)) this.byte(parseInt(pair, 16));
  }

  knownId(value) {
    const place = this.ids.get(value) ?? 0;
    this.number(place);
    if (!place) this.id(value);
  }

  /** Seats, two a byte, after their number. */
  seats(values) {
    if (values.length > 15) cannot(values);
    const halves = [values.length, ...values];
    if (halves.some((half) => !Number.isInteger(half) || half < 0 || half > 15)) cannot(values);
    for (let at = 0; at < halves.length; at += 2) this.byte((halves[at] << 4) | (halves[at + 1] ?? 0));
  }
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.ids = [];
  }

  byte() {
    if (this.at >= this.bytes.length) throw new RangeError("The game ends too early.");
    return this.bytes[this.at++];
  }

  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
      if (shift > 21) throw new RangeError("A number is too large.");
    }
  }

  several(read) {
    return Array.from({ length: this.number() }, () => read());
  }

  text() {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(this.several(() => this.byte())),
    );
  }

  id() {
    const hex = Array.from({ length: 16 }, () => this.byte().toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  knownId() {
    const place = this.number();
    return place ? this.ids[place - 1] : this.id();
  }

  seats() {
    const first = this.byte();
    const halves = [first & 15];
    while (halves.length < first >> 4) {
      const byte = this.byte();
      halves.push(byte >> 4, byte & 15);
    }
    return halves.slice(0, first >> 4);
  }
}

// Rounds --------------------------------------------------------------------------------------------------------------

function writeRound(writer, round, calls) {
  writer.byte(Object.keys(ROUND).reduce((marks, key) => marks | (key in round ? ROUND[key] : 0), 0));
  if ("out" in round) writer.seats(round.out);
  if ("calls" in round) {
    const made = Object.entries(round.calls);
    writer.number(made.length);
    for (const [seat, call] of made) {
      if (Number(seat) > 15) cannot(seat);
      writer.byte(Number(seat) * 16 + calls.indexOf(call));
    }
  }
  if ("card_points" in round) writer.byte(round.card_points[0] / 5 + 128);
  for (const key of SINGLE) if (key in round) writer.byte(round[key]);
}

function readRound(reader, calls) {
  const marks = reader.byte();
  const round = {};
  if (marks & ROUND.out) round.out = reader.seats();
  if (marks & ROUND.calls) {
    const made = reader.several(() => reader.byte());
    round.calls = Object.fromEntries(made.map((byte) => [String(byte >> 4), calls[byte & 15]]));
  }
  if (marks & ROUND.card_points) {
    const points = (reader.byte() - 128) * 5;
    round.card_points = [points, 100 - points];
  }
  for (const key of SINGLE) if (marks & ROUND[key]) round[key] = reader.byte();
  return round;
}

// Entries -------------------------------------------------------------------------------------------------------------

/** What an entry takes over from the one before it. */
const BEFORE = { number: 0, sides: undefined };
const sameSides = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function writeEntry(writer, entry, before, calls) {
  const kind = KINDS.indexOf(entry.kind);
  if (kind < 0) cannot(entry.kind);
  const jumps = entry.number !== before.number + 1;
  const seated = !sameSides(entry.sides, before.sides);
  const marks = {
    [JUMPS]: jumps,
    [SEATED]: seated,
    [REPLACES]: entry.replaces,
    [ABOUT]: entry.about,
    [PLAYED]: entry.round,
  };
  writer.byte(Object.entries(marks).reduce((sum, [mark, is]) => sum + (is ? Number(mark) : 0), kind));
  writer.id(entry.id);
  if (jumps) writer.number(entry.number);
  if (seated) {
    writer.byte(entry.sides ? entry.sides.length + 1 : 0);
    for (const side of entry.sides ?? []) writer.seats(side);
  }
  if (entry.replaces) writer.knownId(entry.replaces);
  if (entry.about) writer.knownId(entry.about);
  if (entry.round) writeRound(writer, entry.round, calls);
  if (!writer.ids.has(entry.id)) writer.ids.set(entry.id, writer.ids.size + 1);
}

function readEntry(reader, before, calls) {
  const marks = reader.byte();
  const entry = {
    id: reader.id(),
    kind: KINDS[marks & 7],
    number: marks & JUMPS ? reader.number() : before.number + 1,
  };
  let { sides } = before;
  if (marks & SEATED) {
    const count = reader.byte();
    sides = count ? Array.from({ length: count - 1 }, () => reader.seats()) : undefined;
  }
  if (sides) entry.sides = sides;
  if (marks & REPLACES) entry.replaces = reader.knownId();
  if (marks & ABOUT) entry.about = reader.knownId();
  if (marks & PLAYED) entry.round = readRound(reader, calls);
  if (!reader.ids.includes(entry.id)) reader.ids.push(entry.id);
  return entry;
}

// Games ---------------------------------------------------------------------------------------------------------------

const keyOf = (codes, code) => Object.keys(codes).find((key) => codes[key] === code) ?? null;

/** The bytes of a game; `codes` by the key of a variant. Throws RangeError or TypeError if something does not fit the
 * form.
 *
 * A key that this form does not know is left out: callers read the bytes again and compare.
 */
export function toBytes(game, codes) {
  const writer = new Writer();
  const calls = [...new Set(game.entries.flatMap(({ round }) => Object.values(round?.calls ?? {})))];
  if (calls.length > 16) cannot(calls);
  writer.id(game.game);
  writer.byte(codes[game.variant]);
  writer.text(game.pass);
  writer.texts(game.names);
  writer.number(game.seats);
  writer.texts(calls);
  writer.number(game.entries.length);
  let before = BEFORE;
  for (const entry of game.entries) {
    writeEntry(writer, entry, before, calls);
    before = entry;
  }
  if (game.depth !== undefined) {
    writer.id(game.depth.id);
    writer.byte(DEPTHS.indexOf(game.depth.recording));
  }
  if (game.start !== undefined) writer.text(game.start);
  return Uint8Array.from(writer.bytes);
}

/** The game that `toBytes` wrote, with a `variant` of null if none has its code. `deep`: with a depth that was set;
 * `started`: with the start of the game. Throws RangeError or TypeError if the bytes are not such a game.
 */
export function fromBytes(bytes, codes, { deep, started }) {
  const reader = new Reader(bytes);
  const game = { game: reader.id(), variant: keyOf(codes, reader.byte()), pass: reader.text() };
  game.names = reader.several(() => reader.text());
  game.seats = reader.number();
  const calls = reader.several(() => reader.text());
  let before = BEFORE;
  game.entries = reader.several(() => {
    before = readEntry(reader, before, calls);
    return before;
  });
  if (deep) game.depth = { id: reader.id(), recording: DEPTHS[reader.byte()] };
  if (started) game.start = reader.text();
  if (reader.at < bytes.length) throw new RangeError("Something follows the game.");
  return game;
}
