"""What a phone keeps of an evening, seen from inside its page;
and patience until it has sent all.
"""

import time
from typing import Any

from playwright.sync_api import Page

from tests.browser.looking import looked_at

PATIENCE = 60_000  # ms until a phone counts as stuck
# Waits of a few seconds pass ten times as fast: the rest after a save, the pauses between tries.
# How long the page is patient with the server and with its stream stays as it is.
HURRY = """
const later = window.setTimeout;
window.setTimeout = (work, time = 0, ...rest) =>
  later(work, time < 10000 ? time / 10 : time, ...rest);
"""
# Under a path of a shared host the stores have its name
ENTRIES = """
async () => {
  const stores = (await indexedDB.databases()).map(({ name }) => name);
  const name = stores.find((each) => /^tichu($|\\/)/.test(each));
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const all = request.result.transaction("entries").objectStore("entries").getAll();
      all.onsuccess = () => { request.result.close(); resolve(all.result); };
    };
  });
}
"""
# Whether the outbox has nothing more to do: it is empty, or a refused entry stands before all
# others.
DONE = (
    f"async () => {{ const [first] = await ({ENTRIES})(); "
    "return !first || first.state === 'refused'; }"
)
# Whether the service worker has the page that is open, and answers for it.
KEPT = """
async () => navigator.serviceWorker.controller
  && Boolean(await caches.match(location.href, { ignoreVary: true }))
"""


def until(page: Page, look: str) -> None:
    """Wait until an asynchronous function says yes. Playwright's own waiting takes any promise for
    a yes.

    Each look is a question of its own: the page may go elsewhere between two.
    """
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        if looked_at(page, f"async () => Boolean(await ({look})())"):
            return
        page.wait_for_timeout(50)
    raise AssertionError(look)


def settled(page: Page) -> None:
    """Wait until the outbox has nothing more to do."""
    until(page, DONE)


def opens_without_a_network(page: Page) -> None:
    """Wait until the page that is open would open without a network."""
    until(page, KEPT)


def outbox(page: Page) -> list[dict[str, Any]]:
    """The entries that this phone keeps still, on its disk. Asked after the first round: the page
    makes the store.
    """
    return page.evaluate(ENTRIES)
