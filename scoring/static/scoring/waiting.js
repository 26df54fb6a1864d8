/* Beside a game's sheet: the rounds that wait on this phone, the next one, and sending them. */
import { onReturn } from "./app.js";
import { Held } from "./held.js";
import { Outbox } from "./outbox.js";
import { fill, number } from "./preview.js";
import { drawRows } from "./rows.js";

/** Draw a game's waiting rounds in the section, which has #refused, #kept and [data-sum]. */
function drawWaiting(section, held) {
  section.hidden = !held.busy;
  drawRows(section, held.rows, held.told.words, held);
  const sum = section.querySelector("[data-sum]");
  const { totals } = held.screen;
  sum.hidden = !totals.length || !held.rows.some(({ stands, entry }) => stands && entry.kind !== "start");
  sum.textContent = fill(sum.dataset.words, { totals: totals.map(number).join(" : ") });
}

/** Follow a game's waiting rounds; `changed` is called with every change. */
export async function follow(section, game, changed = () => {}) {
  const outbox = await Outbox.open();
  const row = await outbox.kept(game);
  if (!row) return null;
  const held = new Held(outbox, row, (now) => {
    drawWaiting(section, now);
    changed(now);
  });
  held.changed(await held.look());
  const send = () => {
    if (held.busy) held.send();
  };
  section.addEventListener("click", ({ target }) => {
    if (target.closest("button[data-seq]")) held.press(target.closest("button"));
  });
  onReturn(send);
  send();
  return held;
}

const section = document.querySelector("#waiting[data-game]");
const next = document.querySelector('.go [href$="/score/"]');
const name = ({ screen: { number: n } }) =>
  next?.replaceChildren(next.textContent.replace(/\d+/, (is) => Math.max(is, n)));
if (section) window.addEventListener("load", () => follow(section, section.dataset.game, name));
