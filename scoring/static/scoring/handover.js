/* A whole game as a text, for a QR code or for pasting: from the phone that wrote it to one with a network.
 *
 *   TICHU1:<body>                          or, if one code is too small, for each of its parts
 *   TICHU1:<index>/<count>:<sum>:<piece>   the sum (CRC-32, eight hexadecimal digits) is that of the whole body
 *                                          and tells which parts belong together
 *
 * The body is the base 41 text of: a byte for the form, the game in that form, the CRC-32 of everything before it.
 * Base 41 packs as tightly as base 45 (RFC 9285: two bytes in three characters of a QR code's alphanumeric mode), but
 * avoids the blank, which messengers wrap or trim, "*" and "-", which they turn into bold and dashes, and ":", which
 * they turn into faces and which ends our heads.
 *
 * A game: { game, pass, variant, names, seats,
 *           entries: [{ id, kind, number, round, sides, replaces, about, versions }] }
 * Entries are in the API's form. Null is the same as absent. `depth`, { id, recording }, is the depth of recording for
 * the next rounds, if it was set on the phone and the server does not have it. A game that is on no server has an empty
 * pass and `start`: its start in the API's form, in JSON (null has a meaning in it), with its key.
 */
import { fromBytes, toBytes } from "./handover_bytes.js";

const VERSION = 1;
const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$%+./";
const BASE = CHARACTERS.length;
/** A form is the sum of its flags. JSON is used if the compact form does not give exactly the same game back, so a key
 * that it does not know is not lost. The compact form has two flags more: with the start of the game, and with a depth
 * that was set.
 */
const JSON_FORM = 0;
const DEFLATED = 1;
const COMPACT = 2;
const STARTED = 2;
const DEEP = 4;
const NEWEST = COMPACT + STARTED + DEEP + DEFLATED;
/** Characters that the largest code holds (version 40, level L), and the longest head of a part. */
const LARGEST_CODE = 4296;
/** The most bytes that a text may become: a game of five hundred rounds has a tenth of them. */
const MOST_BYTES = 1_000_000;
const LONGEST_HEAD = "TICHU1:99/99:00000000:".length;
const HEAD = /TICHU(\d+):/;
const CODE = new RegExp(`^TICHU\\d+:(?:(\\d+)/(\\d+):([0-9A-F]{8}):)?([${CHARACTERS}]+)$`);

/** Why a text cannot be read. `code`: "not_ours", "newer_version", "old_browser", "damaged", or "incomplete" with the
 * `missing` parts of `count`.
 */
export class HandoverError extends Error {
  constructor(code, message, about = {}) {
    super(message);
    Object.assign(this, { name: "HandoverError", code, ...about });
  }
}

const damaged = () => new HandoverError("damaged", "The text is not what was written.");

// Bytes and texts -------------------------------------------------------------------------------------------------------

const REMAINDERS = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest >>> 0;
});

/** CRC-32 as in zip files. */
function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ REMAINDERS[(sum ^ byte) & 255];
  return (sum ^ 0xffffffff) >>> 0;
}

const sumOf = (text) => crc32(new TextEncoder().encode(text)).toString(16).toUpperCase().padStart(8, "0");
const bytesOf = (number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];

function toText(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 2) {
    const pair = at + 1 < bytes.length;
    let value = pair ? bytes[at] * 256 + bytes[at + 1] : bytes[at];
    for (let digit = pair ? 3 : 2; digit > 0; digit--) {
      text += CHARACTERS[value % BASE];
      value = Math.floor(value / BASE);
    }
  }
  return text;
}

/** The bytes of a base 41 text. Throws HandoverError if it is not one. */
function fromText(text) {
  const bytes = [];
  for (const group of text.match(/.{1,3}/g)) {
    const value = [...group].reduceRight((sum, character) => sum * BASE + CHARACTERS.indexOf(character), 0);
    if (group.length === 1 || value >= (group.length === 3 ? 65536 : 256)) throw damaged();
    if (group.length === 3) bytes.push(value >> 8);
    bytes.push(value & 255);
  }
  return Uint8Array.from(bytes);
}

/** Compressed, or null if this browser cannot. */
async function deflated(bytes) {
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    return null;
  }
}

/** The uncompressed bytes. Throws if they were not compressed, or as soon as they are more than a game can have. */
export async function inflated(bytes) {
  let stream;
  try {
    stream = new DecompressionStream("deflate-raw");
  } catch {
    throw new HandoverError("old_browser", "This browser reads nothing that is compressed.");
  }
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    size += read.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("The compressed text is too long.");
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// Games -----------------------------------------------------------------------------------------------------------------

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** The same value with the keys of every object sorted and without empty ones. */
function tidy(value) {
  if (Array.isArray(value)) return value.map(tidy);
  if (!isObject(value)) return value;
  const said = Object.keys(value).filter((key) => value[key] !== null && value[key] !== undefined);
  return Object.fromEntries(said.sort().map((key) => [key, tidy(value[key])]));
}

const same = (one, other) => JSON.stringify(tidy(one)) === JSON.stringify(tidy(other));

function compact(game, codes) {
  try {
    const bytes = toBytes(game, codes);
    return same(fromBytes(bytes, codes, { deep: "depth" in game, started: "start" in game }), game) ? bytes : null;
  } catch {
    return null;
  }
}

/** The text of a game: one line, or a line for each part if it is longer than `most` characters. `variantCodes`, by
 * key, make it short: the server sends them.
 */
export async function pack(game, variantCodes, most = LARGEST_CODE) {
  const bytes = compact(tidy(game), variantCodes);
  const plain = bytes ?? new TextEncoder().encode(JSON.stringify(tidy(game)));
  const pressed = await deflated(plain);
  const shorter = pressed && pressed.length < plain.length;
  const kind = bytes ? COMPACT + (game.start ? STARTED : 0) + (game.depth ? DEEP : 0) : JSON_FORM;
  const form = kind + (shorter ? DEFLATED : 0);
  const formed = [form, ...(shorter ? pressed : plain)];
  const body = toText([...formed, ...bytesOf(crc32(formed))]);
  const head = `TICHU${VERSION}:`;
  if (head.length + body.length <= most) return head + body;
  const count = Math.ceil(body.length / (most - LONGEST_HEAD));
  const size = Math.ceil(body.length / count);
  const piece = (at) => `${head}${at + 1}/${count}:${sumOf(body)}:${body.slice(at * size, (at + 1) * size)}`;
  return Array.from({ length: count }, (_, at) => piece(at)).join("\n");
}

/** The body from one code or all its parts, in any order, with repetitions. Throws HandoverError. */
function bodyOf(codes) {
  const parts = [...new Set(codes)].map((code) => CODE.exec(code));
  if (parts.includes(null)) throw damaged();
  const [, , count, sum] = parts[0];
  if (parts.some((part) => part[2] !== count || part[3] !== sum)) throw damaged();
  if (count === undefined) {
    if (parts.length > 1) throw damaged();
    return parts[0][4];
  }
  const pieces = new Map(parts.map((part) => [Number(part[1]), part[4]]));
  const inside = [...pieces.keys()].every((index) => index >= 1 && index <= Number(count));
  if (pieces.size < parts.length || !inside) throw damaged();
  const indexes = Array.from({ length: Math.min(99, Number(count)) }, (_, at) => at + 1);
  const missing = indexes.filter((index) => !pieces.has(index));
  if (missing.length) throw new HandoverError("incomplete", "A part is missing.", { missing, count: Number(count) });
  return indexes.map((index) => pieces.get(index)).join("");
}

const isGame = ({ game, pass, names, entries }) =>
  [game, pass].every((text) => typeof text === "string") &&
  Array.isArray(names) &&
  Array.isArray(entries) &&
  entries.every(isObject);

/** The codes of a text, or of several that were read one by one; blanks and line breaks do not matter. */
function codesOf(text) {
  const whole = [text]
    .flat()
    .join("\n")
    .replace(/[\s\u200b-\u200d\u2060]+/g, "");
  const start = whole.search(HEAD);
  if (start < 0) throw new HandoverError("not_ours", "The text does not begin with TICHU.");
  return whole.slice(start).split(/(?=TICHU\d+:)/);
}

/** The games of a text that holds several, each in one code, or one in parts. Throws HandoverError. */
export async function unpackAll(text, variantCodes) {
  const codes = codesOf(text);
  if (codes.some((code) => CODE.exec(code)?.[3])) return [await unpack(text, variantCodes)];
  return Promise.all(codes.map((code) => unpack(code, variantCodes)));
}

/** The game of a text, whole or in parts. Throws HandoverError. */
export async function unpack(text, variantCodes) {
  const codes = codesOf(text);
  const versions = codes.map((code) => Number(HEAD.exec(code)[1]));
  if (versions.includes(0)) throw new HandoverError("not_ours", "There is no version 0.");
  if (versions.some((version) => version > VERSION))
    throw new HandoverError("newer_version", "A newer site has written this.");
  const bytes = fromText(bodyOf(codes));
  const [formed, sum] = [bytes.slice(0, -4), bytes.slice(-4)];
  if (formed.length < 1 || bytesOf(crc32(formed)).some((byte, at) => byte !== sum[at])) throw damaged();
  const form = formed[0];
  if (form > NEWEST) throw new HandoverError("newer_version", "A newer site has written this.");
  const pressed = Boolean(form & DEFLATED);
  const also = form - COMPACT; // of the compact form
  let game;
  try {
    const plain = pressed ? await inflated(formed.slice(1)) : formed.slice(1);
    game =
      form >= COMPACT
        ? fromBytes(plain, variantCodes, { deep: Boolean(also & DEEP), started: Boolean(also & STARTED) })
        : JSON.parse(new TextDecoder().decode(plain));
  } catch (error) {
    if (error instanceof HandoverError) throw error;
    /* Complete, but not ours. */
  }
  if (!isObject(game) || !isGame(game)) throw damaged();
  if (game.variant === null) throw new HandoverError("newer_version", "A newer site knows this variant.");
  return game;
}
