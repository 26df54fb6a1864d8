"""A game that a phone starts by itself is the game that the server would start: its form, its
table, its board.
"""

import uuid
from collections.abc import Iterator
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from scoring.games.names.validation import alike, tidy
from scoring.rules import PRESETS, VARIANTS
from tests.browser.conftest import Troubles
from tests.browser.offline import KIT
from tests.browser.playing import BOARD, PEOPLE
from tests.browser.servers import Site
from tests.browser.starting import ELSEWHERE, MADE, on_the_server
from tests.lengths import in_short
from tests.reliability.outbox import until

CHANGES: list[dict[str, str]] = [
    {},
    {
        "name_0": "Anna",
        "name_2": " Carla  B. ",
        "table_name": " By the stove ",
        "carried_0": "−100",
        "carried_1": "185",
        "carried_2": "0",
        "carried_3": " 40 ",
        "carried_4": "75",
        "carried_rounds": "4",
    },
    {
        "rule_target_score": "1'500",
        "rule_round_limit": "",
        "rule_mercy_lead": "400",
        "rule_tichu_value": "150",
    },
    {
        "rule_call_name_0": "blind",
        "rule_call_value_0": "400",
        "rule_call_name_2": "Groß",
        "rule_call_value_2": "50",
    },
    {
        "rule_sweep_value": "0",
        "rule_wish_penalty": "50",
        "rule_tie_at_target": "draw",
        "rule_grand_value": "400",
    },
    {
        "rule_grand_allowed": "",
        "rule_partners_may_both_call": "",
        "rule_failed_call_pays_opponents": "on",
    },
    {"direction": "left", "saving": "asks", "recording": "first"},
    {"recording": "points", "rule_sweep_value": "150", "name_1": "North", "rule_grand_allowed": ""},
    {"rule_deal_passes": "right", "rule_round_limit": "12", "recording": "first"},
]
FILL = """(changes) => {
  const { elements } = document.getElementById("start");
  for (const [name, text] of Object.entries(changes)) {
    const field = elements[name];
    if (field?.type === "checkbox") field.checked = Boolean(text);
    else if (field) field.value = text;
  }
  document.getElementById("start").dispatchEvent(new Event("input", { bubbles: true }));
}"""


@pytest.fixture(scope="module")
def phone_with_a_kit(browser: Browser, site: Site) -> Iterator[tuple[Page, Troubles]]:
    """A phone that keeps what it needs to start games by itself,
    and what its pages complain about.
    """
    troubles = Troubles(urlsplit(site.url).netloc)
    context = browser.new_context(
        base_url=site.url, viewport={"width": 320, "height": 640}, has_touch=True
    )
    troubles.watch(context)
    page = context.new_page()
    page.goto("/new/")
    until(page, KIT)
    yield page, troubles
    context.close()


@pytest.fixture
def phone(phone_with_a_kit: tuple[Page, Troubles], troubles: Troubles) -> Iterator[Page]:
    page, watching = phone_with_a_kit
    watching.seen = troubles.seen
    page.goto("about:blank")
    page.context.clear_cookies()  # the site would remember how the one before was played
    page.goto("/new/")
    yield page
    troubles.check()


# Of the games in which people sit out those changes that concern them: an address may start only so
# many games an hour.
CASES = [
    (key, at)
    for key, variant in VARIANTS.items()
    for at in range(len(CHANGES))
    if not variant.turns or at in {1, 8}
]
IN_SHORT = [
    ("nanking", 3),
    ("tientsin", 6),
    ("trichu", 8),
    ("grand_seigneur", 1),
    ("always_last", 6),
    ("nanking", 1),
    ("trichu", 1),
    ("always_last", 1),
]


@pytest.mark.parametrize("cases", in_short([IN_SHORT, CASES], [IN_SHORT]), ids=len)
def test_the_phone_starts_the_game_that_the_server_would(
    phone: Page, cases: list[tuple[str, int]]
) -> None:
    for variant, at in cases:
        phone.goto(f"/new/?variant={variant}")
        if VARIANTS[variant].max_players > VARIANTS[variant].min_players:
            for _ in range(at % 3):
                phone.get_by_role("button", name="Add a seat").tap()
        phone.evaluate(FILL, CHANGES[at])
        game = str(uuid.uuid4())
        made = phone.evaluate(MADE, game)
        assert "errors" not in made, (variant, at)
        told = on_the_server(phone, made["data"] | {"id": game})
        assert {key: value for key, value in made["screen"].items() if key not in ELSEWHERE} == {
            key: value for key, value in told.items() if key not in ELSEWHERE
        }, (variant, at)
        html = phone.context.request.get(f"/games/{game}/score/").text()
        assert phone.evaluate(BOARD, made["html"]) == phone.evaluate(BOARD, html), (variant, at)
        assert "00000000-0000" not in made["html"]
        # And the form, sent to the server itself, starts the same game once more.
        phone.evaluate(
            "(id) => { document.getElementById('start').elements.start_id.value = id; }", game
        )
        with phone.expect_response("**/new/") as answered:
            phone.locator(".go button").tap()
        assert answered.value.status == 201, (variant, at)
        phone.wait_for_url("**/score/")  # the page is on its way there by itself


def test_a_rule_set_goes_by_its_name_whatever_is_written_of_a_round(phone: Page) -> None:
    for preset in [each for each in PRESETS if each.rules.variant == "nanking"][1::8]:
        phone.goto("/new/?variant=nanking")
        phone.locator("#presets").evaluate("fold => { fold.open = true; }")
        with phone.expect_response("**/new/"):
            phone.locator(f"#preset-{preset.key}").check()
        phone.evaluate(FILL, {"recording": "first"})
        made = phone.evaluate(MADE, str(uuid.uuid4()))
        assert made["data"]["preset"] == preset.key
        phone.evaluate(FILL, {"rule_tichu_value": "130"})
        assert "preset" not in phone.evaluate(MADE, str(uuid.uuid4()))["data"]


def test_what_is_wrong_is_told_as_the_server_tells_it(phone: Page) -> None:
    wrong = {
        "name_0": "x" * 81, "name_1": "Beat", "name_2": "beat", "name_3": "Dummy",
        "table_name": "t" * 41, "rule_target_score": "0", "rule_tichu_value": "-5",
        "rule_grand_value": "12345678", "rule_round_limit": "1001", "rule_call_name_0": "Tichu",
        "rule_call_value_0": "5", "rule_call_value_1": "5", "rule_call_name_2": "c" * 21,
    }  # fmt: skip
    phone.evaluate(FILL, wrong)
    found = {
        each["field"]: each["message"] for each in phone.evaluate(MADE, str(uuid.uuid4()))["errors"]
    }
    page = phone.context.request.post(
        "/new/",
        form={
            **phone.evaluate(
                "() => Object.fromEntries(new FormData(document.getElementById('start')))"
            ),
            "action": "start",
        },
    ).text()
    said = phone.evaluate(
        """(html) => Object.fromEntries(
          [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("p.error")]
            .map((each) => [each.id.replace("-error", ""), each.textContent]))""",
        page,
    )
    assert found == said
    assert len(found) == 11


def test_names_are_tidied_and_compared_as_on_the_server(phone: Page) -> None:
    chance = Random(3)
    alphabet = [
        *"Aa ß\t\n", "\u200d", "\u200b", "\u00ad", "\u0301", "\u1e9e", "\uff21", "\u3164", "\u2800",
        "\ufe0f", "\u202e", "\U0001f9cc", "\u05d3", "\x85", "\ufeff", "\u2028", "\ue000", "é",
        "e\u0301", "ς", "Σ", "7", ".", "\x00", "\x1c", "\u115f",
    ]  # fmt: skip
    texts = ["".join(chance.choices(alphabet, k=chance.randrange(7))) for _ in range(3000)]
    answers = phone.evaluate(
        """async (texts) => {
          const { tidy, alike } = await import("/static/scoring/names.js");
          return texts.map((text) => [tidy(text), alike(text)]);
        }""",
        texts,
    )
    assert answers == [[tidy(text), alike(text)] for text in texts]


@pytest.mark.slow  # in short: test_offline_start.py
def test_more_seats_fewer_seats_and_a_draw_need_no_server(phone: Page) -> None:
    asked: list[str] = []
    phone.goto("/new/?variant=grand_seigneur")
    phone.on(
        "request", lambda request: asked.append(request.url) if request.method == "POST" else None
    )
    more, fewer = (
        phone.get_by_role("button", name=name) for name in ("Add a seat", "Remove a seat")
    )
    assert fewer.is_hidden()
    for number in range(6, 13):
        more.tap()
        assert (
            phone.get_by_label(f"Seat {number}", exact=True).get_attribute("placeholder")
            == f"Seat {number}"
        )
    assert more.is_hidden()
    fields = phone.locator('input[name^="name_"]')
    for seat in range(12):
        if seat != 4:
            fields.nth(seat).fill(PEOPLE[seat])
    fewer.tap()
    assert phone.locator(".ring .chair").count() == 11
    names = [name for name in PEOPLE if name != PEOPLE[4]]
    assert fields.evaluate_all("fields => fields.map((field) => field.value)") == names
    phone.get_by_role("button", name="Draw the seats").tap()
    assert sorted(fields.evaluate_all("fields => fields.map((field) => field.value)")) == sorted(
        names
    )
    assert asked == []
