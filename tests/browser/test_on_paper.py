"""Printed pages as a printer gets them: PDFs on A4 and Letter, in black and white, with codes that
a phone reads.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pypdfium2
import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page

from tests.browser import halls
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import signed_in
from tests.lengths import in_short

SHARP = 200  # dots an inch
QR = zxingcpp.BarcodeFormat.QRCode
SMALLEST = 30  # mm: read at arm's length
ON_A_CARD = 38  # mm
CLEAR = 6  # mm of a card that a printer may leave white
# (what is asked for, pages on A4 and on Letter)
PAGES = [
    ("door", 1),
    ("own", 1),
    ("cards", 1),
    ("cards?each=1", 3),
    ("pairings", 1),
    ("names", 1),
    ("sheets", 3),
    ("sheets?blank=2", 2),
    ("filled?round=1", 3),
    ("round?page=pairings&page=names&page=sheets", 5),
    ("standings", 1),
    ("cross_table", 1),
    ("certificates?count=all", 6),
]


@dataclass(frozen=True)
class Cup:
    tournament: str
    session: str
    cards: list[str]
    own: list[str]
    links: list[str]

    def page(self, asked: str) -> str:
        what, _, query = asked.partition("?")
        return f"/desk/{self.tournament}/print/{what}/?{query}"


@pytest.fixture(scope="module")
def cup(records: Records) -> Cup:
    return Cup(**records(halls.a_cup_on_paper))


@pytest.fixture
def desk(new_phone: Callable[..., Page], site: Site, cup: Cup) -> Page:
    """The director's phone: pages are printed from it, too."""
    page = new_phone(service_workers="block")
    signed_in(page, site, cup.session)
    return page


def pdf_of(page: Page, size: str = "A4") -> "pypdfium2.PdfDocument":
    return pypdfium2.PdfDocument(page.pdf(format=size, prefer_css_page_size=True))


def pictures(document: "pypdfium2.PdfDocument", sharp: int = SHARP) -> list[Image.Image]:
    """The pages in shades of grey, as a cheap printer makes them."""
    return [sheet.render(scale=sharp / 72, grayscale=True).to_pil() for sheet in document]


def codes_in(picture: Image.Image) -> list[Any]:
    return list(zxingcpp.read_barcodes(picture.convert("L"), formats=QR))


def width_of(code: Any) -> float:
    """How wide a code is on paper, in mm."""
    return float(code.position.top_right.x - code.position.top_left.x) / SHARP * 25.4


SIZES = {"A4": (595, 842), "Letter": (612, 792)}
# In short: what shares the height of the sheet among its lines
ON_LETTER = {
    "cards",
    "pairings",
    "names",
    "sheets",
    "standings",
    "cross_table",
    "certificates?count=all",
}


# In short: chosen paper is what comes out, below; tests/tournaments/pages/printed
@pytest.mark.slow
@pytest.mark.parametrize("short", in_short([True, False], {True}))
def test_a_page_fills_its_sheets_of_paper_and_nothing_runs_over_the_edge(
    desk: Page, cup: Cup, short: bool
) -> None:
    for asked, sheets in PAGES:
        desk.goto(cup.page(asked))
        for size, sides in SIZES.items():
            if short and size == "Letter" and asked not in ON_LETTER:
                continue
            document = pdf_of(desk, size)
            assert len(document) == sheets, (asked, size)
            assert {
                tuple(sorted(round(side / 2) for side in sheet.get_size())) for sheet in document
            } == {tuple(round(side / 2) for side in sides)}, (asked, size)
            # Where cards are cut and folded there are grey lines up to the edge.
            cut = asked.startswith("cards")
            darkest, clear = (80, CLEAR * 72 / 25.4) if cut else (200, 10)
            for picture in pictures(document, 72):
                ink = picture.point(
                    lambda shade, darkest=darkest: 255 * (shade < darkest)
                ).getbbox()
                assert ink is not None, f"an empty sheet of {asked} on {size}"
                width, height = picture.size
                assert min(ink[0], ink[1], width - ink[2], height - ink[3]) > clear, (
                    asked,
                    size,
                    ink,
                    picture.size,
                )


def test_what_is_filled_is_filled_whether_the_browser_prints_backgrounds_or_not(
    desk: Page, cup: Cup
) -> None:
    for asked in ("standings", "cross_table", "sheets", "certificates"):
        desk.goto(cup.page(asked))
        with_, without = (
            pypdfium2.PdfDocument(
                desk.pdf(format="A4", prefer_css_page_size=True, print_background=printed)
            )
            for printed in (True, False)
        )
        assert pictures(with_, 72) == pictures(without, 72), asked


def test_names_on_the_pairings_are_read_from_two_metres_and_ranks_stand_out(
    desk: Page, cup: Cup
) -> None:
    for asked, found, least in (
        ("pairings", ".pairings td", 15),
        ("standings", ".ranking .rank", 13),
    ):
        desk.goto(cup.page(asked))
        # A4: vh is measured in what is printed  # noqa: ERA001
        desk.set_viewport_size({"width": 794, "height": 1123})
        desk.emulate_media(media="print")
        points = desk.locator(found).first.evaluate(
            "cell => parseFloat(getComputedStyle(cell).fontSize) * 0.75"
        )
        assert points >= least, asked


def test_chosen_paper_is_what_comes_out_of_the_printer(desk: Page, cup: Cup) -> None:
    for chosen, size in (("letter", "Letter"), ("a4", "A4")):
        for asked, wide in (("pairings?", False), ("cross_table?", True), ("cards?", False)):
            desk.goto(cup.page(f"{asked}paper={chosen}"))
            sides = SIZES[size][::-1] if wide else SIZES[size]
            for sheet in pdf_of(desk, "A5"):
                assert sheet.get_size() == pytest.approx(sides, abs=1.5), (chosen, asked)


def test_every_card_s_code_is_read_off_the_paper_and_leads_to_the_match_of_its_table(
    desk: Page, site: Site, cup: Cup
) -> None:
    for asked in ("cards", "cards?each=1"):
        desk.goto(cup.page(asked))
        found = [code for picture in pictures(pdf_of(desk)) for code in codes_in(picture)]
        assert sorted(code.text for code in found) == sorted(site.url + card for card in cup.cards)
        assert min(map(width_of, found)) >= ON_A_CARD
    for card, match in zip(cup.cards, cup.links, strict=True):
        desk.goto(card)
        assert urlsplit(desk.url).path == match


def test_every_slip_s_code_is_read_off_the_paper_and_opens_the_own_page(
    desk: Page, site: Site, cup: Cup
) -> None:
    desk.goto(cup.page("own"))
    found = [code for picture in pictures(pdf_of(desk)) for code in codes_in(picture)]
    assert sorted(code.text for code in found) == [site.url + own for own in cup.own]
    assert min(map(width_of, found)) >= SMALLEST - 4  # without its quiet zone
    answer = desk.goto(cup.own[0])
    assert answer is not None
    assert answer.status == 200


def test_the_code_typed_at_the_printed_address_leads_to_the_same_match(
    desk: Page, cup: Cup
) -> None:
    desk.goto(cup.page("cards"))
    code = desk.locator(".table-card .typed b").first.inner_text()
    assert re.fullmatch(r"\w{3} \w{3}", code)
    desk.goto("http://" + desk.locator(".at-address").first.inner_text())
    desk.locator('input[name="code"]').fill(code)
    desk.locator('input[name="code"]').press("Enter")
    desk.wait_for_url(f"**{cup.links[0]}")
