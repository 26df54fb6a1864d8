/* Beside a game's sheet: the rounds that wait on this phone, the one that comes next, and the sending of them. */
import { onReturn } from "./app.js";
import { Held } from "./held.js";
import { Outbox } from "./outbox.js";
import { fill, number } from "./preview.js";
import { drawRows } from "./rows.js";

/** Draw what waits of a game in the section, which bears #refused, #kept and [data-sum]. */
export function drawWaiting(section, held) {
  section.hidden = !held.busy;
  drawRows(section, held.rows, held.told.words, held);
  const sum = section.querySelector("[data-sum]");
  const { totals } = held.screen;
  sum.hidden = !totals.length || !held.rows.some(({ stands, entry }) => stands && entry.kind !== "start");
  sum.textContent = fill(sum.dataset.words, { totals: totals.map(number).join(" : ") });
}

/** Follow what waits of a game; `changed` hears of every change. */
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
