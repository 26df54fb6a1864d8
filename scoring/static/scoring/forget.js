/* Somebody was erased: what this phone keeps of games and names is asked for anew, as it stands without the name. */
import { keepNames } from "./kit.js";

const KEPT = "tichu-forgot";

/** Have every page that is kept here fetched again (worker.js); false where one did not come. */
async function renewPages() {
  if (!navigator.serviceWorker) return true;
  const { active } = await navigator.serviceWorker.ready;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    active.postMessage("renew", [port2]);
  });
}

/** `at` is when somebody was erased last whom this phone may know, `games` all that it keeps. Once for each such time. */
export async function forget(at, games) {
  try {
    if (!at || localStorage.getItem(KEPT) === at) return;
    await keepNames([]); // the form for a game brings those of now
    const done = [];
    for (const held of games) done.push(await held.ask(true));
    done.push(await renewPages());
    if (done.every(Boolean)) localStorage.setItem(KEPT, at);
  } catch {
    /* The next time that this page is opened. */
  }
}
