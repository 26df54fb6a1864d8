/* Shows a game as QR codes and as text, in the markup of templates/scoring/handover/show.html. Once another phone has
 * the game, this phone only watches.
 */
import { given } from "./carried.js";
import { loadStyle, make } from "./elements.js";
import { pack } from "./handover.js";
import { kept } from "./kit.js";
import { drafts } from "./outbox.js";
import { fill, number } from "./preview.js";
import { drawingOf, MOST } from "./qr.js";

/** Select the text and copy it. Plain http has no clipboard, only the old way. */
export async function copy(field) {
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

/** Show a game (as described in handover.js) in the section; `known` is the code of its variant by its key. A second
 * call shows the new game.
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

/** The section at the table: sent with the game, or stored to start games without a network; null if neither. */
async function sectionOf(table) {
  const place = table.element("#handing");
  const markup = table.known.handing ?? (await kept())?.handing;
  if (!place.firstElementChild && markup) {
    place.innerHTML = markup;
    const section = place.firstElementChild;
    loadStyle(section.dataset.css);
    const press = (name, does) => section.querySelector(`[data-is="${name}"]`).addEventListener("click", does);
    press("gone", () => {
      drafts.write(drafts.handedKey(table.server), Date.now());
      rest(table);
      section.scrollIntoView({ block: "start" });
    });
    press("back", ({ currentTarget: button }) => takeBack(table, button));
  }
  return place.firstElementChild;
}

/** Open the section for this table's game, or close it. */
export async function toggle(table) {
  table.element(".menu").open = false;
  const section = await sectionOf(table);
  if (!section) return; // an older page, without a network: nothing of it would work
  const place = table.element("#handing");
  place.hidden = !place.hidden;
  if (place.hidden) return;
  const { rounds, totals } = table.board.screen;
  section.querySelector('[data-is="rounds"]').textContent = [rounds.length, totals.map(number).join(" : ")]
    .filter((each) => each !== "")
    .join(" · ");
  const online = section.querySelector('[data-is="online"]');
  if (online) online.hidden = !navigator.onLine || table.lostAt !== null;
  const { variant, code, players } = table.server;
  section.querySelector('[data-is="seats"]').textContent = players;
  await show(section, await given(table.outbox, table.server), { [variant]: code });
  section.scrollIntoView({ block: "start" });
}

/** The other phone has the game: no round is written here; other phones' rounds are shown as usual. After the end
 * nothing more will come.
 */
export async function rest(table) {
  const at = drafts.read(drafts.handedKey(table.server));
  const { element, screen } = table.board;
  const section = at && (await sectionOf(table));
  element.toggleAttribute("data-handed", Boolean(section));
  table.element("#handing").hidden = !section || screen.finished || screen.state === "stopped";
  if (!section) return;
  section.dataset.gone = "";
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" }).format(at);
  section.querySelector('[data-is="when"]').textContent = fill(section.dataset.when, { time });
}

/** Two taps: while both phones write, every round may have two versions. */
function takeBack(table, button) {
  if (!button.dataset.sure) {
    button.dataset.sure = "1";
    button.textContent = button.closest("section").dataset.sure;
    return;
  }
  drafts.write(drafts.handedKey(table.server), null);
  location.reload();
}
