"""Duplicate: a pair that has finished sees where it plays next before the round is published."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tests.worlds import built_once
from tournaments.actions import attendance, timing
from tournaments.models import Entrant, Match, SessionRound, Tournament
from tournaments.pages.movements import numbers_in
from tournaments.pages.next_seats import NextSeat
from tournaments.pairing.duplicate import movement
from tournaments.pairing.duplicate.seating import holders_of
from tournaments.stage.history import history_of
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


def begun() -> Tournament:
    """Five pairs, the first round played and not agreed."""
    session = desks.a_tournament("duplicate_evening", 5, awards={})
    desks.play_round(desks.draw(session), close=False)
    return session


shared = built_once(begun)


@pytest.fixture
def session(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def agree_all(session: Tournament) -> None:
    Match.objects.filter(session_round__stage__tournament=session).update(
        agreement=Match.Agreement.AGREED
    )
    Tournament.objects.filter(pk=session.pk).update(version=session.version + 100)


def entrant(session: Tournament, number: int) -> Entrant:
    who = holders_of(numbers_in(history_of(desks.first_stage(session))))[number]
    return Entrant.objects.select_related("tournament").get(pk=who)


def own(session: Tournament, number: int) -> Response:
    answer = Client().get(reverse("own_page", args=[token_of(entrant(session, number))]))
    assert answer.status_code == 200
    return answer


def next_of(session: Tournament, number: int) -> NextSeat | None:
    (stage,) = own(session, number).context["stages"]
    found: NextSeat | None = stage.next
    return found


def test_each_pair_sees_its_next_table_by_the_movement(session: Tournament) -> None:
    found = movement(5)
    (rested,), (rests,) = found.sit_out[:2]
    assert {number for number in range(1, 6) if next_of(session, number)} == {rested}
    agree_all(session)
    for seat in found.rounds[1]:
        for direction, number in enumerate(seat.numbers):
            shown = next_of(session, number)
            assert shown is not None
            assert (shown.round, shown.table, shown.waits) == (2, seat.table, False)
            assert shown.boards is not None
            assert (shown.boards.direction, shown.boards.boards) == (direction, seat.boards)
            assert bool(shown.boards.fetch) <= (direction == 0)
    sits = next_of(session, rests)
    assert sits is not None
    back = next(one.table for one in found.rounds[2] if rests in one.numbers)
    assert (sits.table, sits.back) == (0, back)
    assert f"After that you play at table {back}" in text_of(own(session, rests))
    assert not SessionRound.objects.filter(number=2).exists()


def test_who_carries_boards_is_told_where_they_go(session: Tournament) -> None:
    agree_all(session)
    (first, _), later = movement(5).rounds[0], movement(5).rounds[1]
    shown = next_of(session, first.numbers[0])
    assert shown is not None
    goes = {tables for one in shown.carry for tables in [one.tables]}
    needed = {one.table for one in later if set(one.boards) & set(first.boards)} - {first.table}
    assert {table for tables in goes for table in tables} == needed
    other = next_of(session, first.numbers[1])
    assert other is not None
    assert not other.carry


def test_the_phone_at_the_table_shows_both_pairs_at_the_end(session: Tournament) -> None:
    match, *_ = desks.tables(SessionRound.objects.get(stage__tournament=session, number=1))
    where = reverse("match", args=[token_of(match)])
    assert not Client().get(where).context["next_seats"]
    agree_all(session)
    page = Client().get(where)
    assert [seat.round for _, seat in page.context["next_seats"]] == [2, 2]


def test_it_waits_while_a_late_pair_has_no_place_yet(session: Tournament) -> None:
    agree_all(session)
    desks.enter(session, 1, first=100)
    shown = next_of(session, movement(5).rounds[1][0].numbers[0])
    assert shown is not None
    assert (shown.waits, shown.table) == (True, 0)


def test_a_pair_that_leaves_makes_its_opponent_sit_out(session: Tournament) -> None:
    agree_all(session)
    seat = movement(5).rounds[1][0]
    attendance.withdraw(entrant(session, seat.numbers[0]), None, "ill")
    shown = next_of(session, seat.numbers[1])
    assert shown is not None
    assert (shown.waits, shown.table) == (False, 0)


def test_a_published_round_shows_its_own_tables(session: Tournament) -> None:
    agree_all(session)
    desks.draw(session, 2)
    seat = movement(5).rounds[1][0]
    assert next_of(session, seat.numbers[0]) is None


def at_19(minutes: int) -> str:
    """The time so many minutes after 19:00 in UTC, on the clocks of this machine."""
    moment = datetime(2026, 12, 1, 19, tzinfo=UTC) + timedelta(minutes=minutes)
    return f"{timezone.localtime(moment):%H:%M}"


def test_a_pair_that_sits_out_sees_when_it_is_back_by_the_clock(session: Tournament) -> None:
    """The round begins at 19:00 and takes 30 minutes; it is paused for 5 and extended by 5."""
    found = movement(5)
    (rests,) = found.sit_out[0]
    table = next(one.table for one in found.rounds[1] if rests in one.numbers)
    row = SessionRound.objects.select_related("stage__tournament").get(number=1)

    def shown(minute: int, second: int = 0) -> str:
        clock.move_to(datetime(2026, 12, 1, 19, minute, second, tzinfo=UTC))
        return text_of(own(session, rests)).partition("You sit out round 1.")[2][:60]

    with time_machine.travel(datetime(2026, 12, 1, 19, tzinfo=UTC), tick=False) as clock:
        assert "Back about" not in shown(0)
        timing.start_clock(row, None, minutes=30)
        assert f"Back about {at_19(30)} at table {table}." in shown(1)
        clock.move_to(datetime(2026, 12, 1, 19, 1, tzinfo=UTC))
        timing.pause_clock(row, None)
        assert f"Back about {at_19(33)} at table {table}." in shown(4)  # moves while it is paused
        clock.move_to(datetime(2026, 12, 1, 19, 6, tzinfo=UTC))
        timing.resume_clock(row, None)
        assert f"Back about {at_19(35)} at table {table}." in shown(7)
        timing.add_minutes(row, None, 5)
        assert f"Back about {at_19(40)} at table {table}." in shown(8)
        assert f"Back about {at_19(40)} at table {table}." in shown(39, 59)
        # The time is over, and others still play
        assert "Back about" not in shown(41)


def test_the_next_rest_counts_from_the_end_of_the_round_before(session: Tournament) -> None:
    """Both rounds take 30 minutes: if this one is late, the next counts from now."""
    agree_all(session)
    found = movement(5)
    (rests,) = found.sit_out[1]
    back = next(one.table for one in found.rounds[2] if rests in one.numbers)
    row = SessionRound.objects.select_related("stage__tournament").get(number=1)
    row.stage.minutes = 30
    row.stage.save(update_fields=["minutes"])
    with time_machine.travel(datetime(2026, 12, 1, 19, tzinfo=UTC), tick=False) as clock:
        timing.start_clock(row, None)
        for minute, time in ((10, at_19(60)), (40, at_19(70))):
            clock.move_to(datetime(2026, 12, 1, 19, minute, tzinfo=UTC))
            text = text_of(own(session, rests))
            assert f"You sit out. Back about {time} at table {back}." in text
