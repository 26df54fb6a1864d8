"""Rounds that an entrant will miss: what can be chosen, and what is noted already."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.round_words import figure, plural
from tournaments.models import Absence, Entrant, SessionRound, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.plans.usual import requested_byes
from tournaments.stage.words import plan_of
from tournaments.standings.lines import Number

AHEAD = 6  # rounds offered if their number is open
MOST_CHIPS = 40


@dataclass(frozen=True)
class RoundOff:
    """A round that they miss. `worth` in words; `fixed` once the round is published."""

    number: int
    worth: str
    fixed: bool


@dataclass(frozen=True)
class RoundsOff:
    """The card of one entrant. `rounds` can be chosen; `worths` are value and label.

    `later`: in a schedule the match is played later. `lost`: in a bracket the opponent has a
    walkover. `boards`: in duplicate the movement goes on without them.
    """

    stage: Stage
    noted: Sequence[RoundOff]
    rounds: Sequence[int]
    worths: Sequence[tuple[str, str]]
    later: bool
    lost: bool
    boards: bool


def stage_for_byes(tournament: Tournament) -> Stage | None:
    """Return the stage in which rounds can be missed: the running one, else the first to come."""
    stages = list(tournament.stages.exclude(state=Stage.State.FINISHED).order_by("number"))
    running = [stage for stage in stages if stage.state == Stage.State.RUNNING]
    return running[-1] if running else next(iter(stages), None)


def rounds_off(entrant: Entrant, stage: Stage) -> RoundsOff:
    """Return what the card shows: four queries at most."""
    published = stage.session_rounds.exclude(state=SessionRound.State.DRAFT).order_by("-number")
    first = (published.values_list("number", flat=True).first() or 0) + 1
    missed = dict(
        Absence.objects.filter(entrant=entrant, stage=stage)
        .order_by("round_number")
        .values_list("round_number", "worth")
    )
    format_ = FORMATS[stage.format]
    worths = _worths(stage)
    words = dict(worths)
    return RoundsOff(
        stage=stage,
        noted=[
            RoundOff(number, words.get(worth, ""), number < first)
            for number, worth in missed.items()
        ],
        rounds=[number for number in _coming(stage, first) if number not in missed],
        worths=worths,
        later=format_.whole_stage and not format_.compares_boards,
        lost=format_.ranks_itself,
        boards=format_.compares_boards,
    )


def _coming(stage: Stage, first: int) -> range:
    """Return the rounds that are not published yet; a few if their number is open."""
    format_ = FORMATS[stage.format]
    total = None
    if not format_.ranks_itself:
        entered = stage.tournament.entrants.filter(state=Entrant.State.ENTERED).count()
        total = format_.rounds(entered, format_.read(stage.format_settings))
    last = first + AHEAD - 1 if total is None else total
    return range(first, min(last, first + MOST_CHIPS - 1) + 1)


def _worths(stage: Stage) -> list[tuple[str, str]]:
    """Return what a requested bye may be worth, with its points; the stage's missed round first."""
    labels = {
        Absence.Worth.NONE: _("a bye worth nothing"),
        Absence.Worth.HALF: _("a bye worth half"),
        Absence.Worth.FULL: _("a bye in full, like a win"),
    }
    found = [
        (worth, f"{labels[Absence.Worth(worth)]}: {_points(points)}")
        for worth, (points, _score) in requested_byes(plan_of(stage)).items()
    ]
    return [("", _("a missed round, as in the set-up")), *found] if found else []


def _points(points: Number) -> str:
    return ngettext("%(points)s point", "%(points)s points", plural(points)) % {
        "points": figure(points)
    }
