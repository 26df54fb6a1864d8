"""What a game meant, on the card of its end: after it, for whoever writes, and as the rounds have
it.
"""

import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.games.queries import table_of
from scoring.models import Game
from scoring.pages.end_card import Ending
from scoring.rules import Round, RuleSet
from tests.requests import page_of
from tests.scoring.games import a_client, a_game, believable, said, write
from tests.scoring.sharing import token
from tests.scoring.tables import SWEEP, correct, let_in, phone_of

pytestmark = pytest.mark.django_db

ANNA_AND_CARLA = Round(out=(0, 2), calls={0: "grand"})  # +400
BEAT_AND_DINO = Round(out=(1, 3), calls={1: "grand"})
TO_300 = {"target_score": 300}
FIRST_WIN = "First win over Beat & Dino, after 2 defeats"


def lost_twice() -> None:
    for _ in range(2):
        a_game(rounds=[BEAT_AND_DINO], settings=TO_300)


def won_at_last() -> Game:
    lost_twice()
    return a_game(rounds=[ANNA_AND_CARLA], settings=TO_300)


def lines(game: Game, client: Client | None = None) -> str:
    """What the card says of it; "" where it says nothing."""
    _, _, after = page_of(client or a_client(), "score", game.pk).partition('<ul class="meant">')
    return said(f'<main id="main">{after.partition("</ul>")[0]}</main>').strip()


def test_a_first_win_after_defeats_is_told_with_the_side_that_won() -> None:
    game = won_at_last()
    assert lines(game) == f"Anna & Carla: {FIRST_WIN}"
    html = page_of(a_client(), "score", game.pk)
    assert '<li class="side-0">' in html
    assert html.index('class="final') < html.index('class="meant"') < html.index('class="chart')


def test_at_most_two_lines_the_heaviest_first() -> None:
    lost_twice()
    for _ in range(7):
        a_game(rounds=[ANNA_AND_CARLA], settings=TO_300, names=("Anna", "Eva", "Carla", "Franz"))
    game = a_game(rounds=[ANNA_AND_CARLA], settings=TO_300)
    assert lines(game) == f"Anna & Carla: {FIRST_WIN} Anna: 8 Grand Tichus made in a row"


def test_a_first_game_means_nothing_yet() -> None:
    assert lines(a_game(rounds=[ANNA_AND_CARLA], settings=TO_300)) == ""
    assert 'class="meant"' not in page_of(
        a_client(),
        "score",
        a_game(rounds=[ANNA_AND_CARLA], settings=TO_300, names=("Ida", "Kim", "Lu", "Jo")).pk,
    )


def test_the_script_is_told_the_same() -> None:
    game = won_at_last()
    answer = a_client().get(reverse("table_state", args=[game.pk]))
    assert "First win over" in answer.json()["parts"]["rest"]


def test_lines_follow_what_is_undone_corrected_and_deleted() -> None:
    game = won_at_last()
    correct(game, 1, SWEEP)  # 200 points: nobody has won
    game.refresh_from_db()
    assert (game.state, lines(game)) == (Game.State.RUNNING, "")
    write(game, [ANNA_AND_CARLA])
    assert lines(game) == f"Anna & Carla: {FIRST_WIN}"
    undo = {"id": str(uuid.uuid4()), "number": 2}
    assert a_client().post(reverse("undo_round", args=[game.pk]), undo).status_code == 302
    assert lines(game) == ""
    write(game, [ANNA_AND_CARLA])
    first = Game.objects.order_by("started_at").first()
    assert first is not None
    assert a_client().post(reverse("delete_game", args=[first.pk])).status_code == 302
    assert lines(game) == ""


def test_an_older_game_s_card_says_what_it_meant_then() -> None:
    game = won_at_last()
    for _ in range(3):
        a_game(rounds=[ANNA_AND_CARLA], settings=TO_300)
    assert lines(game) == f"Anna & Carla: {FIRST_WIN}"


def test_a_tournament_s_game_says_nothing_of_others() -> None:
    game = won_at_last()
    Game.objects.filter(pk=game.pk).update(of_match=True)
    assert lines(game) == ""


def test_whoever_may_write_in_a_game_reads_what_it_meant_and_nobody_else() -> None:
    game = won_at_last()
    beat = phone_of("Beat")
    assert beat.get("score", game).status_code == 404
    watched = beat.client.get(reverse("look", args=[token(game, "viewer")])).content.decode()
    assert "400" in watched
    assert "First win" not in watched
    assert "end-card" not in watched
    let_in(beat, game, "scorer")
    assert lines(game, beat.client) == f"Anna & Carla: {FIRST_WIN}"


def test_it_costs_six_queries_and_one_for_ratings_however_much_was_played_before() -> None:
    came_back = {
        "rounds": [BEAT_AND_DINO, *[ANNA_AND_CARLA] * 3],
        "settings": {"target_score": 1000},
    }
    running, first = a_game(rounds=[ANNA_AND_CARLA]), a_game(**came_back)
    for _ in range(5):
        a_game(**came_back)
    later = a_game(**came_back)
    assert later.state == Game.State.FINISHED
    assert queries(first) == queries(later) == queries(running) + 7


def queries(game: Game) -> int:
    with CaptureQueriesContext(connection) as seen:
        page_of(a_client(), "score", game.pk)
    return len(seen)


def test_where_everybody_scores_alone_the_line_names_who_it_tells_of() -> None:
    chance = believable(RuleSet.of("trichu"), 3, 9, seed=3)
    for _ in range(3):
        a_game("trichu", rounds=chance)
    game = a_game("trichu", rounds=chance)
    winner = Ending(table_of(game)).winner
    assert winner is not None
    assert f"{winner.names[0]}: 4 games won in a row" in lines(game)
