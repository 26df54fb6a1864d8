"""Phones at a match: one writes, others watch for a side, and taking over needs somebody's word."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.models import Device, Game, Grant
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.racing import hands
from tests.tournaments.refusing import refused
from tournaments.actions import publishing, table_phones
from tournaments.models import LogLine, Match, Phone

pytestmark = pytest.mark.django_db


def a_match() -> Match:
    desks.draw(desks.a_tournament("pairs_swiss", 4))
    return Match.objects.select_related("session_round__stage__tournament").get(number=1)


def phone(name: str) -> Device:
    return a_device(f"the phone of {name}")


def at(match: Match) -> list[tuple[str, int | None, bool, bool]]:
    """The phones at a match: whose, for which side, whether it writes, whether it asks to."""
    whose = {phone(name).pk: name for name in ("Anna", "Beat", "Carla")}
    rows = Phone.objects.filter(match=match)
    return [(whose[one.device_id], one.side, one.writes, one.asked_at is not None) for one in rows]


def writing(match: Match, name: str, side: int | None = 0) -> Game:
    """This phone has begun the first game."""
    table_phones.sit(match, phone(name), side, write=True)
    return publishing.open_game(match, 1, phone(name))


def may_send(game: Game, name: str) -> bool:
    return Grant.objects.filter(
        game=game, device=phone(name), link__revoked_at__isnull=True
    ).exists()


def test_the_first_phone_writes_and_another_looks_on() -> None:
    match = a_match()
    writing(match, "Anna")
    table_phones.sit(match, phone("Beat"), 1)
    assert at(match) == [("Anna", 0, True, False), ("Beat", 1, False, False)]


def test_a_phone_that_sits_down_again_keeps_what_it_said() -> None:
    match = a_match()
    table_phones.sit(match, phone("Anna"), 0, write=True)
    table_phones.sit(match, phone("Anna"), None)
    assert at(match) == [("Anna", 0, True, False)]
    table_phones.sit(match, phone("Anna"), 1)
    assert at(match) == [("Anna", 1, True, False)]


def test_a_side_that_is_not_there_is_refused() -> None:
    match = a_match()
    for side in (2, -1, 10**9):
        with refused("no_such_side"):
            table_phones.sit(match, phone("Anna"), side)
    assert at(match) == []


def test_while_no_game_runs_another_phone_may_write() -> None:
    match = a_match()
    table_phones.sit(match, phone("Anna"), 0, write=True)
    table_phones.sit(match, phone("Beat"), 1, write=True)
    assert at(match) == [("Anna", 0, False, False), ("Beat", 1, True, False)]


def test_while_a_game_runs_no_other_phone_writes_by_itself() -> None:
    match = a_match()
    game = writing(match, "Anna")
    with refused("another_writes"):
        table_phones.sit(match, phone("Beat"), 1, write=True)
    Game.objects.filter(pk=game.pk).update(state=Game.State.PAUSED)
    with refused("another_writes"):
        table_phones.sit(match, phone("Beat"), 1, write=True)
    assert at(match) == [("Anna", 0, True, False)]


def test_a_seated_phone_lets_another_write_and_the_old_one_may_still_send() -> None:
    match = a_match()
    game = writing(match, "Anna")
    asking = table_phones.ask_to_write(match, phone("Beat"))
    assert at(match) == [("Anna", 0, True, False), ("Beat", None, False, True)]
    table_phones.let_write(asking, device=phone("Anna"))
    assert at(match) == [("Anna", 0, False, False), ("Beat", None, True, False)]
    assert [may_send(game, name) for name in ("Anna", "Beat")] == [True, True]
    table_phones.sit(
        match, phone("Anna"), None, write=True
    )  # which wrote before, and takes over again
    assert at(match) == [("Anna", 0, True, False), ("Beat", None, False, False)]


def test_a_phone_that_looks_on_for_a_side_may_allow_it_too() -> None:
    match = a_match()
    writing(match, "Anna")
    table_phones.sit(match, phone("Beat"), 1)
    asking = table_phones.ask_to_write(match, phone("Carla"))
    table_phones.let_write(asking, device=phone("Beat"))
    assert at(match) == [
        ("Anna", 0, False, False),
        ("Beat", 1, False, False),
        ("Carla", None, True, False),
    ]


def test_the_director_lets_a_phone_write_and_the_log_says_so() -> None:
    match = a_match()
    game = writing(match, "Anna")
    olga = desks.a_user()
    table_phones.let_write(table_phones.ask_to_write(match, phone("Beat")), by=olga)
    assert may_send(game, "Beat")
    line = LogLine.objects.order_by("-pk")[0]
    assert (line.action, line.by) == ("phone_writes", olga)
    assert line.params == {"stage": 1, "round": 1, "table": 1, "match": match.pk}


def test_nobody_allows_it_who_does_not_sit_there() -> None:
    match = a_match()
    writing(match, "Anna")
    asking = table_phones.ask_to_write(match, phone("Beat"))
    table_phones.sit(match, phone("Carla"), None)  # has not said which side it is
    for device in (phone("Beat"), phone("Carla"), phone("a stranger"), None):
        with refused("may_not_allow"):
            table_phones.let_write(asking, device=device)
    with refused("not_asked"):
        table_phones.let_write(Phone.objects.get(device=phone("Carla")), device=phone("Anna"))


def test_allowing_twice_is_allowing_once() -> None:
    match = a_match()
    writing(match, "Anna")
    asking = table_phones.ask_to_write(match, phone("Beat"))
    table_phones.let_write(asking, device=phone("Anna"))
    lines = LogLine.objects.count()
    assert table_phones.let_write(asking, device=phone("Anna")).writes
    assert LogLine.objects.count() == lines


def test_asking_twice_keeps_the_first_moment() -> None:
    match = a_match()
    writing(match, "Anna")
    first = table_phones.ask_to_write(match, phone("Beat")).asked_at
    assert table_phones.ask_to_write(match, phone("Beat")).asked_at == first
    assert table_phones.ask_to_write(match, phone("Anna")).asked_at is None  # it writes already


def test_the_database_keeps_one_writer_a_match() -> None:
    match = a_match()
    writing(match, "Anna")
    other = table_phones.sit(match, phone("Beat"), 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Phone.objects.filter(pk=other.pk).update(writes=True)


def test_a_closed_round_seats_nobody() -> None:
    match = a_match()
    desks.play_round(match.session_round)
    for seat in (
        lambda: table_phones.sit(match, phone("Anna"), 0),
        lambda: table_phones.ask_to_write(match, phone("Anna")),
    ):
        with refused("round_closed"):
            seat()


def test_what_phones_do_is_told_to_the_match_and_who_writes_to_the_desk() -> None:
    match = a_match()
    tournament = match.session_round.stage.tournament

    def versions() -> tuple[int, int]:
        match.refresh_from_db(fields=["version"])
        tournament.refresh_from_db(fields=["version"])
        return match.version, tournament.version

    before = versions()
    table_phones.sit(match, phone("Anna"), 0)
    assert versions() == (before[0] + 1, before[1])
    table_phones.sit(match, phone("Anna"), 0, write=True)
    assert versions() == (before[0] + 2, before[1] + 1)
    table_phones.ask_to_write(match, phone("Beat"))
    assert versions() == (before[0] + 3, before[1] + 2)


def test_a_phone_is_heard_once_a_minute() -> None:
    match = a_match()
    seated = table_phones.sit(match, phone("Anna"), 0)
    table_phones.record_activity(match, phone("Anna"))
    assert Phone.objects.get().heard_at == seated.heard_at
    long_ago = timezone.now() - timedelta(minutes=2)
    Phone.objects.update(heard_at=long_ago)
    table_phones.record_activity(match, phone("Beat"))
    assert Phone.objects.get().heard_at == long_ago
    table_phones.record_activity(match, phone("Anna"))
    assert Phone.objects.get().heard_at > long_ago


def test_of_two_phones_that_are_allowed_the_later_writes() -> None:
    match = a_match()
    game = writing(match, "Anna")
    hands(game, 1)
    asking = table_phones.ask_to_write(match, phone("Beat"))
    carla = table_phones.ask_to_write(match, phone("Carla"))
    table_phones.sit(match, phone("Beat"), 1)
    table_phones.let_write(asking, device=phone("Anna"))
    table_phones.let_write(carla, device=phone("Beat"))
    assert [name for name, _, writes, _ in at(match) if writes] == ["Carla"]
