"""The last rounds below the table's board, a line each: calls and sweeps as signs, in words what
has none.
"""

import re

import pytest
from django.utils import timezone

from scoring.games.queries import agreements_of, table_of
from scoring.models import Game, Round
from scoring.pages.table.recent import recent_rounds
from tests.scoring.tables import ANNA, BEAT, CARLA, DINO, Phone, at, table, write

pytestmark = pytest.mark.django_db


def lines(phone: Phone, game: Game) -> list[str]:
    """The rounds as they are seen, the newest first: a sign as what it is called, with the side
    that it is of.
    """
    whole = phone.get("score", game).content.decode()
    listed = re.findall(r'<li value="\d+">.*?</li>', whole, re.DOTALL)
    return [line_of(one) for one in listed]


def line_of(line: str) -> str:
    sides = re.sub(r'<span\s+class="(?:gain )?side-(\d)"\s*>', r"\1/ ", line)
    signs = re.sub(
        r'<span\s+class="(?:call-sign|swept)[^>]*aria-label="([^"]*)"\s*>', r"[\1] ", sides
    )
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", signs)).strip()


def test_a_line_says_what_a_round_brought_and_its_calls_as_signs_of_their_side(anna):
    game = table(anna)
    write(
        game,
        {
            "out": [ANNA, BEAT, CARLA, DINO],
            "card_points": [65, 35],
            "calls": {"0": "tichu", "3": "grand"},
        },
        {"out": [BEAT, DINO], "calls": {"1": "tichu"}},
        {"out": [ANNA, BEAT, CARLA, DINO], "card_points": [65, 35]},
    )
    assert lines(anna, game) == [
        "0/ +65 1/ +35 on the server 230 : 170",
        "0/ 0 1/ +300 1/ [Double victory] 1/ [Beat: Tichu ✓ made] T Beat on the server 165 : 135",
        (
            "0/ +165 1/ −165 0/ [Anna: Tichu ✓ made] T Anna 1/ [Dino: Grand Tichu ✗ failed] G Dino"
            " on the server 165 : −165"
        ),
    ]


def test_a_line_leads_to_where_its_round_is_corrected(anna):
    game = table(anna)
    write(game, {"out": [BEAT, DINO]}, {"out": [ANNA, CARLA]})
    page = anna.get("score", game).content.decode()
    ways = [at("correct_round", game, number=number) for number in (2, 1)]
    assert (
        re.findall(r'<li value="\d">\s*<a\s+href="([^"]+)"\s+aria-label="Correct round \d"', page)
        == ways
    )


def test_a_wish_that_was_not_fulfilled_has_no_sign_and_is_said(anna):
    game = table(anna)
    write(game, {"wish_violation": BEAT})
    assert "Beat did not fulfil the wish" in lines(anna, game)[0]


def test_the_side_of_a_call_is_that_of_its_round_where_sides_change(anna):
    game = table(anna, "trichu")
    tapped = {"out": [ANNA, BEAT, 3], "calls": {"0": "tichu"}, "card_points": [50, 50]}
    write(game, tapped, tapped | {"out": [ANNA, CARLA, 3]})
    newest, first = lines(anna, game)
    assert "0/ [Anna: Tichu ✓ made]" in first, "Anna deals first, and plays with the dummy"
    assert "1/ [Anna: Tichu ✓ made]" in newest, "Carla deals"


def test_of_ranks_everybody_is_named_in_order(anna):
    game = table(anna, "grand_seigneur")
    write(game, {"out": [5, 4, 3, 2, 1]})
    assert lines(anna, game) == [
        "1 Fritz · 2 Elif · 3 Dino · 4 Carla · 5 Beat · 6 Anna on the server"
    ]
    (round_,) = recent_rounds(table_of(game), agreements_of(game))
    assert round_.words.endswith(" · 6\N{NO-BREAK SPACE}Anna"), "a line ends before a number"


def test_that_a_round_is_on_the_server_is_read_out_and_not_written(anna):
    """As long as nobody else looks that is what every line would say."""
    game = table(anna)
    write(game, {"out": [ANNA, CARLA]})
    assert re.search(r'class="at at-server unseen"', anna.get("score", game).content.decode())
    Round.objects.update(seen_at=timezone.now())
    assert re.search(r'class="at at-seen"\s*>seen<', anna.get("score", game).content.decode())
