"""Pictures of the real pages: those in docs/pictures, or with a folder named, every page in every
size and theme.

python tests/browser/pictures.py                   the docs' pictures python
tests/browser/pictures.py screenshots de    all pages into a folder, to look at, in a language
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.director_pictures import HALL, take_all
from tests.browser.duplicate_pictures import take_session
from tests.browser.playing import Hand, number, saved, start
from tests.browser.servers import chromium_options, own_fonts, running_site

# For signs that the project's fonts lack, such as the check mark: Debian's fonts-dejavu-core
SIGNS = "/usr/share/fonts"
DOCS = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SIZES = {"small": (320, 640), "phone": (390, 844), "laptop": (1280, 800)}
NANKING = [
    "T0 out0 out1 out2 p65",
    "out0 out2",
    "out1 T0 out2 out3 p40",
    "G3 out3 out0 out1 p20",
    "T1 out1 out3",
    "out2 out1 out0 p105",
]


# Wait until the phone has stored what it takes to go on without a network
KEPT = """async () => {
  const { kept } = await import("/static/scoring/kit.js");
  while (!(await kept())) await new Promise((resolve) => setTimeout(resolve, 100));
}"""


def write(page: Page, rounds: list[str]) -> None:
    for steps in rounds:
        hand, before = Hand(page), number(page)
        tap_in(hand, steps)
        saved(page, before)


def tap_in(hand: Hand, steps: str) -> None:
    for step in steps.split():
        if step.startswith("out"):
            hand.out(int(step[3:]))
        elif step.startswith("p"):
            hand.points(int(step[1:]))
        else:
            hand.call(int(step[1:]), {"T": "tichu", "G": "grand"}[step[0]])


def front(page: Page) -> None:
    page.goto("/")


def front_again(page: Page) -> None:
    start(page)
    page.goto("/")


def new(page: Page) -> None:
    page.goto("/new/")


def table(page: Page) -> None:
    start(page, table_name="Table 7")
    write(page, NANKING[:3])
    tap_in(Hand(page), "T0 G3 out3")


def tientsin(page: Page) -> None:
    start(page, "tientsin")
    tap_in(Hand(page), "T0 out0 out1 out2 out4")


def trichu(page: Page) -> None:
    start(page, "trichu")
    write(page, ["T0 out0 out1 out2 p65", "out0 T3 out1 p30"])


def others(page: Page) -> None:
    page.goto("/new/")
    page.evaluate(KEPT)
    start(page)
    write(page, NANKING)
    page.locator(".menu summary").tap()
    page.locator("a.others-open").tap()
    page.locator('.others .sits[data-at="0"]').tap()
    page.locator('.others [data-is="add"]').tap()
    page.locator(".others .typed input").fill("Greta")
    page.locator(".others .typed button").tap()


def carried(page: Page) -> None:
    page.goto("/new/")
    page.locator("#carried summary").tap()
    for field, typed in (("carried_0", "415"), ("carried_1", "185"), ("carried_rounds", "3")):
        page.locator(f"#{field}").fill(typed)
    page.locator("#carried").scroll_into_view_if_needed()


def depth(page: Page) -> None:
    start(page)
    write(page, NANKING[:2])
    page.locator(".menu summary").tap()
    page.locator(".depth").scroll_into_view_if_needed()


def five(page: Page) -> None:
    start(page, "nanking_five", ("Mira", "Elif", "Jonas", "Dino", "Franz"))
    hand = Hand(page)
    for order, points in (((0, 1, 2), 35), ((3, 1, 2), 60), ((0, 3, 4), 45)):
        before = number(page)
        hand.out(*order)
        hand.points(points)
        saved(page, before)


def bombs(page: Page) -> None:
    start(page)
    write(page, NANKING[:2])
    page.locator(".menu summary").tap()
    page.get_by_role("switch", name="Note bombs").tap()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Beat: bomb", exact=True).tap()
    panel = page.locator(".bombing")
    panel.get_by_role("button", name="6", exact=True).first.tap()
    panel.get_by_role("button", name="10", exact=True).last.tap()


def phones(page: Page) -> None:
    page.goto("/new/")
    for at, name in enumerate(("Anna", "Beat", "Carla", "Dino")):
        page.locator(f'input[name="name_{at}"]').fill(name)
    page.get_by_role("button", name="Start the game").first.tap()
    page.wait_for_url("**/score/")
    page.goto("/phones/")
    page.get_by_role("button", name="Make a recovery code").tap()
    page.get_by_role("button", name="Revoke").wait_for()


def seats(page: Page) -> None:
    start(page, "grand_seigneur")
    write(page, ["out3 out1 out0 out6 out5 out2", "out1 out0 out6 out3 out2 out5"])


def sheet(page: Page) -> None:
    address = start(page, table_name="Table 7")
    write(page, NANKING)
    page.goto(address)


def rank_sheet(page: Page) -> None:
    address = start(page, "always_last")
    write(
        page, ["out3 out1 out0 out5 out2", "out1 out0 out3 out2 out5", "out1 out5 out3 out2 out0"]
    )
    page.goto(address)


def end(page: Page) -> None:
    start(page, rule_target_score="800")
    write(page, NANKING)
    tap_in(Hand(page), "G0 out0 out2")
    page.wait_for_function("() => document.querySelector('.end-card .chart')?.checkVisibility()")
    page.wait_for_function("() => document.getAnimations().length === 0")


def finished(page: Page) -> None:
    end(page)
    page.goto(page.url.removesuffix("score/"))


def correcting(page: Page) -> None:
    address = start(page)
    write(page, NANKING[:2])
    page.goto(f"{address}rounds/1/correct/")


def history(page: Page) -> None:
    address = start(page)
    write(page, NANKING[:1])
    page.goto(f"{address}rounds/1/")


def share(page: Page) -> None:
    address = start(page)
    page.goto(f"{address}share/")


def club(page: Page) -> None:
    page.goto("/club/")


def paper(page: Page) -> None:
    page.goto("/sheets/nanking/")


PAGES: list[Callable[[Page], None]] = [
    front, front_again, new, table, tientsin, trichu, carried, others, depth, five, bombs, phones,
    seats, sheet, rank_sheet, end, finished, correcting, history,
    share, club, paper,
]  # fmt: skip


def take(
    browser: Browser,
    url: str,
    shown: Callable[[Page], None],
    size: tuple[int, int],
    scheme: str,
    **more: str,
) -> Page:
    width, height = size
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        has_touch=True,
        locale=more.get("locale", "en-GB"),
        device_scale_factor=float(more.get("scale", 1)),
    )
    page = context.new_page()
    page.set_default_timeout(15_000)
    shown(page)
    return page


def main(arguments: list[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        running_site(Path(data), ALLOWED_HOSTS=f"127.0.0.1,{HALL.partition(':')[0]}") as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            **chromium_options(
                f"--host-resolver-rules=MAP {HALL} {site.url.removeprefix('http://')}",
                FONTCONFIG_FILE=own_fonts(SIGNS),
            )
        )
        if not arguments:
            DOCS.mkdir(parents=True, exist_ok=True)
            in_docs: tuple[Callable[[Page], None], ...] = (
                table, carried, others, depth, five, bombs, phones, seats, sheet, end,
            )  # fmt: skip
            for shown in in_docs:
                # Other phones do not reach an address of this machine alone, and the page says so.
                url = f"http://{HALL}" if shown is phones else site.url
                for scheme in ("light", "dark"):
                    page = take(browser, url, shown, SIZES["phone"], scheme, scale="1.5")
                    page.screenshot(path=DOCS / f"{shown.__name__}-{scheme}.png")
                    page.context.close()
            take_all(playwright, DOCS)
            take_session(playwright, DOCS, own_fonts(SIGNS))
            return
        folder, locale = Path(arguments[0]), arguments[1] if len(arguments) > 1 else "en"
        folder.mkdir(parents=True, exist_ok=True)
        for shown in PAGES:
            for size, pixels in SIZES.items():
                for scheme in ("light", "dark"):
                    page = take(browser, site.url, shown, pixels, scheme, locale=locale)
                    name = f"{shown.__name__}-{size}-{scheme}-{locale}.png"
                    page.screenshot(
                        path=folder / name,
                        full_page=size != "small" or shown not in {table, tientsin},
                    )
                    page.context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
