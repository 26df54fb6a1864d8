/* Reads what was compressed by DEFLATE (RFC 1951), without a header: browsers of before 2023 cannot do it themselves. */

const FIRST_LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const FIRST_DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const distanceBits = (symbol) => Math.max(0, (symbol >> 1) - 1);
/** In which order the lengths of the code for lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST = 15;

class Bits {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.bit = 0;
  }

  byte() {
    if (this.at >= this.bytes.length) throw new RangeError("The compressed text ends too early.");
    return this.bytes[this.at++];
  }

  take(count) {
    let value = 0;
    for (let place = 0; place < count; place++) {
      if (this.bit === 0) this.current = this.byte();
      value |= ((this.current >> this.bit) & 1) << place;
      this.bit = (this.bit + 1) & 7;
    }
    return value;
  }

  /** The next symbol of a code: `counts` by length, `symbols` in the order of their codes. */
  symbol({ counts, symbols }) {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= LONGEST; length++) {
      code |= this.take(1);
      if (code - first < counts[length]) return symbols[index + code - first];
      index += counts[length];
      first = (first + counts[length]) << 1;
      code <<= 1;
    }
    throw new RangeError("The compressed text holds a code that is none.");
  }
}

/** A code, from the length that each symbol's has; 0 for a symbol that does not occur. */
function codeOf(lengths) {
  const counts = Array(LONGEST + 1).fill(0);
  for (const length of lengths) counts[length] += 1;
  counts[0] = 0;
  const used = [...lengths.keys()].filter((symbol) => lengths[symbol]);
  return { counts, symbols: used.sort((one, other) => lengths[one] - lengths[other] || one - other) };
}

const runs = (...parts) => parts.flatMap(([length, count]) => Array(count).fill(length));
const fixedCodes = () => [codeOf(runs([8, 144], [9, 112], [7, 24], [8, 8])), codeOf(runs([5, 30]))];

function writtenCodes(bits) {
  const [literals, distances, count] = [bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4];
  const own = Array(19).fill(0);
  for (const symbol of ORDER.slice(0, count)) own[symbol] = bits.take(3);
  const code = codeOf(own);
  const lengths = [];
  while (lengths.length < literals + distances) {
    const symbol = bits.symbol(code);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) lengths.push(...runs([lengths.at(-1) ?? 0, bits.take(2) + 3]));
    else lengths.push(...runs([0, symbol === 17 ? bits.take(3) + 3 : bits.take(7) + 11]));
  }
  return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals, literals + distances))];
}

function stored(bits, out) {
  bits.bit = 0; // what is left of the byte begun is nothing
  const length = bits.byte() | (bits.byte() << 8);
  bits.at += 2; // the same upside down
  for (let byte = 0; byte < length; byte++) out.push(bits.byte());
}

function coded(bits, out, [literals, distances], most) {
  for (let symbol = bits.symbol(literals); symbol !== 256; symbol = bits.symbol(literals)) {
    if (symbol < 256) out.push(symbol);
    else {
      const length = FIRST_LENGTHS[symbol - 257] + bits.take(LENGTH_BITS[symbol - 257]);
      const far = bits.symbol(distances);
      const distance = FIRST_DISTANCES[far] + bits.take(distanceBits(far));
      if (!(distance <= out.length)) throw new RangeError("The compressed text points to before its beginning.");
      for (let byte = 0; byte < length; byte++) out.push(out[out.length - distance]);
    }
    if (out.length > most) throw new RangeError("The compressed text is too long.");
  }
}

/** The bytes that were compressed. Throws RangeError where they were not, or are more than `most`. */
export function inflate(bytes, most = 1_000_000) {
  const bits = new Bits(bytes);
  const out = [];
  for (let last = 0; !last;) {
    last = bits.take(1);
    const kind = bits.take(2);
    if (kind === 0) stored(bits, out);
    else if (kind === 3) throw new RangeError("The compressed text holds a block of no known kind.");
    else coded(bits, out, kind === 1 ? fixedCodes() : writtenCodes(bits), most);
  }
  return Uint8Array.from(out);
}
