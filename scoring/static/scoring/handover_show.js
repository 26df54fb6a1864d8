/* Shows a game as QR codes and as text, in the markup of templates/scoring/handover/show.html. */
import { make } from "./elements.js";
import { pack } from "./handover.js";
import { fill } from "./preview.js";
import { drawingOf, MOST } from "./qr.js";

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
