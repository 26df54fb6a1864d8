"""What the board finds worth a look: slow tables, odd results, silent phones, old back-ups. Never a
bar.
"""

import datetime
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from scoring.games.actions.writing import record_round
from scoring.models import Game
from scoring.rules import Round
from tests.scoring.games import a_device, write
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.racing import PLAYED, a_phone, game_at, hands
from tests.worlds import built_once
from tournaments.actions import disputes, judging, paper_results, timing
from tournaments.models import Match, Phone, SessionRound, Tournament
from tournaments.pages.hall.advice import advice_about, advice_of
from tournaments.pages.hall.queries import hall_of

pytestmark = pytest.mark.django_db

MINUTE = datetime.timedelta(minutes=1)
SWEEP = {"out": [0, 2], "calls": {"0": "tichu"}}  # 300 : 0


def made(entrants: int) -> Tournament:
    tournament = desks.a_tournament(
        entrants=entrants,
        minutes=50,
        rules={"target_score": None, "round_limit": 10, "grand_allowed": False},
    )
    desks.draw(tournament)
    return tournament


four_tables = built_once(lambda: made(8), autouse=True)


def a_hall(entrants: int = 8) -> tuple[Tournament, SessionRound, list[Match]]:
    """Tables of ten hands in their first session round; everything was backed up just now."""
    tournament = Tournament.objects.get() if entrants == 8 else made(entrants)
    row = SessionRound.objects.select_related("stage__tournament").get(stage__tournament=tournament)
    Tournament.objects.filter(pk=tournament.pk).update(backed_up_at=timezone.now())
    found = Match.objects.filter(session_round=row).select_related(
        "session_round__stage__tournament"
    )
    return Tournament.objects.get(pk=tournament.pk), row, list(found.order_by("number"))


def a_game(
    match: Match, written: int, *, began: int = 0, last: int = 0, data: Any = PLAYED
) -> Game:
    """A game with so many hands, begun and last written in so many minutes ago."""
    game = game_at(match, a_phone(f"table {match.number}"))
    write(game, [Round.from_data(data)] * written, desks.table_phone())
    now = timezone.now()
    Game.objects.filter(pk=game.pk).update(
        started_at=now - began * MINUTE, changed_at=now - last * MINUTE
    )
    return game


def found(tournament: Tournament) -> list[tuple[str, str]]:
    """Kind and words of all advice, in its order."""
    tournament.refresh_from_db()
    return [(one.kind, one.message) for one in advice_of(hall_of(tournament))]


def test_where_all_is_as_usual_nothing_is_said() -> None:
    tournament, _row, matches = a_hall()
    for match in matches:
        a_game(match, 4, began=20, last=2)
    assert found(tournament) == []


def test_a_table_that_is_behind_the_others_is_slow_once_half_the_time_is_gone() -> None:
    tournament, row, matches = a_hall()
    timing.start_clock(row, None)
    for match, written in zip(matches, (5, 5, 6, 2), strict=True):
        a_game(match, written, began=20, last=3)
    assert found(tournament) == []
    SessionRound.objects.filter(pk=row.pk).update(clock_started_at=timezone.now() - 26 * MINUTE)
    assert found(tournament) == [("slow", "Table 4 is slow: 2 hands, others have 5.")]


def test_a_table_without_a_hand_for_twice_the_usual_time_is_asked_about() -> None:
    tournament, _row, matches = a_hall()
    for match, last in zip(matches, (1, 2, 3, 17), strict=True):
        a_game(match, 4, began=24, last=last)
    assert found(tournament) == [("no_hand", "Table 4: no hand for 17 minutes. Is anything wrong?")]


def test_a_result_that_nobody_agreed_to_is_told_after_ten_minutes() -> None:
    tournament, _row, matches = a_hall()
    for match, last in zip(matches, (3, 12, 0, 0), strict=True):
        a_game(match, 10, began=50, last=last)
    Match.objects.update(agreement="waiting")
    Match.objects.filter(number__gt=2).update(agreement="agreed")
    assert found(tournament) == [
        ("unagreed", "Table 2: the result has been waiting 12 minutes for agreement.")
    ]


def test_a_very_clear_result_is_a_question_until_somebody_looked() -> None:
    tournament, _row, matches = a_hall()
    a_game(matches[0], 10, began=50, last=1, data=SWEEP)
    assert found(tournament) == [("odd", "Table 1: a very clear result. Is it right?")]
    Match.objects.filter(pk=matches[0].pk).update(checked_at=timezone.now())
    assert found(tournament) == []


def test_a_sum_that_the_hands_explain_is_no_question() -> None:
    tournament, _row, matches = a_hall()
    a_game(matches[0], 10, began=30, last=1, data={**PLAYED, "calls": {"1": "tichu", "2": "tichu"}})
    line = next(iter(Match.objects.get(pk=matches[0].pk).result.values()))
    assert line["score"] + line["score_against"] == -1000
    assert found(tournament) == []


def test_a_sum_off_paper_that_cannot_be_is_a_question_until_somebody_looked(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament, _row, matches = a_hall()
    for match, sums in zip(matches, ((520, 480), (1590, 297)), strict=False):
        sheet = {"hands": [{"scores": list(sums), "sweep": None}], "finished": True, "totals": True}
        judging.rule_match(match, None, {"kind": "paper", "games": [sheet]}, "off paper")
    said = "Table 2: 297 is impossible: under these rules every total is a multiple of 5."
    assert found(tournament) == [("wrong", said)]
    client = desks.signed_in(desks.a_user())
    board, checks = (
        text_of(client.get(at(name, tournament))) for name in ("desk_board", "desk_checks")
    )
    assert f"Worth a look {said}" in board
    assert (said in checks, checks.count(" is impossible:")) == (True, 1)
    client.post(at("desk_check", tournament, matches[1].pk))
    assert found(tournament) == []
    hall = hall_of(Tournament.objects.select_related("club").get(pk=tournament.pk))
    with django_assert_num_queries(0):
        assert advice_of(hall) == []


def test_a_match_that_took_no_time_was_perhaps_typed_in_afterwards() -> None:
    tournament, _row, matches = a_hall()
    a_game(matches[0], 10)
    assert found(tournament) == [
        ("odd", "Table 1: the whole match took less than two minutes. Was it typed in afterwards?")
    ]


def test_a_result_that_cannot_be_right_comes_before_what_has_waited_longer() -> None:
    tournament, _row, matches = a_hall()
    a_game(matches[0], 10, began=31, last=30)
    paper_results.enter_paper(matches[1], None, paper_results.paper_of([(1007, 640)]), "off paper")
    assert [kind for kind, _said in found(tournament)] == ["wrong", "unagreed", "odd"]


def test_what_a_director_decided_is_no_question() -> None:
    tournament, _row, matches = a_hall()
    a_game(matches[0], 10)
    judging.rule_match(matches[0], None, {"kind": "half"}, "a quarrel")
    assert found(tournament) == []


def test_a_phone_that_has_not_been_heard_of_while_its_table_plays() -> None:
    tournament, _row, matches = a_hall()
    now = timezone.now()
    for match, heard in zip(matches, (16, 1, 16, 40), strict=True):
        a_game(match, 2, began=20, last=16 if heard == 16 else 1)
        Phone.objects.update_or_create(
            match=match,
            device=a_device(f"x{match.number}"),
            defaults={"heard_at": now - heard * MINUTE},
        )
    Phone.objects.filter(match=matches[2]).update(heard_at=now)
    assert found(tournament) == [("silent", "Table 1: nothing from its phone for 16 minutes.")]


def test_without_a_back_up_or_with_an_old_one_the_board_says_so_while_tables_play(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_DIR = tmp_path / "none"
    tournament, _row, matches = a_hall(4)
    Tournament.objects.update(backed_up_at=None)
    assert found(tournament) == [("backup", "There is no back-up yet: download everything once.")]
    Tournament.objects.update(backed_up_at=timezone.now() - 31 * MINUTE)
    assert found(tournament) == [("backup", "The last back-up is 31 minutes old.")]
    # A copy of everything has it too; where all are old the board says of it what the desk says.
    monkeypatch.setattr("tournaments.pages.hall.advice.backed_up_at", timezone.now)
    assert found(tournament) == []
    whole = timezone.now() - 45 * MINUTE
    monkeypatch.setattr("tournaments.pages.hall.advice.backed_up_at", lambda: whole)
    assert found(tournament) == [("backup", "The last back-up is 45 minutes old.")]
    for match in matches:
        judging.rule_match(match, None, {"kind": "half"}, "late")
    assert found(tournament) == []


def test_a_match_shows_its_own_advice_and_no_other() -> None:
    tournament, _row, matches = a_hall()
    a_game(matches[0], 10)
    fresh = list(
        Match.objects.select_related("session_round__stage__tournament").order_by("number")
    )
    assert [[one.kind for one in advice_about(match)] for match in fresh] == [["odd"], [], [], []]
    client = desks.signed_in(desks.a_user())
    pages = [text_of(client.get(at("desk_match", tournament, match.pk))) for match in fresh[:2]]
    assert ["Was it typed in afterwards?" in page for page in pages] == [True, False]


def test_advice_stands_on_the_board_and_leads_to_the_match() -> None:
    tournament, _row, matches = a_hall()
    a_game(matches[0], 10)
    page = desks.signed_in(desks.a_user()).get(at("desk_board", tournament)).content.decode()
    section = page.partition('<section class="advice')[2].partition("</section>")[0]
    assert (
        f'<a href="{at("desk_match", tournament, matches[0].pk)}">Table 1: the whole match'
        in section
    )


def test_advice_costs_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    tournament, _row, matches = a_hall()
    for match in matches:
        a_game(match, 10)
    hands(game_at(matches[0], a_phone("again")), 0)
    # As its page has it
    hall = hall_of(Tournament.objects.select_related("club").get(pk=tournament.pk))
    with django_assert_num_queries(0):
        assert len(advice_of(hall)) == 4


def test_imported_hands_that_contradict_the_paper_are_worth_a_look_until_somebody_looked() -> None:
    tournament, _row, matches = a_hall()
    match = matches[0]
    game = a_game(match, 9)
    paper_results.enter_paper(match, None, paper_results.paper_of([[1030, 970]]), "the sheet")
    late = record_round(game, uuid.uuid4(), 10, PLAYED, desks.table_phone()).entry
    assert found(tournament) == []  # it waits for the director, who sees it
    disputes.accept_late_entry(late, None, "played in time")
    said = "Table 1: the hands on the phone total 650 : 350, the paper says 1030 : 970."
    assert found(tournament) == [("wrong", said)]
    assert [one.message for one in advice_about(Match.objects.get(pk=match.pk))] == [said]
    Match.objects.filter(pk=match.pk).update(checked_at=timezone.now())
    assert found(tournament) == []


def test_hands_that_come_to_what_the_paper_says_are_nothing_to_look_at() -> None:
    tournament, _row, matches = a_hall()
    game = a_game(matches[0], 9)
    paper_results.enter_paper(matches[0], None, paper_results.paper_of([[650, 350]]), "the sheet")
    late = record_round(game, uuid.uuid4(), 10, PLAYED, desks.table_phone()).entry
    disputes.accept_late_entry(late, None, "played in time")
    assert found(tournament) == []
