/* The games that this phone keeps, with what waits to be sent. */
import { Held } from "./held.js";
import { Outbox } from "./outbox.js";
import { draw } from "./shelf.js";

const outbox = await Outbox.open();
const games = await outbox.all();
document.querySelector("#none").hidden = games.length > 0;
for (const row of games) draw(await new Held(outbox, row, () => {}).look(), true);
