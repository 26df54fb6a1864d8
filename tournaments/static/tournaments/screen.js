/* A wall screen turns its pages by time, and goes on after a lost network.
 *
 * #live has data-step (what is shown), data-after (the address of the next step) and data-seconds (how long this one is
 * shown); follow.js asks and shows. Every answer, even with the same step, restarts the time.
 *
 * All names of a list have one size. The list marks the longest lines (data-longest); only this machine knows how wide
 * its typeface is, so they are measured here. Without that the server's careful guess is used. A text, a bracket and
 * the names at the prize-giving get smaller until they are whole.
 */
const live = document.getElementById("live");
let timer = 0;
let step = "";

const pen = document.createElement("canvas").getContext("2d");
const LEAST = 8; // times the size of its type: short names grow no further
const SLACK = 1.04; // another line may be slightly wider than those marked as longest
const SMALLEST = 0.3; // of the size of a short text
const SMALLER = 0.95;

function measure() {
  const { longest } = live.querySelector("[data-longest]")?.dataset ?? {};
  if (!longest) return;
  const { fontWeight, fontFamily } = getComputedStyle(live.querySelector(".fitted bdi") ?? live);
  pen.font = `${fontWeight} 100px ${fontFamily}`;
  const widest = Math.max(...longest.split("\n").map((line) => pen.measureText(line).width));
  const wide = (widest / 100) * SLACK;
  document.body.style.setProperty("--measured", Math.max(wide, LEAST).toFixed(2));
}

function shrink() {
  const place = live.querySelector(":is(.soon, .words, .podium, .revealing, .tree)")?.closest(".step");
  if (!place) return;
  const room = place.getBoundingClientRect();
  const sticksOut = (thing) => {
    const box = thing.getBoundingClientRect();
    const over = box.left < room.left - 1 || box.right > room.right + 1;
    const cut = thing.matches("bdi") && thing.scrollWidth > thing.clientWidth + 1;
    return over || cut || box.top < room.top - 1 || box.bottom > room.bottom + 1;
  };
  const shown = [...place.querySelectorAll("*")].filter((thing) => thing.getClientRects().length);
  for (let size = 1; size > SMALLEST; size *= SMALLER) {
    document.body.style.setProperty("--shrunk", size.toFixed(3));
    if (!shown.some(sticksOut)) return;
  }
}

function wait() {
  clearTimeout(timer);
  ({ step } = live.dataset);
  timer = setTimeout(turn, Number(live.dataset.seconds) * 1_000);
}

function turn() {
  timer = 0;
  live.dataset.url = live.dataset.after;
  live.dataset.etag = ""; // any answer is new
  document.dispatchEvent(new Event("stale"));
}

// Changes during a step do not prolong it.
new MutationObserver(() => {
  measure();
  shrink();
  if (!timer || live.dataset.step !== step) wait();
}).observe(live, { attributes: true, attributeFilter: ["data-at"] });
addEventListener("resize", shrink);
wait();
measure();
shrink();
