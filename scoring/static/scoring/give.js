/* All games of this phone as one text, to be pasted into another browser of it: an iPhone's app on the home screen, or
 * https beside http. Games on the server go as the right to open them, waiting entries go whole.
 */
import { given } from "./carried.js";
import { pack } from "./handover.js";
import { copy } from "./handover_show.js";
import { Held } from "./held.js";
import { Outbox } from "./outbox.js";

const MOST = 100; // games, the newest
const FRESH = 24 * 3600 * 1000; // ms: older passes are renewed, because a pass ends after two weeks

/** The text; games without a pass, which were only watched, are left out. */
async function textOf(outbox, rows, codes) {
  const texts = [];
  for (const row of rows) {
    const held = new Held(outbox, row, () => {});
    if (navigator.onLine && Date.now() - row.at > FRESH) await held.ask(true);
    const game = await given(outbox, held.told, true);
    if (game.pass || game.start) texts.push(await pack(game, codes, Infinity));
  }
  return texts.join("\n");
}

/** Copy the result of a promise. Safari needs the request with the tap itself; plain http has only the old way. */
async function copyLater(text, field) {
  try {
    const blob = text.then((said) => new Blob([said], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return true;
  } catch {
    field.value = await text;
    field.hidden = false;
    return copy(field);
  }
}

/** Show the section if this phone has games; `fill` puts their number into its words. */
export async function give(section, { codes, words }, fill) {
  const outbox = await Outbox.open();
  const rows = (await outbox.all()).slice(0, MOST);
  if (!rows.length) return;
  section.hidden = false;
  section.querySelector("h2").textContent = fill(words.mine, { count: rows.length });
  section.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation(); // other forms need the network
    const done = await copyLater(textOf(outbox, rows, codes), section.querySelector("textarea"));
    section.querySelector("[role=status]").textContent = done ? words.copied : words.select;
  });
}
