"""Qualification from a finished stage for the next, and ties at the qualifying line."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.rules.words import gettext_noop
from tournaments.models import Entrant, Stage
from tournaments.pairing.consolation import GROUP
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.knockout import Knockout
from tournaments.pairing.stages import qualify
from tournaments.pairing.values import Id, Note
from tournaments.stage.history import History, history_of
from tournaments.stage.ranking import Ranked, ranked


@dataclass(frozen=True)
class Tie:
    """Entrants who share the rank that the line crosses, in standings order.

    `places` are left for them. `group` is empty if there are no groups.
    """

    group: str
    rank: int
    who: tuple[int, ...]
    places: int


@dataclass(frozen=True)
class Line:
    """The standings of a finished stage by group, without withdrawn entrants, and ties at the
    line.
    """

    groups: Mapping[str, Sequence[Ranked]]
    take: int
    levels: Sequence[Tie]

    def through(self, on: Collection[int]) -> tuple[int, ...]:
        """Return the qualifiers in the order of their new seeds; of those tied at the line,
        `on`.
        """
        level = {who for one in self.levels for who in one.who} - set(on)
        groups = {}
        for group, rows in self.groups.items():
            last = rows[min(self.take, len(rows)) - 1].rank
            groups[group] = [row.id for row in rows if row.rank <= last and row.id not in level]
        return _in_order_of_seeds(groups)

    def behind(self, through: Collection[int]) -> tuple[int, ...]:
        """Return the others in the order of their seeds in a consolation cup."""
        return _in_order_of_seeds(
            {
                group: [row.id for row in rows if row.id not in through]
                for group, rows in self.groups.items()
            }
        )

    def entering(self, stage: Stage, on: Collection[int]) -> list[tuple[int, str]]:
        """Return everybody who enters the next stage, `stage`, by seed with the group: the
        qualifiers, and if it has a consolation cup the others behind them.
        """
        through = self.through(on)
        others = self.behind(through) if has_consolation(stage) else ()
        return [(who, "") for who in through] + [(who, GROUP) for who in others]


def has_consolation(stage: Stage) -> bool:
    """Whether those who do not qualify for a stage play a cup of their own in it."""
    return stage.format == Knockout.key and bool(stage.format_settings.get("consolation"))


def _in_order_of_seeds(groups: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
    return qualify(groups, max(map(len, groups.values()), default=0) or 1) if groups else ()


def line_of(history: History, stage: Stage) -> Line:
    """Return the qualifying line of the next stage, `stage`."""
    gone = {
        row.entrant_id
        for row in history.participations
        if row.entrant.state != Entrant.State.ENTERED
    }
    groups: dict[str, list[Ranked]] = {}
    for row in ranked(history):
        if row.id not in gone:
            groups.setdefault(row.group, []).append(row)
    take = stage.take if stage.take is not None else max(map(len, groups.values()), default=0)
    return Line(
        groups,
        take,
        [level for group, rows in sorted(groups.items()) for level in _level(group, rows, take)],
    )


def _level(group: str, rows: Sequence[Ranked], take: int) -> list[Tie]:
    if len(rows) <= take or rows[take - 1].rank != rows[take].rank:
        return []
    rank = rows[take].rank
    above = sum(row.rank < rank for row in rows)
    return [Tie(group, rank, tuple(row.id for row in rows if row.rank == rank), take - above)]


def seed_ties(stage: Stage) -> list[Note]:
    """Return a note, by group, for each rank shared by entrants of a later stage.

    Only their earlier seeds decide which of them is seeded first.
    """
    before = Stage.objects.select_related("tournament").get(
        tournament=stage.tournament_id, number=stage.number - 1
    )
    seeds = dict(stage.participations.order_by("seed").values_list("entrant_id", "seed"))
    shared: dict[tuple[str, int], list[int]] = {}
    for row in ranked(history_of(before)):
        if row.id in seeds:
            shared.setdefault((row.group, row.rank), []).append(row.id)
    text = gettext_noop(
        "Level in the stage before: %(who)s. They are seeded in the order of their earlier seeds."
    )
    return [
        Note("level_for_seeds", text, {"who": tuple(map(Id, who))})
        for _rank, who in sorted(shared.items())
        if len(who) > 1
    ]


def by_lot(level: Tie, numbers: Mapping[int, int], seed: int) -> tuple[int, ...]:
    """Return tied entrants in random order.

    The lot depends only on the seed and their entrant numbers, so that anybody can repeat it.
    """
    order = sorted(level.who, key=numbers.__getitem__)
    random.Random(f"{seed}:{level.group}:{level.rank}").shuffle(order)  # noqa: S311 - a lot, not a secret
    return tuple(order)


def same_field(stage: Stage, now: Sequence[int], seeded: Sequence[int]) -> bool:
    """Whether it makes no difference to a stage that these qualify `now` instead of those `seeded`.

    In duplicate the order makes none, since numbers are drawn by lot.
    """
    if FORMATS[stage.format].compares_boards:
        return set(now) == set(seeded)
    return tuple(now) == tuple(seeded)


def projected_qualifiers(history: History, stage: Stage) -> tuple[int, ...]:
    """Return who would qualify by the current standings, if the qualifiers are already fixed.

    Of those tied at the line, the ones who did qualify as long as they could have; otherwise the
    first of them.
    """
    line = line_of(history, stage)
    qualified = set(stage.participations.exclude(group=GROUP).values_list("entrant_id", flat=True))
    on: set[int] = set()
    for level in line.levels:
        kept = [who for who in level.who if who in qualified]
        fits = len(kept) in {level.places, len(level.who)}
        on |= set(kept if fits else level.who[: level.places])
    return tuple(who for who, _group in line.entering(stage, on))
