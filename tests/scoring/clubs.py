"""A club for tests, with evenings and who may what."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from scoring.games.nights import night_of
from scoring.models import Claim, Club, Device, Evening, Game, Player
from scoring.rules import RuleSet
from tests.scoring.games import a_client, a_device, a_game, believable
from tichu_site.models import User
from tournaments.clubs.actions.evenings import Plan, plan_evenings
from tournaments.models import Role

EVENING = time(19, 30)


def tonight() -> date:
    return night_of(timezone.now())


def a_club(*phones: Device, name: str = "Tichu Bern", **more: Any) -> Club:
    """A club that these phones have joined."""
    club = Club.objects.create(name=name, **more)
    Device.objects.filter(pk__in=[phone.pk for phone in phones]).update(club=club)
    for phone in phones:
        phone.club = club
    return club


def an_evening(club: Club, days: int = 7, **texts: str) -> Evening:
    """An evening in so many days."""
    return plan_evenings(club, Plan(tonight() + timedelta(days=days), EVENING, **texts))[0]


def an_account(club: Club | None = None, role: str = "", name: str = "Olga", **more: Any) -> User:
    user = User.objects.create_user(f"{name.lower()}@club.example", name=name, **more)
    if club and role:
        Role.objects.create(club=club, user=user, name=role)
    return user


def a_desk(club: Club, role: str = "director") -> Client:
    """The browser of an account with a role in the club, which no phone of it is."""
    client = Client()
    client.force_login(an_account(club, role, name=f"{role} of {club.pk}".replace(" ", "-")))
    return client


def a_member(club: Club, key: str = "beat's phone") -> Client:
    """A phone that has joined."""
    device = a_device(key)
    device.club = club
    device.save()
    return a_client(key)


def a_played_club() -> Club:
    """A club with a phone, Anna's, and two games that are over."""
    club = a_club(a_device())
    for seed in (4, 9):
        a_game(rounds=believable(RuleSet.of("nanking", {}), 4, 60, seed), device=a_device())
    return club


def a_person(club: Club, name: str = "Anna", **more: Any) -> Player:
    return Player.objects.get_or_create(club=club, name=name, defaults=more)[0]


def moved(game: Game, at: datetime) -> Game:
    """The game, as if it had begun then."""
    Game.objects.filter(pk=game.pk).update(started_at=at)
    return game


def claim_rows() -> list[tuple[str, bool, str]]:
    return [(claim.player.name, claim.held, claim.ended) for claim in Claim.objects.order_by("pk")]
