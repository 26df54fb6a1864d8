/* Ranks in ranking games: on the tiles, and on the chairs of a drawing below them. Everything it shows is on the tiles
 * without it; loaded with the rest of the page.
 */
import { fill } from "./preview.js";
import { loadStyle, make, set } from "./elements.js";

/** Draw with every tap, as soon as the chairs can be placed. */
export async function watch(board) {
  const { element, screen } = board;
  const room = element.querySelector(".spots");
  await loadStyle(room.dataset.css);
  room.replaceChildren(drawing(screen.ranks, screen.players, element.querySelector(".ranks .sign")));
  new ResizeObserver(() => drawPushes(board)).observe(room);
  board.drawMore = (places) => {
    drawTiles(board, places);
    drawSpots(board, places);
    drawPushes(board);
  };
  board.draw();
}

/** The chairs, from the top down. The rank after the first sits at the first's left, which is right in the drawing; or
 * the other way round.
 */
function drawing({ left, seats }, all, crown) {
  const spot = (at, place) => {
    const made = make("p", `spot ${at}`, make("b", "num", place + 1), make("span", "", make("bdi"), make("small")));
    made.dataset.place = place;
    made.querySelector("bdi").translate = false; // `keepNames` comes later
    return made;
  };
  const top = spot("top", 0);
  top.prepend(crown.cloneNode(true));
  const felt = make("a", "felt", make("b", "", seats), make("span"));
  // To the list below, which says who moves and who pushes what; readers of the page get there anyway.
  Object.assign(felt, { href: "#new-seats", tabIndex: -1 });
  const round = make("div", `ring-of of-${all}${all <= 8 ? " round" : ""}${left ? " leftward" : ""}`, felt, top);
  for (let place = 1; place < all / 2; place += 1) {
    const [here, there] = left ? [all - place, place] : [place, all - place];
    round.append(spot("left", here), spot("right", there));
  }
  if (all % 2 === 0) round.append(spot("bottom", all / 2));
  round.append(make("p", "pushing"));
  return round;
}

/** Lines between those who push, with the number of cards, if people sit round the table. Otherwise the number is
 * beside the names.
 */
function drawPushes(board) {
  const room = board.element.querySelector(".spots");
  room.querySelector("svg.pushes")?.remove();
  const ring = room.querySelector(".ring-of");
  if (!isFresh(board) || getComputedStyle(ring).display !== "block") return;
  const { left, top, width, height } = room.getBoundingClientRect();
  const discs = new Map(
    [...room.querySelectorAll(".spot")].map((spot) => {
      const box = spot.querySelector("b").getBoundingClientRect();
      return [Number(spot.dataset.place), [box.left + box.width / 2 - left, box.top + box.height / 2 - top]];
    }),
  );
  const svg = drawn("svg", { class: "pushes", viewBox: `0 0 ${width} ${height}` });
  for (const [giver, taker, cards] of board.screen.ranks.lines) {
    const [[x1, y1], [x2, y2]] = [discs.get(giver), discs.get(taker)];
    const [x, y, turn] = [(x1 + x2) / 2, (y1 + y2) / 2, Math.atan2(y2 - y1, x2 - x1)];
    // From edge to edge of the discs, with an arrow head at both ends.
    const [dx, dy] = [Math.cos(turn) * 20, Math.sin(turn) * 20];
    svg.append(drawn("path", { d: `M${x1 + dx} ${y1 + dy}L${x2 - dx} ${y2 - dy}` }));
    for (const [tx, ty, way] of [
      [x1 + dx, y1 + dy, turn + Math.PI],
      [x2 - dx, y2 - dy, turn],
    ])
      svg.append(
        drawn("path", {
          class: "head",
          d: "M0 0L-9 -5L-9 5z",
          transform: `translate(${tx} ${ty}) rotate(${(way * 180) / Math.PI})`,
        }),
      );
    svg.append(
      drawn("rect", { x: x - 16, y: y - 12, width: 32, height: 24, rx: 12 }),
      Object.assign(drawn("text", { x, y: y + 6 }), { textContent: cards }),
    );
  }
  room.append(svg);
}

/** An element of a drawing. */
function drawn(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** A person's new rank, and whether it is a better one. */
function drawTiles({ screen, element }, places) {
  for (const button of element.querySelectorAll("button.seat")) {
    const seat = Number(button.dataset.seat);
    const [now, before] = [places, screen.seating].map((order) => order.indexOf(seat));
    const small = button.querySelector("small");
    small.dataset.way = now < 0 || screen.number === 1 ? "" : now < before ? "up" : now > before ? "down" : "level";
    const rank = now >= 0 ? now : screen.number > 1 ? before : null;
    set(small, screen.ranks.names[rank] ?? "");
  }
}

/** Whether nobody is out yet: then the drawing shows what the round before has changed. */
const isFresh = ({ screen, draft }) => !draft.out.length && screen.number > 1;

/** Who sat where in the round before. */
function seatingBefore({ rounds, players }) {
  const out = rounds.at(-2)?.data.out ?? [];
  return [...out, ...[...Array(players).keys()].filter((seat) => !out.includes(seat))];
}

/** The place in this drawing from which a person came. If the rank is the chair: the rank before. In the other game the
 * first keeps a chair or takes another, the drawing begins with that chair, and everybody sits down beside it.
 */
function cameFrom({ screen }, before, seat) {
  const { ring, took } = screen.ranks;
  const was = before.indexOf(seat);
  if (!ring) return was;
  const way = screen.number > 2 || screen.carried?.rounds ? 1 : ring; // before the first ranking they sat as they came
  const [round, away] = took ?? [];
  const steps = way * (was - before.indexOf(screen.seating[0])) - (round === screen.number - 1 ? away : 0);
  return ((steps % before.length) + before.length) % before.length;
}

/** How a person came to this place from that one. If the rank is the chair, an arrow shows whether it is better. */
function moved({ ranks }, was, place) {
  if (was === place) return { stays: true, said: ranks.stays };
  const from = fill(ranks.from, { number: was + 1 });
  return { stays: false, said: ranks.ring ? from : `${place < was ? "↑" : "↓"} ${from}` };
}

/** Where everybody sits in this round and how they got there; from the first tap on, where they will sit in the next.
 */
function drawSpots(board, places) {
  const { screen, element, draft } = board;
  const { names, seatsOf, lines, push } = screen.ranks;
  const fresh = isFresh(board);
  const before = fresh ? seatingBefore(screen) : [];
  for (const spot of element.querySelectorAll(".spot")) {
    const place = Number(spot.dataset.place);
    const name = screen.names[(fresh ? screen.seating : places)[place]];
    // A rank that is called by its number is shown already.
    const rank = /^\d+$/.test(names[place]) ? "" : names[place];
    spot.classList.toggle("known", name !== undefined);
    const { stays, said } = fresh ? moved(screen, cameFrom(board, before, screen.seating[place]), place) : {};
    spot.classList.toggle("by-itself", fresh ? stays : place >= draft.out.length);
    set(spot.querySelector("bdi"), name ?? rank);
    set(spot.querySelector("small"), said || (name === undefined ? "" : rank));
    const line = fresh && lines.find(([giver, taker]) => [giver, taker].includes(place));
    spot.querySelector("span").dataset.push = line ? `${line[2]} ⇄ ${line[line[0] === place ? 1 : 0] + 1}` : "";
  }
  const ring = element.querySelector(".ring-of");
  ring.classList.toggle("fresh", fresh);
  set(ring.querySelector(".pushing"), fresh ? `⇄ ${push}` : "");
  const felt = element.querySelector(".felt");
  felt.classList.toggle("fresh", fresh);
  set(felt.lastChild, fill(seatsOf, { number: fresh ? screen.number : screen.number + 1 }));
}
