"""What can count in a season: the club's tournaments, and evenings with games at home tables."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.nights import night_of, start_of
from scoring.models import Evening, Seat
from tournaments.clubs.actions.seasons import can_count, formats_of
from tournaments.models import Season, Tournament
from tournaments.pages.season.events import awaits_prize_giving, day_of, is_public
from tournaments.seasons.formula import read

# People: this many make a club evening, two tables; fewer are more likely friends at home
MANY = 8
TOURNAMENT, NIGHT = "t:", "n:"


@dataclass(frozen=True)
class Choice:
    """A row of the list: form value, date, description, number of participants."""

    key: str
    day: datetime.date
    name: str
    about: str
    chosen: bool


def choices(season: Season, *, typed: Collection[str] | None = None) -> list[Choice]:
    """Return everything that can count, newest first: five queries, and some for a frozen
    tournament. `typed` are the ticks of a rejected form.

    If nothing counts yet, all tournaments of the season's days are ticked, and all evenings with
    two tables.
    """
    counting = {
        f"{TOURNAMENT}{tournament}" if tournament else f"{NIGHT}{night}"
        for tournament, night in season.events.values_list("tournament", "night")
    }

    def is_ticked(key: str, *, usual: bool) -> bool:
        if typed is not None:
            return key in typed
        return key in counting if counting else usual

    found = []
    formula = read(season.formula)
    tournaments = list(Tournament.objects.filter(club=season.club_id))
    formats = formats_of([one.pk for one in tournaments])
    for one in tournaments:
        key, day = f"{TOURNAMENT}{one.pk}", day_of(one)
        within = season.first <= day <= season.last and can_count(formula, formats[one.pk])
        if within or key in counting:
            found.append(Choice(key, day, one.name, _about(one), is_ticked(key, usual=within)))
    kept = {
        datetime.date.fromisoformat(key.removeprefix(NIGHT))
        for key in counting
        if key.startswith(NIGHT)
    }
    titles = _titles_of(season)
    for night, (games, people) in nights_of(season, kept).items():
        if formula.is_mean and night not in kept:
            continue
        key = f"{NIGHT}{night.isoformat()}"
        about = ", ".join(
            (
                ngettext("%(n)s person", "%(n)s people", people) % {"n": people},
                ngettext("%(n)s game", "%(n)s games", games) % {"n": games},
            )
        )
        name = titles.get(night) or _("Evening of games")
        found.append(Choice(key, night, name, about, is_ticked(key, usual=people >= MANY)))
    return sorted(found, key=lambda one: (one.day, one.key), reverse=True)


def _titles_of(season: Season) -> dict[datetime.date, str]:
    """Return the titles of planned evenings, by night: one query."""
    planned = Evening.objects.filter(club=season.club_id, called_off_at__isnull=True).exclude(
        title=""
    )
    return dict(planned.values_list("night", "title"))


def _about(tournament: Tournament) -> str:
    """Return the progress of a tournament."""
    if tournament.state == Tournament.State.DRAFT:
        return _("Tournament, being prepared: only directors can see it")
    if is_public(tournament):
        return _("Tournament")
    if awaits_prize_giving(tournament):
        return _("The results are held back for the prize-giving.")
    return _("Tournament, not finished: still to come")


def nights_of(
    season: Season, kept: Collection[datetime.date]
) -> Mapping[datetime.date, tuple[int, int]]:
    """Return the number of games and people by night; nights that count are included in any case.

    One query.
    """
    seats = Seat.ever.filter(
        game__club=season.club_id,
        game__of_match=False,
        game__deleted_at__isnull=True,
        game__started_at__gte=start_of(season.first),
        game__started_at__lt=start_of(season.last + datetime.timedelta(days=1)),
        place__isnull=False,
        player__isnull=False,
    )
    games: dict[datetime.date, set[UUID]] = {night: set() for night in kept}
    people: dict[datetime.date, set[int]] = {night: set() for night in kept}
    for at, game, player in seats.values_list("game__started_at", "game", "player"):
        night = night_of(at)
        games.setdefault(night, set()).add(game)
        people.setdefault(night, set()).add(player)
    return {night: (len(games[night]), len(people[night])) for night in games}


def read_keys(keys: Collection[str]) -> tuple[set[UUID], set[datetime.date]]:
    """Parse the ticked keys, ignoring invalid ones."""
    tournaments: set[UUID] = set()
    nights: set[datetime.date] = set()
    for key in keys:
        try:
            if key.startswith(TOURNAMENT):
                tournaments.add(UUID(key.removeprefix(TOURNAMENT)))
            elif key.startswith(NIGHT):
                nights.add(datetime.date.fromisoformat(key.removeprefix(NIGHT)))
        except ValueError:
            continue
    return tournaments, nights
