"""A pair that comes late in a round that is played: here once it is entered, seated with the one
that has the bye.
"""

import re
from typing import Any

import pytest

from tests.tournaments import desks
from tests.tournaments.clocked import fresh
from tests.tournaments.desk_pages import at, said, text_of
from tests.tournaments.refusing import refused
from tournaments.actions import entering, publishing
from tournaments.actions.late_seating import seat_late
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Entrant, LogLine, Place, SessionRound, Tournament

pytestmark = pytest.mark.django_db


def a_round(
    entrants: int = 5, preset: str = "pairs_swiss", **stage: Any
) -> tuple[desks.Desk, Tournament, SessionRound]:
    """A published session round of pairs who are all here; with five, one has the bye."""
    desk = desks.a_desk()
    tournament = desks.a_tournament(preset, entrants, desk=desk, minutes=50, **stage)
    entering.check_in_all(tournament, None)
    return desk, tournament, fresh(desks.draw(tournament))


def bye_of(row: SessionRound) -> Entrant:
    return Place.objects.get(session_round=row, kind=Place.Kind.BYE).entrant


def a_late_pair(tournament: Tournament, *, here: bool = True) -> Entrant:
    return entering.enter(tournament, None, [NewEntrant(("Late Lena", "Late Leo"))], here=here)[0]


def test_who_is_entered_while_it_is_played_is_here_unless_said_otherwise() -> None:
    desk, tournament, _row = a_round()
    # As it was made; what counts is in the records
    assert a_late_pair(tournament).checked_in_at is None
    assert Entrant.objects.get(members__player__name="Late Lena").checked_in_at is not None
    page = desk.client.get(at("desk_entrants", tournament)).content.decode()
    assert 'name="away"' in page
    entered = {"name_0": "Otto", "name_1": "Olaf", "away": "on", "reason": "late", "sure": "1"}
    preview = desk.client.post(at("desk_enter", tournament), entered)
    fields = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', preview.content.decode()))
    desk.client.post(at("desk_enter", tournament), entered | fields)
    assert Entrant.objects.get(members__player__name="Otto").checked_in_at is None


def test_before_the_first_draw_nobody_is_here_by_being_entered() -> None:
    tournament = desks.a_tournament(entrants=4)
    entering.check_in_all(tournament, None)
    a_late_pair(tournament)
    assert Entrant.objects.get(members__player__name="Late Lena").checked_in_at is None


def test_a_pair_entered_between_two_rounds_is_drawn_for_the_next() -> None:
    desk, tournament, row = a_round(4)
    desks.play_round(row)
    late = a_late_pair(tournament)
    assert 'name="away"' in desk.client.get(at("desk_entrants", tournament)).content.decode()
    desk.client.post(at("desk_round_do", tournament, 1, 2, "draw"), {"only_here": "on"})
    place = Place.objects.get(session_round__number=2, entrant=late)
    assert place.kind != Place.Kind.ABSENT


def test_a_late_pair_and_the_one_with_the_bye_are_seated_in_two_taps() -> None:
    desk, tournament, row = a_round()
    late, free = a_late_pair(tournament), bye_of(row)
    page = desk.client.get(at("desk_round", tournament, 1, 1)).content.decode()
    card = page.partition('id="late-pair"')[2].partition("</section>")[0]
    assert "Late Lena &amp; Late Leo" in card
    assert "They have not met." in card
    fields = dict(re.findall(r'name="(first|second)"\s+value="(\d+)"', card))
    assert fields == {"first": str(free.pk), "second": str(late.pk)}
    response = desk.client.post(at("desk_round_do", tournament, 1, 1, "seat_late"), fields)
    assert response["Location"] == f"{at('desk_round', tournament, 1, 1)}#table-3"
    match = row.matches.get(number=3)
    assert [place.entrant_id for place in match.places.all()] == [free.pk, late.pk]
    assert not Place.objects.filter(session_round=row).exclude(kind=Place.Kind.TABLE).exists()
    assert match.games.count() == 1
    assert (
        'id="late-pair"' not in desk.client.get(at("desk_round", tournament, 1, 1)).content.decode()
    )
    line = LogLine.objects.get(action="seated_late")
    assert (line.by, line.params["table"]) == (desk.user, 3)
    # They play, the round is closed, and the next draw knows that they met.
    desks.play_round(fresh(row))
    second = desks.draw(tournament, 2)
    met = Place.objects.filter(session_round=second, entrant=late, match__places__entrant=free)
    assert not met.exists()


def test_what_is_said_of_a_late_pair_takes_it_back_in_one_tap() -> None:
    desk, tournament, row = a_round()
    late, free = a_late_pair(tournament), bye_of(row)
    seat = at("desk_round_do", tournament, 1, 1, "seat_late")
    fields = {"first": free.pk, "second": late.pk}
    page = desk.client.get(desk.client.post(seat, fields)["Location"]).content.decode()
    note = page.partition('class="note good undoable"')[2].partition("</form>")[0]
    assert "They play at table 3." in note
    undo = re.findall(r'action="([^"]+)"', note)[0]
    asked = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', note))
    back = desk.client.post(undo, {"reason": asked["reason"]})
    assert back["Location"] == at("desk_round", tournament, 1, 1)
    assert said(desk.client, back) == ["Undone: everything is as it was before."]
    assert Place.objects.get(session_round=row, entrant=free).kind == Place.Kind.BYE
    assert row.matches.count() == 2
    assert (
        'id="late-pair"' in desk.client.get(at("desk_round", tournament, 1, 1)).content.decode()
    ), "and once more"
    desk.client.post(seat, fields)
    desks.play_match(row.matches.get(number=3))
    line = LogLine.objects.filter(action="seated_late").latest("pk")
    refused_ = desk.client.post(
        f"{at('desk_undo', tournament, line.pk)}?at=round", {"reason": "too late"}
    )
    assert refused_.status_code == 409
    assert "has begun since" in text_of(refused_)


def test_two_late_pairs_without_a_bye_play_each_other() -> None:
    desk, tournament, row = a_round(4)
    first = a_late_pair(tournament)
    assert (
        'id="late-pair"' not in desk.client.get(at("desk_round", tournament, 1, 1)).content.decode()
    )
    second = entering.enter(tournament, None, [NewEntrant(("Late Ida", "Late Ivo"))])[0]
    assert "without a table" in text_of(desk.client.get(at("desk_round", tournament, 1, 1)))
    match = seat_late(row, None, first, second)
    assert match.number == 3


def test_who_was_absent_in_the_draw_and_comes_after_all_is_seated_too() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("pairs_swiss", 6, desk=desk, minutes=50)
    for entrant in tournament.entrants.all()[:5]:
        entering.check_in(entrant, None)
    desk.client.post(at("desk_round_do", tournament, 1, 1, "draw"), {"only_here": "on"})
    row = fresh(publishing.publish_round(SessionRound.objects.get(), None))
    late = tournament.entrants.get(checked_in_at=None)
    assert Place.objects.get(entrant=late).kind == Place.Kind.ABSENT
    entering.check_in(late, None)
    match = seat_late(row, None, bye_of(row), late)
    assert Place.objects.get(entrant=late).match == match


def test_who_sits_already_is_withdrawn_or_would_play_alone_is_not_seated() -> None:
    _desk, tournament, row = a_round()
    late, free = a_late_pair(tournament), bye_of(row)
    seated = Place.objects.filter(session_round=row, kind=Place.Kind.TABLE).first()
    assert seated is not None
    with refused("seated_already"):
        seat_late(row, None, seated.entrant, late)
    with refused("cannot_seat"):
        seat_late(row, None, late, late)
    Entrant.objects.filter(pk=late.pk).update(state="withdrawn")
    with refused("not_entered"):
        seat_late(row, None, free, late)


@pytest.mark.parametrize(("preset", "entrants"), [("cup", 5), ("round_robin", 5)])
def test_a_draw_that_takes_nobody_late_seats_nobody(preset: str, entrants: int) -> None:
    desk, tournament, row = a_round(entrants, preset)
    late = a_late_pair(tournament)
    assert (
        'id="late-pair"' not in desk.client.get(at("desk_round", tournament, 1, 1)).content.decode()
    )
    other = entering.enter(tournament, None, [NewEntrant(("Late Ida", "Late Ivo"))])[0]
    with refused("cannot_seat"):
        seat_late(row, None, late, other)


def test_ids_that_are_none_seat_nobody() -> None:
    desk, tournament, _row = a_round()
    for first, second in (("x", "1"), ("99999", "1"), ("", "")):
        fields = {"first": first, "second": second}
        assert (
            desk.client.post(at("desk_round_do", tournament, 1, 1, "seat_late"), fields).status_code
            == 404
        )


def test_at_the_door_people_stand_by_family_name_and_a_pair_can_be_entered() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament(entrants=2, desk=desk)
    entering.enter(
        tournament,
        None,
        [NewEntrant(("Zoe Abel", "Max Frei")), NewEntrant(("Adam Zuber", "Eva Kunz"))],
    )
    page = desk.client.get(f"{at('desk_entrants', tournament)}?show=door").content.decode()
    assert page.index("Zoe Abel") < page.index("Adam Zuber")
    assert 'id="add"' in page


def test_where_nobody_was_checked_in_a_late_pair_counts_as_here() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("pairs_swiss", 5, desk=desk, minutes=50)
    row = fresh(desks.draw(tournament))
    late = a_late_pair(tournament)
    late.refresh_from_db()
    assert late.checked_in_at is None
    page = desk.client.get(at("desk_round", tournament, 1, 1))
    assert "Seat both at table 3" in text_of(page)
    match = seat_late(row, None, bye_of(row), late)
    assert match.number == 3
    assert not Entrant.objects.exclude(checked_in_at=None).exists(), "still nobody asks who is here"


def test_where_nobody_was_checked_in_who_is_excused_is_not_offered_a_seat() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("pairs_swiss", 5, desk=desk, minutes=50)
    row = fresh(desks.draw(tournament))
    away = a_late_pair(tournament)
    Place.objects.create(session_round=row, entrant=away, kind=Place.Kind.ABSENT)
    assert "Seat both" not in text_of(desk.client.get(at("desk_round", tournament, 1, 1)))
