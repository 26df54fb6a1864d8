"""Two entrants of a draft change places by two taps, with the warnings at once and a way back."""

import re

import pytest

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, kept_out, text_of
from tournaments.models import Entrant, LogLine, Match, Place, SessionRound, Stage, Tournament

pytestmark = pytest.mark.django_db


def drawn(desk: desks.Desk, entrants: int = 8) -> tuple[Tournament, SessionRound]:
    tournament = desks.a_tournament("pairs_swiss", entrants, desk=desk)
    return tournament, desks.draw(tournament, publish=False)


def seats(session_round: SessionRound) -> dict[int, tuple[int | None, int]]:
    rows = Place.objects.filter(session_round=session_round)
    return {row.entrant_id: (row.match_id, row.side) for row in rows}


def at_table(session_round: SessionRound, number: int, side: int) -> Entrant:
    return Place.objects.get(
        match__session_round=session_round, match__number=number, side=side
    ).entrant


def test_a_tapped_name_asks_with_whom(desk: desks.Desk) -> None:
    tournament, session_round = drawn(desk)
    who = at_table(session_round, 1, 0)
    page = desk.client.get(at("desk_round", tournament, 1, 1) + f"?swap={who.pk}")
    assert "Who swaps places with" in text_of(page)
    others = set(
        Entrant.objects.filter(tournament=tournament)
        .exclude(pk=who.pk)
        .values_list("pk", flat=True)
    )
    offered = {pk for pk in others if f'name="second" value="{pk}"' in page.content.decode()}
    assert offered == others
    assert f'name="second" value="{who.pk}"' not in page.content.decode()


def test_two_change_places_and_change_back(desk: desks.Desk) -> None:
    tournament, session_round = drawn(desk)
    before = seats(session_round)
    first, second = at_table(session_round, 1, 0), at_table(session_round, 3, 1)
    fields = {"first": first.pk, "second": second.pk}
    answer = desk.client.post(at("desk_swap", tournament, 1, 1), fields)
    assert (
        answer["Location"]
        == at("desk_round", tournament, 1, 1) + f"?swapped={first.pk}-{second.pk}"
    )
    page = text_of(desk.client.get(answer["Location"]))
    assert "have swapped places. ✓ No warnings at their tables. Swap back" in page
    after = seats(session_round)
    assert (after[first.pk], after[second.pk]) == (before[second.pk], before[first.pk])
    assert {who: seat for who, seat in after.items() if who not in {first.pk, second.pk}} == {
        who: seat for who, seat in before.items() if who not in {first.pk, second.pk}
    }
    desk.client.post(at("desk_swap", tournament, 1, 1), fields)
    assert seats(session_round) == before


def test_what_a_swap_would_do_is_told_before_it_is_done(desk: desks.Desk) -> None:
    tournament, session_round = drawn(desk)
    before = seats(session_round)
    first, stays, second = (at_table(session_round, *seat) for seat in ((1, 0), (3, 0), (3, 1)))
    Entrant.objects.filter(pk__in=(first.pk, stays.pk)).update(club_name="Chess friends")
    Stage.objects.update(format_settings={"rounds": 5, "clubs_apart": True})
    fields = {"first": first.pk, "second": second.pk, "look": "1"}
    page = desk.client.post(at("desk_swap", tournament, 1, 1), fields)
    assert page.status_code == 200
    told = text_of(page).partition("Tables")[2]
    assert "Table 3: Both are from Chess friends." in told
    assert "Swap them" in told
    assert (
        f'<button class="who is-chosen" form="swap" name="second" value="{second.pk}">'
        in page.content.decode()
    )
    assert seats(session_round) == before
    assert not LogLine.objects.filter(tournament=tournament, action="swapped").exists()
    Entrant.objects.update(club_name="")
    assert "No warnings at their tables." in text_of(
        desk.client.post(at("desk_swap", tournament, 1, 1), fields)
    )
    refused = desk.client.post(at("desk_swap", tournament, 1, 1), fields | {"second": first.pk})
    assert (refused.status_code, seats(session_round)) == (422, before)


def test_a_draft_says_with_what_everybody_comes_into_it(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 4, desk=desk)
    desks.play_round(desks.draw(tournament))
    desks.draw(tournament, 2, publish=False)
    page = desk.client.get(at("desk_round", tournament, 1, 2)).content.decode()
    shown = sorted(
        re.findall(
            r'<span class="num soft">([^<]+)</span>', page.partition('class="draft tables"')[2]
        )
    )
    assert shown == ["0", "0", "2", "2"]


def test_the_warnings_of_their_new_tables_are_shown_at_once(desk: desks.Desk) -> None:
    tournament, session_round = drawn(desk)
    first, stays, second = (at_table(session_round, *seat) for seat in ((1, 0), (3, 0), (3, 1)))
    Entrant.objects.filter(pk__in=(first.pk, stays.pk)).update(club_name="Chess friends")
    Stage.objects.update(format_settings={"rounds": 5, "clubs_apart": True})
    answer = desk.client.post(
        at("desk_swap", tournament, 1, 1), {"first": first.pk, "second": second.pk}
    )
    page = text_of(desk.client.get(answer["Location"]))
    assert "No warnings" not in page
    assert "Table 3: " in page
    assert "Table 3: Both are from Chess friends." in page
    assert "1 warning" in page


def test_who_has_a_bye_changes_places_too(desk: desks.Desk) -> None:
    tournament, session_round = drawn(desk, 7)
    free = Place.objects.get(session_round=session_round, kind="bye").entrant
    other = at_table(session_round, 2, 0)
    desk.client.post(at("desk_swap", tournament, 1, 1), {"first": other.pk, "second": free.pk})
    assert Place.objects.get(session_round=session_round, kind="bye").entrant == other
    assert at_table(session_round, 2, 0) == free


def test_a_draft_changed_meanwhile_is_not_changed_blindly(desk: desks.Desk) -> None:
    tournament, session_round = drawn(desk)
    first, second = at_table(session_round, 1, 0), at_table(session_round, 2, 0)
    before = seats(session_round)
    fields = {"first": first.pk, "second": second.pk, "seen": "of another draft"}
    answer = desk.client.post(at("desk_swap", tournament, 1, 1), fields)
    assert answer.status_code == 409
    assert errors(answer)[0].startswith("This draft was changed")
    assert seats(session_round) == before


def test_nobody_changes_places_with_themselves_or_in_a_published_round(desk: desks.Desk) -> None:
    tournament, session_round = drawn(desk)
    first, second = at_table(session_round, 1, 0), at_table(session_round, 2, 0)
    same = desk.client.post(
        at("desk_swap", tournament, 1, 1), {"first": first.pk, "second": first.pk}
    )
    assert (same.status_code, errors(same)) == (
        422,
        ["Choose two different entrants of this round."],
    )
    desk.client.post(at("desk_round_do", tournament, 1, 1, "publish"))
    late = desk.client.post(
        at("desk_swap", tournament, 1, 1), {"first": first.pk, "second": second.pk}
    )
    assert (late.status_code, errors(late)) == (
        409,
        ["This round is already published: redraw the unstarted tables, or close it."],
    )
    assert "?swap=" not in desk.client.get(at("desk_round", tournament, 1, 1)).content.decode()


def test_nonsense_in_the_address_changes_nothing(desk: desks.Desk) -> None:
    tournament, _ = drawn(desk)
    address = at("desk_round", tournament, 1, 1)
    for query in (
        "?swap=x",
        "?swap=999999",
        f"?swap={10**40}",
        "?swapped=1",
        "?swapped=a-b",
        "?swapped=1-2-3",
    ):
        page = desk.client.get(address + query)
        assert page.status_code == 200
        assert "swapped places" not in text_of(page)


def test_others_change_nothing(desk: desks.Desk) -> None:
    tournament, session_round = drawn(desk)
    first, second = at_table(session_round, 1, 0), at_table(session_round, 2, 0)
    before = seats(session_round)
    kept_out(
        at("desk_swap", tournament, 1, 1), tournament, {"first": first.pk, "second": second.pk}
    )
    foreign = desks.a_tournament(
        "pairs_swiss", 4, desk=desks.a_desk("Otto", "Another club")
    ).entrants.first()
    assert foreign is not None
    answer = desk.client.post(
        at("desk_swap", tournament, 1, 1), {"first": first.pk, "second": foreign.pk}
    )
    assert answer.status_code == 404
    assert seats(session_round) == before
    assert Match.objects.filter(session_round=session_round).count() == 4
