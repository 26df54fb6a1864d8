/* A part of a tournament within another site's page: while it is visible it asks every half minute for something new,
 * and replaces itself. It opens no stream, because nobody knows how many people read that page.
 */

/** Time between two requests, in milliseconds; not all pages in step. */
const EVERY = 30_000;

const hidden = () => document.visibilityState === "hidden";
let known = ""; // the ETag of the last answer
let turn = 0;

async function look() {
  clearTimeout(turn);
  if (hidden()) return;
  try {
    const answer = await fetch(location.href, { cache: "no-cache", credentials: "omit", redirect: "error" });
    const etag = answer.headers.get("ETag");
    if (answer.status === 404) return location.reload(); // it is no longer public
    if (answer.ok && etag !== known) show(await answer.text(), etag);
  } catch {
    /* No network: what is shown stays. */
  }
  turn = setTimeout(look, EVERY * (0.8 + 0.4 * Math.random()));
  return undefined;
}

function show(text, etag) {
  const shown = document.querySelector("main");
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(".embedded > main");
  if (!fresh) return; // not our answer: a hotel's log-in page
  known = etag;
  if (fresh.dataset.version !== shown.dataset.version) shown.replaceWith(fresh);
}

document.addEventListener("visibilitychange", look);
turn = setTimeout(look, EVERY);
