"""The score sheet, sharing and paper in a real browser: looked at, measured, printed, scanned."""

import io
import re
from collections.abc import Callable

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.looking import BROKEN, too_small, too_wide
from tests.browser.playing import ANYBODY, ARABIC, NUMBER_OF
from tests.browser.records import Records
from tests.browser.sheets import VARIANTS, played
from tests.lengths import in_short

# A phone with a sheet of its own for what is sent to others.
SHARES = """() => {
    navigator.share = async (what) => { window.shared = what; };
    for (const hidden of document.querySelectorAll("[data-link], [data-link] .send"))
        hidden.hidden = false;
}"""


@pytest.mark.slow  # in short: the sheet with a reason too long, below
@pytest.mark.parametrize(
    ("variant", "scheme"),
    [
        (variant, scheme)
        # By daylight: the sharing page, and the reason too long, below
        if (variant, scheme) == ("wu_wang", "dark")
        else pytest.param(variant, scheme, marks=pytest.mark.slow)
        for variant in VARIANTS
        for scheme in ("light", "dark")
    ],
)
def test_axe_finds_nothing_on_the_sheets_of_all_games(
    new_phone: Callable[..., Page],
    records: Records,
    axe: Callable[[Page], list[str]],
    variant: str,
    scheme: str,
) -> None:
    phone = new_phone(color_scheme=scheme)
    address = played(phone, records, variant, 3)
    for fold in phone.locator("details > summary").all():
        fold.click()
    assert axe(phone) == []
    for page in ("rounds/1/", "print/"):
        phone.goto(address + page)
        assert axe(phone) == [], page
    phone.goto(f"/sheets/{variant}/")
    assert axe(phone) == []


@pytest.mark.slow  # in short: twelve people and twenty rounds fit
@pytest.mark.parametrize(
    "variants", in_short([("nanking", "grand_seigneur"), VARIANTS], {("nanking", "grand_seigneur")})
)
def test_long_and_strange_names_fit_on_the_smallest_phone(
    phone: Page, records: Records, variants: tuple[str, ...]
) -> None:
    for variant in variants:
        address = played(phone, records, variant, 4, ANYBODY[: NUMBER_OF[variant]])
        for page in ("", "rounds/1/", "share/", "print/"):
            phone.goto(address + page)
            assert too_wide(phone) == 0, (variant, page)
            assert too_small(phone) == [], (variant, page)
        assert phone.locator("bdi", has_text=ARABIC).count() > 0


def test_twelve_people_and_twenty_rounds_of_grand_seigneur_fit_on_the_smallest_phone(
    phone: Page, records: Records
) -> None:
    played(phone, records, "grand_seigneur", 20, ANYBODY[:12])
    assert too_wide(phone) == 0
    assert too_small(phone) == []
    assert phone.locator("table.places tbody tr").count() == 12
    assert phone.locator("table.places tbody tr").first.locator("td").count() == 20
    # What does not fit is moved sideways within its own frame, by thumb and by keyboard, and the
    # names stay in view.
    frame = phone.locator("div.places")
    name = frame.locator("tbody th").first
    frame.focus()
    before = name.bounding_box()
    frame.evaluate("(frame) => frame.scrollTo(300, 0)")
    assert frame.evaluate("(frame) => frame.scrollLeft") > 200
    assert name.bounding_box() == before


@pytest.mark.parametrize("variant", ["always_last", "grand_seigneur"])
def test_neither_a_name_nor_a_head_is_broken_over_the_ranks(
    new_phone: Callable[..., Page], records: Records, variant: str
) -> None:
    phone = new_phone(locale="de", viewport=(390, 844))
    names = ("Christiane", "Jörg", "Bernd", "Anna", "Eva", "Fritz", "Gertrud")
    played(phone, records, variant, 3, names[: NUMBER_OF[variant]])
    words = phone.locator(".ranks .who bdi, .ranks thead th")
    expect(words.first).to_be_visible()
    assert words.evaluate_all(BROKEN) == []


@pytest.mark.slow  # in short: twelve people and twenty rounds, above
@pytest.mark.parametrize(
    ("rounds", "least"), [(25, 480), pytest.param(60, 1000, marks=pytest.mark.slow)]
)
def test_many_rounds_fit_on_the_smallest_phone(
    phone: Page, records: Records, rounds: int, least: int
) -> None:
    played(phone, records, "grand_seigneur", rounds)
    assert too_wide(phone) == 0
    chart = phone.locator("svg.chart")
    assert chart.bounding_box()["width"] > least
    assert chart.locator("g.curve").count() == 7


def test_the_buttons_of_an_open_round_are_not_behind_the_next_step(
    phone: Page, records: Records
) -> None:
    played(phone, records, "nanking", 4)
    step = phone.locator(".go")
    expect(step).to_be_in_viewport()
    for number in (1, 4):
        phone.locator(f"#told-{number} summary").tap()
        change = phone.get_by_role("link", name=f"Correct round {number}")
        assert change.bounding_box()["y"] + 44 <= step.bounding_box()["y"]
        phone.locator(f"#told-{number} summary").tap()
    expect(step).to_be_in_viewport()


def test_a_laptop_shows_the_race_beside_the_rounds(
    new_phone: Callable[..., Page], records: Records
) -> None:
    laptop = new_phone(viewport=(1280, 800), is_mobile=False, has_touch=False)
    played(laptop, records, "nanking", 4)
    rounds, race = (
        laptop.locator(".mirrored").bounding_box(),
        laptop.locator("svg.chart").bounding_box(),
    )
    assert rounds["x"] > race["x"] + race["width"]
    assert too_wide(laptop) == 0


@pytest.mark.slow  # in short: the sheet's own tests in tests/scoring/pages/sheet
def test_the_sheet_works_without_a_script(new_phone: Callable[..., Page], records: Records) -> None:
    """Undo, pause, resume, finish early with a reason, reopen: by plain forms."""
    phone = new_phone(java_script_enabled=False)
    address = played(phone, records, "nanking", 2)
    phone.locator("summary", has_text="Undo round 2").tap()
    phone.get_by_role("button", name="Yes, undo it").tap()
    expect(phone.locator("summary", has_text="Undo round 1")).to_be_visible()
    phone.get_by_role("button", name="Pause").tap()
    expect(phone.locator(".state")).to_have_text("paused")
    phone.get_by_role("button", name="Resume").tap()
    expect(phone).to_have_url(re.compile("/score/$"))
    phone.goto(address)
    phone.locator(".finish summary").tap()
    phone.get_by_label("Why? (optional)").fill("Last tram 🚋")
    phone.get_by_role("button", name="Finish the game").tap()
    expect(phone).to_have_url(re.compile("/score/$"))
    expect(phone.locator(".end-card")).to_be_visible()
    phone.goto(address)
    expect(phone.locator(".stopped")).to_have_text("Finished early: Last tram 🚋")
    phone.get_by_role("button", name="Reopen").tap()
    expect(phone.locator(".state")).to_have_text("running")


@pytest.mark.slow  # in short: tests/scoring/pages/sheet, by the client
def test_a_reason_that_is_too_long_stays_beside_its_message(
    phone: Page, records: Records, axe: Callable[[Page], list[str]], troubles
) -> None:
    troubles.expect("status of 422")
    played(phone, records, "nanking", 1)
    phone.locator(".finish summary").tap()
    phone.get_by_label("Why? (optional)").fill("last tram " * 30)
    phone.get_by_role("button", name="Finish the game").tap()
    field = phone.get_by_label("Why? (optional)")
    expect(field).to_be_visible()
    expect(field).to_have_value("last tram " * 30)
    expect(field).to_have_accessible_description(re.compile("At most 200 characters"))
    assert axe(phone) == []


def test_a_rematch_is_two_taps_from_the_end(phone: Page, records: Records) -> None:
    address = played(phone, records, "nanking", 60)
    expect(phone.locator(".totals .good")).to_contain_text("won after")
    phone.get_by_role("button", name="Rematch, new partners").tap()
    expect(phone).to_have_url(re.compile("/score/$"))
    assert phone.url != f"{address}score/"


def scanned(page: Page, selector: str) -> list[str]:
    """What a phone's camera reads from a part of the page."""
    picture = Image.open(io.BytesIO(page.locator(selector).screenshot()))
    return [code.text for code in zxingcpp.read_barcodes(picture)]


# In short: test_wall.py reads such a code; tests/scoring/pages/share for what they open
@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_the_codes_on_the_sharing_page_open_the_game_on_other_phones(
    new_phone: Callable[..., Page],
    records: Records,
    axe: Callable[[Page], list[str]],
    scheme: str,
    troubles,
) -> None:
    owner = new_phone(color_scheme=scheme)
    address = played(owner, records, "nanking", 3)
    owner.goto(f"{address}share/")
    for role in ("viewer", "scorer"):
        owner.locator(f".which a[href='#{role}']").tap()
        owner.locator(f"section[aria-labelledby={role}]").get_by_role(
            "button", name="Make a link"
        ).tap()
        expect(owner.locator(f"#address-{role}")).to_be_visible()
        assert owner.locator(f"#address-{role}").evaluate(
            "whole => whole.scrollWidth <= whole.clientWidth"
        )
        assert axe(owner) == []
    look, join = (owner.locator(f"#address-{role}").inner_text() for role in ("viewer", "scorer"))
    assert scanned(owner, "section[aria-labelledby=scorer] .code") == [join]
    owner.locator(".which a[href='#viewer']").tap()
    expect(owner.locator("#address-viewer")).to_be_visible()
    assert owner.evaluate("scrollY") == 0  # what was chosen does not slide under the top
    assert scanned(owner, "section[aria-labelledby=viewer] .code") == [look]
    # By the phone's own sheet.
    owner.evaluate(SHARES)
    owner.get_by_role("button", name="Send").tap()
    owner.wait_for_function("() => window.shared")
    assert owner.evaluate("() => window.shared.url") == look

    stranger = new_phone(color_scheme=scheme)
    stranger.goto(look)
    expect(stranger.locator("[id^='round-']")).to_have_count(3)
    assert stranger.locator("main a, main button").all_inner_texts() == ["Wall screen"]
    assert axe(stranger) == []
    assert "device" not in {cookie["name"] for cookie in stranger.context.cookies()}

    # The token leaves the address bar, and the way back does not lead to it.
    secret = join.rstrip("/").rsplit("/", 1)[-1]
    beat = new_phone()
    beat.goto("/")
    beat.goto(join)
    expect(beat).to_have_url(re.compile("/score/$"))
    assert secret not in beat.content()
    beat.go_back()
    assert secret not in beat.url

    troubles.expect("status of 404")
    owner.locator(".which a[href='#scorer']").tap()
    owner.locator("section[aria-labelledby=scorer]").get_by_text("Make a new code").tap()
    owner.locator("section[aria-labelledby=scorer]").get_by_role("button", name="Revoke").tap()
    expect(owner.locator("#address-scorer")).to_have_count(0)
    beat.goto(f"{address}score/")
    expect(beat.locator("h1")).to_have_text("Nobody sits here")
    beat.goto(join)
    expect(beat.locator("h1")).to_have_text("This link leads to no game")
    assert axe(beat) == []


@pytest.mark.slow  # in short: a sheet printed from a phone
@pytest.mark.parametrize(("size", "sides"), [("A4", {596, 843}), ("Letter", {612, 792})])
def test_the_paper_of_every_game_fits_on_one_page(phone: Page, size: str, sides: set[int]) -> None:
    for variant in VARIANTS:
        phone.goto(f"/sheets/{variant}/")
        pdf = phone.pdf(format=size, prefer_css_page_size=True).decode("latin-1")
        assert len(re.findall(r"/Type\s*/Page\b", pdf)) == 1, variant
        box = re.search(r"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
        assert box
        width, height = float(box[1]), float(box[2])
        assert (width > height) is (variant != "nanking"), variant
        assert {round(width), round(height)} == sides, variant


def test_the_print_button_opens_the_print_dialog_and_is_not_there_without_a_script(
    new_phone: Callable[..., Page],
) -> None:
    phone = new_phone()
    phone.add_init_script(
        "window.print = () => { document.documentElement.dataset.printed = 'yes'; }"
    )
    phone.goto("/sheets/nanking/")
    phone.get_by_role("button", name="Print").tap()
    expect(phone.locator("html")).to_have_attribute("data-printed", "yes")
    plain = new_phone(java_script_enabled=False)
    plain.goto("/sheets/nanking/")
    expect(plain.get_by_role("button", name="Print")).to_have_count(0)


@pytest.mark.parametrize("variant", ["trichu", "grand_seigneur"])
def test_a_sheet_that_is_printed_from_a_phone_has_all_its_columns(
    new_phone: Callable[..., Page], records: Records, variant: str
) -> None:
    """What scrolls on the screen cannot on paper: A4 without its margins is 718 px wide."""
    phone = new_phone(viewport=(718, 1000))
    played(phone, records, variant, 9 if variant == "trichu" else 24)
    phone.emulate_media(media="print")
    out = """() => [...document.querySelectorAll("main :is(td, th)")]
        .filter((cell) => cell.getBoundingClientRect().right > innerWidth + 1)
            .map((cell) => cell.textContent.trim())"""
    assert phone.evaluate(out) == []
    hidden = """() => [...document.querySelectorAll("main .scroll")]
        .filter((part) => getComputedStyle(part).overflowX !== "visible").length"""
    assert phone.evaluate(hidden) == 0
