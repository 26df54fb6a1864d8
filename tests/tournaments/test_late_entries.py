"""Entries that come after a result is locked: kept, told, changing nothing, until the director
decides.
"""

import uuid
from typing import Any

import pytest

from scoring.games.actions import correcting, game_state, versions, writing
from scoring.games.actions.late_entries import with_late_entries
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Entry, Game
from scoring.pages.late_entries import late_entries
from scoring.pages.sheet.history import history
from scoring.pages.sheet.queries import Sheet
from scoring.rules import Round
from tests.scoring.games import a_device, write
from tests.tournaments import desks
from tests.tournaments.agreeing import HANDS, LEVEL, WON, agree
from tests.tournaments.desk_pages import own_page, text_of
from tests.tournaments.refusing import refused
from tests.worlds import built_once
from tournaments.actions import agreeing, disputes, judging, publishing
from tournaments.actions.integrity import carry_out, undo
from tournaments.models import Change, LogLine, Match, Notice, Tournament
from tournaments.verifying import differences_in_tournaments

pytestmark = pytest.mark.django_db

SWEPT = Round(out=(1, 3))


def a_stopped_game() -> Game:
    """A game of which one hand is not written yet, stopped, its result agreed: the fourth is on a
    phone somewhere.
    """
    match = desks.draw(desks.a_tournament("german_championship", 4)).matches.get()
    game = publishing.open_game(match, 1, desks.table_phone())
    write(game, [WON] * (HANDS - 1), desks.table_phone())
    game_state.finish_early(game, desks.table_phone(), "time is up")
    agree(desks.reread(match), 1)
    return game


shared = built_once(a_stopped_game)


@pytest.fixture
def game(shared: Game) -> Game:
    return Game.objects.get(pk=shared.pk)


def match_of(game: Game) -> Match:
    return desks.reread(Match.objects.get(games__game=game))


def send(
    game: Game, number: int, played: Round, entry_id: uuid.UUID | None = None, **more: Any
) -> Entry:
    device = more.pop("device", None) or desks.table_phone()
    recorded = writing.record_round(
        game, entry_id or uuid.uuid4(), number, played.to_data(), device, **more
    )
    return recorded.entry


def kept(game: Game) -> tuple[Any, ...]:
    """Everything that counts: the result, the state, the rounds with their entries."""
    match = match_of(game)
    state = Game.objects.get(pk=game.pk).state
    return (
        match.result,
        match.done,
        match.agreement,
        state,
        list(game.rounds.values_list("number", "entry")),
    )


# What is kept
# --------------------------------------------------------------------------------------------------


def test_a_hand_for_a_locked_match_is_kept_and_changes_nothing(game: Game) -> None:
    before, version = kept(game), game.version
    entry_id = uuid.uuid4()
    entry = send(game, HANDS, LEVEL, entry_id)
    assert (entry.outcome, entry.data, entry.settled_by) == ("late", LEVEL.to_data(), None)
    assert send(game, HANDS, LEVEL, entry_id) == entry
    assert (kept(game), Game.objects.get(pk=game.pk).version) == (before, version + 1)
    assert [(one.title, one.scores) for one in late_entries(table_of(game))] == [
        ("Round 4", ["+50", "+50"])
    ]


def test_all_that_an_offline_phone_wrote_is_kept_in_its_own_order(game: Game) -> None:
    Tournament.objects.get().stages.update(rules={"round_limit": 6})
    Game.objects.update(settings={"round_limit": 6})
    game.refresh_from_db()
    before = kept(game)
    fourth = send(game, 4, LEVEL)
    writing.undo_round(game, uuid.uuid4(), 4, desks.table_phone(), taken=fourth.pk)
    again = send(game, 4, SWEPT)
    send(game, 5, WON)
    correcting.correct_round(
        game, uuid.uuid4(), 4, WON.to_data(), desks.table_phone(), replaces=again.pk
    )
    assert kept(game) == before
    assert [
        (one.number, one.kind, one.outcome) for one in disputes.late_entries(match_of(game))
    ] == [
        *((4, "round", "late"), (4, "undo", "late"), (4, "round", "late")),
        *((5, "round", "late"), (4, "correction", "late")),
    ]
    had = with_late_entries(table_of(game))
    assert [entry.data for entry in had.entries[3:]] == [WON.to_data(), WON.to_data()]


def test_another_version_and_a_correction_of_a_locked_hand_are_kept_beside_it(game: Game) -> None:
    before, seen = kept(game), table_of(game).entries[1]
    version = send(game, 2, LEVEL, device=a_device("another phone"))
    correction_id = uuid.uuid4()
    for _ in range(2):
        correction = correcting.correct_round(
            game, correction_id, 2, LEVEL.to_data(), desks.table_phone(), replaces=version.pk
        ).entry
    assert (version.about, correction.about, correction.replaces) == (seen, version, None)
    assert kept(game) == before


def test_the_same_hand_once_more_is_harmless(game: Game) -> None:
    before = kept(game)
    entry = send(game, 2, WON, device=a_device("another phone"))
    assert (entry.outcome, kept(game)) == ("same", before)


def test_what_could_not_have_been_played_is_refused_as_ever(game: Game) -> None:
    with refused("round_out_of_turn"):
        send(game, 6, WON)
    with refused("points_sum"):
        send(game, 4, Round(out=(0, 1, 2, 3), card_points=(65, 30)))
    with refused("sides_changed"):
        send(game, 4, WON, sides=[[0, 1], [2, 3]])
    with refused("round_not_last"):
        writing.undo_round(game, uuid.uuid4(), 2, desks.table_phone())
    with refused("round_changed"):
        correcting.correct_round(
            game, uuid.uuid4(), 2, LEVEL.to_data(), desks.table_phone(), replaces=uuid.uuid4()
        )
    with refused("round_unknown"):
        correcting.correct_round(
            game, uuid.uuid4(), 4, LEVEL.to_data(), desks.table_phone(), replaces=uuid.uuid4()
        )
    with refused("nothing_to_choose"):
        versions.choose_version(game, uuid.uuid4(), 2, uuid.uuid4(), desks.table_phone())
    send(game, 4, WON)
    with refused("game_over"):
        send(game, 5, WON)
    assert game.entries.filter(outcome="late").count() == 1


def test_a_locked_game_is_not_paused_ended_or_reopened_by_its_table(game: Game) -> None:
    with refused("result_agreed"):
        game_state.reopen_game(game, desks.table_phone())
    Game.objects.update(state="running")
    with refused("result_agreed"):
        game_state.pause_game(game, desks.table_phone())
    with refused("result_agreed"):
        game_state.finish_early(game, desks.table_phone(), "tired")
    Match.objects.update(agreement="waiting")
    assert game_state.pause_game(game, desks.table_phone()).state == "paused"


def test_under_another_decision_a_table_writes_on_and_off_a_sheet_it_is_late() -> None:
    match = desks.draw(desks.a_tournament("german_championship", 4)).matches.get()
    game = publishing.open_game(match, 1, desks.table_phone())
    send(game, 1, WON)
    judging.rule_match(match, None, {"kind": "half"}, "fire alarm")
    assert send(game, 2, WON).outcome == "counted"
    hands = [{"scores": [100, 0], "sweep": None}] * HANDS
    sheet = {"kind": "paper", "games": [{"hands": hands, "finished": True}]}
    judging.rule_match(match, None, sheet, "from the sheet")
    assert send(game, 3, WON).outcome == "late"


def test_the_history_of_a_round_tells_what_came_of_a_late_one(game: Game) -> None:
    (late, other) = (send(game, 2, LEVEL), send(game, 2, SWEPT))
    disputes.accept_late_entry(late, None, "they are right")
    disputes.reject_late_entry(other, None, "they are not")
    notes = [told.note for told in history(Sheet.of(game), 2)]
    assert notes == [
        "",
        "It arrived after the result was locked, and the director accepted it.",
        "It arrived after the result was locked, and the director rejected it.",
        "This one was chosen from the earlier versions.",
    ]


# The director
# --------------------------------------------------------------------------------------------------


def scores(game: Game) -> list[int]:
    match = match_of(game)
    assert match.result is not None
    return sorted(line.get("score", 0) for line in match.result.values())


def test_a_late_hand_is_taken_in_without_a_word_or_with_one_and_everybody_at_the_table_is_told(
    game: Game,
) -> None:
    user, entry = desks.a_user(), send(game, HANDS, LEVEL)
    disputes.accept_late_entry(entry, user, "it was played in time")
    assert (scores(game), list(game.rounds.values_list("number", flat=True))) == (
        [155, 155, 245, 245],
        [1, 2, 3, 4],
    )
    match = match_of(game)
    assert (match.agreement, match.agreed_how, match.done) == ("agreed", "desk", True)
    line = LogLine.objects.get(action="late_taken")
    assert (line.reason, line.by, line.params["hand"]) == ("it was played in time", user, HANDS)
    assert Notice.objects.filter(line=line).count() == 4
    assert f"late hand {HANDS} at table 1 in round 1" in text_of(
        own_page(match.places.earliest("pk").entrant)
    )
    entry.refresh_from_db()
    assert entry.settled_by is not None
    assert (entry.settled_by.outcome, entry.settled_by.about) == ("counted", entry)
    with refused("late_settled"):
        disputes.reject_late_entry(entry, user, "after all")


def test_a_late_hand_is_left_out_and_nothing_changes(game: Game) -> None:
    before, entry = kept(game), send(game, HANDS, LEVEL)
    with refused("reason_missing"):
        disputes.reject_late_entry(entry, None, " ")
    disputes.reject_late_entry(entry, None, "it was played after the end")
    entry.refresh_from_db()
    assert (kept(game), entry.settled_by, list(disputes.late_entries(match_of(game)))) == (
        before,
        entry,
        [],
    )
    assert LogLine.objects.get(action="late_left").reason == "it was played after the end"


def test_late_corrections_versions_and_undos_are_taken_in_too(game: Game) -> None:
    seen = table_of(game).entries[0].pk
    correction = correcting.correct_round(
        game, uuid.uuid4(), 1, LEVEL.to_data(), desks.table_phone(), replaces=seen
    ).entry
    disputes.accept_late_entry(correction, None, "mistyped")
    assert scores(game) == [120, 120, 180, 180]
    disputes.accept_late_entry(
        send(game, 2, LEVEL, device=a_device("another phone")), None, "theirs is right"
    )
    assert scores(game) == [135, 135, 165, 165]
    undo = writing.undo_round(game, uuid.uuid4(), 3, desks.table_phone()).entry
    disputes.accept_late_entry(undo, None, "never played")
    assert (scores(game), game.rounds.count()) == ([100, 100, 100, 100], 2)


def test_a_late_hand_that_fits_no_more_says_so(game: Game) -> None:
    fourth, undo = send(game, 4, LEVEL), None
    undo = writing.undo_round(game, uuid.uuid4(), 4, desks.table_phone(), taken=fourth.pk).entry
    with refused("late_fits_no_more"):
        disputes.accept_late_entry(undo, None, "never played")
    disputes.accept_late_entry(fourth, None, "in time")
    assert match_of(game).done


def test_a_correction_of_a_late_hand_waits_for_the_hand(game: Game) -> None:
    before, hand = kept(game), send(game, HANDS, LEVEL)
    correction = correcting.correct_round(
        game, uuid.uuid4(), HANDS, WON.to_data(), desks.table_phone(), replaces=hand.pk
    ).entry
    with refused("late_fits_no_more"):
        disputes.accept_late_entry(correction, None, "mistyped")
    assert kept(game) == before
    disputes.accept_late_entry(hand, None, "in time")
    disputes.accept_late_entry(correction, None, "mistyped")
    counting = game.rounds.get(number=HANDS).entry
    assert (counting.data, counting.about, verify()) == (WON.to_data(), correction, [])


def test_late_hands_are_decided_about_before_the_round_is_closed_and_also_after(game: Game) -> None:
    session_round = match_of(game).session_round
    entry = send(game, HANDS, LEVEL)
    with refused("results_disputed"):
        publishing.close_round(session_round, None)
    disputes.reject_late_entry(entry, None, "no")
    publishing.close_round(session_round, None)
    after = send(game, HANDS, LEVEL)
    assert after.outcome == "late"
    disputes.accept_late_entry(after, None, "the wifi was gone")
    assert (match_of(game).agreement, scores(game)) == ("agreed", [155, 155, 245, 245])
    publishing.reopen_round(session_round, None)
    assert (match_of(game).agreement, match_of(game).agreed_how) == ("agreed", "desk")


def test_what_would_leave_a_closed_round_without_a_result_is_refused() -> None:
    match = desks.draw(desks.a_tournament("german_championship", 4)).matches.get()
    desks.play_match(match)
    game = match.games.get().game
    publishing.close_round(match.session_round, None)
    undo = writing.undo_round(game, uuid.uuid4(), HANDS, desks.table_phone()).entry
    assert undo.outcome == "late"
    with refused("round_needs_result"):
        disputes.accept_late_entry(undo, None, "why not")
    assert (game.rounds.count(), agreeing.locked(match_of(game)) is None) == (HANDS, False)


# Undone
# --------------------------------------------------------------------------------------------------


def verify() -> list[Any]:
    """What is kept and does not follow from what was written."""
    return [*differences_in_games(Counts()), *differences_in_tournaments(Counts())]


def decide(entry: Entry, how: Any = disputes.accept_late_entry) -> Change:
    change = carry_out(Tournament.objects.get(), lambda: how(entry, None, "it was played in time"))
    assert change is not None
    return change


def stands(game: Game) -> tuple[Any, ...]:
    """All that a late hand can change: the result and who agreed to it, the state, what was played,
    what waits.
    """
    match = match_of(game)
    agreed = (match.agreement, match.agreed_how, match.agreed_side, match.agreed_at)
    table = table_of(Game.objects.get(pk=game.pk))
    waits = list(disputes.late_entries(match).values_list("pk", flat=True))
    rivals = list(
        game.entries.filter(outcome="rival", settled_by=None).values_list("pk", flat=True)
    )
    played = [(entry.data, entry.sides) for entry in table.entries]
    return (match.result, match.done, match.winner, agreed, table.game.state, played, waits, rivals)


def test_a_late_hand_that_was_taken_in_waits_again_and_all_is_as_before(game: Game) -> None:
    entry = send(game, HANDS, LEVEL)
    before = stands(game)
    change = decide(entry)
    assert stands(game) != before
    line = undo(change, None, "the other table's")
    assert (line.action, line.params["undid"], stands(game)) == ("undone", "late_taken", before)
    assert verify() == []
    again = decide(entry)
    assert scores(game) == [155, 155, 245, 245]
    undo(again, None, "once more")
    assert (stands(game), verify()) == (before, [])


def test_a_late_correction_version_and_undo_are_undone_too_the_last_first(game: Game) -> None:
    seen = table_of(game).entries[0].pk
    correction = correcting.correct_round(
        game, uuid.uuid4(), 1, LEVEL.to_data(), desks.table_phone(), replaces=seen
    ).entry
    version = send(game, 2, LEVEL, device=a_device("another phone"))
    gone = writing.undo_round(game, uuid.uuid4(), 3, desks.table_phone()).entry
    states, changes = [], []
    for entry in (correction, version, gone):
        states.append(stands(game))
        changes.append(decide(entry))
    assert game.rounds.count() == 2
    for state, change in zip(reversed(states), reversed(changes), strict=True):
        undo(change, None, "as it was")
        assert (stands(game), verify()) == (state, [])
    notes = [told.note for told in history(Sheet.of(game), 2)]
    assert (
        notes[1]
        == "It arrived after the result was locked. It changes nothing until the director decides."
    )


def test_a_late_hand_that_was_left_out_waits_again(game: Game) -> None:
    entry = send(game, HANDS, LEVEL)
    before = stands(game)
    change = decide(entry, disputes.reject_late_entry)
    assert disputes.late_entries(match_of(game)).count() == 0
    undo(change, None, "look once more")
    assert (stands(game), verify()) == (before, [])


def test_several_late_hands_taken_in_at_once_wait_again_together(game: Game) -> None:
    Tournament.objects.get().stages.update(rules={"round_limit": 6})
    Game.objects.update(settings={"round_limit": 6})
    game.refresh_from_db()
    both = [send(game, 4, LEVEL), send(game, 5, WON)]
    before = stands(game)
    change = carry_out(
        Tournament.objects.get(),
        lambda: [disputes.accept_late_entry(one, None, "") for one in both],
    )
    assert change is not None
    assert game.rounds.count() == 5
    undo(change, None, "as it was")
    assert stands(game) == before


def test_where_more_was_entered_or_decided_since_it_is_not_undone(game: Game) -> None:
    fourth = send(game, 4, LEVEL)
    taken = decide(fourth)
    gone = writing.undo_round(game, uuid.uuid4(), 4, desks.table_phone()).entry
    decide(gone)
    now_ = stands(game)
    with refused("changed_since"):
        undo(taken, None, "after all")
    assert stands(game) == now_
