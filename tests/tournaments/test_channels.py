"""What pages of a hall follow: every change is told once it stands, by both databases in the same
words.
"""

import uuid
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction

from scoring.games import live
from scoring.games.live import channel_of_ticket, ticket_for, versions_of
from tests.databases import database_under_test
from tests.tournaments import desks
from tichu_site.server.hub import address_of_postgresql
from tournaments import channels
from tournaments.actions import common, publishing
from tournaments.models import Match, Tournament

Told = list[tuple[uuid.UUID, int]]


@pytest.fixture
def tournament(db: None) -> Tournament:
    return desks.a_tournament(entrants=4)


def the_match(tournament: Tournament) -> Match:
    return Match.objects.filter(session_round__stage__tournament=tournament).order_by("pk")[0]


def everything(tournament: Tournament) -> dict[uuid.UUID, int]:
    """The versions as the rows have them."""
    tournament.refresh_from_db()
    match = the_match(tournament)
    return {
        tournament.pk: tournament.version,
        channels.hall_of(tournament.pk): tournament.hall_version,
        channels.match_channel(match.pk): match.version,
    }


def test_a_tournament_its_hall_and_a_match_are_three_channels_and_no_other_is_taken_for_one(
    tournament,
):
    desks.draw(tournament)
    rows = everything(tournament)
    assert len(rows) == 3
    strangers = [
        uuid.uuid4(),
        channels.hall_of(uuid.uuid4()),
        channels.match_channel(10**9),
        uuid.UUID(int=0),
    ]
    assert versions_of([*rows, *strangers]) == rows


def test_a_ticket_leads_to_its_channel(tournament):
    hall = channels.hall_of(tournament.pk)
    assert channel_of_ticket(ticket_for(hall)) == hall


def test_the_hall_hears_of_a_draw_and_not_of_every_result(tournament):
    before = everything_but_matches(tournament)
    desks.draw(tournament)
    drawn = everything_but_matches(tournament)
    assert all(drawn[name] > before[name] for name in before)
    publishing.open_game(the_match(tournament), 1, desks.table_phone())
    opened = everything_but_matches(tournament)
    hall = channels.hall_of(tournament.pk)
    assert (opened[hall], opened[tournament.pk]) == (drawn[hall], drawn[tournament.pk] + 1)


def everything_but_matches(tournament: Tournament) -> dict[uuid.UUID, int]:
    tournament.refresh_from_db()
    return {
        tournament.pk: tournament.version,
        channels.hall_of(tournament.pk): tournament.hall_version,
    }


# Being told
# --------------------------------------------------------------------------------------------------


def heard(do: Callable[[], Any]) -> Told:
    """What everybody is told while something is done, by this process or by PostgreSQL."""
    if database_under_test() == "postgres":
        with psycopg.connect(**address_of_postgresql()) as listening:
            listening.execute(f"LISTEN {live.NOTICES}")
            do()
            # PostgreSQL hands on what was told before this answer came.
            listening.execute("SELECT 1")
            told = [notice.payload.split(" ") for notice in listening.notifies(timeout=0)]
            return [(uuid.UUID(channel), int(version)) for channel, version in told]
    news: Told = []
    stop = live.listen(lambda channel, version: news.append((channel, version)))
    do()
    stop()
    return news


@pytest.mark.django_db(transaction=True)
def test_a_result_is_told_to_its_match_and_its_tournament_when_it_stands():
    tournament = desks.a_tournament(entrants=4)
    desks.draw(tournament)
    match = the_match(tournament)

    def both() -> None:
        with transaction.atomic():
            channels.bump_match(match.pk)
            common.bump_version(tournament, hall=True)

    news = heard(both)
    assert dict(news) == everything(tournament)
    assert len(news) == 3


@pytest.mark.django_db(transaction=True)
def test_what_is_taken_back_is_told_to_nobody():
    tournament = desks.a_tournament(entrants=4)

    def undone() -> None:
        with transaction.atomic():
            common.bump_version(tournament, hall=True)
            transaction.set_rollback(True)

    assert heard(undone) == []


@pytest.mark.django_db(transaction=True)
def test_an_update_that_moves_no_version_is_no_news():
    tournament = desks.a_tournament(entrants=4)
    desks.draw(tournament)

    def renamed() -> None:
        Tournament.objects.filter(pk=tournament.pk).update(
            name="Winter cup", version=tournament_version()
        )
        Match.objects.filter(pk=the_match(tournament).pk).update(extra_minutes=5)

    def tournament_version() -> int:
        return Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)

    assert heard(renamed) == []
    assert connection.vendor in {"sqlite", "postgresql"}
