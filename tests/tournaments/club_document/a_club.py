"""A club in small with everything in it that there can be, and its document."""

import io
import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time, timedelta
from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from scoring.games.actions import deleting, starting
from scoring.games.actions.starting import players_in_list
from scoring.games.actions.substitutions import change_seats
from scoring.games.chain import canonical
from scoring.models import Club, Device, Game, Player, RatingList, RatingMark
from scoring.people.actions.erasing import erase
from scoring.people.actions.merging import keep_apart, merge
from scoring.people.statistics.personal_data import Kept
from scoring.rules import Carried
from tests.scoring.games import a_game
from tests.scoring.tables import SWEEP, write
from tests.tournaments import desks
from tests.tournaments.tampering import an_evening
from tournaments.actions import agreeing, attendance, publishing
from tournaments.clubs.actions import seasons
from tournaments.clubs.actions.evenings import Plan, plan_evenings, record_answer
from tournaments.clubs.club_document.writing import write_club
from tournaments.clubs.evenings import WEEKLY
from tournaments.models import Stage
from tournaments.seasons.formula import Formula
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

ERASED = "Zacharias"
Change = Callable[[list[Any]], object]


@dataclass(frozen=True)
class Written:
    """A club as it was: its document, what was counted of it, the names in its list."""

    document: bytes
    figures: dict[str, Any]
    names: tuple[str, ...]

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.document.splitlines()]


def a_whole_club() -> Club:
    """Tournaments of two formats, a game with all that can be written, evenings, a merge, somebody
    erased, a season.
    """
    club = an_evening().club
    _at_home_of(club)
    desk = desks.desk_of(club)
    phone = Device.objects.create(key_hash="f" * 64, kind="iPhone", club=club)
    pairs = desks.a_tournament("pairs_swiss", 4, desk=desk)
    first = desks.draw(pairs)
    desks.play_round(first)
    one, *_others, last = pairs.entrants.all()
    agreeing.call_director(first.matches.all()[0], 0, "How many points?", device=phone)
    attendance.substitute(one, desk.user, "Ulla", instead_of=one.members.all()[0])
    attendance.miss_round(one, desks.first_stage(pairs), 3, desk.user)
    publishing.close_round(first, desk.user)
    desks.draw(pairs, 2, publish=False)
    attendance.withdraw(last, desk.user, "had to leave")
    people = players_in_list(phone, club, ["Vera", "Wim", "Xaver", "Yara", "Vera Braun", ERASED])
    for names in (["Vera", "Wim", "Xaver", "Yara"], ["Vera Braun", "Wim", "Xaver", ERASED]):
        game = a_game(names=names, device=phone)
        write(game, *[SWEEP] * 5)
    starting.rematch(game, phone)
    keep_apart(people[1], people[2])
    substituted = a_game(names=["Vera Braun", "Wim", "Xaver", "Yara"], device=phone)
    write(substituted, SWEEP)
    for names in (["Ulla", "", "", ""], ["", "Yara", "", "Wim"]):
        change_seats(substituted, uuid.uuid4(), 2, names, phone)
    write(substituted, SWEEP, SWEEP)
    merge(people[4], people[0], phone)
    planned = plan_evenings(
        club, Plan(_next_week(), time(19, 30), "", "At the Dragon", ""), WEEKLY, _next_week(3)
    )
    record_answer(planned[0], people[1], coming=True)
    record_answer(planned[0], people[5], coming=False)
    erase(people[5], phone)
    season = seasons.make_season(
        club, desk.user, "This year", Formula(best=5), 12, timezone.localdate().year
    )
    seasons.choose_events(season, [pairs.pk], [_next_week(-1), _next_week(-2)])
    four = ["Vera", "Wim", "Xaver", "Yara"]
    write(a_game(names=four, device=phone, carried=Carried(3, (415, 185))), SWEEP)
    deleted = a_game(names=four, device=phone)
    deleting.delete_game(deleted, phone)
    return club


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Written:
    """Written in a transaction that is taken back: every test begins with an empty database."""
    with django_db_blocker.unblock():
        return _written()


@cache
def _written() -> Written:
    with transaction.atomic():
        made = a_whole_club()
        names = tuple(Player.listed.filter(club=made).values_list("name", flat=True))
        kept = Written(document_of(made), figures_of(made), names)
        transaction.set_rollback(True)
    return kept


def _next_week(many: int = 1) -> date:
    return timezone.localdate() + timedelta(days=7 * many)


def _at_home_of(club: Club) -> None:
    """Let the games that phones of nobody's club wrote be the club's, with their people."""
    Game.objects.filter(club=None).update(club=club)
    RatingMark.objects.filter(club=None).delete()
    RatingList.objects.filter(club=None).delete()
    Player.objects.filter(club=None).update(club=club, device=None)


def document_of(club: Club) -> bytes:
    file = io.BytesIO()
    write_club(club, file)
    return file.getvalue()


def figures_of(club: Club) -> dict[str, Any]:
    """What is counted of a club: standings by tournament, what is kept of each person by name."""
    stages = Stage.objects.filter(tournament__club=club, state__in=["running", "finished"])
    found: dict[str, Any] = {}
    for stage in stages.select_related("tournament").order_by("tournament__created_at", "number"):
        numbers = dict(stage.tournament.entrants.values_list("pk", "number"))
        found[f"{stage.tournament.pk} {stage.number}"] = [
            (row.rank, numbers[row.id], row.points, row.values) for row in ranked(history_of(stage))
        ]
    for player in Player.listed.filter(club=club).order_by("pk"):
        found[player.name] = [
            (game.at, game.variant, game.place, game.total, game.first, game.last, game.counts)
            for game in Kept(player).games()
            if not game.deleted
        ]
    return found


# Documents with something wrong
# --------------------------------------------------------------------------------------


def changed(document: bytes, change: Change) -> bytes:
    """The document with its lines changed, and a check sum that fits them."""
    lines = [json.loads(line) for line in document.splitlines()[:-1]]
    change(lines)
    return with_sum(lines)


def with_sum(lines: list[Any]) -> bytes:
    body = b"".join(canonical({"": line})[4:-1] + b"\n" for line in lines)
    return body + canonical({"rows": len(lines) - 1, "sha256": sha256(body).hexdigest()}) + b"\n"


def rows(lines: list[Any], kind: str) -> list[Any]:
    """What the lines of a kind hold."""
    return [line[1] for line in lines if isinstance(line, list) and line[0] == kind]
