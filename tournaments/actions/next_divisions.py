"""The divisions of a league's next season: proposed from the last table, changed by hand."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.models import Entrant, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.league import Move, division_sizes, next_divisions
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

WRONG_SIZES = gettext_noop(
    "Entrants in the divisions: %(sizes)s. Needed: %(wanted)s. Move others in exchange."
)


@dataclass(frozen=True)
class Divisions:
    """A proposal: everybody's move, strongest first, and their rank in the last table."""

    moves: Sequence[Move]
    ranks: Mapping[int, int]

    @property
    def names(self) -> list[str]:
        return sorted({move.after for move in self.moves})


def propose_divisions(tournament: Tournament) -> Divisions | None:
    """Return the divisions after a finished league, of entrants who are still in; None unless the
    first stage is one with several divisions.
    """
    stage = tournament.stages.filter(number=1, format="league", state=Stage.State.FINISHED).first()
    if stage is None:
        return None
    stage.tournament = tournament
    settings = FORMATS[stage.format].read(stage.format_settings)
    still = set(
        Entrant.objects.filter(tournament=tournament, state=Entrant.State.ENTERED).values_list(
            "pk", flat=True
        )
    )
    standings: dict[str, list[int]] = {}
    ranks = {}
    for row in ranked(history_of(stage, drafts=False)):
        if row.id in still:
            standings.setdefault(row.group, []).append(row.id)
            ranks[row.id] = row.rank
    if len(standings) < 2:
        return None
    return Divisions(next_divisions(standings, settings["up"], settings["down"]), ranks)


def seeds_of(divisions: Divisions, chosen: Mapping[int, str]) -> dict[int, int]:
    """Return the seed of every entrant, by which the draw fills the chosen divisions.

    Raises RuleError if the divisions would have other sizes than a draw makes them.
    """
    after = {move.id: chosen.get(move.id, move.after) for move in divisions.moves}
    counted = Counter(after.values())
    sizes = [counted[name] for name in divisions.names]
    wanted = division_sizes(len(after), len(sizes))
    if sizes != wanted:
        about = {"sizes": " + ".join(map(str, sizes)), "wanted": " + ".join(map(str, wanted))}
        raise RuleError([Mistake("wrong_sizes", "divisions", WRONG_SIZES, about)])
    order = sorted(after, key=lambda one: after[one])  # stable: the strongest first
    return {one: seed for seed, one in enumerate(order, start=1)}
