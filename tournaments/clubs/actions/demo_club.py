"""A demo club: two years of made-up evenings, tournaments and seasons.

Everything is created with the same actions as at real tables and desks, as if at its own time.
"""

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from scoring import simulation
from scoring.games.access.links import renew_link, token_of
from scoring.games.actions.bulk_insert import BulkGames, Played
from scoring.games.actions.starting import players_in_list
from scoring.models import Club, Device, Link, Player
from scoring.people.actions.erasing import erase
from scoring.people.actions.merging import merge
from scoring.people.actions.people_list import set_guests
from scoring.rules import VARIANTS, RuleSet
from tournaments.actions.simulating import SIZES, Simulation, simulated_phone
from tournaments.clubs.actions.evenings import Plan, cancel_evening, plan_evenings, record_answer
from tournaments.clubs.actions.seasons import choose_events, make_season, show_season
from tournaments.clubs.evenings import FORTNIGHTLY
from tournaments.models import Role, Tournament
from tournaments.plans import PRESETS, Preset
from tournaments.seasons.presets import PRESETS as PRESETS_OF_SEASONS

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

NAME = "Tichu-Club Zum Drachen"
PEOPLE = 40
GUESTS = 6
TWICE = ("Ida Schwarz", "Ida S.")  # the same person under two spellings
NIGHTS = 50  # every second week
TABLE = 4
TABLES_OF_A_NIGHT = 3
GAMES_OF_A_TABLE = 2
A_ROUND = timedelta(minutes=6)
HOUR, TOURNAMENT_HOUR = 19, 14
MOST_TOURNAMENTS = 4  # per season, besides evenings
PLANNED, ANSWERS = 5, 14
# The tournaments: the first preset of each kind, except those that take a whole day.
LONG = frozenset({"double_elimination", "league"})
EVENTS = 12
FOUR = next(
    key for key, variant in VARIANTS.items() if variant.has_teams and variant.min_players == TABLE
)
OTHER_GAMES = [key for key in VARIANTS if key != FOUR]
EVERY_SO_MANY = 8  # games, one is of another kind
SEED = 12


@contextmanager
def as_if_at(moment: datetime) -> Iterator[None]:
    """Pretend it is this moment, and let the clock run from there. Only for a process that does
    nothing else.
    """
    real, begun = timezone.now, timezone.now()
    timezone.now = lambda: moment + (real() - begun)
    try:
        yield
    finally:
        timezone.now = real


def kinds() -> list[Preset]:
    """Return the first preset of each kind, by entrant type, formats and game."""
    found: dict[object, Preset] = {}
    for preset in PRESETS.values():
        formats = tuple(stage.format for stage in preset.stages)
        if not LONG & set(formats):
            found.setdefault((preset.unit, formats, preset.stages[0].variant), preset)
    return list(found.values())


def entrants_of(preset: Preset) -> int:
    """Return a number of entrants with which nobody sits out."""
    if preset.unit == Tournament.Unit.TEAM:
        return 4
    if preset.unit == Tournament.Unit.PAIR:
        return 8
    return 12 if VARIANTS[preset.stages[0].variant].max_players <= TABLE else 10


def variant_of(number: int) -> str:
    """Return the kind of a game by its number: now and then another one."""
    turn, rest = divmod(number, EVERY_SO_MANY)
    return FOUR if rest else OTHER_GAMES[turn % len(OTHER_GAMES)]


@dataclass
class Demonstration:
    """The club and everything created in it. `report` gets a line for every step."""

    by: "AbstractBaseUser | None" = None
    report: Callable[[str], object] = print
    lot: random.Random = field(default_factory=lambda: random.Random(SEED))  # noqa: S311 - evenings, not secrets
    club: Club = field(init=False)
    phone: Device = field(init=False)
    people: list[Player] = field(init=False, default_factory=list)
    tournaments: list[Tournament] = field(init=False, default_factory=list)

    def make(self) -> Club:
        """Create all of it. Takes less than a minute."""
        self.found()
        self.play_evenings()
        self.play_tournaments()
        self.rank_seasons()
        self.plan_ahead()
        self.tidy_the_list()
        return self.club

    def found(self) -> None:
        """Create the club, its people, and the device for its tables."""
        with as_if_at(self.nights[0]), transaction.atomic():
            self.club = Club.objects.create(name=NAME)
            if self.by is not None:
                Role.objects.create(club=self.club, user_id=self.by.pk, name=Role.Name.OWNER)
            self.phone = simulated_phone(self.club)
            names = simulation.people(PEOPLE + GUESTS - len(TWICE), self.lot)
            guests = [name.split()[0] + f" {name.split()[1][0]}." for name in names[-GUESTS:]]
            names = [*dict.fromkeys([*names[:-GUESTS], *TWICE, *guests])]
            self.people = players_in_list(self.phone, self.club, names)
        self.report(f"{self.club.name}: {len(self.people)} people")

    @property
    def now(self) -> datetime:
        return timezone.localtime().replace(hour=HOUR, minute=30, second=0, microsecond=0)

    @property
    def nights(self) -> list[datetime]:
        """Every second Friday, oldest first, the last one two to eight days ago, so that its
        follow-up is complete too.
        """
        last = self.now - timedelta(days=(self.now.weekday() - 6) % 7 + 2)
        return [last - timedelta(days=14 * back) for back in reversed(range(NIGHTS))]

    def play_evenings(self) -> None:
        """Play at three tables each night, mostly games of two pairs, with occasional guests."""
        numbers = itertools.count(1)
        for number, night in enumerate(self.nights):
            attendees = self.attendees(number)
            bulk = BulkGames()
            for table in range(TABLES_OF_A_NIGHT):
                four = attendees[TABLE * table : TABLE * table + TABLE]
                for turn in range(GAMES_OF_A_TABLE):
                    at = night + timedelta(hours=1.5 * turn, minutes=self.lot.randrange(15))
                    variant = variant_of(next(numbers))
                    bulk.add(self.phone, self.club, self.game(variant, four, attendees, at))
            with transaction.atomic():
                bulk.insert()
        self.report(f"{len(self.nights)} evenings, {next(numbers) - 1} games")

    def attendees(self, night: int) -> list[Player]:
        regulars = [player for player in self.people if not player.name.endswith(".")]
        others = [player for player in self.people if player not in regulars]
        # The person listed twice used one spelling in the first half and the other in the second.
        away = TWICE[night >= len(self.nights) // 2]
        attendees = [
            *self.lot.sample([player for player in regulars if player.name != away], 11),
            *self.lot.sample([player for player in others if player.name != away], 1),
        ]
        self.lot.shuffle(attendees)
        return attendees

    def game(
        self, variant: str, four: Sequence[Player], attendees: Sequence[Player], at: datetime
    ) -> Played:
        """Create a believable game of these four, or of as many as the variant takes. A person's
        strength depends on the name.
        """
        rules = RuleSet.of(variant, {} if VARIANTS[variant].has_teams else {"round_limit": 10})
        size = VARIANTS[variant].min_players
        players = [*four, *(one for one in attendees if one not in four)][:size]
        strong = [simulation.strength(player.name) for player in players]
        rounds = simulation.rounds(rules, strong, self.lot)
        written = [at + number * A_ROUND for number in range(1, len(rounds) + 1)]
        return Played(rules, [player.pk for player in players], rounds, at, written)

    def play_tournaments(self) -> None:
        """Play one tournament every other month, of all kinds, with people of the club."""
        regulars = [player.name for player in self.people if not player.name.endswith(".")]
        presets = kinds()[:EVENTS]
        for number, preset in enumerate(presets):
            day = self.nights[(number + 1) * len(self.nights) // len(presets) - 1] + timedelta(
                days=1
            )
            evening = Simulation(self.lot, self.by)
            entrants = entrants_of(preset)
            evening.names = self.lot.sample(regulars, entrants * SIZES[preset.unit])
            with as_if_at(day.replace(hour=TOURNAMENT_HOUR)):
                made = evening.run(
                    self.club, preset, entrants, f"{gettext(preset.name)} {day.year}"
                )
            self.tournaments.append(made)
            self.report(f"{made.name}: {entrants} entrants")

    def rank_seasons(self) -> None:
        """Rank last year by Formula 1 points, and this year by the best 8 of 12, which
        is public.
        """
        for year, key in ((self.now.year - 1, "formula_one"), (self.now.year, "best_of")):
            preset = PRESETS_OF_SEASONS[key]
            season = make_season(
                self.club,
                self.by,
                f"{gettext('Season')} {year}",
                preset.formula,
                preset.planned,
                year,
            )
            played = [
                one.pk
                for one in self.tournaments
                if timezone.localdate(one.created_at).year == year
            ]
            events = played[:MOST_TOURNAMENTS]
            nights = [night.date() for night in self.nights if night.year == year]
            left = min(preset.planned - (year == self.now.year) - len(events), len(nights))
            choose_events(
                season, events, [nights[place * len(nights) // left] for place in range(left)]
            )
            show_season(season, public=year == self.now.year)
        self.report("Two seasons")

    def plan_ahead(self) -> None:
        """Plan the next evenings, with replies from some of the people."""
        first = (self.nights[-1] + timedelta(days=14)).date()
        plan = Plan(first, time(HOUR, 30), title="", place="Gasthof zum Drachen", words="")
        coming = plan_evenings(self.club, plan, FORTNIGHTLY, first + timedelta(days=14 * PLANNED))
        cancel_evening(coming[1])
        listed = [player for player in self.people if not player.name.endswith(".")]
        for number, player in enumerate(self.lot.sample(listed, ANSWERS)):
            record_answer(coming[0], player, coming=number % 4 > 0)
        guests = [player.pk for player in self.people if player.name.endswith(".")]
        set_guests(self.club, guests, guests)
        self.report(f"{len(coming)} evenings planned")

    def tidy_the_list(self) -> None:
        """Merge the two spellings, and erase someone who asked for it."""
        by_name = {player.name: player for player in self.people}
        stays, goes = (by_name[name] for name in TWICE)
        merge(goes, stays, self.phone)
        leaves = next(
            player for player in self.people if player.name.endswith(".") and player != goes
        )
        erase(leaves, self.phone)
        self.report("Two names merged, one person erased")

    def way_in(self) -> str:
        """Return the path of a link with which a phone joins the club."""
        return reverse(
            "club_join", args=[token_of(renew_link(Link.Role.MEMBER, self.phone, club=self.club))]
        )
