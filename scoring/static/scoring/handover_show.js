/* Shows a game as QR codes and as text, in the markup of templates/scoring/handover/show.html; and what is left to this phone
 * once another one has the game: it looks on.
 */
import { loadStyle, make } from "./elements.js";
import { pack } from "./handover.js";
import { drafts } from "./outbox.js";
import { fill, number } from "./preview.js";
import { drawingOf, MOST } from "./qr.js";

/** What another phone is told of an entry. */
const CARRIED = ["id", "kind", "number", "round", "sides", "replaces", "about", "versions"];

/** Mark the text and copy it. Plain http has no clipboard, only the old way. */
async function copy(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

function figure(code, label) {
  const drawing = drawingOf(code);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", label);
  return make("figure", "", drawing, make("figcaption", "", label));
}

/** Show a game (as handover.js describes it) in the section; `known` is the code of its variant by its key. Called again it
 * shows the game anew.
 */
export async function show(section, game, known) {
  const part = (name) => section.querySelector(`[data-is="${name}"]`);
  const text = await pack(game, known, MOST);
  const codes = text.split("\n");
  part("address").textContent = new URL(section.dataset.address, location.href).href;
  part("codes").replaceChildren(
    ...codes.map((code, at) => figure(code, fill(section.dataset.code, { number: at + 1, count: codes.length }))),
  );
  part("text").value = text;
  part("status").textContent = "";
  part("copy").onclick = async () => {
    part("status").textContent = (await copy(part("text"))) ? section.dataset.copied : section.dataset.select;
  };
}

// At the table ----------------------------------------------------------------------------------------------------------

const key = ({ server }) => `handed:${server.game}`;

/** The section at the table, where it was told with news of the game; null before these came. */
function sectionOf(table) {
  const place = table.element("#handing");
  if (!place.firstElementChild && table.known.handing) {
    place.innerHTML = table.known.handing;
    const section = place.firstElementChild;
    loadStyle(section.dataset.css);
    const press = (name, does) => section.querySelector(`[data-is="${name}"]`).addEventListener("click", does);
    press("gone", () => {
      drafts.write(key(table), Date.now());
      rest(table);
      section.scrollIntoView({ block: "start" });
    });
    press("back", ({ currentTarget: button }) => takeBack(table, button));
  }
  return place.firstElementChild;
}

/** The game with all that another phone needs to send it: what the server has already does no harm there. */
async function carried({ outbox, server }) {
  // From here on the server may have them by way of another phone.
  for (const { seq } of await outbox.of(server.game)) {
    await outbox.change(seq, (found) => ({ ...found, tries: Math.max(1, found.tries) }));
  }
  const { game, pass, variant, names, players, seats, rounds } = server;
  const known = rounds.map(({ data, about = null, ...round }) => ({
    ...round,
    round: round.kind === "choice" ? null : data, // the server has what was chosen
    about,
  }));
  const waiting = (await outbox.of(game)).map(({ data, ...entry }) => ({
    ...entry,
    round: entry.kind === "undo" ? null : data,
  }));
  const entries = [...known, ...waiting].map((entry) => Object.fromEntries(CARRIED.map((name) => [name, entry[name]])));
  return { game, pass, variant, names: names.slice(0, players), seats: seats.length, entries };
}

/** Open the section for the game of this table, or shut it. */
export async function toggle(table) {
  table.element(".menu").open = false;
  const section = sectionOf(table);
  if (!section) return; // a page that was never told anything, without a network: nothing of it would be of use
  const place = table.element("#handing");
  place.hidden = !place.hidden;
  if (place.hidden) return;
  const { rounds, totals } = table.board.screen;
  section.querySelector('[data-is="rounds"]').textContent = [rounds.length, totals.map(number).join(" : ")]
    .filter((each) => each !== "")
    .join(" · ");
  const { variant, code } = table.server;
  await show(section, await carried(table), { [variant]: code });
  section.scrollIntoView({ block: "start" });
}

/** The other phone has the game: no round is written here, and what others write is shown as ever. */
export function rest(table) {
  const at = drafts.read(key(table));
  const section = at && sectionOf(table);
  if (!section) return;
  table.board.element.dataset.handed = "";
  table.element("#handing").hidden = false;
  section.dataset.gone = "";
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" }).format(at);
  section.querySelector('[data-is="when"]').textContent = fill(section.dataset.when, { time });
}

/** Twice: while both write, every round may have two versions. */
function takeBack(table, button) {
  if (!button.dataset.sure) {
    button.dataset.sure = "1";
    button.textContent = button.closest("section").dataset.sure;
    return;
  }
  drafts.write(key(table), null);
  location.reload();
}
