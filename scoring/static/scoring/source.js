/* The server's stream of version numbers: one EventSource, opened again with growing pauses, watched for silence. */

/** How long nothing at all may be heard, in milliseconds; the server's beat comes every 15 seconds. */
export const SILENCE = 25_000;
const SHORTEST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;
/** How long wishes are gathered before a stream is opened: several tabs tell theirs at about the same time. */
const GATHERING = 100;
const MOST_TICKETS = 20;

export class Source {
  /**
   * `onVersion(game, version)`: a game has this version. `onBeat(games)`: the stream is alive and tells of these games.
   * `onLost()`: it cannot be opened, broke off or fell silent; it will be tried again.
   */
  constructor({ onVersion, onBeat, onLost }) {
    this.tell = { onVersion, onBeat, onLost };
    this.wanted = new Map(); // game -> ticket
    this.streamed = new Map(); // what the open stream was asked for
    this.known = new Map(); // game -> version, as the open stream told it
    this.pause = SHORTEST_PAUSE;
    this.stream = null;
    this.opening = 0;
    this.failed = false; // since the last word of a stream
  }

  /** Stream these games (a Map, game -> ticket). Opened anew only where one of them is not in the open stream. */
  want(games) {
    this.wanted = new Map([...games].slice(0, MOST_TICKETS));
    if (!this.wanted.size) this.close();
    else if ([...this.wanted.keys()].some((game) => !this.streamed.has(game))) this.plan(GATHERING);
  }

  /** Try at once: the network is back. */
  hurry() {
    this.pause = SHORTEST_PAUSE;
    if (!this.wanted.size || (this.stream && !this.failed)) return;
    this.forget();
    this.plan(0);
  }

  close() {
    this.forget();
    this.wanted.clear();
    this.pause = SHORTEST_PAUSE;
    this.failed = false;
  }

  /** The stream is of no use any more. */
  fail() {
    this.forget();
    this.failed = true;
    this.tell.onLost();
    if (!this.wanted.size) return;
    // Not all at the same moment: a server that comes up again is asked by everybody.
    this.plan(this.pause * (0.8 + 0.4 * Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  plan(delay) {
    if (!this.opening) this.opening = setTimeout(() => this.open(), delay);
  }

  open() {
    this.forget();
    this.streamed = new Map(this.wanted);
    const tickets = new URLSearchParams([...this.streamed.values()].map((ticket) => ["t", ticket]));
    this.stream = new EventSource(`/live/?${tickets}`);
    this.stream.addEventListener("version", (event) => {
      const { game, version } = JSON.parse(event.data);
      this.alive();
      this.known.set(game, version);
      this.tell.onVersion(game, version);
    });
    this.stream.addEventListener("beat", () => {
      this.alive();
      this.tell.onBeat([...this.known.keys()]);
    });
    // The browser's own way of trying again knows no growing pauses, and ends at the first answer that is no stream.
    this.stream.onerror = () => this.fail();
    this.listen();
  }

  alive() {
    this.pause = SHORTEST_PAUSE;
    this.failed = false;
    this.listen();
  }

  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.fail(), SILENCE);
  }

  forget() {
    clearTimeout(this.silence);
    clearTimeout(this.opening);
    this.opening = 0;
    this.stream?.close();
    this.stream = null;
    this.streamed = new Map();
    this.known = new Map();
  }
}
