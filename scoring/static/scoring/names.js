/* Names as typed: cleaned and compared as on the server (scoring/games/names/validation.py). A test compares the two.
 */
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const JOINERS = "\u200c\u200d";
const BLANKS = "\u115f\u1160\u2800\u3164\uffa0"; // letters and signs in Unicode, invisible to the eye
const SHOWS = /[\p{L}\p{N}\p{P}\p{S}\p{Cn}]/u;
const NO_TEXT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;
const DUMMY = "dummy";

/** One line, no invisible characters, no space at the ends; "" if nothing visible is left. */
export function tidy(text) {
  const kept = [...text].filter((char) => SPACE.test(char) || JOINERS.includes(char) || !NO_TEXT.test(char));
  const words = kept
    .map((char) => (SPACE.test(char) ? " " : char))
    .join("")
    .split(" ")
    .filter(Boolean);
  const short = words
    .join(" ")
    .normalize("NFC")
    .replace(/^[ \u200c\u200d]+|[ \u200c\u200d]+$/g, "");
  return [...short].some((char) => !BLANKS.includes(char) && SHOWS.test(char)) ? short : "";
}

/** What two names have in common that people would take for the same. */
export function alike(name) {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/ς/g, "σ")
    .replace(/[\u200c\u200d\ufe00-\ufe0f]/g, "");
}

/** The names of a table, cleaned, by seat; "" for a seat without a name. `words` are the names of unnamed seats, in any
 * order. `wrong(seat, key, params)` is called for each mistake.
 */
export function checkNames(typed, words, longest, wrong) {
  const seen = new Map();
  return typed.map((text, seat) => {
    const name = tidy(text);
    if (!name || words[seat].some((word) => alike(word) === alike(name))) return "";
    if ([...name].length > longest) wrong(seat, "tooLong", { most: longest });
    else if (alike(name) === DUMMY) wrong(seat, "reserved", {});
    else if (seen.has(alike(name))) wrong(seat, "twice", { name });
    seen.set(alike(name), seat);
    return name;
  });
}

/** The names as shown: an unnamed seat has a word, and no two are the same. */
export function shownNames(names, words) {
  const taken = new Set(names.filter(Boolean).map(alike));
  return names.map((name, seat) => {
    let word = name || words[seat];
    while (!name && taken.has(alike(word))) word = `${word} ${seat + 1}`;
    return word;
  });
}
