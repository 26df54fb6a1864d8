/* QR codes drawn on the phone itself, where no server can be asked: ISO/IEC 18004, versions 1 to 40, levels L and M.
 * A text of figures, capitals and " $%*+-./:" takes the alphanumeric mode, any other the byte mode in UTF-8.
 */
const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const MODES = { alphanumeric: { mark: 2, lengths: [9, 11, 13] }, byte: { mark: 4, lengths: [8, 16, 16] } };
/* What each version from 1 has: codewords for error correction in each block, and the number of blocks. */
const LEVELS = {
  L: {
    bits: 1,
    correction: [
      7,
      10,
      15,
      20,
      26,
      18,
      20,
      24,
      30,
      18,
      20,
      24,
      26,
      30,
      22,
      24,
      28,
      30,
      28,
      28,
      28,
      28,
      30,
      30,
      26,
      28,
      ...Array(14).fill(30),
    ],
    blocks: [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19,
      19, 20, 21, 22, 24, 25,
    ],
  },
  M: {
    bits: 0,
    correction: [
      10,
      16,
      26,
      18,
      24,
      16,
      18,
      22,
      22,
      26,
      30,
      22,
      22,
      24,
      24,
      28,
      28,
      26,
      26,
      26,
      26,
      ...Array(19).fill(28),
    ],
    blocks: [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
      35, 37, 38, 40, 43, 45, 47, 49,
    ],
  },
};
const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => ((row >> 1) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

const sizeOf = (version) => 4 * version + 17;

/** Rows (and columns) in which alignment patterns have their middles. */
function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = sizeOf(version) - 7;
  // Even steps from the last one back; what does not divide falls between the first two. Version 32 steps otherwise.
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (count - 1) / 2);
  return [6, ...Array.from({ length: count - 1 }, (_, place) => last - step * (count - 2 - place))];
}

/** All codewords of a version: what its area leaves after the fixed patterns. */
function codewordsOf(version) {
  const marks = alignments(version).length;
  const aligned = marks ? 25 * (marks ** 2 - 3) - 10 * (marks - 2) : 0; // five of a pattern on a timing line are its own
  const fixed = 3 * 64 + 2 * (sizeOf(version) - 16) + 31 + aligned + (version > 6 ? 36 : 0);
  return (sizeOf(version) ** 2 - fixed) >> 3;
}

const dataCodewords = (version, level) =>
  codewordsOf(version) - LEVELS[level].correction[version - 1] * LEVELS[level].blocks[version - 1];

const lengthBits = (mode, version) => MODES[mode].lengths[version < 10 ? 0 : version < 27 ? 1 : 2];

/** How many characters of the alphanumeric mode one code of this version holds. */
export function capacity(version, level = "L") {
  const bits = 8 * dataCodewords(version, level) - 4 - lengthBits("alphanumeric", version);
  return 2 * Math.floor(bits / 11) + (bits % 11 > 5 ? 1 : 0);
}

/** Groups of [value, number of bits]. */
function groupsOf(text, mode) {
  if (mode === "byte") return [...new TextEncoder().encode(text)].map((byte) => [byte, 8]);
  const values = [...text].map((character) => ALPHANUMERIC.indexOf(character));
  const inPairs = values.map((value, at) => (at + 1 < values.length ? [45 * value + values[at + 1], 11] : [value, 6]));
  return inPairs.filter((_, at) => at % 2 === 0);
}

function dataOf(text, level, wanted) {
  const mode = [...text].every((character) => ALPHANUMERIC.includes(character)) ? "alphanumeric" : "byte";
  const groups = groupsOf(text, mode);
  const needed = groups.reduce((sum, [, bits]) => sum + bits, 0);
  const fits = (version) => 4 + lengthBits(mode, version) + needed <= 8 * dataCodewords(version, level);
  let version = wanted ?? 1;
  while (version <= 40 && !fits(version)) version = wanted ? 41 : version + 1;
  if (version > 40) throw new RangeError("The text is too long for one QR code.");
  const bits = [];
  const put = (value, length) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(MODES[mode].mark, 4);
  put(mode === "byte" ? groups.length : text.length, lengthBits(mode, version));
  for (const group of groups) put(...group);
  const room = 8 * dataCodewords(version, level);
  put(0, Math.min(4, room - bits.length));
  put(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  const bytes = Array.from({ length: room / 8 }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce((byte, bit) => 2 * byte + bit, 0),
  );
  return { version, bytes };
}

// Error correction: Reed and Solomon over the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1 -------------------

const POWERS = [1];
for (let power = 1; power < 255; power++) POWERS.push((POWERS.at(-1) << 1) ^ (POWERS.at(-1) > 127 ? 0x11d : 0));
const LOGS = new Map(POWERS.map((value, power) => [value, power]));
const times = (one, other) => (one && other ? POWERS[(LOGS.get(one) + LOGS.get(other)) % 255] : 0);

/** The factors of (x - 1)(x - 2)(x - 4)... behind the leading 1. */
function generator(degree) {
  let product = [1];
  for (const root of POWERS.slice(0, degree))
    product = [...product, 0].map((factor, at) => factor ^ (at ? times(product[at - 1], root) : 0));
  return product.slice(1);
}

function correctionOf(block, factors) {
  const rest = factors.map(() => 0);
  for (const byte of block) {
    const lead = byte ^ rest.shift();
    rest.push(0);
    factors.forEach((factor, at) => {
      rest[at] ^= times(factor, lead);
    });
  }
  return rest;
}

/** Data in blocks, each with its correction, one codeword of each block in turn. Later blocks may be one longer. */
function interleaved(bytes, version, level) {
  const count = LEVELS[level].blocks[version - 1];
  const factors = generator(LEVELS[level].correction[version - 1]);
  const short = Math.floor(bytes.length / count);
  const longer = bytes.length % count;
  const blocks = [];
  for (let at = 0; blocks.length < count;) {
    const length = short + (blocks.length >= count - longer ? 1 : 0);
    blocks.push(bytes.slice(at, (at += length)));
  }
  const inTurn = (rows) => rows.at(-1).flatMap((_, at) => rows.filter((row) => at < row.length).map((row) => row[at]));
  return [...inTurn(blocks), ...inTurn(blocks.map((block) => correctionOf(block, factors)))];
}

// The drawing ----------------------------------------------------------------------------------------------------------

/** `value` with the rest of its division behind it (BCH), as a number. */
function withRest(value, divisor, length) {
  let rest = value << length;
  for (let bit = 31 - Math.clz32(rest); bit >= length; bit--) if ((rest >> bit) & 1) rest ^= divisor << (bit - length);
  return (value << length) | rest;
}

/** The matrix with the fixed patterns; null where data goes, false for now where the format goes. */
function frame(version) {
  const size = sizeOf(version);
  const matrix = Array.from({ length: size }, () => Array(size).fill(null));
  const square = (row, column, radius, dark) => {
    for (let y = Math.max(0, row - radius); y <= Math.min(size - 1, row + radius); y++) {
      for (let x = Math.max(0, column - radius); x <= Math.min(size - 1, column + radius); x++) {
        matrix[y][x] = dark(Math.max(Math.abs(y - row), Math.abs(x - column)));
      }
    }
  };
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    square(row, column, 4, (distance) => distance !== 2 && distance !== 4);
  for (const row of alignments(version)) {
    for (const column of alignments(version))
      if (matrix[row][column] === null) square(row, column, 2, (distance) => distance !== 1);
  }
  for (let at = 8; at < size - 8; at++) matrix[6][at] = matrix[at][6] = at % 2 === 0;
  for (let at = 0; at < 18 && version > 6; at++) {
    const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
    matrix[near][far] = matrix[far][near] = Boolean((withRest(version, 0x1f25, 12) >> at) & 1);
  }
  putFormat(matrix, 0);
  return matrix;
}

/** The fifteen bits that say level and mask, twice. */
function putFormat(matrix, bits) {
  const size = matrix.length;
  for (let at = 0; at < 15; at++) {
    const dark = Boolean((bits >> at) & 1);
    const near = at < 6 ? at : at < 8 ? at + 1 : null; // the timing line is stepped over
    if (near !== null) matrix[near][8] = dark;
    else matrix[8][at === 8 ? 7 : 14 - at] = dark;
    if (at < 8) matrix[8][size - 1 - at] = dark;
    else matrix[size - 15 + at][8] = dark;
  }
  matrix[size - 8][8] = true;
}

/** Where data goes: columns in pairs from the right, up and down in turn. */
function* places(matrix) {
  const size = matrix.length;
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (matrix[row][column] === null) yield [row, column];
    }
  }
}

function masked(fixed, open, codewords, level, mask) {
  const matrix = fixed.map((row) => [...row]);
  open.forEach(([row, column], at) => {
    const dark = Boolean(((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    matrix[row][column] = dark !== MASKS[mask](row, column);
  });
  putFormat(matrix, withRest((LEVELS[level].bits << 3) | mask, 0x537, 10) ^ 0x5412);
  return matrix;
}

/** How hard a matrix is to read: runs, blocks, what looks like a finder, too much of one colour. */
export function penalty(matrix) {
  const size = matrix.length;
  let points = 0;
  for (const lines of [matrix, matrix.map((_, column) => matrix.map((row) => row[column]))]) {
    for (const line of lines) {
      const drawn = line.map(Number).join("");
      for (const run of drawn.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
      for (let at = drawn.indexOf("1011101"); at >= 0; at = drawn.indexOf("1011101", at + 1)) {
        const [before, after] = [drawn.slice(Math.max(0, at - 4), at), drawn.slice(at + 7, at + 11)];
        // Beyond the edge lies the quiet zone, which is light.
        if (!before.includes("1") || !after.includes("1")) points += 40;
      }
    }
  }
  for (let row = 1; row < size; row++) {
    for (let column = 1; column < size; column++) {
      const dark = matrix[row][column];
      if (matrix[row - 1][column] === dark && matrix[row][column - 1] === dark && matrix[row - 1][column - 1] === dark)
        points += 3;
    }
  }
  const share = (100 * matrix.flat().filter(Boolean).length) / size ** 2;
  return points + 10 * Math.floor(Math.abs(share - 50) / 5);
}

/** The code of a text: rows of modules, true for dark. Throws RangeError where the text is too long.
 *
 * The smallest version that holds it and the mask that reads best are taken, where they are not asked for.
 */
export function encode(text, { level = "L", version: wanted, mask } = {}) {
  const { version, bytes } = dataOf(text, level, wanted);
  const codewords = interleaved(bytes, version, level);
  const fixed = frame(version);
  const open = [...places(fixed)];
  const all = (mask === undefined ? [...MASKS.keys()] : [mask]).map((each) =>
    masked(fixed, open, codewords, level, each),
  );
  const points = all.map(penalty);
  return all[points.indexOf(Math.min(...points))];
}

/** A drawing of a code, black on white in dark mode too, with `border` modules of light round it. */
export function svgOf(matrix, border = 4) {
  const element = (name, attributes, ...inside) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  };
  const whole = matrix.length + 2 * border;
  const drawn = matrix
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + border} ${y + border}h1v1h-1z` : "")))
    .join("");
  const paper = element("rect", { width: whole, height: whole, fill: "#fff" });
  const svg = { class: "qr", viewBox: `0 0 ${whole} ${whole}`, "shape-rendering": "crispEdges" };
  return element("svg", svg, paper, element("path", { d: drawn, fill: "#000" }));
}
