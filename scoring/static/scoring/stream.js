/* Hearing of new versions of a game: all visible tabs of a browser share one stream.
 *
 * Over HTTP/1.1 a browser opens six connections to a host, and a stream takes one for good. So one tab leads: it opens
 * the stream for all, and passes on what it hears. Where tabs cannot talk to each other, each has a stream of its own.
 * A hidden page follows nothing.
 */
import { Lead } from "./lead.js";
import { SILENCE, Source } from "./source.js";

/** How often the lease is renewed and tabs say that they are still there, in milliseconds. */
const TICK = 2_000;
/** A tab that said nothing for so long is gone. */
const GONE = 3 * TICK;
/** How long to wait before believing that the lease is ours: another tab may write at the same time. */
const DOUBT = 100;

const tab = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
const alone = typeof BroadcastChannel === "undefined" || !Lead.possible();
const lead = new Lead(tab);
const followings = new Set(); // of this tab
const others = new Map(); // tab -> { games: [[game, ticket]], at }: what the other visible tabs follow
const source = new Source({
  onVersion: (game, version) => pass({ type: "version", game, version }),
  onBeat: (games) => pass({ type: "beat", games }),
  onLost: () => pass({ type: "lost" }),
});
let awake = false;
let leading = false;
let doubting = false;
let ticking = 0;
let channel = null;

/**
 * Follow a game as long as the page is visible.
 *
 * - `ticket`, `game`: as the page bears them (`scoring.live.ticket_of`, the game's id).
 * - `onVersion(version)`: the server says that the game has this version: at the beginning, after each change, and
 *   again after the stream was lost. May come more than once for one version.
 * - `onContact()`: the server was heard; comes after `onVersion`, and with every beat.
 * - `onLost()`: the stream broke off or was silent for 25 seconds. Until the next `onContact` the page must ask by
 *   itself. Comes once for each loss. The stream is tried again all the time; nobody has to do anything.
 *
 * Returns `{ renew(ticket), stop() }`: `renew` where the page was given a newer ticket, `stop` to follow no longer.
 */
export function follow(ticket, game, { onVersion, onContact, onLost }) {
  const following = new Following(ticket, game, { onVersion, onContact, onLost });
  followings.add(following);
  if (awake) {
    following.listen();
    announce(true);
  } else wake();
  return {
    renew: (newer) => {
      following.ticket = newer;
    },
    stop() {
      following.rest();
      followings.delete(following);
      if (!followings.size) rest();
    },
  };
}

class Following {
  constructor(ticket, game, tell) {
    Object.assign(this, { ticket, game, tell, lost: false, silence: 0 });
  }

  hear({ type, game, games, version }) {
    if (type === "lost") this.lose();
    else if (type === "version" && game === this.game) {
      this.tell.onVersion(version);
      this.contact();
    } else if (type === "beat" && games.includes(this.game)) this.contact();
  }

  contact() {
    this.lost = false;
    this.listen();
    this.tell.onContact();
  }

  lose() {
    clearTimeout(this.silence);
    if (this.lost) return;
    this.lost = true;
    this.tell.onLost();
  }

  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.lose(), SILENCE);
  }

  rest() {
    clearTimeout(this.silence);
    this.lost = false;
  }
}

// Between tabs ---------------------------------------------------------------------------------------------------

const own = () => [...followings].map(({ game, ticket }) => [game, ticket]);
const wanted = () => new Map([...own(), ...[...others.values()].flatMap(({ games }) => games)]);
const say = (message) => channel?.postMessage({ from: tab, ...message });

/** To all tabs, this one too. */
function pass(message) {
  say(message);
  for (const following of [...followings]) following.hear(message);
}

/** Tell the leading tab what this one follows; `fresh` where it does not know yet. */
function announce(fresh) {
  if (leading) source.want(wanted());
  else say({ type: "want", games: own(), fresh });
}

function heard({ data: message }) {
  const { from, type } = message;
  if (type === "want") {
    others.set(from, { games: message.games, at: Date.now() });
    if (leading) welcome(message);
  } else if (type === "who") announce(true);
  else if (type === "lead") {
    // Two leaders, after a moment in which both believed it: the one with the smaller name stays.
    if (leading && from < tab) follower();
  } else if (type === "gone") {
    others.delete(from);
    tick();
  } else for (const following of [...followings]) following.hear(message);
}

/** What another tab wants; a new one is told at once what is known. */
function welcome({ games, fresh }) {
  source.want(wanted());
  if (!fresh) return;
  for (const [game] of games) {
    if (source.known.has(game)) say({ type: "version", game, version: source.known.get(game) });
  }
  if (source.failed) say({ type: "lost" });
}

function tick() {
  if (!awake || alone) return;
  if (!leading) {
    announce(false);
    if (lead.free()) claim();
  } else if (lead.mine()) {
    lead.take();
    say({ type: "lead" });
    for (const [other, { at }] of others) if (Date.now() - at > GONE) others.delete(other);
    announce();
  } else follower();
}

function claim() {
  if (doubting) return;
  doubting = true;
  lead.take();
  setTimeout(
    () => {
      doubting = false;
      if (awake && !leading && lead.mine()) leader();
    },
    DOUBT * (1 + Math.random()),
  );
}

function leader() {
  leading = true;
  say({ type: "who" });
  announce();
}

function follower() {
  leading = false;
  source.close();
  announce(true);
}

// Awake and asleep -----------------------------------------------------------------------------------------------

function wake() {
  if (awake || !followings.size || document.visibilityState === "hidden") return;
  awake = true;
  for (const following of followings) following.listen();
  if (alone) {
    leader();
    return;
  }
  channel = new BroadcastChannel("live");
  channel.onmessage = heard;
  ticking = setInterval(tick, TICK);
  announce(true);
  tick();
}

function rest() {
  if (!awake) return;
  awake = false;
  clearInterval(ticking);
  for (const following of followings) following.rest();
  if (leading) lead.release();
  leading = false;
  source.close();
  say({ type: "gone" });
  channel?.close();
  channel = null;
  others.clear();
}

document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? rest() : wake()));
window.addEventListener("pagehide", rest);
window.addEventListener("pageshow", wake);
window.addEventListener("online", () => {
  if (awake && leading) source.hurry();
});
// The connection itself may take minutes to notice.
window.addEventListener("offline", () => {
  if (!awake) return;
  if (leading) source.fail();
  else for (const following of [...followings]) following.lose();
});
