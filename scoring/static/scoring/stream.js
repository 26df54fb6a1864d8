/* The stream of version numbers, kept open by htmx's extension: the messages in it, and whether it still works.
 *
 * The page has one element with hx-sse:connect, hx-trigger="connect". The extension opens the stream, opens it again
 * after growing pauses, and rests while the page is hidden. This module does the rest: it notices a silent stream,
 * tries again if the first opening failed, and leaves connections to other tabs.
 */

/** The longest silence, in milliseconds; the server's beat comes every 15 seconds. */
const SILENCE = 25_000;
/** Pauses before a stream that could not be opened at all is tried again, in milliseconds. */
const [SHORTEST, LONGEST] = [2_000, 60_000];
/** Streams of one browser: over HTTP/1.1 it opens six connections to a host, and each stream occupies one. */
const MOST = 4;
/** How long other tabs may take to report that they have a stream, in milliseconds: tabs are busy at times, and two
 * streams too many would leave no connection for a page.
 */
const ANSWER = 400;

const POWERED = "[data-htmx-powered]";
/** The element that keeps a stream open, if there is one. */
export const element = () => document.querySelector("[hx-sse\\:connect]");
export const hidden = () => document.visibilityState === "hidden";

/**
 * Listen to the page's stream as long as the page is visible.
 *
 * - `onVersion(channel, version)`: a channel has this version: called at the beginning, after each change, and again
 *   after the stream was lost.
 * - `onContact()`: the server sent something; called after `onVersion`, and with every beat.
 * - `onLost()`: there is no stream, or it was silent for 25 seconds. Until the next `onContact` the page must ask by
 *   itself. Called once for each loss.
 *
 * Returns a function that ends it.
 */
export function listen({ onVersion, onContact, onLost }) {
  const over = new AbortController();
  const on = (name, handler, target = document) => target.addEventListener(name, handler, { signal: over.signal });
  const closed = new WeakSet();
  let connection = null; // the extension's, while there is one
  let opening = null; // the element that is being connected
  let lost = false;
  let silence = 0;
  let again = 0;
  let pause = SHORTEST;
  let others = 0; // tabs that reported a stream

  function watch() {
    clearTimeout(silence);
    silence = setTimeout(() => {
      connection?.reader?.cancel(); // which the extension takes for the end, and opens it again
      lose();
    }, SILENCE);
  }

  function heard() {
    lost = false;
    pause = SHORTEST;
    watch();
    onContact();
  }

  function lose() {
    if (lost || hidden() || over.signal.aborted) return;
    lost = true;
    onLost();
  }

  function later(wait) {
    clearTimeout(again);
    // Not all at the same moment: everybody asks a server that comes up again.
    again = setTimeout(connect, wait * (0.8 + 0.4 * Math.random()));
  }

  /** Open the stream if there is none. */
  async function connect() {
    clearTimeout(again);
    const stream = element();
    if (!stream || hidden() || opening === stream || over.signal.aborted) return;
    if (!stream.matches(POWERED)) {
      // htmx has looked at the page before its extension had loaded.
      if (document.querySelector(`[hx-get]${POWERED}`)) htmx.process(stream);
      return;
    }
    if (connection?.element === stream) return;
    opening = stream;
    if ((await streaming()) < MOST) htmx.trigger(stream, "connect");
    else {
      opening = null;
      lose();
      later(LONGEST);
    }
  }

  // Between tabs: how many have a stream.
  const tabs = new BroadcastChannel("streams");
  tabs.onmessage = ({ data }) => {
    if (data === "mine") others += 1;
    else if (connection && !hidden()) tabs.postMessage("mine");
  };
  function streaming() {
    others = 0;
    tabs.postMessage("whose");
    return new Promise((resolve) => setTimeout(() => resolve(others), ANSWER));
  }

  on("version", ({ target, detail: { data } }) => {
    if (target !== element()) return;
    const { channel, version } = JSON.parse(data);
    onVersion(channel, version);
    heard();
  });
  on("beat", heard);
  on("htmx:before:sse:connection", ({ target, detail }) => {
    // Otherwise a stream that was closed while it was read would be opened again, beside the new one.
    if (closed.has(detail.connection)) detail.connection.cancelled = true;
    if (detail.connection.cancelled) return;
    connection = Object.assign(detail.connection, { element: target });
    if (connection.attempt) lose();
    else watch();
  });
  on("htmx:sse:error", lose);
  on("htmx:sse:close", ({ detail }) => {
    closed.add(detail.connection);
    if (detail.connection === connection) connection = null;
    connect();
  });
  // The first opening: an answer that is not a stream, or none.
  on("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement !== opening) return;
    opening = null;
    if (connection?.element === ctx.sourceElement) return;
    lose();
    later(pause);
    pause = Math.min(pause * 2, LONGEST);
  });
  on("htmx:after:process", connect);
  on("visibilitychange", () => {
    clearTimeout(silence);
    lost = false;
    if (hidden()) clearTimeout(again);
    else {
      watch();
      hurry();
    }
  });
  on("online", hurry, window);
  // The connection itself may take minutes to notice.
  on(
    "offline",
    () => {
      connection?.reader?.cancel();
      lose();
    },
    window,
  );

  /** Try immediately. */
  function hurry() {
    pause = SHORTEST;
    connect();
    setTimeout(() => connection?.delayCanceller?.());
  }

  watch();
  connect();
  return () => {
    over.abort();
    connection?.reader?.cancel();
    clearTimeout(silence);
    clearTimeout(again);
    tabs.close();
    element()?.remove();
  };
}
