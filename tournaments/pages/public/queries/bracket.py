"""A knock-out as a tree of matches, round by round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.wording import figure
from tournaments.models import Match
from tournaments.pairing import values
from tournaments.pairing.brackets import Shown, Slot
from tournaments.pairing.elimination import Elimination
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.values import Note
from tournaments.stage.history import History
from tournaments.standings.numbers import load


@dataclass(frozen=True)
class BracketSide:
    """One side of a match: an entrant, or in words who will come. `score` is what was played so far, if anything."""

    id: int | None
    name: str
    won: bool = False
    score: str = ""


@dataclass(frozen=True)
class BracketMatch:
    name: str
    sides: Sequence[BracketSide]
    match_id: int | None = None
    walkover: bool = False


@dataclass(frozen=True)
class BracketRound:
    """The matches that are played at the same time if all goes its way."""

    number: int
    matches: Sequence[BracketMatch]


def bracket_of(history: History, names: Mapping[int, str]) -> list[BracketRound]:
    """The whole tree of a stage that ranks by a bracket, as far as it is published; empty for other stages."""
    stage = history.stage
    format_ = FORMATS[stage.format]
    if not isinstance(format_, Elimination) or len(history.participations) < 2:
        return []
    there = [
        values.Entrant(id=row.entrant_id, place=row.seed)
        for row in history.participations
        if row.entrant_id in history.here
    ]
    shown = format_.bracket(history.past(10**6), there, stage.format_settings)
    matches = {seated.match.fixture: seated.match for rows in history.rounds for seated in rows.seated}
    levels: dict[int, list[BracketMatch]] = {}
    for one in shown:
        if one.needed:
            levels.setdefault(one.level, []).append(_match(one, matches.get(one.key), names))
    return [BracketRound(number, levels[number]) for number in sorted(levels)]


def _match(shown: Shown, match: Match | None, names: Mapping[int, str]) -> BracketMatch:
    return BracketMatch(
        name=_said(shown.name),
        sides=[_side(slot, index == shown.winner, match, names) for index, slot in enumerate(shown.sides)],
        match_id=match.pk if match else None,
        walkover=shown.walkover,
    )


def _side(slot: Slot, won: bool, match: Match | None, names: Mapping[int, str]) -> BracketSide:
    if slot.id is None:
        return BracketSide(None, _said(slot.label) if slot.label else "")
    line = ((match.result if match else None) or {}).get(str(slot.id))
    score = "" if line is None else games_or_score(line)
    return BracketSide(slot.id, names.get(slot.id, f"#{slot.id}"), won, score)


def games_or_score(line: Mapping[str, object]) -> str:
    """What somebody has in a match: games won where it has several, else Tichu points; empty in games without any."""
    if line.get("places") and "score" not in line:
        return ""
    won, lost = int(str(line.get("games_won", 0))), int(str(line.get("games_lost", 0)))
    return str(won) if won + lost > 1 else figure(load(str(line.get("score", 0))))


def _said(note: Note) -> str:
    return _(note.text) % note.params
