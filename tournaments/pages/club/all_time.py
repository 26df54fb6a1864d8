"""A club's all-time table over finished seasons and tournaments, and a person's titles in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from scoring.games.names.seat_names import erased_name
from scoring.games.names.visibility import COLUMNS
from scoring.games.names.visibility import person as person_of_row
from scoring.games.permissions import Rights
from scoring.models import Club, Player
from scoring.pages.club_frame import ClubFrame
from scoring.people.statistics.games import people_met
from tournaments.models import Member, Season, Tournament
from tournaments.pages.club.access import SEES, ClubRequest, calling_member, of_club
from tournaments.pages.season.access import SeasonViewer
from tournaments.pages.season.events import courses_of, day_of, events_of
from tournaments.pages.season.rated import page_of
from tournaments.seasons.all_time import AllTimeRow, Places, all_time

ALL, SEASONS, ALONE, TOGETHER = "", "seasons", "individual", "teams"
KINDS = {
    ALL: pgettext_lazy("events of every kind", "All"),
    ALONE: gettext_lazy("Individual"),
    TOGETHER: gettext_lazy("Pairs and teams"),
    SEASONS: gettext_lazy("Seasons"),
}
MOST_TOURNAMENTS = 1000
PODIUM = 3


@dataclass(frozen=True)
class Finished:
    """A finished season or tournament with everybody's place in it. `day` is its last one."""

    name: str
    day: date
    address: str
    kind: str
    places: Places
    tournament: Tournament | None = None


class AllTime:
    """The finished events of a club as the viewer may see them. Read once.

    At most nine queries, ten more for each tournament version that is not cached and each season
    by rating, and one for every 300 evenings.
    """

    def __init__(self, club: Club, rights: Rights, kind: str = ALL) -> None:
        self.club, self.inside = club, rights.inside
        self.kind = kind if kind in KINDS else ALL
        self._aliases: dict[int, str] = {}

    @cached_property
    def events(self) -> list[Finished]:
        """Return all events that the viewer may see, newest first."""
        found = [*self._seasons(), *self._tournaments()]
        return sorted(found, key=lambda one: (one.day, one.name), reverse=True)

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """Return the kinds to choose from, none if all events are of one."""
        there = {one.kind for one in self.events}
        found = [(key, str(word)) for key, word in KINDS.items() if key == ALL or key in there]
        return found if len(there) > 1 else []

    @cached_property
    def counted(self) -> list[Finished]:
        """Return the events of the chosen kind."""
        return [one for one in self.events if self.kind in (ALL, one.kind)]

    @cached_property
    def table(self) -> list[AllTimeRow]:
        return all_time(one.places for one in self.counted)

    def _seasons(self) -> list[Finished]:
        rows = Season.objects.filter(club=self.club).select_related("club")
        seasons = list(rows if self.inside else rows.filter(public=True))
        found = []
        for pk, course in courses_of(seasons).items():
            season = next(one for one in seasons if one.pk == pk)
            page = page_of(season, SeasonViewer(phone=True))
            page.course = course
            if page.over and page.rows:
                self._aliases |= course.shielded
                places = {row.person: row.rank for row in page.rows}
                last = max(season.first, course.played[-1].day)
                address = reverse("season", args=[pk])
                found.append(Finished(season.name, last, address, SEASONS, places))
        return found

    def _tournaments(self) -> list[Finished]:
        over = Tournament.objects.filter(
            club=self.club,
            state=Tournament.State.FINISHED,
            frozen_stage__isnull=True,
            concealed=False,
        ).order_by("-created_at")[:MOST_TOURNAMENTS]
        tournaments = {one.pk: one for one in over}
        events, aliases = events_of(tournaments.values())
        self._aliases |= aliases
        return [
            Finished(
                tournaments[pk].name,
                day_of(tournaments[pk]),
                reverse("tournament", args=[pk]),
                TOGETHER if event.together > 1 else ALONE,
                {person: result.place for person, result in event.results.items()},
                tournaments[pk],
            )
            for pk, event in events.items()
        ]

    # Names
    # ----------------------------------------------------------------------------------------------

    @cached_property
    def _met(self) -> tuple[dict[int, str], frozenset[int]]:
        return people_met({person for one in self.events for person in one.places})

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Return everybody's name as the viewer may know it, as a season's table shows it."""
        names = dict(self._met[0])
        if not self.inside:
            for key, *about in Player.objects.filter(pk__in=names).values_list("pk", *COLUMNS):
                names[key] = person_of_row(*about).seen or erased_name()
            for person, alias in self._aliases.items():
                if person in names:
                    names[person] = alias or erased_name()
        return names

    @cached_property
    def with_page(self) -> frozenset[int]:
        """Return the people whose titles the viewer may open: for visitors not those whom the list
        of their events would identify.
        """
        there = self._met[1]
        if self.inside:
            return there
        rows = Player.objects.filter(pk__in=there).values_list("pk", *COLUMNS)
        shielded = {pk for pk, *about in rows if person_of_row(*about).shielded}
        return there - shielded - self._aliases.keys()


@dataclass(frozen=True)
class TableRow:
    """A person's row, with their name; `there` if their titles can be opened."""

    row: AllTimeRow
    name: str
    there: bool
    mine: bool


class AllTimePage:
    """The all-time table of a club."""

    def __init__(self, frame: ClubFrame, kind: str, me: int | None) -> None:
        self.of, self.me = AllTime(frame.club, frame.rights, kind), me

    @cached_property
    def rows(self) -> list[TableRow]:
        of = self.of
        return [
            TableRow(row, of.names[row.person], row.person in of.with_page, row.person == self.me)
            for row in of.table
        ]

    @property
    def champions(self) -> list[TableRow]:
        """Return those who have won most, a single one for the heading."""
        return [one for one in self.rows if one.row.rank == 1 and one.row.titles]


@dataclass(frozen=True)
class Title:
    """A place on the podium, with the partners it was shared with."""

    event: Finished
    place: int
    partners: Sequence[str]


class ChampionPage:
    """What a person won. Raises Http404 if the viewer may not see it, or they took part in
    nothing.
    """

    def __init__(self, frame: ClubFrame, player: int) -> None:
        self.of, self.player = AllTime(frame.club, frame.rights), player
        row = next((row for row in self.of.table if row.person == player), None)
        if row is None or player not in self.of.with_page:
            raise Http404(_("There is no such person in the all-time table."))
        self.row = row
        self.name = self.of.names[player]

    @cached_property
    def podium(self) -> list[Title]:
        """Return the first three places, newest first. One query."""
        events = [one for one in self.of.events if 0 < one.places.get(self.player, 0) <= PODIUM]
        partners = self._partners(events)
        return [
            Title(
                one,
                one.places[self.player],
                [
                    self.of.names[who]
                    for who in partners.get(one.tournament.pk if one.tournament else None, ())
                    if who in self.of.names
                ],
            )
            for one in events
        ]

    @property
    def titles(self) -> list[Title]:
        return [one for one in self.podium if one.place == 1]

    @property
    def further(self) -> list[Title]:
        """Return the second and third places."""
        return [one for one in self.podium if one.place > 1]

    def _partners(self, events: Sequence[Finished]) -> Mapping[object, list[int]]:
        keys = [one.tournament.pk for one in events if one.tournament]
        rows = Member.objects.filter(
            tournament__in=keys,
            active=True,
            entrant__members__player=self.player,
            entrant__members__active=True,
        ).exclude(player=self.player)
        found: dict[object, list[int]] = {}
        for tournament, player in rows.order_by("order", "pk").values_list("tournament", "player"):
            found.setdefault(tournament, []).append(player)
        return found


@require_safe
@of_club(SEES)
def all_time_table(request: ClubRequest) -> HttpResponse:
    """Show the all-time table; `?kind=` counts events of one kind only."""
    frame = ClubFrame(request.club, request.rights, "season")
    me = calling_member(request)
    page = AllTimePage(frame, request.GET.get("kind", ALL), me.player.pk if me else None)
    return render(request, "tournaments/club/all_time.html", {"frame": frame, "page": page})


@require_safe
@of_club(SEES)
def champion(request: ClubRequest, player_id: int) -> HttpResponse:
    """Show every title of a person."""
    frame = ClubFrame(request.club, request.rights, "season")
    page = ChampionPage(frame, player_id)
    return render(request, "tournaments/club/champion.html", {"frame": frame, "page": page})
