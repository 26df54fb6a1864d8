/* The games that this phone keeps, with what waits to be sent. */
import { Outbox } from "./outbox.js";
import { fill } from "./preview.js";

const list = document.querySelector("#games");
const outbox = await Outbox.open();
const games = await outbox.all();
document.querySelector("#none").hidden = games.length > 0;
for (const { game, screen } of games) {
  const waiting = (await outbox.of(game)).filter(({ state }) => state !== "sent").length;
  const link = document.createElement("a");
  link.href = list.dataset.address.replace(/0{8}-[0-]+/, game);
  const words = [screen.names.join(", "), fill(list.dataset.round, screen)];
  if (waiting) words.push(fill(list.dataset.waiting, { count: waiting }));
  link.textContent = words.join(" · ");
  const item = document.createElement("li");
  item.append(link);
  list.append(item);
}
