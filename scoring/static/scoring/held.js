/* A game of this phone away from its table: its state, and sending what waits. */
import { giveAgain, putWhole } from "./again.js";
import { overlaid } from "./game.js";
import { ask, Sender } from "./sender.js";

const GONE = ["game_deleted", "not_open"]; // the game is no longer open to this phone

export class Held {
  /** `row` as the outbox keeps a game; `changed` is called with this object when something changes. */
  constructor(outbox, { game, screen, at }, changed) {
    Object.assign(this, { outbox, game, told: screen, at, changed, sending: null, sure: null });
    this.sender = new Sender(outbox, screen, (what, entry) => this.heard(what, entry));
  }

  /** Whether the game is not on the server yet. */
  get unborn() {
    return Boolean(this.told.unborn);
  }

  /** Its state: `screen`, `rounds` and `rows` as in game.js, how many entries wait or were refused, since when, and
   * whether it is `gone` from the server.
   */
  async look() {
    const entries = await this.outbox.of(this.game);
    Object.assign(this, overlaid(this.told, entries));
    const rounds = entries.filter(({ kind }) => kind !== "start");
    const waiting = rounds.filter(({ state }) => state === "waiting");
    this.waits = waiting.length;
    this.since = Math.min(...waiting.map(({ at }) => at)); // of the oldest; Infinity if none waits
    this.refused = entries.filter(({ state }) => state === "refused").length;
    this.gone = entries.some(
      ({ state, errors }) => state === "refused" && errors.some(({ code }) => GONE.includes(code)),
    );
    return this;
  }

  get busy() {
    return this.rows.length > 0;
  }

  send() {
    return this.sender.flush();
  }

  async heard(what, entry) {
    this.sending = what === "sending" ? entry.seq : null;
    if (what === "done") await this.ask();
    this.changed(await this.look());
  }

  /** Committed entries are in the server's game, and leave the phone when that is here. `always`: ask for the game even
   * if nothing was committed. False if it could not be read.
   */
  async ask(always = false) {
    const sent = (await this.outbox.of(this.game)).filter(({ state }) => state === "sent");
    if (!sent.length && (!always || this.unborn)) return true;
    const answer = await ask(this.told.urls.state, { headers: { "HX-Request": "true" } });
    if (answer?.status !== 200 || answer.said.game !== this.game) return Boolean(answer);
    const again = await giveAgain(this.outbox, this.told, answer.said, sent, (ids) =>
      this.sender.unknown(ids, answer.said.urls),
    );
    if (!again) return false;
    this.told = answer.said;
    this.sender.csrf = answer.said.csrf;
    for (const { seq } of sent) await this.outbox.change(seq, (found) => (found.state === "sent" ? null : found));
    if (again.length) this.sender.flush();
    return true;
  }

  /** Whether the site has lost the game, restored from an older back-up, and this phone can send all of it. */
  async lost() {
    if (this.unborn || !this.told.afterCopy?.start) return false;
    const answer = await ask(this.told.urls.state, { headers: { "HX-Request": "true" } });
    return answer?.status === 404 && answer.said.errors?.[0]?.code === "not_open";
  }

  /** Put the whole game on the site again, as this phone last read it. */
  async putBack() {
    await putWhole(this.outbox, this.told);
    this.changed(await this.look());
    await this.send();
  }

  /** A button of rows.js. */
  async press(button) {
    const row = this.rows.find(({ entry }) => entry.seq === Number(button.dataset.seq));
    if (!row) return;
    if (button.matches(".edit")) location.assign(this.told.urls.score);
    else if (button.matches(".again")) await this.again(row);
    else if (this.sure !== row.entry.seq) this.sure = row.entry.seq; // two taps, not one slip of the thumb
    else if (row.entry.kind === "start") await this.outbox.forget(this.game);
    else await (row.stands ? this.outbox.discard(row.entry) : this.outbox.remove(row.entry.seq));
    this.changed(await this.look());
  }

  async again(row) {
    await this.outbox.change(row.entry.seq, (found) => ({ ...found, names: found.names && this.told.people }));
    await this.sender.retry();
  }
}
