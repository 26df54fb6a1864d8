/* The rounds that are on this phone still, each with where it is; refused ones with their reason and what can be done. */
import { draftOf } from "./entry.js";
import { placeOf } from "./game.js";
import { sideScores } from "./preview.js";
import { fill, make, signed } from "./redraw.js";

function title({ entry, stands }, words) {
  const kind = entry.kind === "round" ? (stands ? null : words.kinds.version) : words.kinds[entry.kind];
  return fill(kind ?? words.round, { number: entry.number });
}

/** What the round brought, as far as it is known here. */
function scores({ entry, before }) {
  if (entry.kind === "undo" || !before?.sides.length) return [];
  return sideScores(before, draftOf(before, entry.data)).map((score, side) =>
    make("span", `side-${side}`, make("span", "mark"), ` ${signed(score)} `));
}

function button(className, text, seq) {
  const made = make("button", `button ${className}`, text);
  made.type = "button";
  made.dataset.seq = seq;
  return made;
}

function drawn(row, words, sending) {
  const { entry } = row;
  const place = entry.seq === sending ? "sending" : placeOf(entry);
  const line = make("li", "", make("b", "", title(row, words)), " ", ...scores(row), make("span", `at at-${place}`, words.places[place]));
  line.dataset.place = place;
  if (place !== "refused") return line;
  line.append(make("p", "reason", entry.errors.map(({ message }) => message).join(" ")));
  const edit = entry.kind === "round" && row.before ? [button("edit", words.edit, entry.seq)] : [];
  line.append(make("p", "row", ...edit, button("again", words.again, entry.seq), button("discard", words.discard, entry.seq)));
  return line;
}

/** Draw the rows of the outbox: refused ones above the board, the others above the rounds on the server. */
export function drawRows(board, rows, words, sending) {
  const refused = rows.filter(({ entry }) => entry.state === "refused");
  const kept = rows.filter(({ entry }) => entry.state !== "refused").reverse();
  for (const [list, some] of [["#refused", refused], ["#kept", kept]]) {
    const place = board.querySelector(list);
    if (!place) continue;
    place.hidden = !some.length;
    place.replaceChildren(...some.map((row) => drawn(row, words, sending)));
  }
}
