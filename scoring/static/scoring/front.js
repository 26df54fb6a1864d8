/* Pages away from the table: the games on this phone, and sending what still waits. */
import { onReturn, stayReachable, stayStored, tooLong } from "./app.js";
import { Held } from "./held.js";
import { BASE, Outbox } from "./outbox.js";
import { fill } from "./preview.js";
import { draw } from "./shelf.js";

const line = document.querySelector("#unsent");
const games = [];

function changed(held) {
  draw(held, false);
  const count = games.reduce((sum, { waits = 0 }) => sum + waits, 0);
  const late = tooLong(line.dataset.late, Math.min(...games.map(({ since = Infinity }) => since)));
  line.hidden = !count;
  line.classList.toggle("error", late !== "");
  line.textContent = [fill(line.dataset.words, { count }), late].filter(Boolean).join(" ");
  if (count) stayStored();
}

/** Nothing is stored here: an app on an iPhone's home screen, and https beside http, have storage of their own. */
function lookElsewhere() {
  const place = document.querySelector(navigator.standalone ? "#in-safari" : "#over-http");
  if (!place) return;
  place.hidden = false;
  import("./paste.js").then(({ pastes }) => pastes(place));
  if (!navigator.standalone) return;
  // The red button restores the games; the introduction is for people who have none.
  document.querySelector(".begin .main")?.classList.remove("main");
  document.body.dataset.elsewhere = "";
}

async function begin() {
  const outbox = await Outbox.open();
  for (const row of await outbox.all()) games.push(new Held(outbox, row, changed));
  if (!games.length) lookElsewhere();
  for (const held of games) changed(await held.look());
  const send = () => {
    for (const held of games) if (held.busy) held.send();
  };
  onReturn(send);
  // The page first: it works without what follows.
  setTimeout(() => {
    send();
    stayReachable();
    if (navigator.onLine && line.dataset.forget) {
      import("./forget.js").then(({ forget }) => forget(line.dataset.forget, games)).catch(() => {});
    }
  }, 1_500);
}

// The same people again: without a network this phone starts their game by itself.
document.addEventListener(
  "submit",
  (event) => {
    const { again } = event.target.dataset;
    if (!again || navigator.onLine) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    location.assign(`${BASE}new/#again=${again}`);
  },
  true,
);
window.addEventListener("load", begin);
