/* Which tab of this browser leads: a lease in localStorage, because Web Locks do not exist on plain http. */

const KEY = "live:lead";
/** After so many milliseconds without renewal the lease is free: its tab crashed, or sleeps. */
const LEASE = 6_000;

export class Lead {
  constructor(tab) {
    this.tab = tab;
  }

  /** Whether this browser lets us keep anything at all; some forbid it. */
  static possible() {
    try {
      localStorage.setItem(`${KEY}:try`, "1");
      localStorage.removeItem(`${KEY}:try`);
      return true;
    } catch {
      return false;
    }
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  }

  mine() {
    return this.read().tab === this.tab;
  }

  free() {
    const { tab, at = 0 } = this.read();
    // A stamp from the future too: the clock was set back.
    return !tab || Math.abs(Date.now() - at) > LEASE;
  }

  /** Write the lease. Two tabs may do so at once: look a moment later whether it is still `mine()`. */
  take() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ tab: this.tab, at: Date.now() }));
    } catch {
      /* A full store: whoever cannot write does not lead. */
    }
  }

  release() {
    try {
      if (this.mine()) localStorage.removeItem(KEY);
    } catch {
      /* It runs out by itself. */
    }
  }
}
