/* Away from the table: what any game of this phone still has to send goes out from here too. */
import { stayReachable } from "./app.js";
import { Outbox } from "./outbox.js";
import { fill } from "./preview.js";
import { Sender } from "./sender.js";

const line = document.querySelector("#unsent");
const senders = [];
let outbox = null;

async function count() {
  let waiting = 0;
  for (const { game } of await outbox.all()) waiting += (await outbox.of(game)).filter(({ state }) => state !== "sent").length;
  line.hidden = !waiting;
  line.textContent = fill(line.dataset.words, { count: waiting });
}

async function begin() {
  outbox = await Outbox.open();
  for (const { game, screen } of await outbox.all()) {
    if ((await outbox.of(game)).length) senders.push(new Sender(outbox, screen, count));
  }
  const send = () => { for (const sender of senders) sender.flush(); };
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") send(); });
  await count();
  send();
  await stayReachable();
}

// The page first: nothing here is needed to use it.
window.addEventListener("load", () => setTimeout(begin, 1_500));
