"""How much of a schedule an entrant has played: what becomes of it if they leave.

FIDE's rules for competitions, article 6.6: if somebody leaves a round robin below half of the
games, the results stay in the table but do not count in the standings. From half on they count, and
the games left are forfeits.
"""

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.match.line_data import line_of
from tournaments.models import LogLine, Match, Participation, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.standings.lines import PLAYED, VOID


@dataclass(frozen=True)
class Played:
    """The matches of an entrant: how many there are in all, and how many were played."""

    played: int
    matches: int

    @property
    def below_half(self) -> bool:
        return 2 * self.played < self.matches


def ends_at_half(stage: Stage) -> bool:
    """Whether that rule holds in a stage."""
    return FORMATS[stage.format].ends_at_half(stage.format_settings)


def played_by(row: Participation) -> Played | None:
    """Return how much of the schedule an entrant has played; None if it does not matter in the
    stage. Two queries.

    Matches that do not count are none, neither those ruled not played nor those against others who
    left before half. A match that has begun is played.
    """
    stage = row.stage
    if not ends_at_half(stage):
        return None
    others = Participation.objects.filter(stage=stage, group=row.group, void=False)
    if row.last_round is not None:
        others = others.filter(first_round__lte=max(row.last_round, 1))
    others = others.exclude(pk=row.pk)
    against = set(others.values_list("entrant_id", flat=True))
    legs = int(FORMATS[stage.format].read(stage.format_settings)["legs"])
    matches = legs * len(against)
    played = 0
    rounds = Match.objects.filter(
        session_round__stage=stage, places__entrant=row.entrant_id, result__isnull=False
    )
    for result in rounds.values_list("result", flat=True):
        line = line_of((result or {})[str(row.entrant_id)], 0)
        if against.issuperset(line.opponents):
            played += line.kind == PLAYED
            matches -= line.kind == VOID
    return Played(played, matches)


def still_play(tournament: Tournament, gone: Collection[int]) -> frozenset[int]:
    """Return those of these withdrawn entrants who play the match of their last round before they
    leave. One query, none without any.
    """
    if not gone:
        return frozenset()
    lines = LogLine.objects.filter(
        tournament=tournament, action="withdrawn", params__entrant__in=list(gone)
    )
    latest = {line.params["entrant"]: line.params for line in lines.order_by("pk")}
    return frozenset(who for who, params in latest.items() if params.get("plays_on"))
