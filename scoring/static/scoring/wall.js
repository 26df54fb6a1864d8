/* What a screen on the wall needs besides its game: it stays on, and shows no pointer. */
import { stayAwake } from "./awake.js";

/** How long after its last movement the pointer goes, in milliseconds. */
const STILL = 3_000;
const line = document.getElementById("awake");
const { asleep } = line.dataset;

stayAwake(line, { asleep });
if (!navigator.wakeLock) {
  // By plain http too: nobody stands by a wall to touch it.
  line.textContent = asleep;
  line.hidden = false;
}

/** How long the line about the screen stands, in milliseconds: it is for whoever sets the wall up. */
const TOLD = 15_000;
setTimeout(() => {
  line.hidden = true;
}, TOLD);

let still = 0;
function moved() {
  clearTimeout(still);
  document.body.classList.remove("still");
  still = setTimeout(() => document.body.classList.add("still"), STILL);
}

document.addEventListener("pointermove", moved);
moved();
