/* A tablet that lies between four people: their seats are at its four sides, and the middle can be turned by quarters.
 * The choice is kept on this device; a smaller screen shows the usual board (around.css).
 */
import { loadStyle, make } from "./elements.js";

const KEPT = "around"; // quarters by which the middle is turned; missing if nobody asked for it
const LARGE = matchMedia("(min-width: 740px) and (min-height: 740px)");

let turned = null;

/** Move the seats to the four sides, or back above the keys. */
export function toggle(board) {
  if (turned === null) lay(board, "0");
  else turn(board, null);
  board.one(".menu").open = false;
}

/** Turn the middle of the table by so many quarters. */
export async function lay(board, quarters) {
  await loadStyle(board.one(".around").dataset.css);
  LARGE.onchange = () => place(board);
  turn(board, quarters);
}

function turn(board, quarters) {
  turned = quarters;
  try {
    if (turned === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, turned);
  } catch {
    /* Then it has to be chosen again next time. */
  }
  place(board);
}

function place(board) {
  const { element } = board;
  const [asked, seats, corner] = [".around", ".seats", ".turn"].map((each) => element.querySelector(each));
  const lies = turned !== null && LARGE.matches;
  asked.ariaChecked = String(turned !== null);
  element.toggleAttribute("data-turn", lies);
  if (lies) element.dataset.turn = turned;
  if (lies === Boolean(corner)) return;
  if (lies) element.append(seats, button(board, asked));
  else {
    element.querySelector(".entry").prepend(seats);
    corner.remove();
  }
  board.drawMore = lies ? () => drawScores(board) : null;
  board.draw();
}

function button(board, asked) {
  const made = make(
    "button",
    "turn",
    asked.querySelector(".sign").cloneNode(true),
    make("span", "", asked.dataset.turns),
  );
  made.type = "button";
  made.addEventListener("click", () => turn(board, String((Number(turned) + 1) % 4)));
  return made;
}

/** The score at each seat, from its side's view. */
function drawScores({ screen, element }) {
  const all = [...element.querySelectorAll(".totals [data-total]")].map(({ textContent }) => textContent);
  for (const tile of element.querySelectorAll("[data-tile]")) {
    const { side } = screen.seats[tile.dataset.tile];
    const who = tile.querySelector(".who");
    const own = who.querySelector(".own") ?? who.appendChild(make("i", "own num"));
    own.replaceChildren(make("b", "", all[side]), `\u00a0: ${all[1 - side]}`);
  }
}
