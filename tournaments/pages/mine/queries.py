"""One person's games over several lists, their place in each list, and the evenings to come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone

from scoring.games.access.claims import claims_of, may_be_found
from scoring.games.host import ClubRole
from scoring.games.names.seat_names import erased_name
from scoring.games.names.visibility import person
from scoring.games.nights import night_of
from scoring.games.permissions import Rights
from scoring.models import Answer, Claim, Device, Evening, Player
from scoring.pages.club_frame import ClubFrame, frame_about
from scoring.pages.people.queries import PartnerRow, PersonPage
from scoring.people.rated.queries import Rated, table_of
from scoring.people.statistics.averages import NOBODY, Everybody
from scoring.people.statistics.calls import LEADING, LEVEL, TRAILING, CalledRound, called_rounds
from scoring.people.statistics.games import PlayedGame, share_of, with_games
from scoring.people.statistics.person import Person
from scoring.people.statistics.shares import Share
from scoring.people.statistics.year import years_in
from scoring.rules.settings import GRAND
from tournaments.pages.club.own_standing import OwnClub
from tournaments.pages.club_member import ClubMember

MOST_LISTS = 50
MOST_EVENINGS = 5
GRANDS = 3  # that are drawn
PARTNERS = 3  # shown above the list of all
MONTHS = 3  # of this year, game by game; those before are summed up


@dataclass(frozen=True)
class Place:
    """A list that the person is in.

    `seen` is how visitors see the name, `may_be_found` whether it can be offered to search engines,
    `kept_here` whether this phone holds the claim and a signed-in account could take it over;
    `rated` is None if no game counts for a rating there.
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


class Month(NamedTuple):
    """The games of a month, and how many of them were won."""

    month: date
    games: Sequence[PlayedGame]
    won: Share


@dataclass(frozen=True)
class Coming:
    """An evening of one of the person's clubs, and their answer: None without one."""

    evening: Evening
    player: Player
    mine: bool | None


class Together(PersonPage):
    """The figures of a person's page over several lists, clubs first.

    If one of the lists is a club's, the club's figures are shown beside them; ratings belong to
    each list.
    """

    last_year = None
    rating = None
    in_sight = True  # they may ask about their companions, in their own games

    def __init__(self, players: Sequence[Player], device: Device | None, opened: str = "") -> None:
        first, *others = sorted(
            players, key=lambda player: (player.club_id is None, player.club_id, player.pk)
        )
        self.of_clubs = sum(player.club_id is not None for player in players)
        super().__init__(first, device, opened, person=Person(first, *others))

    def figure_url(self, kind: str, figure: str) -> str:
        return reverse(f"my_{kind}", args=[figure])

    def with_partner(self, partner: int) -> str:
        return self.figure_url("games", f"with-{partner}")

    def knows(self, people: set[int]) -> bool:
        return people <= self.there

    @property
    def has_enough(self) -> bool:
        """Whether there are enough games to name a best partner."""
        return not self.too_early

    @property
    def first_partners(self) -> list[PartnerRow]:
        return self.partners[:PARTNERS]

    @property
    def other_partners(self) -> list[PartnerRow]:
        return self.partners[PARTNERS:]

    @cached_property
    def last_grands(self) -> list[CalledRound]:
        """Return the newest rounds with a grand call, oldest first: one query."""
        found = called_rounds(self.person.players, GRAND, (LEADING, LEVEL, TRAILING), GRANDS)
        return found[::-1]

    @cached_property
    def everybody(self) -> Everybody:
        return super().everybody if self.of_clubs == 1 or len(self.person.players) == 1 else NOBODY


class MyGame:
    """My page of a person who claimed names, or whom a phone is said to belong to, unless somebody
    else is claimed in that club. At most 26 queries, and two for each list.
    """

    def __init__(self, device: Device | None, user: Any, opened: str = "") -> None:
        self.device, self.user, self.opened = device, user, opened

    @cached_property
    def claims(self) -> list[Claim]:
        rows = claims_of(self.device, self.user).select_related("player__club", "player__device")
        return list(rows.order_by("club__name", "pk")[:MOST_LISTS])

    @cached_property
    def together(self) -> Together | None:
        """Return the person over all lists; None if they are in none."""
        return Together(self.players, self.device, self.opened) if self.players else None

    @cached_property
    def owner(self) -> Player | None:
        """Return the phone's stated owner in its club, if nobody is claimed there; this needs no
        account. One query.
        """
        device = self.device
        if (
            device is None
            or device.club_id is None
            or device.club_id in {claim.club_id for claim in self.claims}
        ):
            return None
        listed = Player.listed.filter(phones__device=device, club=device.club_id)
        return listed.select_related("club", "device").first()

    @cached_property
    def players(self) -> list[Player]:
        """Return the person's entries in all lists."""
        return [*(claim.player for claim in self.claims), *filter(None, [self.owner])]

    @cached_property
    def in_club(self) -> Player | None:
        """Return the person in their club; None without a club or with several."""
        of_clubs = [player for player in self.players if player.club_id is not None]
        return of_clubs[0] if len(of_clubs) == 1 else None

    @cached_property
    def frame(self) -> ClubFrame | None:
        """Return the navigation of their club, if the caller is inside it."""
        return frame_about(self.in_club, self.device, self.user, "me") if self.in_club else None

    @cached_property
    def club(self) -> OwnClub | None:
        """Return their club's news; None without a club or with several."""
        player = self.in_club
        if player is None or player.club is None:
            return None
        frame = self.frame or ClubFrame(player.club, Rights(joined=False, role=ClubRole.NONE), "me")
        return OwnClub(frame, ClubMember(player, claimed=self.owner is None))

    @property
    def name(self) -> str:
        return (self.in_club or self.players[0]).name

    @property
    def months(self) -> list[Month]:
        """Return this year's newest months with decided games of two teams, oldest first."""
        return self._by_month[-MONTHS:]

    @cached_property
    def _by_month(self) -> list[Month]:
        months: dict[date, list[PlayedGame]] = {}
        for game in self.together.person.decided if self.together else ():
            night = game.night
            if night.year == night_of(timezone.now()).year:
                months.setdefault(night.replace(day=1), []).append(game)
        return [Month(month, games, share_of(games)) for month, games in sorted(months.items())]

    @property
    def last_year(self) -> int | None:
        """Return the newest year with a decided game of two teams, for the person in their club."""
        if self.in_club is None or self.together is None:
            return None
        person = self.together.person if len(self.players) == 1 else Person(self.in_club)
        return next(iter(years_in(person.decided[-1:])), None)

    @property
    def year(self) -> Share:
        """Return this year's games of two teams."""
        this_year = night_of(timezone.now()).year
        decided = self.together.person.decided if self.together else []
        return share_of([game for game in decided if game.night.year == this_year])

    @property
    def earlier(self) -> Share:
        """Return those of this year before the months that are shown."""
        return share_of(
            [game for month in self._by_month[:-MONTHS] for game in month.games],
        )

    @cached_property
    def _games(self) -> Mapping[int, int]:
        """Return how many games are over, as in lists of people."""
        people = Player.objects.filter(pk__in=[player.pk for player in self.players])
        return {one.pk: one.n_games for one in with_games(people)}  # type: ignore[attr-defined]

    @cached_property
    def _rated(self) -> Mapping[int, Rated]:
        """Return the ratings in games of two teams, as on a person's page."""
        return {one.player: one for one in table_of(self.players, "teams")}

    @cached_property
    def places(self) -> list[Place]:
        return [self._place(claim) for claim in self.claims]

    def _place(self, claim: Claim) -> Place:
        player = claim.player
        of_club = player.club.shown if player.club else None
        seen = person(player.name, player.shown, player.alias, player.minor, of_club).seen
        carries = claim.phone_id is not None and self.user.pk is not None
        games, rated = self._games.get(player.pk, 0), self._rated.get(player.pk)
        return Place(claim, games, seen or erased_name(), may_be_found(player), carries, rated)

    @cached_property
    def evenings(self) -> list[Coming]:
        """Return the evenings from tonight on that take place, the next first. Two queries."""
        # An account before a phone
        first = sorted(self.claims, key=lambda claim: claim.account_id is not None)
        of_club = {claim.club_id: claim.player for claim in first if claim.club_id}
        if self.owner is not None and self.owner.club_id is not None:
            of_club[self.owner.club_id] = self.owner
        planned = Evening.objects.filter(club__in=of_club, called_off_at__isnull=True)
        coming = list(
            planned.filter(night__gte=night_of(timezone.now()))
            .select_related("club")
            .order_by("starts_at", "pk")[:MOST_EVENINGS]
        )
        people = [player.pk for player in of_club.values()]
        said = Answer.objects.filter(evening__in=coming, player__in=people).values_list(
            "evening", "coming"
        )
        answers = dict(said)
        return [Coming(one, of_club[one.club_id], answers.get(one.pk)) for one in coming]
