"""Two versions of a round on the table's page: what differs, what each makes, and writing the round
again.
"""

import re
import uuid

import pytest
from django.test import Client

from scoring.games.actions.correcting import correct_round
from scoring.games.queries import open_rivals, table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Game
from tests.scoring.games import said
from tests.scoring.sharing import token
from tests.scoring.tables import (
    PLAIN,
    SWEEP,
    Phone,
    let_in,
    phone_of,
    record_on,
    refused,
    table,
    told,
    totals,
    typed,
    write,
)

pytestmark = pytest.mark.django_db

BEFORE = {"out": [1, 0, 2, 3], "card_points": [40, 60]}
FIRST = {"out": [0, 1, 2, 3], "card_points": [60, 40], "calls": {"0": "tichu"}}
OTHER = {"out": [0, 1, 3, 2], "card_points": [40, 60], "calls": {"0": "tichu"}}


def disputed(game: Game, beat: Phone, first: object = FIRST, other: object = OTHER) -> None:
    write(game, BEFORE, first)
    record_on(beat, game, 2, other)


def versions(phone: Phone, game: Game, page: str = "score") -> list[list[str]]:
    """The lines of each version, those that differ with what says so."""
    return versions_in(phone.get(page, game).content.decode())


def versions_in(whole: str) -> list[list[str]]:
    found = re.findall(r'<ul class="parts">(.*?)</ul>', whole, re.DOTALL)
    return [
        [line_of(line) for line in re.findall(r"<li class=.*?</li>", one, re.DOTALL)]
        for one in found
    ]


def line_of(line: str) -> str:
    assert ("differs" in line.partition(">")[0]) == (
        'class="unseen">differs:' in re.sub(r"\s+(?=>)", "", line)
    )
    signs = re.sub(r'<span\s+class="call-sign[^>]*aria-label="([^"]*)"\s*>', r"[\1] ", line)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", signs)).strip()


@pytest.mark.parametrize("page", ["score", "game"])
def test_what_differs_is_marked_and_what_agrees_is_not(anna, beat, game, page):
    disputed(game, beat)
    first, other = versions(anna, game, page)
    assert first == [
        "1 Anna [Anna: Tichu ✓ made] T",
        "2 Beat",
        "differs: 3 Carla",
        "differs: 4 Dino",
        "differs: Cards: 60 : 40",
    ]
    assert other == [
        "1 Anna [Anna: Tichu ✓ made] T",
        "2 Beat",
        "differs: 3 Dino",
        "differs: 4 Carla",
        "differs: Cards: 40 : 60",
    ]


def test_each_version_says_what_it_makes_of_the_total(anna, beat, game):
    disputed(game, beat)
    write(game, SWEEP)
    page = said(anna.get("score", game).content.decode())
    assert "makes 200 : 100" in page
    assert "makes 180 : 120" in page


def test_versions_of_different_length_have_the_same_lines(anna, beat, game):
    disputed(game, beat, {"out": [0, 2], "calls": {"3": "grand"}}, PLAIN)
    record_on(phone_of("Carla"), game, 2, {"out": [0, 1], "wish_violation": 2})
    first, other, third = versions(anna, game)
    assert first == [
        "1 Anna",
        "differs: 2 Carla",
        "differs: 3 –",
        "differs: 4 –",
        "differs: Dino [Dino: Grand Tichu ✗ failed] G",
        "differs: Double victory",
        "differs: –",
    ]
    assert other == [
        "1 Anna",
        "differs: 2 Beat",
        "differs: 3 Carla",
        "differs: 4 Dino",
        "differs: –",
        "differs: Cards: 65 : 35",
        "differs: –",
    ]
    assert third[1:] == [
        "differs: 2 Beat",
        "differs: 3 –",
        "differs: 4 –",
        "differs: –",
        "differs: –",
        "differs: Carla did not fulfil the wish",
    ]


def test_a_call_whose_caller_is_not_known_stands_beside_the_cards(anna, beat):
    game = table(anna, recording="points")
    let_in(beat, game, "scorer")
    write(game, {"card_points": [60, 40], "side_calls": [[1, "tichu", True]]})
    record_on(beat, game, 1, {"card_points": [60, 40], "side_calls": [[1, "tichu", False]]})
    assert versions(anna, game) == [
        ["differs: Cards: 60 : 40 · Beat &amp; Dino (who: not recorded): Tichu ✓ made"],
        ["differs: Cards: 60 : 40 · Beat &amp; Dino (who: not recorded): Tichu ✗ failed"],
    ]


def test_where_everybody_has_a_total_each_is_named(anna, beat):
    game = table(anna, "trichu")
    write(game, {"out": [3, 1, 0], "card_points": [70, 30]})
    record_on(beat, game, 1, {"out": [1, 3, 0], "card_points": [70, 30]})
    page = said(anna.get("score", game).content.decode())
    assert "makes Anna 70 Beat 30 Carla 30 the Table 70" in page


def test_in_a_game_of_ranks_nothing_is_made(anna, beat):
    game = table(anna, "always_last")
    write(game, {"out": [2, 0, 1, 4, 3]})
    record_on(beat, game, 1, {"out": [2, 0, 1, 3, 4]})
    assert [line[3:] for line in versions(anna, game)] == [
        ["differs: 4 Elif", "differs: 5 Dino"],
        ["differs: 4 Dino", "differs: 5 Elif"],
    ]
    assert "makes" not in said(anna.get("score", game).content.decode())


# Neither is right
# ----------------------------------------------------------------------------------------------


def fields(phone: Phone, game: Game, number: int = 2) -> dict[str, str]:
    """What the page that writes the round again sends of what it saw."""
    page = phone.get("correct_round", game, number=number).content.decode()
    found = {
        name: re.search(rf'name="{name}" value="([^"]*)"', page)
        for name in ("replaces", "versions")
    }
    return {name: value[1] for name, value in found.items() if value}


def test_the_round_is_written_again_in_the_place_of_both_by_the_form(anna, beat, game):
    disputed(game, beat)
    assert f'href="/games/{game.pk}/rounds/2/correct/"' in anna.get("score", game).content.decode()
    answer = anna.send("correct_round", game, typed(SWEEP, 2, **fields(anna, game)), number=2)
    assert answer.status_code == 302
    assert totals(game) == (240, 60)
    assert not open_rivals(game).exists()
    assert list(differences_in_games(Counts())) == []
    history = said(anna.get("round_history", game, number=2).content.decode())
    assert history.count("Another version of the same round, until it was entered again.") == 1


def test_the_round_is_written_again_in_the_place_of_both_by_the_script(anna, beat, game):
    disputed(game, beat)
    screen = anna.get("correct_round", game, number=2).context["screen"]
    seen = {"replaces": screen["replaces"], "versions": screen["versions"]}
    assert anna.write(game, 2, SWEEP, kind="correction", **seen).status_code == 201
    assert totals(game) == (240, 60)
    assert not open_rivals(game).exists()


def test_who_writes_the_round_again_sees_what_this_takes_the_place_of(anna, beat, game):
    disputed(game, beat)
    again = anna.get("correct_round", game, number=2)
    assert versions(anna, game) == versions_in(again.content.decode())
    assert len(again.context["disputes"][0].versions) == again.context["screen"]["versions"] == 2
    for said_elsewhere in ("This one counts", "Neither", "has to choose"):
        assert said_elsewhere not in again.content.decode()
    assert 'class="version"' not in anna.get("correct_round", game, number=1).content.decode()


def test_a_version_that_came_since_the_page_was_opened_is_not_closed_unseen(anna, beat, game):
    write(game, BEFORE, FIRST)
    undisputed = fields(anna, game)
    record_on(beat, game, 2, OTHER)
    before = fields(anna, game)
    record_on(phone_of("Carla"), game, 2, SWEEP)
    for seen, why in ((undisputed, "round_disputed"), (before, "round_changed")):
        asked = {**seen, **({"versions": int(seen["versions"])} if "versions" in seen else {})}
        answer = anna.write(game, 2, PLAIN, kind="correction", **asked)
        assert (answer.status_code, told(answer)) == (409, [(why, "number")])
    assert open_rivals(game).count() == 2


def test_a_round_without_another_version_is_not_corrected_as_if_it_had_one(beat, game):
    write(game, PLAIN)
    seen = table_of(game).entries[0].pk
    with refused(game, ("round_changed", "number")):
        correct_round(game, uuid.uuid4(), 1, SWEEP, beat.device, replaces=seen, versions=2)


def test_who_looks_on_is_offered_nothing(beat, game):
    disputed(game, beat)
    page = Client().get(f"/look/{token(game, 'viewer')}/").content.decode()
    assert "differs" in page
    assert "/correct/" not in page
