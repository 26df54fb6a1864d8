"""Out and in again: the same tournament, to the last number."""

import json
import uuid
from typing import Any

import pytest
from django.conf import settings

from scoring.games.actions.game_state import finish_early
from scoring.games.actions.writing import record_round
from scoring.models import Entry, Game
from scoring.rules import Round, RuleError
from tests.lengths import in_short
from tests.scoring.games import a_device, write
from tests.tournaments import desks
from tests.tournaments.exchange.events import (
    EVENTS,
    an_evening_in_the_hall,
    entrant,
    matches,
    pairs_with_a_history,
)
from tournaments.actions import draft_changes, judging, publishing, room, timing
from tournaments.exchange.checking import read
from tournaments.exchange.kinds import AGREED, CLOCK, EVENING, ROOM
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import document, text_of
from tournaments.models import LogLine, Match, Stage, Tournament
from tournaments.pages.log_lines import log_lines
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

pytestmark = pytest.mark.django_db


def standings(tournament: Tournament) -> list[Any]:
    numbers = dict(tournament.entrants.values_list("pk", "number"))
    return [
        (stage.number, row.rank, numbers[row.id], row.group, row.points, dict(row.values))
        for stage in Stage.objects.filter(tournament=tournament).select_related("tournament")
        for row in ranked(history_of(stage))
    ]


def copied(tournament: Tournament) -> Tournament:
    """The tournament once more, in another club."""
    return import_tournament(
        desks.a_desk("Ben", "Another club").club, desks.a_user("Ben"), text_of(tournament)
    )


@pytest.mark.parametrize("event", in_short(EVENTS, {"an_evening_in_the_hall", "groups_and_a_cup"}))
def test_a_tournament_that_was_read_back_is_written_the_same_and_stands_the_same(
    event: str,
) -> None:
    tournament = EVENTS[event]()
    Stage.objects.filter(tournament=tournament, number=1).update(
        criteria=["points", "lot"], criteria_settings={"koya_limit": 60}
    )
    before = standings(tournament)
    assert before
    copy = copied(tournament)
    assert copy.pk != tournament.pk
    assert document(copy) == document(tournament)
    assert standings(copy) == before == standings(tournament)


def test_a_match_that_both_lost_and_one_that_does_not_count_come_along() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    drawn = desks.draw(cup)
    for match, kind in zip(drawn.matches.all(), ("both_lose", "not_played"), strict=True):
        judging.rule_match(match, None, {"kind": kind}, "the lamp went out")
    publishing.close_round(drawn, None)
    copy = copied(cup)
    assert document(copy)["stages"] == document(cup)["stages"]
    assert standings(copy) == standings(cup)


def test_a_knock_out_with_a_match_that_does_not_count_is_refused() -> None:
    cup = desks.a_tournament("cup", 4)
    drawn = desks.draw(cup)
    judging.rule_match(drawn.matches.first(), None, {"kind": "both_lose"}, "nobody came")
    written = document(cup)
    written["stages"][0]["session_rounds"][0]["tables"][0]["ruling"]["kind"] = "not_played"
    with pytest.raises(RuleError) as refused:
        read(written)
    assert [(one.code, one.field) for one in refused.value.mistakes] == [
        ("bad_ruling", "stages.0.session_rounds.0.tables.0.ruling.kind")
    ]


def test_a_document_from_before_single_criteria_had_settings_is_read_with_the_usual_ones() -> None:
    written = document(desks.a_tournament(entrants=2))
    del written["stages"][0]["criteria_settings"]
    user = desks.a_user("Ben")
    copy = import_tournament(desks.a_desk("Ben", "Another club").club, user, json.dumps(written))
    assert desks.first_stage(copy).criteria_settings == {}


def test_in_a_document_from_before_matches_could_be_void_everybody_s_count() -> None:
    cup = desks.a_tournament("round_robin", 4)
    desks.play_round(desks.draw(cup))
    written = document(cup)
    for row in written["stages"][0]["participations"]:
        del row["void"]
    user = desks.a_user("Ben")
    copy = import_tournament(desks.a_desk("Ben", "Another club").club, user, json.dumps(written))
    assert standings(copy) == standings(cup)


def test_what_older_documents_call_a_fold_is_a_slide() -> None:
    tournament = desks.a_tournament(entrants=2, format_settings={"first_round": "slide"})
    written = document(tournament)
    written["stages"][0]["format_settings"]["first_round"] = "fold"
    user = desks.a_user("Ben")
    copy = import_tournament(desks.a_desk("Ben", "Another club").club, user, json.dumps(written))
    assert desks.first_stage(copy).format_settings["first_round"] == "slide"


def test_no_row_s_id_stands_in_a_document() -> None:
    # Ids and numbers drift apart
    desks.a_tournament(entrants=3, desk=desks.a_desk("Ben", "Another club"))
    tournament = pairs_with_a_history()
    text = text_of(tournament)
    ids = [
        tournament.pk,
        *Game.objects.values_list("pk", flat=True),
        *Entry.objects.values_list("pk", flat=True),
    ]
    keys = [
        *Match.objects.values_list("key", flat=True),
        *tournament.entrants.values_list("key", flat=True),
    ]
    assert not [one for one in (*ids, *keys) if str(one) in text]
    assert document(copied(tournament)) == document(tournament)


def test_read_in_twice_beside_the_original_no_entry_of_one_is_another_s() -> None:
    tournament = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(tournament))
    entries = Entry.objects.count()
    first, second = copied(tournament), copied(tournament)
    assert Entry.objects.count() == 3 * entries
    assert document(first) == document(second) == document(tournament)


def test_a_copy_can_be_played_on() -> None:
    copy = copied(pairs_with_a_history())
    third = (
        Stage.objects.get(tournament=copy)
        .session_rounds.select_related("stage__tournament")
        .get(number=3)
    )
    for match in matches(copy, 3):
        desks.play_match(match, 3)
    assert publishing.close_round(third, None).state == "closed"
    desks.play_round(desks.draw(copy, 4))
    assert document(copied(copy)) == document(copy)


def byes(tournament: Tournament) -> list[int]:
    """The numbers of those with a bye in the first round, as a later draw finds them."""
    numbers = dict(tournament.entrants.values_list("pk", "number"))
    (first,) = history_of(desks.first_stage(tournament)).past(2)
    return [numbers[who] for who in first.byes]


def test_the_byes_of_a_bracket_keep_the_order_of_their_slots_also_after_a_swap_and_in_a_copy() -> (
    None
):
    tournament = desks.a_tournament(
        "double_elimination", 9, format_settings={"first_round": "seeds"}
    )
    first = desks.draw(tournament, publish=False)
    assert byes(tournament) == [1, 4, 5, 2, 7, 3, 6]  # 8 meets 9 beside 1
    draft_changes.swap_entrants(first, None, entrant(tournament, 4), entrant(tournament, 9))
    assert byes(tournament) == byes(copied(tournament)) == [1, 9, 5, 2, 7, 3, 6]


def test_the_log_says_who_did_what_and_one_line_of_its_own_who_read_it_in() -> None:
    tournament = pairs_with_a_history()
    copy = copied(tournament)
    told = [
        (line.action, line.by, line.params.get("by_name", ""))
        for line in LogLine.objects.filter(tournament=copy)
    ]
    original = [
        (line.action, line.by.name if line.by else "")
        for line in LogLine.objects.filter(tournament=tournament)
    ]
    assert [(action, name) for action, _, name in told[:-1]] == original
    assert all(by is None for _, by, _ in told[:-1])
    assert told[-1] == ("imported", desks.a_user("Ben"), "")
    assert {line.sentence for line in log_lines(tournament)} <= {
        line.sentence for line in log_lines(copy)
    }


def test_two_versions_of_a_round_and_a_game_that_was_stopped_come_along() -> None:
    tournament = desks.a_tournament("pairs_swiss", 6)
    desks.draw(tournament)
    level = Round(out=(0, 1, 2, 3), card_points=(50, 50))
    games = [
        publishing.open_game(match, 1, desks.table_phone()) for match in matches(tournament, 1)
    ]
    for game in games:
        write(game, [level] * 3, desks.table_phone())
    other = Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(60, 40))
    record_round(games[0], uuid.uuid4(), 3, other.to_data(), a_device("a second phone"))
    finish_early(games[1], desks.table_phone(), "last tram")
    data = document(tournament)
    shown = [
        table["games"][0]["game"] for table in data["stages"][0]["session_rounds"][0]["tables"]
    ]
    assert [(len(one["rivals"]), one["state"], one["stopped_because"]) for one in shown] == [
        (1, "running", ""),
        (0, "stopped", "last tram"),
        (0, "running", ""),
    ]
    copy = copied(tournament)
    assert document(copy) == data
    rival = Entry.objects.get(
        game__match_game__match__session_round__stage__tournament=copy, outcome="rival"
    )
    assert (rival.data, rival.number) == (other.to_data(), 3)
    assert rival.about is not None
    assert rival.about.data == level.to_data()


def test_calls_of_which_only_the_team_is_known_come_along() -> None:
    tournament = desks.a_tournament("pairs_swiss", 2)
    rules = {**desks.first_stage(tournament).rules, "recording": "points"}
    Stage.objects.filter(tournament=tournament).update(rules=rules)
    desks.draw(tournament)
    game = publishing.open_game(matches(tournament, 1)[0], 1, desks.table_phone())
    one, other = (
        Round(card_points=(65, 35), side_calls=[(side, "tichu", True)]) for side in (0, 1)
    )
    write(game, [one], desks.table_phone())
    record_round(game, uuid.uuid4(), 1, other.to_data(), a_device("a second phone"))
    copy = copied(tournament)
    assert document(copy) == document(tournament)
    entries = Entry.objects.filter(
        game__match_game__match__session_round__stage__tournament=copy
    ).order_by("position")
    assert [entry.data for entry in entries] == [one.to_data(), other.to_data()]


def test_bombs_come_along() -> None:
    tournament = desks.a_tournament("pairs_swiss", 2)
    desks.draw(tournament)
    game = publishing.open_game(matches(tournament, 1)[0], 1, desks.table_phone())
    one, other = (Round(out=(0, 2), bombs=[(seat, 4, 13), (3,)]) for seat in (0, 1))
    none = Round(out=(0, 2), bombs=[])
    write(game, [one, none], desks.table_phone())
    record_round(game, uuid.uuid4(), 1, other.to_data(), a_device("a second phone"))
    copy = copied(tournament)
    assert document(copy) == document(tournament)
    entries = Entry.objects.filter(
        game__match_game__match__session_round__stage__tournament=copy
    ).order_by("position")
    kept = [entry.data for entry in entries]
    assert sorted(kept, key=str) == sorted((each.to_data() for each in (one, none, other)), key=str)


def test_a_result_that_was_stored_wrongly_is_told_by_its_table() -> None:
    tournament = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(tournament))
    wrong = matches(tournament, 1)[1]
    assert wrong.result is not None
    who, line = next(iter(wrong.result.items()))
    Match.objects.filter(pk=wrong.pk).update(result=wrong.result | {who: line | {"points": 7}})
    with pytest.raises(RuleError) as caught:
        copied(tournament)
    (mistake,) = caught.value.mistakes
    assert (mistake.code, mistake.field) == (
        "result_differs",
        "stages.0.session_rounds.0.tables.1.result",
    )
    assert mistake.message.startswith("Table 2 in round 1: ")
    assert Tournament.objects.count() == 1


def test_an_event_of_sixty_four_pairs_fits_into_the_form() -> None:
    tournament = desks.a_tournament("pairs_swiss", 8)
    for number in (1, 2):
        desks.play_round(desks.draw(tournament, number))
    tables = 8  # of four pairs, in two rounds; the event has 32 in each of five
    assert len(text_of(tournament)) / tables * 32 * 5 < settings.DATA_UPLOAD_MAX_MEMORY_SIZE / 2


def test_what_belongs_to_the_evening_comes_along() -> None:
    tournament = an_evening_in_the_hall()
    data = document(tournament)
    copy = copied(tournament)
    assert document(copy) == data
    waiting, disputed, done, on_paper = matches(copy, 2)
    assert [one.agreement for one in (waiting, disputed, done, on_paper)] == [
        "waiting",
        "disputed",
        "agreed",
        "agreed",
    ]
    assert (done.agreed_how, done.agreed_side, on_paper.agreed_how) == ("other", 1, "desk")
    assert waiting.extra_minutes == 5
    assert on_paper.checked_at is not None
    assert on_paper.result is not None
    assert sorted(line["score"] for line in on_paper.result.values()) == [480, 620]
    said = [(row.kind, row.side, row.text, row.figures) for row in disputed.remarks.all()]
    assert said == [
        ("wrong", 1, "Hand 2 was 65 : 35", [[300, 700]]),
        ("reply", 0, "No, it was not", None),
    ]
    late = Entry.objects.get(game__match_game__match=done, outcome="late")
    assert (late.number, late.kind, late.settled_by_id) == (1, "round", None)
    assert late.about is not None
    assert late.about.counts_as.number == 1
    second = copy.stages.get().session_rounds.get(number=2)
    assert (second.minutes, second.clock_started_at is None, second.clock_paused_at is None) == (
        75,
        False,
        False,
    )
    assert (copy.frozen_stage, copy.frozen_round, copy.revealed, copy.unfinished) == (
        1,
        2,
        2,
        "now",
    )


def test_a_document_of_before_the_evenings_is_read_with_what_was_usual_then() -> None:
    tournament = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(tournament))
    desks.play_match(
        desks.draw(tournament, 2).matches.select_related("session_round__stage__tournament")[0]
    )
    data = document(tournament)
    for key in EVENING:
        del data["about"][key]
    for session_round in data["stages"][0]["session_rounds"]:
        for key in ("minutes", "clock_paused_seconds", *CLOCK):
            del session_round[key]
        for table in session_round["tables"]:
            for key in (*AGREED, *ROOM, "agreed_at", "entered", "checked_at", "remarks"):
                del table[key]
            for game in table["games"]:
                if game["game"]:
                    del game["game"]["late"]
    club = desks.a_desk("Ben", "Another club").club
    copy = import_tournament(club, None, json.dumps(data))
    found = Match.objects.filter(session_round__stage__tournament=copy).order_by(
        "session_round", "number"
    )
    told = list(found.values_list("session_round__number", "done", "agreement"))
    assert told[:2] == [(1, True, "agreed"), (1, True, "agreed")]
    assert told[2:] == [(2, True, "waiting"), (2, False, "open")]
    assert [getattr(copy, key) for key in EVENING] == [
        "confirm",
        "hand",
        5,
        30,
        None,
        None,
        None,
        4,
        None,
        "shifts",
        False,
        [],
        "up",
        False,
        None,
        True,
    ]


def test_two_matches_played_at_one_table_in_a_round_travel() -> None:
    tournament = desks.a_tournament(entrants=8)
    room.set_room(tournament, None, tables=2, room_plan=Tournament.RoomPlan.SHIFTS)
    row = desks.draw(tournament)
    for shift in (2, 3):
        for match in row.matches.filter(waiting=False, done=False):
            desks.play_match(desks.reread(match))
        room.call_shift(row, None, shift)
    assert {(match.turn, match.number) for match in row.matches.all()} == {
        *((1, 1), (1, 2), (2, 1), (2, 2))
    }
    assert text_of(copied(tournament)) == text_of(tournament)


def test_matches_that_wait_for_a_table_travel() -> None:
    tournament = desks.a_tournament(entrants=12)
    room.set_room(tournament, None, tables=4, room_plan=Tournament.RoomPlan.QUEUE)
    row = timing.start_clock(desks.draw(tournament), None, minutes=30)
    first = row.matches.select_related(desks.ROUND).first()
    assert first is not None
    judging.rule_match(first, None, {"kind": "forfeit", "winner": 0}, "left")
    again = copied(tournament)
    assert (again.tables, again.room_plan) == (4, "queue")
    where = ("turn", "number", "waiting", "called_at", "called_paused_seconds")
    assert [
        list(Match.objects.filter(session_round__stage__tournament=one).values_list(*where))
        for one in (tournament, again)
    ] == [list(row.matches.values_list(*where))] * 2
    assert row.matches.filter(turn=2, number=1, called_at__isnull=False).exists()
    assert text_of(again) == text_of(tournament)
