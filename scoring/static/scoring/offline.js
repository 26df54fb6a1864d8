/* The games on this phone, with what waits to be sent. */
import { Held } from "./held.js";
import { Outbox } from "./outbox.js";
import { draw } from "./shelf.js";

const outbox = await Outbox.open();
for (const row of await outbox.all()) draw(await new Held(outbox, row, () => {}).look(), true);
