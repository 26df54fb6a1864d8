"""Rulings that give the mean of the own other rounds:
a formula that follows whatever these become.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.verifying.games import Counts
from tests.tournaments import desks
from tournaments.actions import creating, judging, publishing, revealing
from tournaments.match.line_data import line_of
from tournaments.models import Match, Tournament
from tournaments.pages.public.standing import standing_of
from tournaments.pages.viewer import Viewer
from tournaments.stage.ranking import ranked
from tournaments.stage.words import plan_of
from tournaments.standings.lines import Number
from tournaments.verifying import difference_in

pytestmark = pytest.mark.django_db


def a_mean_in_the_second_round() -> tuple[Tournament, Match]:
    """Four persons at one table; in the second round everybody had the mean
    of their other rounds.
    """
    cup = desks.a_tournament("german_championship", 4, points="match", points_settings={})
    desks.play_round(desks.draw(cup))
    match = desks.draw(cup, 2).matches.get()
    judging.rule_match(match, None, {"kind": "both_average"}, "cards were missing")
    return cup, match


def mean_given(match: Match) -> dict[int, object]:
    match.refresh_from_db()
    return {int(who): line_of(data, 2).points for who, data in (match.result or {}).items()}


def means_of(cup: Tournament, *, but: int = 2) -> dict[int, object]:
    """The mean of the other rounds, counted here."""
    found: dict[int, list[Number]] = {}
    for match in Match.objects.filter(session_round__stage__tournament=cup, done=True):
        number = match.session_round.number
        for who, data in (match.result or {}).items():
            found.setdefault(int(who), []).extend(
                [line_of(data, number).points] if number != but else []
            )
    return {who: Fraction(sum(points), len(points)) for who, points in found.items()}


def test_a_mean_of_the_other_rounds_follows_every_later_round_and_every_correction() -> None:
    cup, match = a_mean_in_the_second_round()
    first = mean_given(match)
    publishing.close_round(match.session_round, None)
    third = desks.draw(cup, 3)
    judging.rule_match(third.matches.get(), None, {"kind": "half"}, "they agreed on it")
    assert mean_given(match) == means_of(cup) != first
    judging.rule_match(
        Match.objects.get(session_round__number=1), None, {"kind": "half"}, "wrongly noted"
    )
    assert set(mean_given(match).values()) == {1}
    judging.undo_ruling(third.matches.get(), None, "a mistake")
    assert set(mean_given(match).values()) == {1}
    desks.play_match(third.matches.get())
    assert mean_given(match) == means_of(cup) != first


def test_changing_the_scale_and_back_changes_no_mean() -> None:
    cup, match = a_mean_in_the_second_round()
    publishing.close_round(match.session_round, None)
    desks.play_round(desks.draw(cup, 3), seed=2)
    stage, before = desks.first_stage(cup), mean_given(match)
    plan = plan_of(stage)
    for settings in ({"win": 12, "draw": 5}, {}):
        creating.set_stage(desks.first_stage(cup), None, replace(plan, points_settings=settings))
        assert mean_given(match) == means_of(cup)
        assert (mean_given(match) == before) is not bool(settings)


def test_two_means_of_one_entrant_are_of_what_was_played_and_not_of_each_other() -> None:
    cup, match = a_mean_in_the_second_round()
    before = mean_given(match)
    publishing.close_round(match.session_round, None)
    last = desks.draw(cup, 3).matches.get()
    judging.rule_match(last, None, {"kind": "both_average"}, "the lamp went out")
    assert mean_given(match) == mean_given(last) == before
    judging.rule_match(
        Match.objects.get(session_round__number=1), None, {"kind": "half"}, "wrongly noted"
    )
    assert set(mean_given(match).values()) == set(mean_given(last).values()) == {1}


def test_without_another_round_left_a_mean_is_nothing_until_there_is_one() -> None:
    cup, match = a_mean_in_the_second_round()
    first = Match.objects.get(session_round__number=1)
    judging.rule_match(first, None, {"kind": "not_played"}, "it was another game")
    assert set(mean_given(match).values()) == {0}
    judging.undo_ruling(first, None, "a mistake")
    assert mean_given(match) == means_of(cup)


def test_verify_counts_the_mean_again() -> None:
    cup, match = a_mean_in_the_second_round()
    assert difference_in(Tournament.objects.get(pk=cup.pk), Counts()) is None
    match.refresh_from_db()
    who, line = next(iter((match.result or {}).items()))
    match.result = {**(match.result or {}), who: {**line, "points": 7}}
    match.save(update_fields=["result"])
    found = difference_in(Tournament.objects.get(pk=cup.pk), Counts())
    assert found is not None
    assert "round 2, table 1" in found.where


def test_what_is_kept_for_the_prize_giving_goes_into_no_mean_that_the_public_reads() -> None:
    cup, match = a_mean_in_the_second_round()
    publishing.close_round(match.session_round, None)
    told = Viewer(cup).history(desks.first_stage(cup))
    before = {row.id: row.points for row in ranked(told)}
    revealing.freeze(cup, None, 1, 3)
    judging.rule_match(
        desks.draw(cup, 3).matches.get(), None, {"kind": "half"}, "they agreed on it"
    )
    assert mean_given(match) == means_of(cup)
    cup.refresh_from_db()
    assert {
        row.id: row.points for row in ranked(Viewer(cup).history(desks.first_stage(cup)))
    } == before
    assert {
        row.id: row.points for row in standing_of(Viewer(cup), desks.first_stage(cup)).rows
    } == before
    page = Client().get(reverse("tournament_match", args=[cup.pk, match.pk])).context["page"]
    assert sorted(award.points for award in page.awards) == ["0", "0", "2", "2"]
