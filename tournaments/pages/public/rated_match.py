"""A match by rating: each side's chance before it, and the changes for everybody at the table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.http import HttpRequest

from scoring.games.access.devices import known_device
from scoring.games.names.visibility import person
from scoring.models import Game, Player, Seat
from scoring.people.rated.queries import Point, chance, changed_by
from scoring.rules import VARIANTS
from tournaments.actions.publishing import side_size
from tournaments.match.team_boards import has_rooms
from tournaments.models import Entrant, Match, MatchGame, Member, Tournament
from tournaments.pages.public.match import MatchPage
from tournaments.pages.viewer import Viewer


@dataclass(frozen=True)
class Changed:
    """A person at the table: their rating after the match, and the change."""

    name: str
    after: Point


@dataclass(frozen=True)
class RatedMatch:
    """A match by rating.

    `chance` is the percentage of games that the first side is expected to win; None while it is too
    early, and unless two sides play each other.
    """

    chance: int | None
    changed: Sequence[Changed]

    @property
    def chance_of_others(self) -> int:
        return 100 - (self.chance or 0)


def sees_ratings(request: HttpRequest, seen: Viewer) -> bool:
    """Whether the viewer sees the club's ratings elsewhere: on its phones, and by its people's
    accounts. At most one query.
    """
    if seen.whole:
        return True
    device = known_device(request)
    return device is not None and device.club_id == seen.tournament.club_id


def rated_match(seen: Viewer, page: MatchPage) -> RatedMatch | None:
    """Return a match's ratings; None if there are none, and for non-directors if anybody at the
    table is not shown by name.

    Eight queries for any number of games; more if ratings are out of date.
    """
    rows = list(page.match.games.select_related("game"))
    games = [row.game for row in rows if row.game is not None]
    seats = list(
        Seat.objects.filter(game__in=games)
        .select_related("player__club")
        .order_by("game", "number")
    )
    sides = _seated_sides(rows, seats) if games else _coming_sides(page)
    there = [*(seat.player for seat in seats), *chain.from_iterable(sides)]
    if not seen.whole and _has_hidden_people(seen, page.table.everybody, there):
        return None
    after = _ratings_after(seen, page, games)
    expected = _expected(page, sides, after)
    changed = _changes_by_seat(after, seats)
    return RatedMatch(expected, changed) if expected is not None or changed else None


def _ratings_after(seen: Viewer, page: MatchPage, games: Iterable[Game]) -> Mapping[int, Point]:
    """Return the ratings after a match's games; as if none was played while its result is kept."""
    over = [] if page.frozen or page.blind else games
    family = VARIANTS[page.stage.variant].family
    return changed_by(sorted(over, key=lambda one: one.started_at), seen.tournament.club, family)


def _expected(
    page: MatchPage, sides: Sequence[Sequence[Player]], after: Mapping[int, Point]
) -> int | None:
    """Return the first side's chance as it was before the match, if it is rated already."""
    variant = VARIANTS[page.stage.variant]
    if not page.table.two_sides or len(sides) != 2 or not variant.has_teams:
        return None
    if has_rooms(page.stage):  # half of each team sits at another table
        return None
    played = next((after[one.pk] for one in sides[0] if one.pk in after), None)
    return played.chance if played else chance(sides[0], sides[1], variant.family)


def changed_by_match(match: Match, tournament: Tournament) -> Sequence[Changed]:
    """Return what a match changed, for directors; empty until the tournament and its prize-giving
    are over. Four queries; more if ratings are out of date.
    """
    if tournament.state != Tournament.State.FINISHED or tournament.frozen_stage is not None:
        return ()
    rows = match.games.select_related("game").order_by("game__started_at")
    games = [row.game for row in rows if row.game is not None]
    if not games:
        return ()
    seats = list(
        Seat.objects.filter(game__in=games).select_related("player").order_by("game", "number")
    )
    after = changed_by(games, tournament.club, VARIANTS[match.session_round.stage.variant].family)
    return _changes_by_seat(after, seats)


def _changes_by_seat(after: Mapping[int, Point], seats: Sequence[Seat]) -> list[Changed]:
    """Return the changes by seat, without erased people."""
    people = {seat.player.pk: seat.player for seat in seats if seat.player is not None}
    return [
        Changed(one.called(), after[key])
        for key, one in people.items()
        if key in after and one.called()
    ]


def _seated_sides(rows: Sequence[MatchGame], seats: Sequence[Seat]) -> list[list[Player]]:
    """Return who sat on which side in the first game; empty unless everybody has a name."""
    row = next(one for one in rows if one.game_id)
    found: list[list[Player]] = [[] for _side in row.sides]
    for seat in seats:
        if seat.game_id == row.game_id:
            side = next(
                (at for at, side in enumerate(row.sides) if row.seats[seat.number] in side), None
            )
            if seat.player is None or side is None:
                return []
            found[side].append(seat.player)
    return found


def _coming_sides(page: MatchPage) -> list[list[Player]]:
    """Return who is to sit there; empty if a side has more people than seats and still has to
    choose. One query.
    """
    members = Member.objects.filter(entrant__in=page.table.everybody, active=True)
    people: dict[int, list[Player]] = {}
    for member in members.select_related("player__club"):
        people.setdefault(member.entrant_id, []).append(member.player)
    found = [
        [one for who, _name in side.who for one in people.get(who, ())] for side in page.table.sides
    ]
    size = side_size(page.stage.variant)
    return found if all(len(side) == size for side in found) else []


def _has_hidden_people(seen: Viewer, entrants: set[int], people: Sequence[Player | None]) -> bool:
    """Whether the club shows visitors less than anybody's full name. One query."""
    if any(seen.hides(one) for one in Entrant.objects.filter(pk__in=entrants)):
        return True
    return any(
        person(
            one.name, one.shown, one.alias, one.minor, one.club.shown if one.club else None
        ).shielded
        for one in people
        if one is not None
    )
