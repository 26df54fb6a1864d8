"""A result is found wrong days after the tournament was finished: it is corrected with a reason,
and everything that depends on it follows and says so.
"""

from typing import Any

import pytest
from django.utils import timezone

from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import RatingChange, RatingMark
from scoring.people.rated.lists import bring_up_to_date
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleError
from scoring.templatetags.figures import full_day
from tests.tournaments import desks
from tests.worlds import built_once
from tournaments.actions import (
    correcting_hands,
    creating,
    judging,
    paper_results,
    revealing,
    stages,
)
from tournaments.actions.integrity import carry_out, undo
from tournaments.actions.later_rounds import ASKS, STAY, deciding
from tournaments.models import Match, Ruling, Stage, Tournament
from tournaments.pages.viewer import Viewer
from tournaments.pages.wall.ranks import standings
from tournaments.stage.corrections import corrections_of
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked
from tournaments.verifying import differences_in_tournaments

pytestmark = pytest.mark.django_db


def over(
    preset: str = "pairs_swiss", entrants: int = 4, rounds: int = 2, **stage: Any
) -> Tournament:
    """A tournament of so many rounds from phones, finished."""
    cup = desks.a_tournament(preset, entrants, desk=desks.a_desk(), **stage)
    for number in range(1, rounds + 1):
        desks.play_round(desks.draw(cup, number), seed=number)
    return finished(cup)


def finished(cup: Tournament) -> Tournament:
    for stage in Stage.objects.filter(tournament=cup, state=Stage.State.RUNNING):
        stages.finish_stage(stage, None)
    return creating.finish_tournament(cup, None)


shared = built_once(over)


@pytest.fixture
def cup(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def match_of(cup: Tournament, number: int = 1) -> Match:
    return desks.first_match(cup, number)


def on_paper(match: Match, first: int, second: int, reason: str = "misread") -> Match:
    sheet = paper_results.paper_of([[first, second]])
    return paper_results.enter_paper(desks.reread(match), None, sheet, reason)


def reasons(cup: Tournament, *, whole: bool = False) -> list[str]:
    cup = Tournament.objects.get(pk=cup.pk)
    return [one.reason for one in Viewer(cup, whole=whole).corrections]


def nothing_differs() -> bool:
    return not [*differences_in_games(Counts()), *differences_in_tournaments(Counts())]


def test_a_result_of_a_finished_tournament_is_corrected_with_a_reason_and_stays_finished(
    cup: Tournament,
) -> None:
    match = match_of(cup)
    with pytest.raises(RuleError) as refused:
        on_paper(match, 480, 620, "")
    assert [one.code for one in refused.value.mistakes] == ["reason_missing"]
    on_paper(match, 480, 620)
    assert desks.reread(match).winner == 1
    assert Tournament.objects.get(pk=cup.pk).state == Tournament.State.FINISHED
    assert reasons(cup) == ["misread"]
    assert nothing_differs()


def test_a_screen_on_the_wall_says_so_as_the_public_page_does(cup: Tournament) -> None:
    def note() -> str:
        content = standings(Viewer(Tournament.objects.get(pk=cup.pk)))
        assert content is not None
        return content.note

    assert note() == ""
    on_paper(match_of(cup), 480, 620)
    assert note() == f"Corrected on {full_day(timezone.now())}."
    tree = desks.a_tournament("cup", 4)
    for number in (1, 2):
        desks.play_round(desks.draw(tree, number), seed=number)
    tree = finished(tree)
    on_paper(match_of(tree, 2), *((480, 1020) if match_of(tree, 2).winner == 0 else (1020, 480)))
    content = standings(Viewer(Tournament.objects.get(pk=tree.pk)))
    assert content is not None
    assert content.about["trees"]
    assert content.note.startswith("Corrected on ")


def a_penalty(cup: Tournament) -> Ruling:
    stage, who = desks.first_stage(cup), cup.entrants.all()[0]
    return judging.penalise(stage, who, None, kind="penalty", reason="late", points=-1)


def ratings() -> list[tuple[int, float]]:
    bring_up_to_date()
    return list(RatingChange.objects.order_by("player", "at").values_list("player", "mu"))


def swept_by_the_others(match: Match) -> tuple[PlayedRound, int]:
    """A double victory of those who lost."""
    row = match.games.get()
    losers = [at for at, who in enumerate(row.seats) if who not in row.sides[match.winner or 0]]
    return PlayedRound(out=tuple(losers)), match.winner or 0


def correct_first_hand(cup: Tournament, reason: str = "the others won") -> Match:
    match = match_of(cup)
    game = match.games.get().game
    assert game is not None
    played, _winner = swept_by_the_others(match)
    entry = table_of(game).entries[0]
    return correcting_hands.correct_hand(match, game, None, 1, played, reason, replaces=entry.pk)


def test_a_hand_of_a_phone_is_corrected_and_ratings_follow() -> None:
    cup = over(rules={"target_score": None, "round_limit": 1})
    before, winner = ratings(), match_of(cup).winner
    assert before
    correct_first_hand(cup)
    assert match_of(cup).winner != winner
    assert ratings() != before
    assert reasons(cup) == ["the others won"]
    assert nothing_differs()


def test_ratings_stay_as_they_are_before_the_prize_giving() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, rules={"target_score": None, "round_limit": 1})
    desks.play_round(desks.draw(cup, 1))
    revealing.freeze(cup, None, 1, 1)
    finished(cup)
    bring_up_to_date()
    correct_first_hand(cup)
    assert not RatingMark.objects.exists()


def test_an_undo_is_another_correction(cup: Tournament) -> None:
    match = match_of(cup)
    first = match.winner
    change = carry_out(cup, lambda: on_paper(match, *((480, 620) if first == 0 else (620, 480))))
    assert change is not None
    with pytest.raises(RuleError) as refused:
        undo(change, None, "")
    assert [one.code for one in refused.value.mistakes] == ["reason_missing"]
    undo(change, None, "the sheet was right")
    assert match_of(cup).winner == first
    assert reasons(cup) == ["misread", "the sheet was right"]
    assert nothing_differs()


def test_before_the_end_nothing_is_called_a_correction_after_it() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup, 1))
    on_paper(match_of(cup), 480, 620)
    assert reasons(cup) == []
    cup = finished(cup)
    assert reasons(cup) == []


def test_finished_by_mistake_and_played_on_it_was_not_over_yet() -> None:
    cup = over(rounds=1)
    on_paper(match_of(cup), 480, 620)
    assert reasons(cup) == ["misread"]
    creating.reopen_tournament(cup, None)
    assert reasons(cup) == [], "it is not over"
    stages.reopen_stage(desks.first_stage(cup), None)
    desks.play_round(desks.draw(Tournament.objects.get(pk=cup.pk), 2))
    cup = finished(Tournament.objects.get(pk=cup.pk))
    assert reasons(cup) == []


def test_a_correction_for_which_it_was_reopened_is_one_too() -> None:
    cup = over(rounds=1)
    creating.reopen_tournament(cup, None)
    on_paper(match_of(cup), 480, 620)
    creating.finish_tournament(cup, None)
    assert reasons(cup) == ["misread"]


def test_the_same_reason_on_one_day_is_said_once(cup: Tournament) -> None:
    for number in (1, 2):
        on_paper(match_of(cup, number), 480, 620, "sheets swapped")
    assert reasons(cup) == ["sheets swapped"]
    assert len(corrections_of([Tournament.objects.get(pk=cup.pk)])[cup.pk]) == 2


def test_of_a_result_that_is_kept_visitors_learn_nothing_before_the_prize_giving() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), seed=number)
    revealing.freeze(cup, None, 1, 2)
    cup = finished(cup)
    on_paper(match_of(cup, 1), 480, 620, "in the first round")
    on_paper(match_of(cup, 2), 480, 620, "in the last round")
    judging.penalise(
        desks.first_stage(cup),
        cup.entrants.all()[0],
        None,
        kind="penalty",
        reason="late",
        points=-1,
    )
    assert reasons(cup) == ["in the first round"]
    assert reasons(cup, whole=True) == ["in the first round", "in the last round", "late"]
    revealing.unfreeze(cup, None)
    assert reasons(cup) == reasons(cup, whole=True)


def test_a_penalty_is_taken_back_with_a_reason(cup: Tournament) -> None:
    ruling = judging.penalise(
        desks.first_stage(cup),
        cup.entrants.all()[0],
        None,
        kind="penalty",
        reason="late",
        points=-1,
    )
    with pytest.raises(RuleError):
        judging.undo_penalty(ruling, None)
    judging.undo_penalty(ruling, None, "they were on time")
    assert reasons(cup) == ["late", "they were on time"]


def test_the_final_of_a_cup_is_corrected_and_another_wins_it() -> None:
    cup = desks.a_tournament("cup", 4)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), seed=number)
    cup = finished(cup)
    final = match_of(cup, 2)
    winner = final.winner
    on_paper(final, *((480, 1020) if winner == 0 else (1020, 480)))
    assert match_of(cup, 2).winner != winner
    assert nothing_differs()


def test_a_semifinal_is_corrected_and_the_final_stays_as_it_was_played() -> None:
    cup = desks.a_tournament("cup", 4)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), seed=number)
    cup = finished(cup)
    match = match_of(cup, 1)
    figures = (480, 1020) if match.winner == 0 else (1020, 480)
    with pytest.raises(RuleError) as refused:
        on_paper(match, *figures)
    assert {one.code for one in refused.value.mistakes} <= ASKS
    with deciding(STAY):
        on_paper(match, *figures)
    assert match_of(cup, 2).done
    assert reasons(cup) == ["misread"]
    assert nothing_differs()


def test_people_of_an_individual_event_change_ranks() -> None:
    cup = over("german_championship", 8, rounds=2)
    before = ranked(history_of(desks.first_stage(cup)))
    correct_first_hand(cup)
    assert ranked(history_of(desks.first_stage(cup))) != before
    assert reasons(cup) == ["the others won"]
    assert nothing_differs()


def test_a_tournament_that_is_over_takes_no_new_results(cup: Tournament) -> None:
    match = match_of(cup)
    Match.objects.filter(pk=match.pk).update(done=False)
    with pytest.raises(RuleError) as refused:
        on_paper(match, 480, 620)
    assert [one.code for one in refused.value.mistakes] == ["tournament_finished"]
