"""Drawing: once, in turn, as a draft; and drawing anew what has not begun."""

import pytest

from scoring.models import Round
from tests.tournaments import desks
from tests.tournaments.refusing import refused
from tournaments.actions import attendance, draft_changes, drawing, judging, publishing, stages
from tournaments.models import Entrant, LogLine, Match, Place, SessionRound, Tournament
from tournaments.stage.history import history_of, rows_of

pytestmark = pytest.mark.django_db


def seating(session_round: SessionRound) -> list[tuple[int, tuple[tuple[int, ...], ...]]]:
    (rows,) = rows_of([session_round])
    return [(seated.match.number, seated.sides) for seated in rows.seated]


def everybody(tournament: Tournament) -> set[int]:
    return set(tournament.entrants.values_list("pk", flat=True))


def drafted(entrants: int = 8, **more: object) -> SessionRound:
    return desks.draw(desks.a_tournament("pairs_swiss", entrants, **more), publish=False)  # type: ignore[arg-type]


def test_a_draw_is_a_draft_in_which_everybody_sits_once() -> None:
    drawn = drafted()
    assert drawn.state == "draft"
    assert sorted(who for _, sides in seating(drawn) for side in sides for who in side) == sorted(
        everybody(drawn.stage.tournament)
    )


def test_a_second_tap_draws_nothing() -> None:
    drawn = drafted()
    before, lines = seating(drawn), LogLine.objects.count()
    assert drawing.draw_round(drawn.stage, None, 1) == drawn
    assert (seating(drawn), LogLine.objects.count()) == (before, lines)


def test_the_same_seed_gives_the_same_draw() -> None:
    cup = desks.a_tournament("pairs_swiss", 9)
    stage = stages.begin_stage(desks.first_stage(cup), None)
    first = drawing.draw_round(stage, None, 1, seed=7)
    before = seating(first)
    drawing.discard_draft(first, None)
    again = drawing.draw_round(stage, None, 1, seed=7)
    assert seating(again) == before


def test_a_round_is_drawn_in_its_turn_after_the_one_before_is_closed() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    stage = desks.first_stage(cup)
    with refused("stage_waiting"):
        drawing.draw_round(stage, None, 1)
    first = desks.draw(cup)
    with refused("round_out_of_turn"):
        drawing.draw_round(stage, None, 3)
    with refused("round_not_closed"):
        drawing.draw_round(stage, None, 2)
    desks.play_round(first)
    assert drawing.draw_round(stage, None, 2).number == 2


def test_nothing_is_drawn_beyond_the_last_round() -> None:
    cup = desks.a_tournament("pairs_swiss", 6, format_settings={"rounds": 1})
    desks.play_round(desks.draw(cup))
    with refused("stage_over"):
        drawing.draw_round(desks.first_stage(cup), None, 2)


def test_a_bye_that_nobody_has_valued_is_asked_for_and_nothing_is_kept() -> None:
    cup = desks.a_tournament("pairs_swiss", 5, awards={})
    stage = stages.begin_stage(desks.first_stage(cup), None)
    with refused("bye_not_settled"):
        drawing.draw_round(stage, None, 1)
    assert not SessionRound.objects.exists()


def test_an_even_field_needs_no_value_for_a_bye() -> None:
    assert drafted(4, awards={}).state == "draft"


@pytest.mark.parametrize(("entrants", "byes"), [(1, 1), (2, 0), (3, 1)])
def test_the_smallest_fields_are_drawn(entrants: int, byes: int) -> None:
    drawn = drafted(entrants)
    assert drawn.places.filter(kind="bye").count() == byes


def test_nobody_there_is_said_plainly() -> None:
    cup = desks.a_tournament("pairs_swiss", 0)
    with refused("nobody_there"):
        stages.begin_stage(desks.first_stage(cup), None)


def test_everybody_withdrawn_is_said_plainly() -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    desks.play_round(desks.draw(cup))
    for entrant in cup.entrants.all():
        attendance.withdraw(entrant, None)
    with refused("too_few"):
        drawing.draw_round(desks.first_stage(cup), None, 2)


def test_who_has_not_checked_in_can_be_left_out() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    missing = cup.entrants.get(number=4)
    Entrant.objects.exclude(pk=missing.pk).update(checked_in_at=cup.created_at)
    stage = stages.begin_stage(desks.first_stage(cup), None)
    drawn = drawing.draw_round(stage, None, 1, only_checked_in=True)
    assert list(drawn.places.filter(kind="absent").values_list("entrant_id", flat=True)) == [
        missing.pk
    ]


def test_who_comes_late_plays_from_the_next_draw_on() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    late = desks.enter(cup, 2, first=50)
    drawn = desks.draw(cup, 2)
    assert {place.entrant_id for place in drawn.places.all()} == everybody(cup)
    assert {
        row.entrant_id: row.first_round for row in history_of(desks.first_stage(cup)).participations
    }[late[0].pk] == 2


# Redrawing
# --------------------------------------------------------------------------------------------------


def test_a_draft_is_drawn_anew_with_another_seed() -> None:
    drawn = drafted(16)
    before = (drawn.seed, seating(drawn))
    drawn = drawing.redraw_round(drawn, None)
    assert drawn.seed != before[0]
    assert sorted(who for _, sides in seating(drawn) for side in sides for who in side) == sorted(
        everybody(drawn.stage.tournament)
    )


def test_what_has_begun_is_never_redrawn_away() -> None:
    cup = desks.a_tournament("pairs_swiss", 12)
    drawn = desks.draw(cup)
    begun = drawn.matches.get(number=3)
    game = publishing.open_game(begun, 1, desks.table_phone())
    desks.play_game(game)
    decided = drawn.matches.get(number=5)
    judging.rule_match(decided, None, {"kind": "half"}, "no light")
    kept = [row for row in seating(drawn) if row[0] in {3, 5}]
    free = {
        who
        for number, sides in seating(drawn)
        if number not in {3, 5}
        for side in sides
        for who in side
    }
    drawing.redraw_round(drawn, None)
    after = seating(drawn)
    assert [row for row in after if row[0] in {3, 5}] == kept
    assert [number for number, _ in after] == [1, 2, 3, 4, 5, 6]
    assert {
        who for number, sides in after if number not in {3, 5} for side in sides for who in side
    } == free
    assert Match.objects.get(pk=begun.pk).result is not None
    assert all(match.games.count() == 1 for match in drawn.matches.all())


def test_a_round_in_which_every_table_has_begun_is_not_redrawn() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    drawn = desks.draw(cup)
    desks.play_round(drawn, close=False)
    with refused("all_begun"):
        drawing.redraw_round(drawn, None)


def test_a_best_of_three_that_has_begun_counts_as_begun() -> None:
    cup = desks.a_tournament("team_cup", 4)
    drawn = desks.draw(cup)
    match = drawn.matches.get(number=1)
    desks.play_game(publishing.open_game(match, 1, desks.table_phone()))
    assert drawing.begun_matches(drawn) == {match.pk}


def test_a_round_before_a_drawn_one_is_not_redrawn() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    first = desks.play_round(desks.draw(cup))
    desks.draw(cup, 2, publish=False)
    publishing.reopen_round(first, None)
    with refused("all_begun"):
        drawing.redraw_round(first, None)
    Round.objects.all().delete()
    with refused("later_round_drawn"):
        drawing.redraw_round(first, None)


def test_a_schedule_is_not_drawn_anew_for_a_late_entry_while_its_later_rounds_stand() -> None:
    cup = desks.a_tournament("pairs_league", 4)
    stage = stages.begin_stage(desks.first_stage(cup), None)
    first, *later = drawing.draw_all(stage, None)
    publishing.publish_round(first, None)
    assert drawing.redraw_round(first, None).matches.count() == 2
    desks.enter(cup, 1, first=50)
    before = seating(first)
    with refused("later_round_drawn"):
        drawing.redraw_round(first, None)
    assert (seating(first), stage.participations.count()) == (before, 4)
    for draft in reversed(later):
        drawing.discard_draft(draft, None)
    drawing.redraw_round(first, None)
    drawing.draw_all(stage, None)
    met = [
        frozenset(side[0] for side in sides)
        for row in stage.session_rounds.all()
        for _, sides in seating(row)
    ]
    assert (len(met), len(set(met))) == (10, 10)


def test_a_round_that_is_not_next_lets_nobody_in() -> None:
    stage = stages.begin_stage(desks.first_stage(desks.a_tournament("pairs_swiss", 4)), None)
    desks.enter(stage.tournament, 1, first=50)
    with refused("round_out_of_turn"):
        drawing.draw_round(stage, None, 99_999_999_999_999_999_999_999)
    assert stage.participations.count() == 4


def test_only_the_last_draft_is_thrown_away() -> None:
    drawn = drafted()
    drawing.discard_draft(drawn, None)
    assert not SessionRound.objects.exists()
    assert not Place.objects.exists()
    published = publishing.publish_round(drawing.draw_round(drawn.stage, None, 1), None)
    with refused("round_published"):
        drawing.discard_draft(published, None)


# By hand
# --------------------------------------------------------------------------------------------------


def test_two_entrants_change_places_and_back() -> None:
    drawn = drafted()
    before = seating(drawn)
    one, other = before[0][1][0][0], before[1][1][1][0]
    pair = [Entrant.objects.get(pk=pk) for pk in (one, other)]
    draft_changes.swap_entrants(drawn, None, *pair)
    after = seating(drawn)
    assert (after[0][1][0][0], after[1][1][1][0]) == (other, one)
    draft_changes.swap_entrants(drawn, None, *pair)
    assert seating(drawn) == before


def test_a_swap_with_a_bye() -> None:
    drawn = drafted(5)
    bye = drawn.places.get(kind="bye").entrant
    seated = drawn.places.filter(kind="table").first()
    assert seated is not None
    draft_changes.swap_entrants(drawn, None, bye, seated.entrant)
    assert drawn.places.get(kind="bye").entrant_id == seated.entrant_id


def test_a_swap_that_makes_a_rematch_warns_at_once() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    first = desks.play_round(desks.draw(cup))
    ((_, ((a,), (b,))), _) = seating(first)
    drawn = desks.draw(cup, 2, publish=False)
    with_a = next(sides for _, sides in seating(drawn) if (a,) in sides)
    opponent = next(side[0] for side in with_a if side != (a,))
    draft_changes.swap_entrants(
        drawn, None, Entrant.objects.get(pk=opponent), Entrant.objects.get(pk=b)
    )
    match = drawn.places.get(entrant=a).match
    assert match is not None
    assert [warning["code"] for warning in match.warnings] == ["rematch"]


def test_only_a_draft_is_changed_by_hand_and_only_two_of_it() -> None:
    drawn = drafted()
    first, second = drawn.stage.tournament.entrants.all()[:2]
    with refused("cannot_swap"):
        draft_changes.swap_entrants(drawn, None, first, first)
    publishing.publish_round(drawn, None)
    with refused("round_published"):
        draft_changes.swap_entrants(drawn, None, first, second)


def test_a_published_round_becomes_a_draft_again_until_a_table_has_begun() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    drawn = desks.draw(cup)
    assert draft_changes.unpublish_round(drawn, None).state == "draft"
    drawn = publishing.publish_round(drawn, None)
    desks.play_game(publishing.open_game(drawn.matches.get(number=1), 1, desks.table_phone()))
    with refused("round_begun"):
        draft_changes.unpublish_round(drawn, None)


def test_a_draft_has_no_results_whatever_was_counted_before() -> None:
    drawn = desks.draw(desks.a_tournament("pairs_swiss", 4))
    drawn.matches.update(done=True, winner=0, result={})
    draft_changes.unpublish_round(drawn, None)
    assert list(drawn.matches.values_list("done", "winner", "result")) == [(False, None, None)] * 2


def test_a_schedule_is_not_over_while_matches_wait_for_somebody_who_is_away() -> None:
    cup = desks.a_tournament("round_robin", 4)
    stage = desks.first_stage(cup)
    away = cup.entrants.get(number=4)
    for number in (1, 2, 3):
        stages.begin_stage(stage, None)
        attendance.miss_round(away, stage, number, None)
        desks.play_round(desks.draw(cup, number), number)
    attendance.miss_round(away, stage, 4, None)
    with refused("matches_wait"):
        drawing.draw_round(stage, None, 4)
    assert (drawing.total_rounds(desks.first_stage(cup)) or 0) > 3
    attendance.miss_round(away, stage, 4, None, missing=False)
    fourth = drawing.draw_round(stage, None, 4)
    assert away.pk in set(fourth.places.filter(kind="table").values_list("entrant_id", flat=True))


def test_a_schedule_that_everybody_has_played_is_over() -> None:
    cup = desks.a_tournament("round_robin", 4)
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number), number)
    stage = desks.first_stage(cup)
    attendance.miss_round(cup.entrants.get(number=4), stage, 4, None)
    with refused("stage_over"):
        drawing.draw_round(stage, None, 4)
