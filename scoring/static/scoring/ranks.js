/* Ranks as they are won in games of ranks: on the tiles, and on the chairs of a drawing under them. All that it says is
 * on the tiles without it; loaded with the rest of the page.
 */
import { fill } from "./preview.js";
import { loadStyle, make, set } from "./elements.js";

/** Draw with every tap, as soon as the chairs can stand where they belong. */
export async function watch(board) {
  const { element, screen } = board;
  const room = element.querySelector(".spots");
  await loadStyle(room.dataset.css);
  room.replaceChildren(drawing(screen.ranks, screen.players, element.querySelector(".ranks .sign")));
  board.drawMore = (places) => {
    drawTiles(board, places);
    drawSpots(board, places);
  };
  board.draw();
}

/** The chairs, from the top down. The rank after the first sits at the first's left, which is right in the drawing; or the
 * other way round.
 */
function drawing({ left, seats }, all, crown) {
  const spot = (at, place) => {
    const made = make("p", `spot ${at}`, make("b", "num", place + 1), make("span", "", make("bdi"), make("small")));
    made.dataset.place = place;
    return made;
  };
  const top = spot("top", 0);
  top.prepend(crown.cloneNode(true));
  const felt = make("a", "felt", make("b", "", seats), make("span"));
  // To who moves and who pushes what, which stands below; whoever hears the page comes there anyway.
  Object.assign(felt, { href: "#new-seats", tabIndex: -1 });
  const round = make("div", `ring-of of-${all}${all <= 8 ? " round" : ""}`, felt, top);
  for (let place = 1; place < all / 2; place += 1) {
    const [here, there] = left ? [all - place, place] : [place, all - place];
    round.append(spot("left", here), spot("right", there));
  }
  if (all % 2 === 0) round.append(spot("bottom", all / 2));
  return round;
}

/** The rank that somebody has come to, and whether it is a better one. */
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

/** Where everybody sits in this round, and from the first tap on where they will in the next. */
function drawSpots({ screen, element, draft }, places) {
  const { names, seatsOf } = screen.ranks;
  const fresh = !draft.out.length && screen.number > 1;
  for (const spot of element.querySelectorAll(".spot")) {
    const place = Number(spot.dataset.place);
    const name = screen.names[(fresh ? screen.seating : places)[place]];
    // Where a rank is called by its number, that stands there already.
    const rank = /^\d+$/.test(names[place]) ? "" : names[place];
    spot.classList.toggle("known", name !== undefined);
    spot.classList.toggle("by-itself", !fresh && place >= draft.out.length);
    set(spot.querySelector("bdi"), name ?? rank);
    set(spot.querySelector("small"), name === undefined ? "" : rank);
  }
  const felt = element.querySelector(".felt");
  felt.classList.toggle("fresh", fresh);
  set(felt.lastChild, fill(seatsOf, { number: fresh ? screen.number : screen.number + 1 }));
}
