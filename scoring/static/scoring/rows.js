/* The rounds that are still on this phone, each with its state; refused ones with their reason and their buttons. */
import { draftOf, inItsForm } from "./entry.js";
import { placeOf } from "./game.js";
import { bombInWords, columnScores, fill, number, placesOf, sideScores, signed } from "./preview.js";
import { loadStyle, make } from "./elements.js";
import { callSign, happened, sweepSign } from "./ending.js";

function title({ entry, rival }, words) {
  const kind = entry.kind === "round" ? (rival ? words.kinds.version : null) : words.kinds[entry.kind];
  return fill(kind ?? words.round, { number: entry.number });
}

/** What the round brought, as far as this phone knows, drawn like the server's rounds
 * (templates/scoring/table/_rounds.html). `at` is where the round is.
 */
function told({ entry, stands, before: screen }, at) {
  if (entry.kind === "seats") {
    const names = entry.data.people.filter(Boolean).join(", ");
    return [make("span", "happened", make("bdi", "", names), " ", at)];
  }
  if (entry.kind === "undo" || entry.kind === "undo_seats" || !screen) return [at];
  const before = inItsForm(screen, entry.data);
  const draft = draftOf(before, entry.data);
  if (!before.sides.length) return [make("span", "happened", `${placesOf(before, draft)} `, at)];
  const { names, seats, sides, turns, words } = before;
  const together = (side) => (turns ? [" ", make("bdi", "", sides[side].map((seat) => names[seat]).join(" & "))] : []);
  const ofSide = (side, ...parts) => make("span", `side-${side}`, ...parts);
  const { calls, sweep } = happened(before, draft);
  const signs = calls.map((call) => {
    const name = Object.assign(make("bdi", "", call.name), { ariaHidden: "true" });
    return ofSide(seats[call.seat].side, callSign(before, call), " ", name);
  });
  if (sweep !== null) signs.unshift(ofSide(sweep, sweepSign(before)));
  const bombs = (draft.bombs ?? []).map((bomb) => bombInWords(before, bomb));
  const said = draft.wish === null ? bombs : [fill(words.wish, { name: names[draft.wish] }), ...bombs];
  if (said.length) signs.push(said.join(" · "));
  const { totals } = columnScores(before, draft);
  return [
    ...sideScores(before, draft).flatMap((score, side) => {
      const gain = make("span", `gain side-${side}`, make("span", "mark"), ` ${signed(score)}`, ...together(side));
      return [gain, " "];
    }),
    make("span", "happened", ...signs, " ", at),
    ...(stands && totals.length === 2 ? [" ", make("b", "sum", totals.map(number).join(" : "))] : []),
  ];
}

function button(className, text, seq) {
  const made = make("button", `button ${className}`, text);
  made.type = "button";
  made.dataset.seq = seq;
  return made;
}

function drawn(row, words, sending, sure) {
  const { entry } = row;
  const place = entry.seq === sending ? "sending" : placeOf(entry);
  const plain = entry.kind === "round" && row.stands && place !== "refused"; // a line like those that are sent
  const head = plain ? [] : [make("b", "", title(row, words)), " "];
  const line = make("li", "", ...head, ...told(row, make("span", `at at-${place}`, words.places[place])));
  if (plain) line.value = row.before?.boards?.[entry.number - 1] ?? entry.number;
  line.dataset.place = place;
  if (place !== "refused") return line;
  line.append(make("p", "reason", entry.errors.map(({ message }) => message).join(" ")));
  const edit = entry.kind === "round" && row.before ? [button("edit", words.edit, entry.seq)] : [];
  line.append(
    make(
      "p",
      "row",
      ...edit,
      button("again", words.again, entry.seq),
      button("discard", entry.seq === sure ? words.discarding : words.discard, entry.seq),
    ),
  );
  return line;
}

/** Draw the rows of the outbox: refused ones above the board, the others above the rounds on the server. `sending` and
 * `sure` are the `seq` of the entry on its way, and of the one that a second tap discards.
 */
export function drawRows(board, rows, words, { sending, sure }) {
  const refused = rows.filter(({ entry }) => entry.state === "refused");
  const kept = rows.filter(({ entry }) => entry.state !== "refused").reverse();
  for (const [list, some] of [
    ["#refused", refused],
    ["#kept", kept],
  ]) {
    const place = board.querySelector(list);
    if (!place) continue;
    place.hidden = !some.length;
    place.dataset.css?.split(" ").forEach((href) => loadStyle(href)); // while there is a network
    const fresh = make("ol", "", ...some.map((row) => drawn(row, words, sending, sure)));
    // Drawn every few seconds without a network: a button must not vanish under a thumb.
    if (place.innerHTML !== fresh.innerHTML) place.replaceChildren(...fresh.children);
  }
}
