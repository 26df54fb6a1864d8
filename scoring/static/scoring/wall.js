/* A wall screen of a game stays on, and shows no pointer. */
import { stayAwake } from "./awake.js";

/** How long after its last movement the pointer disappears, in milliseconds. */
const STILL = 3_000;
const line = document.getElementById("awake");
const { asleep } = line.dataset;

stayAwake(line, { asleep });
if (!navigator.wakeLock) {
  // Over plain http too: nobody is there to touch the screen.
  line.textContent = asleep;
  line.hidden = false;
}

/** How long the message about the screen is shown, in milliseconds: it is for the person who sets up the wall. */
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
