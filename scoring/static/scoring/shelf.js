/* The games of this phone in a list, with this phone's state: in the rows that the server drew, or in new rows.
 *
 * A row has data-game and data-version (as the server drew it); #shelf has the words, and the template of a row.
 */
import { fill, number } from "./preview.js";
import { keepNames, make } from "./elements.js";
import { raceOf } from "./redraw.js";

keepNames();

const NOBODY = /0{8}-[0-]+/;
const shelf = () => document.querySelector("#shelf");

/** Where the game is played on; a closed game is shown from this phone's storage. */
function address(held) {
  const { dataset } = shelf();
  return held.gone ? `${dataset.here}#${held.game}` : dataset.score.replace(NOBODY, held.game);
}

function people(names, seats) {
  return seats.flatMap((seat, at) => [...(at ? ["\u00a0& "] : []), make("bdi", "", names[seat])]);
}

/** The lines of a game: each side with its total, or in a ranking game who is first. */
export function columns({ screen, rounds }) {
  const { names, players, totals, winners } = screen;
  if (!totals.length) {
    const who = make("span", "who", names.slice(0, players).join(", "));
    const first = () => make("b", "", make("small", "", screen.ranks.names[0]), " ", names[screen.seating[0]]);
    return [make("span", "column", who, ...(rounds.length ? [" ", first()] : []))];
  }
  const two = screen.columns.length === 2;
  const marks = (at) => ["column", ...(two ? [`side-${at}`] : []), ...(winners.includes(at) ? ["won"] : [])];
  return screen.columns.map((seats, at) =>
    make(
      "span",
      marks(at).join(" "),
      make("span", "who", ...(two ? [make("span", "mark"), " "] : []), ...people(names, seats)),
      " ",
      make("b", "num", number(totals[at])),
    ),
  );
}

function note({ unborn, waits, refused }) {
  const words = shelf().dataset;
  const said = [];
  if (refused) said.push(fill(words.refused, { count: refused }));
  if (waits) said.push(fill(words.waits, { count: waits }));
  else if (unborn) said.push(words.only);
  return said.join(" · ");
}

function drawRow(row, held) {
  row.querySelector(".columns").replaceChildren(...columns(held));
  row.querySelector("[data-rounds]").textContent = held.rounds.length
    ? `· ${fill(shelf().dataset.rounds, { count: held.rounds.length })}`
    : "";
  row.querySelector(".small-chart")?.remove(); // it ends where the server's game ended
  for (const bar of row.querySelectorAll("[data-race]")) {
    bar.setAttribute("width", raceOf(held.screen, bar.dataset.race));
  }
  const round = row.querySelector("[data-round]");
  const { words, number: coming, finished } = held.screen;
  if (round) round.textContent = finished ? words.over : fill(words.round, { number: coming });
  const place = row.querySelector("[data-note]");
  place.textContent = note(held);
  place.hidden = !place.textContent;
  place.classList.toggle("at-refused", held.refused > 0);
  place.classList.toggle("at-phone", !held.refused);
}

function newRow(held) {
  const row = shelf().querySelector("template").content.firstElementChild.cloneNode(true);
  row.dataset.game = held.game;
  row.dataset.version = "";
  row.querySelector(".told").prepend(`${held.screen.title ?? ""} `);
  shelf().querySelector("ul").append(row);
  shelf().hidden = false;
  return row;
}

/** Draw a game if its state here differs from the page. `all`: the page has no games. */
export function draw(held, all) {
  const rows = [...document.querySelectorAll(`[data-game="${held.game}"]`)];
  const drawn = rows.filter((row) => row.held);
  const version = Math.max(-1, ...rows.map((row) => Number(row.dataset.version)));
  const newer = held.told.version > version && held.at > Date.parse(shelf().dataset.at);
  if (!held.busy && !drawn.length && !(rows.length ? newer : all || newer)) return;
  for (const row of rows.length ? rows : [newRow(held)]) {
    row.held = true;
    drawRow(row, held);
    const link = row.matches("li") && row.dataset.version === "" && row.querySelector("a");
    if (link) link.href = address(held);
  }
}
