"""How the table's screen looks and measures in every game: axe, thumbs, one screen of 320 x 640."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import BROKEN, MEASURE, SIDEWAYS
from tests.browser.playing import (
    FOUR,
    NUMBER_OF,
    PEOPLE,
    Hand,
    arrived,
    number,
    reads,
    saved,
    start,
)
from tests.lengths import in_short
from tests.reliability.outbox import HURRY

# From where to where the keys reach, and where Undo is.
KEYS = """() => ['.grid', '.undo'].map((it) => document.querySelector(it).getBoundingClientRect())
    .map(({ top, bottom }) => [top, bottom]
      .map((edge) => Math.round(10 * (edge + scrollY)) / 10))"""
TOP_OF_FOOT = "() => document.querySelector('.foot').getBoundingClientRect().top + scrollY"
SCREENS = [
    ("nanking", {}),
    ("nanking", {"recording": "first"}),
    ("nanking", {"recording": "points"}),
    ("nanking", {"rule_call_name_0": "blind", "rule_call_value_0": "400"}),
    ("tientsin", {}),
    ("tientsin", {"recording": "first"}),
    ("trichu", {}),
    ("wu_wang", {}),
    ("grand_seigneur", {}),
    ("always_last", {}),
]
# Where a screen has something that the others have not: the first is the one that nearly everybody
# sees.
IN_SHORT = [SCREENS[at] for at in (0, 3, 4, 7, 8)]
AXE_IN_SHORT = [(SCREENS[at], scheme) for at, scheme in ((2, "dark"), (7, "dark"), (8, "light"))]
AXE = [(screen, scheme) for screen in SCREENS for scheme in ("light", "dark")]


@pytest.mark.parametrize("screens", in_short([IN_SHORT, SCREENS], [IN_SHORT]), ids=len)
def test_every_button_is_large_enough_for_a_thumb(
    phone: Page, screens: list[tuple[str, dict[str, str]]]
) -> None:
    for variant, fields in screens:
        start(phone, variant, **fields)
        at_first = [*phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS)]
        phone.locator(".menu summary").tap()
        assert [*at_first, *phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS)] == [0, 0], (
            variant,
            fields,
        )


@pytest.mark.slow  # in short: names over four columns
def test_long_scores_and_words_of_a_saved_round_cover_no_key_in_any_font(
    new_phone: Callable[..., Page],
) -> None:
    phone = new_phone(locale="de", viewport=(390, 844))
    start(phone, "nanking", ("Anna-Katharina", "Bartholomäus", "Maximilian", "Dorothea"))
    # As wide as a phone's own letters may be
    phone.evaluate("document.documentElement.style.letterSpacing = '0.1em'")
    hand = Hand(phone)
    for seat in (0, 1):
        hand.call(seat, "grand")
    hand.out(0, 1, 2)
    hand.points(65)
    gains = phone.locator("#readback .gains")
    expect(gains).to_have_text(re.compile("265.*165"))
    assert phone.evaluate(KEYS)[0][1] <= phone.evaluate(TOP_OF_FOOT)
    edges = [box for one in gains.locator("> span").all() if (box := one.bounding_box())]
    undo = phone.locator(".undo").bounding_box()
    assert undo
    assert min(box["x"] for box in edges) >= undo["x"] + undo["width"]
    assert max(box["x"] + box["width"] for box in edges) <= 390
    # On the sheet no number is broken.
    phone.locator(".tools > a").tap()
    phone.locator(".mirrored").wait_for()
    phone.evaluate("document.documentElement.style.letterSpacing = '0.1em'")
    numbers = phone.locator(".mirrored :is(.gain, .sum)")
    heights = [box["height"] for one in numbers.all() for box in [one.bounding_box()] if box]
    assert [height < 40 for height in heights] == [True] * 4, heights


@pytest.mark.slow  # in short: no key moves with the first tap after a round
@pytest.mark.parametrize("size", [(320, 640), (390, 844)], ids=str)
def test_no_key_moves_whatever_the_line_above_them_says(
    new_phone: Callable[..., Page], size: tuple[int, int]
) -> None:
    phone = new_phone(locale="de", viewport=size)
    start(
        phone,
        "nanking",
        ("Anna-Katharina", "Bartholomäus", "Hans-Dietrich", "Wilhelmina"),
        saving="asks",
    )
    hand = Hand(phone)
    places = {"start": phone.evaluate(KEYS)}
    phone.locator(".wish").tap()  # a question of two lines, and what it comes to
    places["wish"] = phone.evaluate(KEYS)
    phone.locator(".wish").tap()
    hand.call(0)
    hand.call(1)
    hand.out(0, 1, 2)
    places["places"] = phone.evaluate(KEYS)
    hand.points(65)
    places["read back"] = phone.evaluate(KEYS)
    assert places == dict.fromkeys(places, places["start"])


def test_no_key_moves_with_the_first_tap_after_a_round(new_phone: Callable[..., Page]) -> None:
    """Undo says the most there, in French; what comes after the board comes with that tap."""
    phone = new_phone(locale="fr")
    start(phone)
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.points(40)
    saved(phone, 1)
    arrived(phone, 1)
    phone.reload()
    before = phone.evaluate(KEYS)
    hand.call(0)
    expect(phone.locator("#trouble")).to_have_css("font-weight", "600")  # later.css is there
    assert phone.evaluate(KEYS) == before


def test_the_whole_entry_of_four_fits_one_screen(phone: Page) -> None:
    def fits() -> None:
        bar, grid, foot = (
            phone.locator(it).bounding_box() for it in (".bar", '[data-points="125"]', ".foot")
        )
        assert bar["y"] + bar["height"] <= 640
        assert grid["y"] + 44 <= foot["y"]

    start(phone, saving="asks")
    fits()
    expect(phone.locator("#alone")).not_to_be_empty()  # it is said, and takes no room from the keys
    assert phone.evaluate("document.documentElement.scrollHeight") <= 640
    hand = Hand(phone)
    hand.call(0)
    hand.out(0, 1, 2)
    hand.points(65)
    reads(phone, "Anna: Tichu ✓ made")
    fits()


@pytest.mark.parametrize("looked_at", in_short([AXE_IN_SHORT, AXE], [AXE_IN_SHORT]), ids=len)
def test_axe_finds_nothing_on_any_screen(
    phone: Page,
    axe: Callable[[Page], list[str]],
    looked_at: list[tuple[tuple[str, dict[str, str]], str]],
) -> None:
    for (variant, fields), scheme in looked_at:
        phone.emulate_media(color_scheme=scheme)
        start(phone, variant, **fields)
        faults = axe(phone) if looked_at == AXE else []
        hand = Hand(phone)
        hand.out(0)
        if phone.locator(".chip").count():
            hand.call(1)
        faults += axe(phone) if looked_at == AXE else []
        phone.locator(".menu summary").tap()  # the board stays in sight above it
        assert [*faults, *axe(phone)] == [], (variant, fields, scheme)


@pytest.mark.slow  # in short: on any screen, above
def test_axe_finds_nothing_after_rounds_while_paused_correcting_and_at_the_end(
    phone: Page, axe: Callable[[Page], list[str]]
) -> None:
    phone.add_init_script(HURRY)
    address = start(phone, rule_target_score="300")
    hand = Hand(phone)
    hand.call(0)
    hand.out(0, 1, 2)
    hand.points(65)
    saved(phone, 1)
    arrived(phone, 1)
    assert axe(phone) == []
    phone.goto(f"{address}rounds/1/correct/")
    assert axe(phone) == []
    phone.goto(f"{address}score/")
    hand.call(0)
    hand.out(0, 2)
    expect(phone.locator(".winner")).to_have_text("Anna & Carla won.")
    phone.wait_for_function("() => document.getAnimations().length === 0")  # the stamp has landed
    assert axe(phone) == []


SIZES = "all => all.map((each) => getComputedStyle(each).fontSize)"
# Names that stand in less room than they need.
CUT = """() => [...document.querySelectorAll(
  '.columns dt, .columns bdi, .seat bdi, .rounds thead .who, .total .who')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1
    && getComputedStyle(each).display !== 'inline'
    || each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).display !== 'inline'
    || getComputedStyle(each).textOverflow === 'ellipsis').map((each) => each.textContent)"""


@pytest.mark.parametrize("variant", ["trichu", pytest.param("wu_wang", marks=pytest.mark.slow)])
def test_names_over_four_columns_are_never_cut(
    new_phone: Callable[..., Page], variant: str
) -> None:
    phone = new_phone(locale="de")
    phone.add_init_script(HURRY)
    address = start(
        phone, variant, ("Bartholomäus von Sternberg", "Konstantinopolitanerin", "Hans-Dietrich")
    )
    hand = Hand(phone)
    before = phone.locator(".grid").bounding_box()
    hand.out(0, 1, 2)
    assert phone.locator(".grid").bounding_box() == before, (
        "nothing moves under a thumb when places stand"
    )
    assert (phone.evaluate(CUT), phone.evaluate(SIDEWAYS)) == ([], 0)
    hand.points(40)
    saved(phone, 1)
    arrived(phone, 1)
    phone.goto(address)
    assert phone.locator(".rounds thead .who").count() == 4
    assert (phone.evaluate(CUT), phone.evaluate(SIDEWAYS)) == ([], 0)


def test_on_a_small_phone_a_name_has_room_for_ten_letters(phone: Page) -> None:
    """Which take up to 80 px there in the typefaces of phones: wider ones of other machines would
    be broken.
    """
    start(phone, names=("Przemysław", "Wilhelmina", "Maximilian", "Dino"))
    rooms = phone.locator(".seat .who").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().width)"
    )
    assert min(rooms) >= 82
    assert {size[:4] for size in phone.locator(".seat.long .who").evaluate_all(SIZES)} == {"13.7"}


@pytest.mark.slow  # in short: the whole entry of four fits one screen
@pytest.mark.parametrize("locale", ["en", "pl"])
def test_on_a_small_phone_who_shuffles_is_beside_the_score_and_whole(
    new_phone: Callable[..., Page], locale: str
) -> None:
    phone = new_phone(locale=locale)
    start(phone, names=("Christiane", "Maximilian", "Przemysław", "Bernadette"))
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.points(40)
    saved(phone, 1)
    # As wide as a phone's own letters may be, late in a game
    phone.evaluate(
        """() => {
          document.documentElement.style.letterSpacing = "0.03em";
          for (const total of document.querySelectorAll(".totals b")) total.textContent = "888";
        }"""
    )
    hint, round_, totals = (phone.locator(f".head {it}") for it in (".hint", "h1 span", ".totals"))
    expect(hint).to_contain_text(re.compile("Christiane|Maximilian|Przemysław|Bernadette"))
    assert not hint.evaluate("each => each.scrollHeight > each.clientHeight + 1"), "all of it"
    edge = totals.bounding_box()["x"]
    for box in (hint.bounding_box(), round_.bounding_box()):
        assert box["x"] + box["width"] <= edge


@pytest.mark.slow  # in short: the whole entry of four fits one screen
@pytest.mark.parametrize("width", [320, 360, 390])
def test_what_a_call_came_to_fits_its_button_where_six_play(
    new_phone: Callable[..., Page], width: int
) -> None:
    phone = new_phone(viewport=(width, 844))
    start(phone, "tientsin")
    hand = Hand(phone)
    hand.call(0)
    hand.call(1, "grand")
    hand.out(0)
    phone.locator(".came").evaluate_all(  # as wide as a phone's own letters may be
        "all => all.forEach((each) => { each.style.letterSpacing = '0.18em'; })"
    )
    rooms = phone.locator(".chip .came").evaluate_all(
        """all => all.filter((each) => each.textContent).map((each) => {
          const words = document.createRange();
          words.selectNodeContents(each);
          return each.closest(".chip").clientWidth - words.getBoundingClientRect().width;
        })"""
    )
    assert len(rooms) == 2
    assert min(rooms) >= 0
    tops = phone.locator('[data-tile="0"] .chip').evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1, "calls are beside one another"


@pytest.mark.slow  # in short: no key moves with the first tap after a round
@pytest.mark.parametrize("variant", ["nanking", "trichu"])
def test_what_was_saved_covers_no_key_on_any_phone(
    new_phone: Callable[..., Page], variant: str
) -> None:
    phone = new_phone(locale="de", viewport=(390, 844))
    start(phone, variant, ("Anna", "Bernd", "Christiane", "Jörg")[: 4 - (variant == "trichu")])
    hand = Hand(phone)
    hand.call(1)
    hand.out(1, 3, 0)
    hand.points(40)
    expect(phone.locator("#readback")).to_contain_text("Runde 1 gespeichert.")
    expect(phone.locator("#readback .gains")).to_have_css("flex-wrap", "wrap")  # its style is there
    for size in ((390, 844), (412, 800), (360, 770), (390, 740), (390, 700)):
        phone.set_viewport_size({"width": size[0], "height": size[1]})
        assert phone.evaluate(KEYS)[0][1] <= phone.evaluate(TOP_OF_FOOT), size


@pytest.mark.slow  # in short: names over four columns
@pytest.mark.parametrize(
    ("variant", "size", "names"),
    [("trichu", "100%", ".columns bdi"), ("nanking", "130%", ".seat bdi")],
)
def test_a_name_that_has_room_is_not_broken(
    new_phone: Callable[..., Page], variant: str, size: str, names: str
) -> None:
    phone = new_phone(viewport=(390, 844))
    start(phone, variant, ("Anna", "Christiane", "Maximilian", "Bernd")[: NUMBER_OF[variant]])
    phone.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
    assert phone.locator(names).evaluate_all(BROKEN) == []


@pytest.mark.slow  # in short: the chairs, drawn as people go out
def test_twelve_at_grand_seigneur_see_their_new_seats(
    phone: Page, axe: Callable[[Page], list[str]]
) -> None:
    names = tuple(f"{name} von Hohenzollern-Sigmaringen" for name in "ABCDEFGHIJKL")
    phone.add_init_script(HURRY)
    start(phone, "grand_seigneur", names)
    hand = Hand(phone)
    for _ in range(2):
        before = number(phone)
        hand.out(*[11, 3, 5, 0, 7, 1, 9, 2, 10, 4, 6] if before == 1 else range(11))
        saved(phone, before)
    arrived(phone, 2)
    assert phone.evaluate(SIDEWAYS) <= 0
    assert axe(phone) == []
    assert phone.locator(".moved").count() > 5


def test_the_chairs_do_not_wait_for_the_rest_of_the_page(phone: Page) -> None:
    phone.route("**/scoring/table.js", lambda _route: None)  # it never comes
    start(phone, "grand_seigneur", (*FOUR, "Eva", "Franziska", "Gina"))
    expect(phone.locator(".spot")).to_have_count(7)
    sheets = phone.locator('head link[href*="scoring/ranks"]').evaluate_all(
        "all => all.map((each) => each.rel)"
    )
    assert sheets == ["stylesheet", "modulepreload"], "with the page, and each once"
    Hand(phone).out(3)
    expect(phone.locator('.spot[data-place="0"]')).to_contain_text("Dino")


@pytest.mark.slow  # in short: test_seats_drawn.py
def test_the_chairs_are_drawn_as_people_go_out(phone: Page) -> None:
    names = (*FOUR, "Eva", "Franziska", "Hans-Joachim")
    start(phone, "grand_seigneur", names)
    hand = Hand(phone)
    hand.out(3, 6)
    top, second, last = (phone.locator(f'.spot[data-place="{place}"]') for place in (0, 1, 6))
    expect(top).to_have_text(re.compile("1.*Dino"))
    expect(second).to_have_text(re.compile("2.*Hans-Joachim"))
    expect(last).to_have_text(re.compile("7.*Wretch"))
    expect(phone.locator(".felt")).to_have_text(re.compile("for round 2"))
    felt, words = (phone.locator(each).bounding_box() for each in (".felt", ".felt span"))
    assert words["x"] >= felt["x"] + 6.5, "within the line round the table"
    hand.out(0, 1, 2, 4)
    expect(last).to_have_text(re.compile("7.*Franziska"))  # by itself
    expect(phone.locator('[data-tile="3"] small')).to_have_text("Great Lord")
    saved(phone, 1)
    # Until the next tap, the seats of the round to be played
    expect(top).to_have_text(re.compile("1.*Dino"))
    assert phone.locator(".tile").first.get_attribute("data-tile") == "3"
    before = [phone.locator(each).bounding_box() for each in (".seats", "#question", ".bar")]
    # A better rank than before, a worse one.
    hand.out(0, 3)
    ways = {
        seat: phone.locator(f'[data-tile="{seat}"] small').get_attribute("data-way")
        for seat in (0, 3, 1)
    }
    assert ways == {0: "up", 3: "down", 1: ""}
    after = [phone.locator(each).bounding_box() for each in (".seats", "#question", ".bar")]
    assert [box["y"] for box in before] == [box["y"] for box in after]
    drawing = phone.locator(".ring-of").bounding_box()
    # Above the foot, and all of it in sight
    assert drawing["y"] + drawing["height"] <= before[2]["y"] <= 640 - 44
    # Who pushes what stands below, and the drawing leads there.
    phone.get_by_role("button", name="Undo").tap()
    phone.get_by_role("button", name="Undo").tap()
    heading = phone.get_by_role("heading", name="Before round 2")
    expect(heading).not_to_be_in_viewport()
    phone.locator(".felt").filter(has_text="for round 2").tap()
    expect(heading).to_be_in_viewport()


def test_twelve_before_their_first_round_see_every_chair_on_the_smallest_phone(phone: Page) -> None:
    """A sentence says that nothing is pushed yet;
    the seventh chair is at the foot of the drawing.
    """
    start(phone, "grand_seigneur", PEOPLE)
    expect(phone.locator("#begins")).to_contain_text("no pushing")
    chair, bar = (phone.locator(each).bounding_box() for each in ('.spot[data-place="6"]', ".bar"))
    assert chair["y"] + chair["height"] <= bar["y"]


@pytest.mark.slow  # in short: the whole entry of four fits one screen
@pytest.mark.parametrize(
    ("variant", "out"), [("wu_wang", (0, 1, 2)), ("grand_seigneur", (3, 1, 0, 6, 5, 2))]
)
def test_the_head_of_a_correction_holds_together(
    phone: Page, variant: str, out: tuple[int, ...]
) -> None:
    address = start(phone, variant)
    hand = Hand(phone)
    hand.out(*out)
    if variant == "wu_wang":
        hand.points(40)
    saved(phone, 1)
    phone.goto(f"{address}rounds/1/correct/")
    for width, height in ((320, 640), (390, 844)):
        phone.set_viewport_size({"width": width, "height": height})
        head, tools, tiles = (
            phone.locator(each).bounding_box() for each in (".head", ".tools", ".seats")
        )
        assert tools["x"] + tools["width"] == pytest.approx(width - 8, abs=1)
        assert tools["y"] == pytest.approx(head["y"], abs=1)
        totals = phone.locator(".columns")
        if totals.is_visible():
            box = totals.bounding_box()
            assert box["y"] + box["height"] + 4 <= tiles["y"], "totals do not touch the tiles"
        else:
            assert head["height"] <= 46, "one line"


@pytest.mark.slow  # in short: the whole entry of four fits one screen
def test_totals_stand_in_the_panel_of_their_side_and_on_small_phones_on_the_tiles(
    phone: Page,
) -> None:
    phone.set_viewport_size({"width": 390, "height": 844})
    start(phone, "trichu")
    hand = Hand(phone)

    def panels() -> list[str]:
        heads = phone.locator(".columns > div").all()
        return [
            re.sub(r"\s+", " ", head.inner_text())
            for head in sorted(heads, key=lambda each: each.bounding_box()["x"])
        ]

    assert panels() == ["Anna 0", "Table 0", "Beat 0", "Carla 0"]
    expect(phone.locator(".dummy small")).to_have_text("with Anna")
    hand.out(0, 1, 2)
    hand.points(40)
    saved(phone, 1)
    phone.wait_for_function("() => document.getAnimations().length === 0")  # Carla deals now
    assert panels() == ["Carla 60", "Table 40", "Anna 40", "Beat 60"]
    assert phone.locator(".columns .best dt").all_inner_texts() == ["Beat", "Carla"]
    assert phone.locator(".leads:visible").count() == 2  # the panel and the tile, a sign on each
    phone.set_viewport_size({"width": 320, "height": 640})
    expect(phone.locator(".columns")).to_be_hidden()
    assert phone.locator(".own").all_inner_texts() == ["40", "40", "60", "60"]
    foot = phone.locator(".bar").bounding_box()
    assert foot["y"] + foot["height"] <= 640
    key = phone.locator('[data-points="125"]').bounding_box()
    assert key["y"] + key["height"] <= foot["y"]


@pytest.mark.slow  # in short: the whole entry of four fits one screen
def test_on_its_side_no_game_runs_out_of_the_screen(phone: Page) -> None:
    for variant in ("nanking", "tientsin", "trichu", "grand_seigneur"):
        phone.set_viewport_size({"width": 844, "height": 390})
        start(phone, variant)
        for width, height in ((844, 390), (640, 360)):
            phone.set_viewport_size({"width": width, "height": height})
            assert phone.evaluate(SIDEWAYS) <= 0, (variant, width)
            left, right = (
                phone.locator(each).bounding_box() for each in (".seats", ".grid, .spots")
            )
            assert left["x"] + left["width"] <= right["x"]
            assert left["y"] + left["height"] <= height
            assert right["y"] + right["height"] <= height + 2


@pytest.mark.slow  # a way to look that is asked for in the menu
def test_on_a_tablet_between_four_people_everybody_has_a_side_and_the_middle_turns(
    new_phone: Callable[..., Page],
) -> None:
    tablet = new_phone(viewport=(768, 1024))
    start(tablet)

    def where() -> list[tuple[int, int]]:
        """The middle of each tile, in order."""
        boxes = [tile.bounding_box() for tile in tablet.locator(".tile").all()]
        return [
            (round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2))
            for box in boxes
        ]

    before = where()
    asked = tablet.get_by_role("switch", name="Seats on four sides")
    tablet.locator(".menu summary").tap()
    asked.tap()
    expect(tablet.locator(".turn")).to_be_visible()
    # Bottom, left, right, top: partners face each other
    around = [(384, 952), (72, 512), (696, 512), (384, 72)]
    assert where() == around
    hand = Hand(tablet)
    hand.out(0, 1, 2)
    expect(tablet.locator('[data-tile="2"] .own')).to_have_text("0\u00a0: 0")
    # Turned to whoever taps: the keys stay between the seats, and do what they say.
    for quarters in (1, 2, 3):
        tablet.get_by_role("button", name="Turn").tap()
        tablet.wait_for_function("() => document.getAnimations().length === 0")
        expect(tablet.locator("#board")).to_have_attribute("data-turn", str(quarters))
        middle = tablet.locator(".grid").bounding_box()
        assert middle["x"] >= 130
        assert middle["x"] + middle["width"] <= 638
        assert tablet.evaluate(SIDEWAYS) <= 0
    hand.points(65)
    saved(tablet, 1)
    expect(tablet.locator('[data-tile="1"] .own')).to_have_text("35\u00a0: 65")
    tablet.reload()  # kept on this device
    expect(tablet.locator("#board")).to_have_attribute("data-turn", "3")
    assert where() == around
    tablet.set_viewport_size({"width": 390, "height": 844})
    expect(tablet.locator(".turn")).to_have_count(0)
    assert [x for x, _ in where()] == [100, 290, 100, 290]
    tablet.set_viewport_size({"width": 768, "height": 1024})
    tablet.locator(".menu summary").tap()
    asked.tap()
    expect(tablet.locator(".turn")).to_have_count(0)
    assert where() == before
    tablet.reload()
    assert where() == before
