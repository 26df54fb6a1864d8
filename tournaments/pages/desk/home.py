"""The first page of the desk: running, planned and finished tournaments, and a club's season and
people.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.db.models import Count
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.games.names.validation import alphabetical
from scoring.models import Club, Player
from scoring.pages.people.merging import alike_in
from scoring.people.statistics.games import names_of
from tournaments.models import Participation, Role, SessionRound, Tournament
from tournaments.pages.clock_panel import ClockFace, face_of
from tournaments.pages.hall.queries import Hall, hall_of
from tournaments.pages.hall.strip import dots_of, total_of
from tournaments.pages.hall.tables import HallRound
from tournaments.pages.next_action import Now, current_states
from tournaments.pages.round_steps import Step
from tournaments.pages.season.short import season_in_short, winners_of
from tournaments.pages.stage_facts import Fact, describe_groups, facts_of, of_unit
from tournaments.permissions import Can
from tournaments.stage.words import plan_of

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


@dataclass(frozen=True)
class ClubLine:
    """A club, the account's role in it, and its tournaments: current or planned ones, and finished
    ones.

    `can` is what that role may do there: `{% if line.can.direct %}`.
    """

    club: Club
    role: str
    can: Can
    now: list[Tournament]
    finished: list[Tournament]


def clubs_of(user: "AbstractBaseUser") -> list[ClubLine]:
    """Return the account's clubs by name: two queries."""
    roles = list(Role.objects.filter(user=user.pk).select_related("club"))
    roles.sort(key=lambda role: (alphabetical(role.club.name), role.pk))
    by_club: dict[int, list[Tournament]] = {role.club_id: [] for role in roles}
    for tournament in Tournament.objects.filter(club__in=by_club).order_by(
        "-starts_on", "-created_at"
    ):
        by_club[tournament.club_id].append(tournament)
    return [
        ClubLine(
            role.club,
            role.get_name_display(),
            Can(role.name),
            now=sorted(
                (one for one in by_club[role.club_id] if not _is_over(one)), key=_is_prepared
            ),
            finished=[one for one in by_club[role.club_id] if _is_over(one)],
        )
        for role in roles
    ]


def _is_over(tournament: Tournament) -> bool:
    return tournament.state == Tournament.State.FINISHED


def _is_prepared(tournament: Tournament) -> bool:
    return tournament.state == Tournament.State.DRAFT


MOST_RUNNING, MOST_PLANNED, MOST_FINISHED, MOST_RANKS = 3, 8, 4, 4
CLOSED, PUBLISHED = SessionRound.State.CLOSED, SessionRound.State.PUBLISHED


@dataclass(frozen=True)
class Running:
    """A running tournament: its board, the current session round, and how many there are."""

    hall: Hall
    row: HallRound

    @property
    def tournament(self) -> Tournament:
        return self.hall.tournament

    @property
    def total(self) -> int | None:
        return total_of(self.hall.now, self.row.row)

    @property
    def dots(self) -> Sequence[str]:
        return dots_of(self.hall.now, self.row.row)

    @property
    def face(self) -> ClockFace:
        return face_of(self.row.clock, self.hall.at)


@dataclass(frozen=True)
class Planned:
    """A tournament that waits for its first or next round: its state in a word, and the page of the
    next step.
    """

    now: Now
    state: str
    facts: Sequence[Fact]
    step: Step | None

    @property
    def tournament(self) -> Tournament:
        return self.now.tournament

    @property
    def next(self) -> Step | None:
        """Return a link to where the next step is taken: actions on the board, with what else the
        director should know, everything else on its own page.
        """
        if self.step is None or not self.step.does:
            return self.step
        board = reverse("desk_board", args=[self.tournament.pk])
        return replace(self.step, label=_("Open the board"), address=board, does=False)


@dataclass(frozen=True)
class Finished:
    """A finished tournament: how many took part, and who won."""

    tournament: Tournament
    size: str
    winners: Sequence[str]


@dataclass(frozen=True)
class Ranked:
    """A person's line of the season."""

    rank: int
    name: str
    points: object


class ClubHome:
    """A club on the first page.

    Read once: thirteen queries plus those of the season's page, whatever the number of planned or
    finished tournaments.
    """

    def __init__(self, line: ClubLine, *, whole: bool) -> None:
        """With `whole` all finished tournaments are listed, instead of the last four with their
        winners.
        """
        self.club, self.role, self.can = line.club, line.role, line.can
        self.whole = whole
        self.all_finished = len(line.finished)
        on = _played(line.now) if line.can["attend"] else set()
        self.running = _running([one for one in line.now if one.pk in on][:MOST_RUNNING])
        shown = {one.tournament.pk for one in self.running}
        others = sorted(
            (one for one in line.now if one.pk not in shown),
            key=lambda one: one.starts_on or datetime.date.max,
        )
        self.planned = [_planned(one) for one in current_states(others[:MOST_PLANNED])]
        self.more = others[MOST_PLANNED:]
        self.finished = _finished(
            line.finished if whole else line.finished[:MOST_FINISHED], winners=not whole
        )


def _played(tournaments: Sequence[Tournament]) -> set[object]:
    """Return those in which a round is being played. One query."""
    published = SessionRound.objects.filter(
        stage__tournament__in=[one.pk for one in tournaments], state=PUBLISHED
    )
    return set(published.values_list("stage__tournament", flat=True))


def _running(tournaments: Sequence[Tournament]) -> list[Running]:
    """Return running tournaments: those that need attention first, then by the end of their time.

    Fifteen queries each.
    """
    at = timezone.now()
    halls = [hall_of(one, at) for one in tournaments]
    found = [Running(hall, hall.rounds[0]) for hall in halls if hall.rounds]
    far = at + datetime.timedelta(days=1)
    return sorted(found, key=lambda one: (not one.hall.asks, one.face.ends or far))


def _planned(now: Now) -> Planned:
    tournament = now.tournament
    entered = ngettext("%(count)s entered", "%(count)s entered", now.size)
    stage = plan_of(now.stage.row)
    facts = [
        *([Fact("place", tournament.place)] if tournament.place else []),
        Fact("people", entered % {"count": of_unit(tournament.unit, now.size)}),
        *([Fact("spread", groups)] if (groups := describe_groups(stage, now.entered)) else []),
        *facts_of(stage),
    ]
    return Planned(now, _state(now), facts, _step(now))


def _state(now: Now) -> str:
    """Return the progress in a word or two; empty if the next step says it."""
    rounds = [one.row for line in now.stages for one in line.rounds]
    if rounds and rounds[-1].state == CLOSED:
        return _("after round %(number)s") % {"number": rounds[-1].number}
    if now.tournament.state == Tournament.State.DRAFT:
        return now.tournament.get_state_display()
    if not rounds and now.tournament.registration:
        return pgettext("tournament", "sign-up open")
    return ""


def _step(now: Now) -> Step | None:
    """Return the next step on this day: entries before the day, check-in on it."""
    tournament, step = now.tournament, now.step
    begun = any(line.rounds for line in now.stages)
    if (
        begun
        or not now.entered
        or tournament.state == Tournament.State.DRAFT
        or tournament.starts_on is None
    ):
        return step
    entrants = reverse("desk_entrants", args=[tournament.pk])
    today = timezone.localdate()
    if tournament.starts_on > today:
        return Step("entries", _("Open the entries"), entrants)
    if tournament.starts_on == today and not now.here:
        return Step("check_in", _("Check in"), entrants)
    return step


def _finished(tournaments: Sequence[Tournament], *, winners: bool) -> list[Finished]:
    """Return finished tournaments in one query; `winners` takes a few more for each."""
    in_first = Participation.objects.filter(stage__tournament__in=tournaments, stage__number=1)
    counts = in_first.order_by().values("stage__tournament").annotate(n=Count("pk"))
    counted = dict(counts.values_list("stage__tournament", "n"))
    return [
        Finished(
            one, of_unit(one.unit, counted.get(one.pk, 0)), winners_of(one, True) if winners else ()
        )
        for one in tournaments
    ]


class ClubExtras:
    """The rest of a single club's desk: its season, its people, and possible duplicates."""

    def __init__(self, club: Club, *, keeps: bool) -> None:
        self.season = season_in_short(club)
        rows = self.season.rows[:MOST_RANKS] if self.season else ()
        names = names_of(row.player for row in rows)
        self.ranks = [Ranked(row.rank, names.get(row.player, "?"), row.points) for row in rows]
        self.people = Player.listed.filter(club=club).count()
        self.alike = alike_in(club) if keeps else []
