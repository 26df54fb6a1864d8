/* After somebody was erased, this phone fetches all stored games and names again, without the name. */
import { keepNames } from "./kit.js";
import { OWN } from "./outbox.js";

const KEPT = `tichu-forgot${OWN}`;

/** Fetch every stored page again (worker.js); false if one did not arrive. */
async function renewPages() {
  if (!navigator.serviceWorker) return true;
  const { active } = await navigator.serviceWorker.ready;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    active.postMessage("renew", [port2]);
  });
}

/** `at` is when somebody whom this phone may know was last erased, `games` all stored games. Runs once for each such
 * time.
 */
export async function forget(at, games) {
  try {
    if (!at || localStorage.getItem(KEPT) === at) return;
    await keepNames([]); // the form for a game brings the current ones
    const done = [];
    for (const held of games) done.push(await held.ask(true));
    done.push(await renewPages());
    if (done.every(Boolean)) localStorage.setItem(KEPT, at);
  } catch {
    /* Try again when this page is next opened. */
  }
}
