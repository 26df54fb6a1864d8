"""A tournament at a glance, and the list of all that are to be seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.pages.seen import Seen
from tournaments.stage.ranking import ranked
from tournaments.stage.words import plain_words, stage_name

MOST = 200  # tournaments on the list


@dataclass(frozen=True)
class StageShown:
    stage: Stage
    name: str
    words: Sequence[str]
    rounds: Sequence[SessionRound]  # published or closed

    @property
    def begun(self) -> bool:
        return self.stage.state != Stage.State.WAITING


@dataclass(frozen=True)
class TournamentPage:
    """`entrants` are (id, name, withdrawn) in order of entering; `waiting` says how many are on the waiting list."""

    stages: Sequence[StageShown]
    best: Sequence[tuple[int, int, str]]  # rank, id, name of the first three, once the tournament is finished
    entrants: Sequence[tuple[int, str, bool]]
    waiting: int


def tournament_page(seen: Seen) -> TournamentPage:
    """What the first page of a tournament shows: four queries for any number of entrants, stages and rounds."""
    rounds: dict[int, list[SessionRound]] = {}
    published = SessionRound.objects.filter(stage__tournament=seen.tournament).exclude(state=SessionRound.State.DRAFT)
    for session_round in published:
        rounds.setdefault(session_round.stage_id, []).append(session_round)
    rows = list(Entrant.objects.filter(tournament=seen.tournament))
    in_it = [row for row in rows if row.state in {Entrant.State.ENTERED, Entrant.State.WITHDRAWN}]
    names = seen.names(in_it)
    return TournamentPage(
        best=_best(seen, names),
        stages=[
            StageShown(stage, stage_name(stage), plain_words(stage), rounds.get(stage.pk, ())) for stage in seen.stages
        ],
        entrants=[(row.pk, names[row.pk], row.state == Entrant.State.WITHDRAWN) for row in in_it],
        waiting=sum(row.state == Entrant.State.WAITING for row in rows),
    )


def _best(seen: Seen, names: Mapping[int, str]) -> list[tuple[int, int, str]]:
    """The first three of the last stage; nobody while the tournament runs or is kept for the prize-giving, nor where
    nothing was played."""
    last = list(seen.stages)[-1]
    if seen.tournament.state != Tournament.State.FINISHED or last.state == Stage.State.WAITING:
        return []
    if last.number in seen.cuts:
        return []
    # With groups side by side there is no first of all.
    rows = [row for row in ranked(seen.history(last)) if row.rank <= 3]
    return [] if len({row.group for row in rows}) > 1 else [(row.rank, row.id, names[row.id]) for row in rows]


def newest_first(tournaments: QuerySet[Tournament]) -> list[Tournament]:
    """The list of those that may be seen: the open ones first, then by their day, the latest first."""
    rows = tournaments.order_by("-starts_on", "-created_at")[:MOST]
    order = (Tournament.State.OPEN, Tournament.State.DRAFT, Tournament.State.FINISHED)
    return sorted(rows, key=lambda row: order.index(Tournament.State(row.state)))
