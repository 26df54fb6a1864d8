/* A screen on the wall turns its pages by time, and goes on where the network was lost.
 *
 * #live bears data-step (what is shown), data-after (where the next step is asked for) and data-seconds (how long this
 * one stands); follow.js asks and shows. Every answer, also one that brings the same step, starts the time anew.
 */
const live = document.getElementById("live");
let timer = 0;
let step = "";

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
  if (!timer || live.dataset.step !== step) wait();
}).observe(live, { attributes: true, attributeFilter: ["data-at"] });
wait();
