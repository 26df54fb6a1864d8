"""The seal of all that was written stands on walls, sheets and print, and is another after each
hand.
"""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.actions.writing import record_round
from scoring.games.chain import code
from scoring.models import Game
from tests.scoring.games import TWO_ROUNDS, a_client, a_game, write
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, owner_of, words_of
from tests.tournaments.walls import a_screen
from tournaments.actions import publishing
from tournaments.models import SessionRound, Tournament
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

SEAL = re.compile(r"Fingerprint ([2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4})")


def seals(client: Client, address: str) -> set[str]:
    response = client.get(address)
    assert response.status_code == 200
    return set(SEAL.findall(words_of(response)))


@pytest.mark.parametrize("page", ["game", "wall", "game_print"])
def test_a_game_s_seal_stands_on_its_sheet_on_its_wall_and_on_its_paper(page: str) -> None:
    game = a_game(rounds=TWO_ROUNDS[:1])
    anna, address = a_client(), reverse(page, args=[game.pk])
    before = seals(anna, address)
    assert before == {code(Game.objects.get(pk=game.pk).chain_head)}
    write(game, TWO_ROUNDS[1:])
    after = seals(anna, address)
    assert after == {code(Game.objects.get(pk=game.pk).chain_head)}
    assert after != before


@pytest.fixture
def cup() -> Tournament:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup), close=False)
    return Tournament.objects.get(pk=cup.pk)


def test_a_tournament_s_seal_stands_on_its_screens_and_all_that_is_printed_of_it(
    cup: Tournament,
) -> None:
    olga = owner_of(cup)
    for what in ("pairings", "names", "standings", "cross_table", "door"):
        assert seals(olga, at("desk_print_page", cup, what)) == {code(cup.chain_head)}, what
    # On the tables' own sheets that of each game.
    games = {code(game.chain_head) for game in Game.objects.filter(match_game__isnull=False)}
    assert seals(olga, at("desk_print_page", cup, "filled")) == games
    screen = reverse("screen", args=[token_of(a_screen(cup, ("tables",)))])
    assert seals(Client(), screen) == {code(cup.chain_head)}


def test_the_log_says_what_the_seal_is_and_how_much_it_stands_for(cup: Tournament) -> None:
    olga = owner_of(cup)
    said = words_of(olga.get(at("desk_log", cup)))
    assert f"Fingerprint {code(cup.chain_head)}" in said
    assert (
        f"The fingerprint covers {cup.chain_length} entries (lines of this log and hands)" in said
    )
    older = words_of(olga.get(at("desk_log", cup), {"before": 1}))
    assert "The fingerprint covers" not in older


def test_each_hand_at_any_table_makes_another(cup: Tournament) -> None:
    seen = [code(cup.chain_head)]
    drawn = desks.draw(cup, 2) if publishing.close_round(cup_round(cup), None) else None
    assert drawn is not None
    for match in drawn.matches.all():
        game = publishing.open_game(match, 1, desks.table_phone())
        for number, played in enumerate(TWO_ROUNDS, start=1):
            record_round(game, uuid.uuid4(), number, played.to_data(), desks.table_phone())
            seen.append(code(Tournament.objects.get(pk=cup.pk).chain_head))
    assert len(set(seen)) == len(seen) == 5


def cup_round(cup: Tournament) -> SessionRound:
    return SessionRound.objects.get(stage__tournament=cup)
