"""How long after the last tap of a round its row and the board of the next round stand, in a
phone-sized Chromium.

With the network as it is, without one, and with a round trip of two seconds. Beside it, in the same
run, an empty tap: the one before, which only marks a seat. Both are measured in the page, from the
tap to the first frame that shows it. A run that was slower than wanted is repeated, as the machine
may have had other things to do: the best of three counts.

python tests/bench/bench_saving.py
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.smoke import judge, sized
from tests.browser.playing import Hand, saved, start
from tests.browser.servers import NO_BROWSER, chromium_options, chromium_path, running_site
from tests.reliability.outbox import opens_without_a_network, settled

ROUNDS = sized(20, 2)
RUNS = sized(3, 1)
ROUND_TRIP = sized(2000, 200)  # ms
WANTED = 100  # ms: what a person takes for at once

# Begins to measure: from the next tap until `there` holds and has been drawn.
MEASURE = """
([kind, number]) => {
  const there = {
    marked: () => document.querySelector('button.seat[data-seat="0"][aria-pressed="true"]'),
    saved: () =>
      document.querySelector("#heading").textContent.match(/\\d+/)?.[0] === `${number + 1}`
      && document.querySelector(`:is(#rounds, #kept) li[value="${number}"]`),
  }[kind];
  window.measured = new Promise((resolve, reject) => {
    let tapped = null;
    setTimeout(() => reject(new Error(`round ${number} is not ${kind}`)), 30_000);
    document.addEventListener("click", ({ timeStamp }) => { tapped = timeStamp; },
      { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (tapped === null || !there()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - tapped)));
    });
    observer.observe(document.body,
      { attributes: true, characterData: true, childList: true, subtree: true });
  });
}
"""


def as_it_is(page: Page) -> None:
    """The network of the machine itself."""


def off(page: Page) -> None:
    page.context.set_offline(True)


def slow(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    conditions = {
        "offline": False,
        "latency": ROUND_TRIP,
        "downloadThroughput": -1,
        "uploadThroughput": -1,
    }
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", conditions)


NETWORKS: dict[str, Callable[[Page], None]] = {
    "network on": as_it_is,
    "network off": off,
    f"round trip of {ROUND_TRIP / 1000:g} s": slow,
}


def measured(page: Page, kind: str, number: int, tap: Callable[[], None]) -> float:
    """Milliseconds from this tap until what it does has been drawn."""
    page.evaluate(MEASURE, [kind, number])
    tap()
    return float(page.evaluate("() => window.measured"))


def play(
    browser: Browser, url: str, change: Callable[[Page], None]
) -> tuple[list[float], list[float]]:
    """Rounds on a phone whose network changes so: the milliseconds of the empty taps, and of the
    saving ones.
    """
    context = browser.new_context(
        base_url=url,
        locale="en-GB",
        viewport={"width": 320, "height": 640},
        has_touch=True,
        is_mobile=True,
    )
    page = context.new_page()
    start(page, rule_target_score="100000")
    opens_without_a_network(page)
    change(page)
    hand, empty, saving = Hand(page), [], []
    for number in range(1, ROUNDS + 1):
        empty.append(measured(page, "marked", number, lambda: hand.out(0)))
        # A double victory saves itself
        saving.append(measured(page, "saved", number, lambda: hand.out(2)))
        saved(page, number)
    context.set_offline(False)
    settled(page)
    context.close()
    return empty, saving


def best(
    browser: Browser, url: str, change: Callable[[Page], None]
) -> tuple[list[float], list[float]]:
    """The run in which the slowest saving was quickest, of as many as it takes."""
    runs = []
    for _ in range(RUNS):
        runs.append(play(browser, url, change))
        if max(runs[-1][1]) <= WANTED:
            break
    return min(runs, key=lambda run: max(run[1]))


def line(name: str, times: list[float]) -> str:
    return f"{name:28} p50 {median(times):5.0f} ms   max {max(times):5.0f} ms"


def main() -> None:
    """Print the table; fail where saving is not felt at once."""
    if chromium_path() is None:
        sys.exit(NO_BROWSER)
    slowest = 0.0
    with (
        tempfile.TemporaryDirectory(prefix="tichu-bench-") as folder,
        running_site(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**chromium_options())
        for name, change in NETWORKS.items():
            empty, saving = best(browser, site.url, change)
            print(line(name, saving))
            print(line("  an empty tap", empty))
            slowest = max(slowest, *saving)
        browser.close()
    print(f"{'wanted':28}               max {WANTED:5} ms")
    judge(slowest > WANTED, "Not felt at once.")


if __name__ == "__main__":
    main()
