"""All that one person played in several lists, taken together; where they are in a list; the evenings to come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count
from django.urls import reverse
from django.utils import timezone

from scoring.access.claims import claims_of, may_be_found
from scoring.evenings.nights import night_of
from scoring.models import Answer, Claim, Device, Evening, Player, Seat
from scoring.names.seats import somebody_word
from scoring.names.visitors import person
from scoring.pages.people.queries import PersonPage
from scoring.rated.reading import Rated, table_of
from scoring.statistics.everybody import NOBODY, Everybody
from scoring.statistics.games import counts
from scoring.statistics.person import Person

MOST_LISTS = 50
MOST_EVENINGS = 5


@dataclass(frozen=True)
class Place:
    """A list in which they are somebody: `seen` is what visitors see of the name, `may_be_found` whether search engines
    may be asked in, `kept_here` whether this phone holds it and an account that is signed in could; `rated` is None
    where no game counts for a rating there.
    """

    claim: Claim
    games: int
    seen: str
    may_be_found: bool
    kept_here: bool
    rated: Rated | None

    @property
    def player(self) -> Player:
        return self.claim.player


@dataclass(frozen=True)
class Coming:
    """An evening of a club in which they are somebody, and what they answered: None where nothing yet."""

    evening: Evening
    player: Player
    mine: bool | None


class Together(PersonPage):
    """The figures of a person's page over several lists. Nobody else's stand beside them where the lists are several,
    and ratings are each list's own.
    """

    last_year = None
    rating = None
    in_sight = True  # whom they sat with they may ask about, in their own games

    def __init__(self, players: Sequence[Player], device: Device | None, opened: str = "") -> None:
        super().__init__(players[0], device, opened, person=Person(*players))

    def behind(self, kind: str, figure: str) -> str:
        return reverse(f"my_{kind}", args=[figure])

    def with_partner(self, partner: int) -> str:
        return self.behind("games", f"with-{partner}")

    def knows(self, people: set[int]) -> bool:
        return people <= self.there

    @cached_property
    def everybody(self) -> Everybody:
        return NOBODY if len(self.person.players) > 1 else super().everybody


class MyGame:
    """At most 16 queries, and two for each list."""

    def __init__(self, device: Device | None, user: Any, opened: str = "") -> None:
        self.device, self.user, self.opened = device, user, opened

    @cached_property
    def claims(self) -> list[Claim]:
        rows = claims_of(self.device, self.user).select_related("player__club", "player__device")
        return list(rows.order_by("club__name", "pk")[:MOST_LISTS])

    @cached_property
    def together(self) -> Together | None:
        """None for somebody who is in no list."""
        players = [claim.player for claim in self.claims]
        return Together(players, self.device, self.opened) if players else None

    @cached_property
    def _games(self) -> Mapping[int, int]:
        people = [claim.player_id for claim in self.claims]
        rows = Seat.objects.filter(counts("game__"), player__in=people).order_by().values("player")
        return dict(rows.annotate(n=Count("pk")).values_list("player", "n"))

    @cached_property
    def _rated(self) -> Mapping[int, Rated]:
        """In games of two teams, as on a person's page."""
        return {one.player: one for one in table_of([claim.player for claim in self.claims], "teams")}

    @cached_property
    def places(self) -> list[Place]:
        return [self._place(claim) for claim in self.claims]

    def _place(self, claim: Claim) -> Place:
        player = claim.player
        of_club = player.club.shown if player.club else None
        seen = person(player.name, player.shown, player.alias, player.minor, of_club).seen
        carries = claim.phone_id is not None and self.user.pk is not None
        games, rated = self._games.get(player.pk, 0), self._rated.get(player.pk)
        return Place(claim, games, seen or somebody_word(), may_be_found(player), carries, rated)

    @cached_property
    def evenings(self) -> list[Coming]:
        """Those that take place from tonight on, the next one first. Two queries."""
        first = sorted(self.claims, key=lambda claim: claim.account_id is not None)  # an account before a phone
        of_club = {claim.club_id: claim.player for claim in first if claim.club_id}
        planned = Evening.objects.filter(club__in=of_club, called_off_at__isnull=True)
        coming = list(
            planned.filter(night__gte=night_of(timezone.now()))
            .select_related("club")
            .order_by("starts_at", "pk")[:MOST_EVENINGS]
        )
        people = [player.pk for player in of_club.values()]
        said = Answer.objects.filter(evening__in=coming, player__in=people).values_list("evening", "coming")
        answers = dict(said)
        return [Coming(one, of_club[one.club_id], answers.get(one.pk)) for one in coming]
