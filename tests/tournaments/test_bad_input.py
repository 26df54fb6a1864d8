"""Bad input and bad luck through the desk's real pages: each is answered with a sentence, and
nothing of it is kept.
"""

import pytest
from django.test import Client
from django.urls import reverse

from tests.requests import Response, post
from tests.scoring.tables import an_entry
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, text_of
from tests.tournaments.racing import PLAYED, a_phone, game_at
from tournaments.models import Entrant, LogLine, Match, Member, SessionRound, Tournament

pytestmark = pytest.mark.django_db


def draw(desk: desks.Desk, tournament: Tournament) -> Response:
    return post(desk.client, "desk_round_do", tournament.pk, 1, 1, "draw")


# Too few, too odd
# -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "entrants"), [("german_championship", 1), ("german_championship", 3), ("cup", 1)]
)
def test_too_few_for_a_table_are_told_so_and_nothing_is_drawn(
    desk: desks.Desk, preset: str, entrants: int
) -> None:
    tournament = desks.a_tournament(preset, entrants, desk=desk)
    answer = draw(desk, tournament)
    assert answer.status_code in {409, 422}
    assert text_of(answer)
    assert not SessionRound.objects.exists()
    assert not LogLine.objects.filter(action__in=("drawn", "stage_begun")).exists()


def test_a_single_pair_has_a_bye_and_no_table(desk: desks.Desk) -> None:
    tournament = desks.a_tournament(entrants=1, desk=desk)
    page = text_of(desk.client.get(draw(desk, tournament)["Location"]))
    assert "0 tables · 1 bye" in page


def test_nobody_at_all_is_told_so(desk: desks.Desk) -> None:
    answer = draw(desk, desks.a_tournament(entrants=0, desk=desk))
    assert answer.status_code == 409
    assert "Nobody is entered yet: add people first." in text_of(answer)


@pytest.mark.parametrize("entrants", [5, 6, 7, 9, 11, 13])
def test_a_number_that_makes_no_even_tables_of_four_is_drawn_with_fives_or_byes(
    desk: desks.Desk, entrants: int
) -> None:
    tournament = desks.a_tournament(
        "german_championship", entrants, desk=desk, format_settings=desks.FIVES
    )
    drawn = draw(desk, tournament)
    assert drawn.status_code == 302, errors(drawn)
    page = desk.client.get(drawn["Location"])
    (session_round,) = SessionRound.objects.all()
    sizes = [match.places.count() for match in session_round.matches.all()]
    byes = session_round.places.filter(kind="bye").count()
    assert set(sizes) <= {4, 5}
    assert sum(sizes) + byes == entrants
    assert f"{byes} bye" in text_of(page) if byes else "bye" not in text_of(page).lower()


def test_when_everybody_has_withdrawn_the_draw_says_so(desk: desks.Desk) -> None:
    tournament = desks.a_tournament(entrants=4, desk=desk)
    desks.play_round(desks.draw(tournament))
    for entrant in tournament.entrants.all():
        gone = post(
            desk.client,
            "desk_entrant_do",
            tournament.pk,
            entrant.pk,
            "withdraw",
            reason="the hall burns",
            ranked="1",
            sure="1",
        )
        assert gone.status_code == 302
    answer = post(desk.client, "desk_round_do", tournament.pk, 1, 2, "draw")
    assert answer.status_code == 409
    assert errors(answer)
    assert SessionRound.objects.count() == 1
    # What was played stands, for everybody to see.
    shown = text_of(Client().get(at("standings", tournament, 1)))
    assert shown.count("withdrawn") == 4


# People
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"), [("Anna", "Anna"), ("Anna", " anna "), ("Zoë", "Zoe\u0308")]
)
def test_nobody_is_their_own_partner(desk: desks.Desk, first: str, second: str) -> None:
    tournament = desks.a_tournament(entrants=0, desk=desk)
    answer = post(desk.client, "desk_enter", tournament.pk, name_0=first, name_1=second)
    assert answer.status_code == 422
    assert any("is already in the list" in error for error in errors(answer))
    assert not Entrant.objects.exists()


def test_the_same_person_in_two_pairs_is_refused_whichever_way_they_come(desk: desks.Desk) -> None:
    tournament = desks.a_tournament(entrants=0, desk=desk)
    Tournament.objects.filter(pk=tournament.pk).update(registration=True)
    post(desk.client, "desk_enter", tournament.pk, name_0="Anna", name_1="Beat")
    again = {"name_0": "Carla", "name_1": "ANNA"}
    asked = Client().post(at("register", tournament), again)
    typed = post(desk.client, "desk_enter", tournament.pk, **again)
    assert (asked.status_code, typed.status_code) == (422, 422)
    assert 'value="Carla"' in typed.content.decode()
    assert Member.objects.count() == 2


def test_a_list_longer_than_a_hall_is_refused_whole_and_said_in_one_sentence(
    desk: desks.Desk,
) -> None:
    tournament = desks.a_tournament("german_championship", 0, desk=desk)
    text = "\n".join(f"Guest {number}" for number in range(2001))
    answer = post(desk.client, "desk_list", tournament.pk, list=text)
    assert "At most 2000 entrants at once; these are 2001." in text_of(answer)
    assert not Entrant.objects.exists()


def test_a_text_larger_than_any_list_is_refused_by_the_site(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("german_championship", 0, desk=desk)
    answer = post(desk.client, "desk_list", tournament.pk, list="x" * 3_000_000)
    assert answer.status_code in {400, 413, 422, 200}
    assert not Entrant.objects.exists()


# Results
# --------------------------------------------------------------------------------------------------


def test_a_hand_for_a_closed_round_is_kept_for_the_director_and_counts_once_it_is_taken_in(
    desk: desks.Desk,
) -> None:
    tournament = desks.a_tournament(entrants=4, desk=desk)
    drawn = desks.draw(tournament)
    anna = a_phone("Anna")
    game = game_at(drawn.matches.get(number=1), anna)
    assert anna.post("api_entries", game, an_entry(1, PLAYED)).status_code == 201
    for match in drawn.matches.all():
        decided = {"kind": "half", "reason": "time is up", "met": "on"}
        post(desk.client, "desk_match_do", tournament.pk, match.pk, "rule", **decided)
    assert post(desk.client, "desk_round_do", tournament.pk, 1, 1, "close").status_code == 302
    late = an_entry(2, PLAYED)
    answers = [anna.post("api_entries", game, late) for _ in range(2)]
    assert [(answer.status_code, answer.json()["outcome"]) for answer in answers] == [
        (201, "late")
    ] * 2
    assert game.rounds.count() == 1
    where = (tournament.pk, game.match_game.match_id)
    assert "Came after the result was locked" in text_of(
        desk.client.get(reverse("desk_match", args=where))
    )
    taken = post(
        desk.client,
        "desk_late",
        *where,
        late["id"],
        do="take",
        reason="a hand was missing",
        sure="1",
    )
    assert taken.status_code == 302
    assert game.rounds.count() == 2
    assert "Came after the result was locked" not in text_of(
        desk.client.get(reverse("desk_match", args=where))
    )


def typed_result(desk: desks.Desk, match: Match, first: str, second: str, **more: str) -> Response:
    fields = {
        "points_0": "2",
        "points_1": "0",
        "score_0": first,
        "score_1": second,
        "reason": "from the paper sheet",
    }
    where = (match.session_round.stage.tournament_id, match.pk, "rule")
    return post(desk.client, "desk_match_do", *where, kind="given", met="on", **fields, **more)


@pytest.mark.parametrize(
    ("first", "second", "question"),
    [
        ("1003", "597", "1003 is impossible: under these rules every total is a multiple of 5."),
        ("600", "400", "Nobody has reached 1000: was the game stopped?"),
        ("9000", "300", "9000 is too much: the game was already over at 1000."),
    ],
)
def test_totals_that_make_no_sense_are_a_question_and_never_a_bar(
    desk: desks.Desk, first: str, second: str, question: str
) -> None:
    match = desks.draw(desks.a_tournament(entrants=4, desk=desk)).matches.get(number=1)
    asked = typed_result(desk, match, first, second)
    match.refresh_from_db()
    assert (asked.status_code, match.ruling, match.done) == (422, None, False)
    assert question in text_of(asked)
    for kept in (
        f'value="{first}"',
        f'value="{second}"',
        'value="from the paper sheet"',
        'name="fine"',
    ):
        assert kept in asked.content.decode()
    assert typed_result(desk, match, first, second, fine="on").status_code == 302
    match.refresh_from_db()
    assert (match.done, match.winner) == (True, 0)
    assert sorted(line.get("score", 0) for line in match.result.values()) == sorted(
        [int(first), int(second)]
    )


@pytest.mark.parametrize(("first", "second"), [("1005", "595"), ("1100", "-200"), ("1200", "0")])
def test_totals_that_a_game_can_end_with_are_taken_without_a_question(
    desk: desks.Desk, first: str, second: str
) -> None:
    match = desks.draw(desks.a_tournament(entrants=4, desk=desk)).matches.get(number=1)
    assert typed_result(desk, match, first, second).status_code == 302


def test_a_typed_result_without_totals_is_asked_for_them(desk: desks.Desk) -> None:
    match = desks.draw(desks.a_tournament(entrants=4, desk=desk)).matches.get(number=1)
    asked = typed_result(desk, match, "", "")
    assert asked.status_code == 422
    assert errors(asked) == ["Enter points and Tichu points for every side, even 0."]


def test_totals_of_several_games_together_are_not_doubted(desk: desks.Desk) -> None:
    tournament = desks.a_tournament(entrants=4, desk=desk, best_of=3)
    match = desks.draw(tournament).matches.get(number=1)
    assert typed_result(desk, match, "3123", "17").status_code == 302


@pytest.mark.parametrize(("first", "second"), [("260", "140"), ("400", "0"), ("800", "0")])
def test_totals_of_four_hands_are_looked_at_by_their_own_rules(
    desk: desks.Desk, first: str, second: str
) -> None:
    match = desks.draw(desks.a_tournament("german_championship", 4, desk=desk)).matches.get(
        number=1
    )
    assert typed_result(desk, match, first, second).status_code == 302
    asked = typed_result(desk, match, "262", "138")
    assert (asked.status_code, "262 is impossible" in text_of(asked)) == (422, True)
