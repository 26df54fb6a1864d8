"""Who goes on from a finished stage into the next, and who is level at the line where somebody has
to decide.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.rules.words import gettext_noop
from tournaments.models import Entrant, Stage
from tournaments.pairing.stages import qualify
from tournaments.pairing.values import Id, Note
from tournaments.stage.history import History, history_of
from tournaments.stage.ranking import Ranked, ranked


@dataclass(frozen=True)
class Level:
    """Those who share the rank through which the line goes: so many `places` for more of them, ids
    as the standings list them. `group` is empty where there are none.
    """

    group: str
    rank: int
    who: tuple[int, ...]
    places: int


@dataclass(frozen=True)
class Line:
    """The standings of a finished stage by group, without those who withdrew, and those who are
    level at the line.
    """

    groups: Mapping[str, Sequence[Ranked]]
    take: int
    levels: Sequence[Level]

    def through(self, on: Collection[int]) -> tuple[int, ...]:
        """Who goes on, in the order of their new seeds;
        of those who are level at the line these.
        """
        level = {who for one in self.levels for who in one.who} - set(on)
        groups = {}
        for group, rows in self.groups.items():
            last = rows[min(self.take, len(rows)) - 1].rank
            groups[group] = [row.id for row in rows if row.rank <= last and row.id not in level]
        return qualify(groups, max(map(len, groups.values()), default=0) or 1) if groups else ()


def line_of(history: History, stage: Stage) -> Line:
    """How it stands at the line of the next stage, `stage`."""
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


def _level(group: str, rows: Sequence[Ranked], take: int) -> list[Level]:
    if len(rows) <= take or rows[take - 1].rank != rows[take].rank:
        return []
    rank = rows[take].rank
    above = sum(row.rank < rank for row in rows)
    return [Level(group, rank, tuple(row.id for row in rows if row.rank == rank), take - above)]


def level_for_seeds(stage: Stage) -> list[Note]:
    """Those in a later stage who share a rank of the one before: nothing but their earlier seeds
    says who of them is seeded first. A note for each such rank, by group.
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


def by_lot(level: Level, numbers: Mapping[int, int], seed: int) -> tuple[int, ...]:
    """Those who are level in the order of a lot: it follows from the seed and their entrant numbers
    alone, so that anybody can draw it again.
    """
    order = sorted(level.who, key=numbers.__getitem__)
    random.Random(f"{seed}:{level.group}:{level.rank}").shuffle(order)  # noqa: S311 - a lot, not a secret
    return tuple(order)


def would_go_on(history: History, stage: Stage) -> tuple[int, ...]:
    """Who goes on by the standings as they are, where it is known already who did: of those who are
    level at the line the ones who went on, as long as it could have been them; else the first of
    them.
    """
    line = line_of(history, stage)
    there = set(stage.participations.values_list("entrant_id", flat=True))
    on: set[int] = set()
    for level in line.levels:
        went = [who for who in level.who if who in there]
        fits = len(went) in {level.places, len(level.who)}
        on |= set(went if fits else level.who[: level.places])
    return line.through(on)
