/* QR codes drawn on the phone, without a server. lean-qr encodes the text; here is the drawing. */
import { generate, mode } from "../vendor/lean-qr/index.mjs";

/** Characters of the alphanumeric mode that a code of version 30 holds, at level L. The modules of a larger code would
 * be too small on a phone of 320 points held by hand: use two codes.
 */
export const MOST = 2520;

/** The code of a text of digits, capitals and " $%*+-./:", as a drawing: black on white in dark mode too, with a margin
 * of four modules. It has the smallest version that holds the text, at the highest level that fits.
 */
export function drawingOf(text) {
  const code = generate(mode.alphaNumeric(text));
  const border = 4;
  const whole = code.size + 2 * border;
  let dark = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) dark += `M${x + border} ${y + border}h1v1h-1z`;
  }
  const svg = element("svg", { class: "qr", viewBox: `0 0 ${whole} ${whole}`, "shape-rendering": "crispEdges" });
  svg.append(
    element("rect", { width: whole, height: whole, fill: "#fff" }),
    element("path", { d: dark, fill: "#000" }),
  );
  return svg;
}

function element(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
