/* Draws another round on the board that the server drew for an earlier one. A test compares it with the server's board.
 */
import { loadStyle, make, set } from "./elements.js";
import { endCard } from "./ending.js";
import { leadOf } from "./game.js";
import { fill, headingOf, number } from "./preview.js";

const sideClass = (element, side) => {
  for (const each of [0, 1]) element.classList.toggle(`side-${each}`, side === each);
};

/** Why a game goes on that has reached its target; empty if it has not. */
function level({ words, totals, target, finished }) {
  const best = Math.max(...totals);
  return target && best >= target && !finished ? fill(words.level, { points: best }) : "";
}

/** Who begins the next round, in one line. */
function begins(screen) {
  if (screen.boards) return screen.beforeBoard;
  const seat = leadOf(screen);
  if (seat === null) return screen.words.firstRound;
  const seats = screen.turns ? screen.columns[seat] : [seat];
  return fill(screen.words.lead, { name: seats.map((each) => screen.names[each]).join(" & ") });
}

function roleOf(screen, seat) {
  const { words, names, dummy } = screen;
  if (words.beside && seat === dummy) return fill(words.beside, { name: names[leadOf(screen)] });
  if (words.role && seat === leadOf(screen)) return words.role;
  return screen.ranks && screen.number > 1 ? screen.ranks.names[screen.seating.indexOf(seat)] : "";
}

/** The name on its own: the dummy's without an article. */
const nameOf = (screen, seat) => (seat === screen.dummy && screen.words.dummy) || screen.names[seat];

/** The size of a name: a word is never broken, so the longest counts (as in scoring.pages.table.screen.Tile.fit). */
function fit(element, name) {
  const longest = Math.max(...name.split(/[\s-]/).map((word) => [...word].length));
  element.classList.toggle("long", longest > 8 && longest <= 10);
  element.classList.toggle("longer", longest > 10);
}

function drawTile(tile, screen, seat) {
  const { side, calls } = screen.seats[seat];
  const name = nameOf(screen, seat);
  sideClass(tile, side);
  tile.hidden = screen.turns > 0 && side === null;
  tile.classList.toggle("leads", screen.dummy !== null && seat === leadOf(screen));
  set(tile.querySelector("small"), roleOf(screen, seat));
  fit(tile.querySelector(".seat"), name);
  const who = tile.querySelector(".who bdi");
  const renamed = who.textContent !== name; // corrected since
  set(who, name);
  const chips = tile.querySelector(".chips");
  if (!chips || (!renamed && [...chips.children].map((chip) => chip.dataset.call).join() === calls.join())) return;
  chips.replaceChildren(
    ...calls.map((call) => {
      const [word, full] = [screen.callWords[call], screen.callNames[call]];
      const called = full.includes(word.replace("…", "")) ? full : `${word}: ${full}`;
      const chip = make("button", "chip", word, make("span", "came"));
      Object.assign(chip, {
        type: "button",
        ariaPressed: "false",
        ariaLabel: `${called}, ${name}`,
      });
      Object.assign(chip.dataset, { seat, call });
      chip.lastChild.ariaHidden = "true";
      return chip;
    }),
  );
}

/** Names outside the seats: only corrections change them. */
function drawWords(board, screen) {
  for (const total of board.querySelectorAll(".totals [data-total]")) {
    const column = screen.columns[total.dataset.total].map((seat) => screen.names[seat]).join(" & ");
    set(total.parentElement.querySelector(".unseen"), `${column}: `);
  }
}

/** The totals where sides change: of three people and the dummy grouped by sides, where some sit out in the order of
 * points. They slide to their places.
 */
function drawHeads(board, screen) {
  const heads = [...board.querySelectorAll(".columns > div")];
  // A page that starts without a network has no style of one game alone.
  const css = board.querySelector(".strip")?.dataset.css;
  if (css) loadStyle(css);
  const before = heads.map((head) => head.getBoundingClientRect());
  const ahead = Math.max(...screen.totals);
  const columnOf = (head) => Number(head.querySelector("[data-total]").dataset.total);
  for (const head of heads) {
    const column = columnOf(head);
    const [seat] = screen.columns[column];
    set(head.querySelector("bdi"), screen.columns[column].map((each) => nameOf(screen, each)).join(" & "));
    fit(head, nameOf(screen, seat));
    const key = head.querySelector("[data-rest]");
    if (key) key.disabled = screen.whoSitsOut !== "tapped";
    sideClass(head, screen.seats[seat].side);
    head.classList.toggle("leads", screen.dummy !== null && seat === leadOf(screen));
    head.classList.toggle("rests", screen.turns > 0 && screen.seats[seat].side === null);
    head.classList.toggle("best", screen.totals[column] === ahead && screen.totals.some((total) => total < ahead));
  }
  if (screen.turns) {
    const points = (head) => screen.totals[columnOf(head)];
    const sorted = [...heads].sort((one, other) => points(other) - points(one) || columnOf(one) - columnOf(other));
    if (sorted.some((head, at) => head !== heads[at])) heads[0].parentElement.append(...sorted);
  }
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  heads.forEach((head, at) => {
    const { left, top } = head.getBoundingClientRect();
    const translate = `${before[at].left - left}px ${before[at].top - top}px`;
    if (translate !== "0px 0px") head.animate({ translate: [translate, "none"] }, { duration: 300, easing: "ease" });
  });
}

/** A bar for each round: played, current, to come. */
function drawCourse(board, { limit, boards, number: round }) {
  const [heading, course] = ["#heading", ".course"].map((each) => board.querySelector(each));
  const all = limit && !(boards && round > limit) ? fill(heading.dataset.of, { number: round, limit }) : "";
  if (all && !heading.querySelector("small")) heading.append(" ", make("small"));
  set(heading.querySelector("small"), all);
  if (!limit) course?.remove();
  if (!limit || !course) return;
  course.setAttribute("viewBox", `0 0 ${limit} 8`);
  [`M0 4h${limit}`, `M0 4h${round - 1}`, `M${round - 1} 4h.9`].forEach((d, bar) =>
    course.children[bar].setAttribute("d", d),
  );
}

function drawSides(board, screen) {
  const names = screen.sides.map((side) => side.map((seat) => screen.names[seat]).join(" & "));
  if (names.length) board.querySelector(".grid").ariaLabel = fill(screen.words.pointsOf, { name: names[0] });
  for (const button of board.querySelectorAll(".grid :is(.sweep-0, .sweep-1)")) {
    button.ariaLabel = `${screen.words.sweep}: ${names[button.dataset.sweep]}`;
    set(button.lastElementChild, String(screen.sweepValue));
  }
}

/** What is pushed and dealt before the next round of a ranking game, in words; the server adds the drawing. */
function reseating(screen) {
  const { ranks, words, names } = screen;
  const people = Object.fromEntries(screen.seating.map((seat, place) => [`p${place}`, names[seat]]));
  const pushes = ranks.pushes.map((line) => fill(line, people));
  const list = (tag, lines, className = "") =>
    make(tag, className, ...lines.map((line) => make("li", "", ...[line].flat())));
  const chair = (seat, place) => [make("b", "", make("bdi", "", names[seat])), ` · ${ranks.names[place]}`];
  return make(
    "section",
    ranks.left ? "reseating by-rank" : "reseating",
    make("h2", "", fill(ranks.before, { number: screen.number })),
    list("ol", screen.seating.map(chair), "chairs"),
    list("ul", pushes),
    make("p", "", fill(ranks.deal, people)),
  );
}

/** A side's progress towards the target, in hundredths. */
export const raceOf = ({ totals, target }, side) =>
  Math.max(0, Math.min(100, Math.floor((totals[side] * 100) / target)));

function ending(screen) {
  const { words, urls, names, ranks } = screen;
  const undo = make("button", "button undo-last", fill(words.undoRound, { number: screen.number - 1 }));
  undo.type = "button";
  const again = Object.assign(make("a", "button main", words.rematch), { href: urls.again });
  const ways = make("p", "row", undo, ...(urls.again ? [again] : []));
  const king = ranks && make("p", "winner", `${names[screen.seating[0]]} · ${ranks.names[0]}`);
  const card = king || (screen.boards ? "" : endCard(screen)); // the sum of boards decides nothing
  return make("section", ranks ? "rest card" : "rest", card, ways);
}

/** Draw the screen. `local`: it is ahead of the server, so the server's own parts are out of date. */
export function drawScreen(board, screen, local) {
  const over = screen.state !== "running" || screen.finished;
  const round = headingOf(screen);
  const title = over ? (local ? screen.words.over : screen.stateWord) : round;
  const page = board.ownerDocument;
  page.title = page.title.replace(/^.*(?= · )/, title);
  set(board.querySelector("#heading span"), (over && screen.stopped?.heading) || title);
  board.querySelector(".entry").ariaLabel = round;
  for (const total of board.querySelectorAll("[data-total]")) set(total, number(screen.totals[total.dataset.total]));
  for (const bar of board.querySelectorAll("[data-race]")) bar.setAttribute("width", raceOf(screen, bar.dataset.race));
  const why = level(screen);
  set(board.querySelector("#begins"), screen.stopped?.under ?? [why, begins(screen)].filter(Boolean).join(" "));
  board.querySelector(".head").classList.toggle("stopped", Boolean(screen.stopped));
  board.querySelector(".head").classList.toggle("is-time", screen.stopped?.why === "time");
  board
    .querySelector(".hint")
    .classList.toggle(
      "whole",
      Boolean(why) || Boolean(screen.boards) || (Boolean(screen.ranks) && screen.number === 1),
    );
  const seats = board.querySelector(".seats");
  const tiles = screen.order.map((seat) => seats.querySelector(`[data-tile="${seat}"]`));
  if (tiles.some((tile, place) => seats.children[place] !== tile)) seats.append(...tiles);
  tiles.forEach((tile, place) => drawTile(tile, screen, screen.order[place]));
  seats.classList.toggle("ranked", Boolean(screen.ranks) && screen.number > 1);
  drawSides(board, screen);
  drawWords(board, screen);
  drawHeads(board, screen);
  drawCourse(board, screen);
  board.querySelector("#entry").hidden = over;
  board.querySelector("#rest").hidden = !over;
  if (!local) return;
  if (screen.finished) put(board, "rest", ending(screen));
  if (screen.ranks) put(board, "reseating", ...(over || screen.number === 1 ? [] : [reseating(screen)]));
}

function put(board, name, ...drawn) {
  const place = board.querySelector(`#${name}`);
  place.drawn = null; // not drawn by the server: its next part replaces it
  place.replaceChildren(...drawn);
  if (place.dataset.css) loadStyle(place.dataset.css);
}

/** Put the parts that the server drew in their places, leaving unchanged ones alone. */
export function drawParts(board, parts) {
  for (const [name, html] of Object.entries(parts)) {
    const place = board.querySelector(`#${name}`);
    if (!place || place.drawn === html) continue;
    place.drawn = html;
    const landed = place.querySelector(".stamp"); // its animation runs once
    const { head, body } = new DOMParser().parseFromString(html, "text/html");
    // A style sheet at the beginning of a part is parsed into a head. Existing ones stay, or the part would flash.
    for (const link of head.querySelectorAll("link")) loadStyle(link.getAttribute("href"));
    for (const node of [...place.childNodes]) if (node.nodeName !== "LINK") node.remove();
    place.append(...body.childNodes);
    if (landed) place.querySelector(".stamp")?.classList.add("landed");
  }
}
