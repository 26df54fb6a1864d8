/* A screen on the wall turns its pages by time, and goes on where the network was lost.
 *
 * #live bears data-step (what is shown), data-after (where the next step is asked for) and data-seconds (how long this
 * one stands); follow.js asks and shows. Every answer, also one that brings the same step, starts the time anew.
 *
 * All names of a list have one size. The list says which lines are the longest (data-longest); how wide they are only the
 * typeface of this machine knows, so it is measured here. Without that the size is the server's careful guess.
 */
const live = document.getElementById("live");
let timer = 0;
let step = "";

const pen = document.createElement("canvas").getContext("2d");
const LEAST = 8; // times the size of its type: short names grow no further
const SLACK = 1.04; // another line may be a little wider than those that were taken for the longest

function measure() {
  const { longest } = live.querySelector("[data-longest]")?.dataset ?? {};
  if (!longest) return;
  const { fontWeight, fontFamily } = getComputedStyle(live.querySelector(".fitted bdi") ?? live);
  pen.font = `${fontWeight} 100px ${fontFamily}`;
  const widest = Math.max(...longest.split("\n").map((line) => pen.measureText(line).width));
  const wide = (widest / 100) * SLACK;
  document.body.style.setProperty("--measured", Math.max(wide, LEAST).toFixed(2));
}

function wait() {
  clearTimeout(timer);
  ({ step } = live.dataset);
  timer = setTimeout(turn, Number(live.dataset.seconds) * 1_000);
}

function turn() {
  timer = 0;
  live.dataset.url = live.dataset.after;
  live.dataset.etag = ""; // whatever is there is news
  document.dispatchEvent(new Event("stale"));
}

// What changes while a step stands does not make it stand longer.
new MutationObserver(() => {
  measure();
  if (!timer || live.dataset.step !== step) wait();
}).observe(live, { attributes: true, attributeFilter: ["data-at"] });
wait();
measure();
