"""A result on which later rounds or stages rest can be corrected at any time: it counts, and where
others would go on a director says whether what was drawn follows or stays.
"""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.verifying.games import Counts
from scoring.rules import Round
from tests.scoring.games import write
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.desks import stage_of, through
from tests.tournaments.qualifying import between, groups_then_cup, numbers, wins
from tests.tournaments.refusing import refused
from tournaments.actions import judging, publishing
from tournaments.actions.integrity import carry_out, undo
from tournaments.actions.later_rounds import FOLLOW, STAY, deciding
from tournaments.models import LogLine, Match, Place, SessionRound, Tournament
from tournaments.pages.log_lines import log_lines
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked
from tournaments.verifying import differences_in_tournaments

pytestmark = pytest.mark.django_db


def order(cup: Tournament, number: int = 1) -> list[int]:
    known = dict(cup.entrants.values_list("pk", "number"))
    return [known[row.id] for row in ranked(history_of(stage_of(cup, number)))]


def as_counted(cup: Tournament) -> bool:
    return not list(differences_in_tournaments(Counts()))


def says_it_stayed(cup: Tournament, number: int) -> bool:
    page = Client().get(reverse("bracket", args=[cup.pk, number])).content.decode()
    return "The bracket stays as drawn." in page


# An earlier stage
# -------------------------------------------------------------------------------------------------


def test_a_correction_that_changes_nobody_who_got_through_just_counts() -> None:
    cup = groups_then_cup()
    desks.play_match(stage_of(cup, 2).session_rounds.get().matches.get())
    wins(between(cup, 3, 4), 4)
    assert (order(cup), through(cup)) == ([1, 2, 4, 3], [1, 2])
    assert not LogLine.objects.filter(action__startswith="stage_stayed").exists()
    assert as_counted(cup)


def test_what_came_along_is_counted_again() -> None:
    cup = groups_then_cup(carry="points")
    had = list(
        stage_of(cup, 2).participations.order_by("seed").values_list("carried_score", flat=True)
    )
    wins(between(cup, 1, 4), 1, (900, 100))
    now = list(
        stage_of(cup, 2).participations.order_by("seed").values_list("carried_score", flat=True)
    )
    assert (int(now[0]) - int(had[0]), now[1], through(cup)) == (300, had[1], [1, 2])
    assert as_counted(cup)


def test_where_others_would_get_through_somebody_has_to_say_first_what_becomes_of_it() -> None:
    cup = groups_then_cup()
    with refused("through_changes"):
        wins(between(cup, 1, 2), 2)  # the same two, other seeds
    with refused("through_changes"):
        judging.penalise(
            stage_of(cup, 1),
            cup.entrants.get(number=2),
            None,
            kind="penalty",
            reason="late",
            points=-3,
        )
    assert (order(cup), through(cup)) == ([1, 2, 3, 4], [1, 2])


def test_the_cup_stays_as_it_was_drawn_and_the_log_says_so() -> None:
    cup = groups_then_cup()
    with deciding(STAY):
        wins(between(cup, 2, 3), 3)
    assert (order(cup)[:2], through(cup)) == ([1, 3], [1, 2])
    assert any(
        "Left stage 2 as drawn" in line.sentence and "Player 5" in line.sentence
        for line in log_lines(cup)
    )
    assert says_it_stayed(cup, 2)
    assert as_counted(cup)


def test_the_cup_follows_and_is_drawn_again_while_nothing_of_it_is_played() -> None:
    cup = groups_then_cup()
    with deciding(FOLLOW):
        wins(between(cup, 2, 3), 3)
    assert through(cup) == [1, 3]
    (drawn,) = stage_of(cup, 2).session_rounds.all()
    assert (drawn.state, numbers(drawn.matches.get())) == ("draft", [1, 3])
    assert as_counted(cup)


def test_once_it_is_played_it_can_only_stay() -> None:
    cup = groups_then_cup()
    publishing.open_game(
        stage_of(cup, 2).session_rounds.get().matches.get(), 1, desks.table_phone()
    )
    desks.play_match(stage_of(cup, 2).session_rounds.get().matches.get())
    with deciding(FOLLOW), refused("played_on"):
        wins(between(cup, 2, 3), 3)
    with deciding(STAY):
        wins(between(cup, 2, 3), 3)
    assert through(cup) == [1, 2]


def test_once_others_have_played_who_qualifies_takes_the_place_of_who_does_not() -> None:
    cup = groups_then_cup(carry="points", entrants=5, take=4)
    semis = stage_of(cup, 2).session_rounds.get()
    assert sorted(map(numbers, semis.matches.all())) == [[1, 4], [2, 3]]
    played = wins(between(cup, 2, 3, stage_number=2), 3)
    one_hand(between(cup, 1, 4, stage_number=2))
    with refused("through_changes"):
        wins(between(cup, 4, 5), 5)
    with deciding(FOLLOW):
        change = carry_out(cup, lambda: wins(between(cup, 4, 5), 5))
    assert through(cup) == [1, 2, 3, 5]
    again = between(cup, 1, 5, stage_number=2)
    assert (again.done, again.result, again.games.get().game_id) == (False, None, None)
    played.refresh_from_db()
    assert (numbers(played), played.done) == ([2, 3], True)
    assert as_counted(cup)
    assert any("swap places" in line.sentence for line in log_lines(cup))
    assert change
    undo(change, None, "it was right")
    assert (through(cup), as_counted(cup)) == ([1, 2, 3, 4], True)
    wins(between(cup, 1, 4, stage_number=2), 4)
    with deciding(FOLLOW), refused("played_on"):
        wins(between(cup, 4, 5), 5)


def test_once_something_is_played_other_seeds_alone_change_no_draw() -> None:
    cup = groups_then_cup(entrants=5, take=4)
    wins(between(cup, 2, 3, stage_number=2), 3)
    with deciding(FOLLOW), refused("played_on"):
        wins(between(cup, 1, 2), 2)


# A cup
# --------------------------------------------------------------------------------------------------


def a_cup(entrants: int = 4, **settings: Any) -> tuple[Tournament, SessionRound]:
    """A cup whose first round the lower numbers have won; its second is published."""
    cup = desks.a_tournament("cup", entrants, format_settings={"first_round": "seeds", **settings})
    first = desks.draw(cup)
    for match in first.matches.select_related("session_round__stage__tournament"):
        wins(match, min(numbers(match)))
    publishing.close_round(first, None)
    return cup, desks.draw(cup, 2)


def one_hand(match: Match) -> None:
    """A hand is written, and the match goes on."""
    won = Round(out=(0, 1, 2, 3), card_points=(65, 35))
    write(publishing.open_game(match, 1, desks.table_phone()), [won], desks.table_phone())


def test_a_wrong_winner_is_put_right_once_a_hand_of_the_next_round_is_written() -> None:
    cup, second = a_cup(third_place=True)
    final = between(cup, 1, 2)
    one_hand(final)
    with refused("later_round_drawn"):
        wins(between(cup, 1, 4), 4)
    with deciding(FOLLOW):
        wins(between(cup, 1, 4), 4)
    assert sorted(map(numbers, second.matches.all())) == [[1, 3], [2, 4]]
    final.refresh_from_db()
    assert (final.result, final.done, final.games.get().game_id) == (None, False, None)
    assert as_counted(cup)
    for match in second.matches.select_related("session_round__stage__tournament"):
        wins(match, max(numbers(match)))
    publishing.close_round(second, None)
    assert order(cup) == [4, 2, 3, 1]


def test_a_sheet_typed_once_for_those_who_do_not_go_on_is_forgotten() -> None:
    cup, _second = a_cup()
    Tournament.objects.filter(pk=cup.pk).update(papers_twice=True)
    final = wins(between(cup, 1, 2), 1)
    assert (final.done, final.typed is None) == (False, False)
    with deciding(FOLLOW):
        wins(between(cup, 1, 4), 4)
    final.refresh_from_db()
    assert numbers(final) == [2, 4]
    assert final.typed is None


def test_the_bracket_stays_and_says_so() -> None:
    cup, second = a_cup()
    one_hand(between(cup, 1, 2))
    with deciding(STAY):
        match = wins(between(cup, 1, 4), 4)
    assert numbers(second.matches.get()) == [1, 2]
    assert [line["score"] for line in (match.result or {}).values()] != []
    assert any("Left the later rounds as drawn" in line.sentence for line in log_lines(cup))
    assert says_it_stayed(cup, 1)
    wins(between(cup, 1, 2), 1)
    publishing.close_round(second, None)
    assert order(cup)[:2] == [1, 2]
    assert as_counted(cup)


def test_a_draft_follows_too_and_a_match_that_is_played_does_not() -> None:
    cup, second = a_cup(8)
    for match in second.matches.select_related("session_round__stage__tournament"):
        wins(match, min(numbers(match)))
    with deciding(FOLLOW), refused("played_on"):
        wins(between(cup, 1, 8), 8)
    publishing.close_round(second, None)
    third = desks.draw(cup, 3, publish=False)
    with deciding(FOLLOW):
        wins(between(cup, 1, 4), 4)
    assert numbers(third.matches.get()) == [2, 4]


def test_a_correction_with_what_became_of_it_is_undone_as_a_whole() -> None:
    cup, second = a_cup()
    for how, goes_on in ((FOLLOW, 4), (STAY, 1)):
        with deciding(how):
            change = carry_out(cup, lambda: wins(between(cup, 1, 4), 4))
        assert change
        assert between(cup, 1, 4).winner == _side(cup, goes_on)
        undo(change, None, "it was right")
        assert between(cup, 1, 4).winner == _side(cup, 1)
        assert numbers(second.matches.get()) == [1, 2]
        assert as_counted(cup)
        assert not says_it_stayed(cup, 1)


def _side(cup: Tournament, number: int) -> int:
    return Place.objects.get(match=between(cup, 1, 4), entrant__number=number).side


# The pages
# --------------------------------------------------------------------------------------------------


def typed(match: Match, first: int, second: int) -> dict[str, object]:
    return {
        "sum_1_0": first,
        "sum_1_1": second,
        "reason": "written the wrong way round",
        "fine": "1",
    }


def test_the_preview_shows_both_ways_and_either_is_one_press() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("cup", 4, desk=desk, format_settings={"first_round": "seeds"})
    first = desks.draw(cup)
    for match in first.matches.select_related("session_round__stage__tournament"):
        wins(match, min(numbers(match)))
    publishing.close_round(first, None)
    second = desks.draw(cup, 2)
    match = between(cup, 1, 4)
    scores = (400, 600) if _side(cup, 1) == 0 else (600, 400)
    address = at("desk_correct", cup, match.pk)
    page = desk.client.post(address, typed(match, *scores))
    shown = text_of(page)
    assert page.status_code == 200
    assert "They can follow it, or stay as drawn." in shown
    assert "Later rounds follow" in shown
    assert "Later rounds stay as drawn" in shown
    assert numbers(second.matches.get()) == [1, 2]
    done = desk.client.post(address, typed(match, *scores) | {"sure": "1", "bracket": "follow"})
    assert done.status_code == 302
    assert numbers(second.matches.get()) == [2, 4]


def test_an_earlier_stage_is_corrected_on_its_page_without_a_question_where_nobody_changes() -> (
    None
):
    desk = desks.a_desk()
    cup = groups_then_cup(desk)
    match = between(cup, 3, 4)
    scores = (400, 600) if match.places.get(entrant__number=3).side == 0 else (600, 400)
    address = at("desk_correct", cup, match.pk)
    page = desk.client.post(address, typed(match, *scores))
    assert "Later rounds" not in text_of(page)
    assert desk.client.post(address, typed(match, *scores) | {"sure": "1"}).status_code == 302
    assert (order(cup), through(cup)) == ([1, 2, 4, 3], [1, 2])


def test_a_penalty_in_an_earlier_stage_asks_and_counts() -> None:
    desk = desks.a_desk()
    cup = groups_then_cup(desk)
    fields = {
        "entrant": cup.entrants.get(number=2).pk,
        "where": "1",
        "kind": "penalty",
        "points": "3",
        "reason": "late",
    }
    page = desk.client.post(at("desk_penalties", cup), fields)
    assert "They can follow it, or stay as drawn." in text_of(page)
    assert (
        desk.client.post(
            at("desk_penalties", cup), fields | {"sure": "1", "bracket": "stay"}
        ).status_code
        == 302
    )
    assert (order(cup)[:2], through(cup)) == ([1, 3], [1, 2])


def turned(cup: Tournament, one: int, other: int) -> tuple[str, dict[str, object]]:
    """The page that corrects the match of these two, and what is typed there: `other` has won."""
    match = between(cup, one, other)
    first = match.places.get(entrant__number=one).side == 0
    return at("desk_correct", cup, match.pk), typed(match, *((400, 600) if first else (600, 400)))


def test_the_preview_says_who_would_get_through_instead_and_following_comes_first() -> None:
    desk = desks.a_desk()
    cup = groups_then_cup(desk)
    page = desk.client.post(*turned(cup, 2, 3))
    shown = text_of(page)
    assert "Cup: Player 5 & Player 6 would be in it instead of Player 3 & Player 4." in shown
    assert shown.index("Correct it, later rounds follow") < shown.index(
        "Correct it, later rounds stay"
    )
    assert "undo what was entered there" not in shown
    assert "No table, result or rank changes" not in shown
    assert "Final, table 1" in shown
    assert shown.count("Standings: Groups") == 1, "what changes either way is shown once"
    ranks = r'<p class="(?:before|after)[^"]*">\s*<b>\d+</b> <bdi>([^<]+)'
    names = re.findall(ranks, page.content.decode())
    assert names.count("Player 3 &amp; Player 4") >= 2, "on both sides of the drawing"
    assert "Round 1, table 1" not in shown.partition("Final, table 1")[2]


def test_once_something_of_the_cup_is_entered_the_preview_says_the_way_out_and_it_leads_there() -> (
    None
):
    desk = desks.a_desk()
    cup = groups_then_cup(desk)
    final = between(cup, 1, 2, stage_number=2)
    wins(final, 1)
    address, fields = turned(cup, 2, 3)
    page = desk.client.post(address, fields)
    shown = text_of(page)
    assert "Player 5 & Player 6 would be in it instead of Player 3 & Player 4." in shown
    assert "first undo what was entered there" in shown
    assert at("desk_match", cup, final.pk) in page.content.decode()
    assert "Correct it, later rounds follow" not in shown
    desk.client.post(
        at("desk_match_do", cup, final.pk, "undo"), {"sure": "1", "reason": "wrong pair"}
    )
    assert "Correct it, later rounds follow" in text_of(desk.client.post(address, fields))


def test_a_hand_on_a_phone_cannot_be_taken_back_and_the_preview_does_not_promise_it() -> None:
    desk = desks.a_desk()
    cup = groups_then_cup(desk)
    publishing.open_game(between(cup, 1, 2, stage_number=2), 1, desks.table_phone())
    desks.play_match(between(cup, 1, 2, stage_number=2))
    shown = text_of(desk.client.post(*turned(cup, 2, 3)))
    assert "Hands have been entered there, so it cannot be redrawn." in shown
    assert "first undo" not in shown


def test_the_draft_that_a_correction_drew_is_not_old_and_the_message_names_it() -> None:
    desk = desks.a_desk()
    cup = groups_then_cup(desk)
    address, fields = turned(cup, 2, 3)
    done = desk.client.post(address, fields | {"sure": "1", "bracket": "follow"}, follow=True)
    assert (
        "Cup is a draft again, with those who qualify now. Check it, then publish it."
        in text_of(done)
    )
    draft = at("desk_round", cup, 2, 1)
    assert "redraw it" not in text_of(desk.client.get(draft))
    address, fields = turned(cup, 1, 4)
    desk.client.post(address, fields | {"sure": "1", "bracket": "stay"})
    assert "redraw it" in text_of(desk.client.get(draft))
