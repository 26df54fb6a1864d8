"""Results the director assigns to what was not played, or not properly.

There are no silent defaults here. What cannot be known (the worth of a bye) is None until the
director has set it, and using it before is an error with a plain message.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from scoring.rules import Mistake, RuleError, shown
from scoring.rules.settings import LARGEST_VALUE, Choice, Setting, is_whole
from scoring.rules.words import gettext_noop
from tournaments.standings.lines import (
    ABSENT,
    BYE,
    FORFEIT,
    PLAYED,
    VOID,
    Award,
    Line,
    Number,
)

from .kinds import Halves
from .scoring_system import ScoringSystem, read_settings
from .tally import mean, plain

BOTH_AVERAGE, HALF, FORFEITED, BOTH_LOSE, NOT_PLAYED, GIVEN = (
    "both_average",
    "half",
    "forfeit",
    "both_lose",
    "not_played",
    "given",
)

KINDS: Mapping[str, tuple[str, str]] = {
    BOTH_AVERAGE: (
        gettext_noop("Average"),
        gettext_noop(
            "Each side gets the mean of its own other rounds, or an average that you enter."
        ),
    ),
    HALF: (gettext_noop("50 : 50"), gettext_noop("As if the match had been drawn.")),
    FORFEITED: (
        gettext_noop("Forfeit"),
        gettext_noop("One side did not come or stopped; the other wins."),
    ),
    BOTH_LOSE: (
        gettext_noop("Both lose"),
        gettext_noop("Nobody came, or both broke the rules: 0 : 0, and a loss for both sides."),
    ),
    NOT_PLAYED: (
        gettext_noop("Not played"),
        gettext_noop("No points. The match does not count for anybody, and the round is done."),
    ),
    GIVEN: (gettext_noop("As typed"), gettext_noop("Points and Tichu points as you enter them.")),
}

NOT_IN_BRACKETS = gettext_noop(
    "Every match of a knock-out counts: choose Forfeit and name who goes on, or choose Both lose."
)

SETTINGS: Mapping[str, Setting] = {
    "bye_points": Halves(None, open_=True),
    "bye_score": Halves(None, least=-LARGEST_VALUE, open_=True),
    "bye_again_points": Halves(None, open_=True),
    "bye_again_score": Halves(None, least=-LARGEST_VALUE, open_=True),
    "absent_points": Halves(None, least=-LARGEST_VALUE, open_=True),
    "absent_score": Halves(None, least=-LARGEST_VALUE, open_=True),
    "late_entry": Choice(("nothing", "absent", "average")),
}
LABELS: Mapping[str, tuple[str, str]] = {
    "bye_points": (
        gettext_noop("Points for a bye"),
        gettext_noop("For anyone left without a match by the draw."),
    ),
    "bye_score": (
        gettext_noop("Tichu points for a bye"),
        gettext_noop("The same in Tichu points."),
    ),
    "bye_again_points": (
        gettext_noop("Points for a further bye"),
        gettext_noop("For the second bye and all after it; empty: as for the first."),
    ),
    "bye_again_score": (
        gettext_noop("Tichu points for a further bye"),
        gettext_noop("The same in Tichu points."),
    ),
    "absent_points": (
        gettext_noop("Points for a missed round"),
        gettext_noop("For a round missed by request; some clubs take points away."),
    ),
    "absent_score": (
        gettext_noop("Tichu points for a missed round"),
        gettext_noop("The same in Tichu points."),
    ),
    "late_entry": (
        gettext_noop("Latecomers"),
        gettext_noop("What rounds before their first one are worth."),
    ),
}
CHOICES: Mapping[str, str] = {
    "nothing": gettext_noop("Nothing"),
    "absent": gettext_noop("As a missed round"),
    "average": gettext_noop("The mean of their own rounds"),
}
NOT_SETTLED: Mapping[str, str] = {
    "bye_points": gettext_noop(
        "It is not decided how many points a bye is worth; enter a number, or 0."
    ),
    "bye_score": gettext_noop(
        "It is not decided how many Tichu points a bye is worth; enter a number."
    ),
    "absent_points": gettext_noop(
        "It is not decided how many points a missed round is worth; enter a number."
    ),
    "absent_score": gettext_noop(
        "It is not decided how many Tichu points a missed round is worth; enter a number."
    ),
}


@dataclass(frozen=True)
class Ruling:
    """A director's decision on one match.

    `kind` is a key of `KINDS`; the other fields belong to some of the kinds, all by side, in the
    order of the match's sides. `percent` is an average in per cent of a clear win, `points` a plain
    number of ranking points; if both are None (or missing), an average is the mean of the own other
    rounds. `score` are Tichu points. `winner` is the side that gets a forfeit; its `points` and
    `score` may be given, otherwise it has a clear win and no Tichu points. `met`: whether the sides
    sat down at all; if not, an average or a half does not count as a played match.
    """

    kind: str
    winner: int | None = None
    percent: tuple[int | None, ...] = ()
    points: tuple[Number | None, ...] = ()
    score: tuple[Number | None, ...] = ()
    met: bool = True

    def points_of(self, side: int) -> Number | None:
        return self.points[side] if self.points else None

    def score_of(self, side: int) -> Number | None:
        return self.score[side] if self.score else None

    def percent_of(self, side: int) -> int | None:
        return self.percent[side] if self.percent else None


@dataclass(frozen=True)
class Case:
    """The match that is ruled on: its session round, its sides (ids), and its scoring system.

    `hands` is the number of hands to be played in each of `matches` matches between two sides.
    `others` are each entrant's own lines of the stage, with or without this round's. `open` allows
    entrants without another round: their mean is nothing until there is one.
    """

    round: int
    sides: tuple[tuple[int, ...], ...]
    system: ScoringSystem
    settings: Mapping[str, Any]  # of the scoring system, complete
    hands: int = 1
    others: Mapping[int, Sequence[Line]] = field(default_factory=dict, hash=False)
    open: bool = False
    matches: int = 1

    @property
    def size(self) -> dict[str, int]:
        """The number of hands and players, as scoring systems ask for it."""
        return {"hands": self.hands * self.matches, "players": sum(map(len, self.sides))}


def adjusted(ruling: Ruling, case: Case) -> dict[int, Award]:
    """Return what a ruling gives everybody in the match, by id.

    Raises RuleError: `unknown_kind`, `bad_ruling` (numbers missing, or no such side),
    `no_clear_win` (a percentage, but the system defines no clear win), `no_other_rounds` (a mean of
    nothing).
    """
    _check(ruling, case)
    found = {
        id_: _given(ruling, case, side, id_) for side, ids in enumerate(case.sides) for id_ in ids
    }
    kind = _kind_of_line(ruling)
    points = {id_: one[2] for id_, one in found.items()}
    score = {id_: one[3] for id_, one in found.items()}
    awards = {}
    for side, ids in enumerate(case.sides):
        for id_ in ids:
            text, params, *_ = found[id_]
            line = replace(
                _line(case, side, id_, points, score),
                kind=kind,
                both_lose=ruling.kind == BOTH_LOSE,
            )
            awards[id_] = Award(line, ((text, params, points[id_]),))
    return awards


def _kind_of_line(ruling: Ruling) -> str:
    if ruling.kind == NOT_PLAYED:
        return VOID
    return FORFEIT if ruling.kind in {FORFEITED, BOTH_LOSE} or not ruling.met else PLAYED


def _line(
    case: Case, side: int, id_: int, points: Mapping[int, Number], score: Mapping[int, Number]
) -> Line:
    """Return an entrant's line, given everybody's points and Tichu points."""
    others = sorted(other for index, ids in enumerate(case.sides) if index != side for other in ids)
    return Line(
        round=case.round,
        points=points[id_],
        score=score[id_],
        points_against=_mean_of(points, others),
        score_against=_mean_of(score, others) if len(case.sides) == 2 else 0,
        opponents=tuple(others),
        partners=tuple(sorted(other for other in case.sides[side] if other != id_)),
    )


def _mean_of(values: Mapping[int, Number], ids: Sequence[int]) -> Number:
    return mean([values[id_] for id_ in ids]) if ids else 0


def _is_complete(numbers: Sequence[Number | None]) -> bool:
    return bool(numbers) and None not in numbers


def _check(ruling: Ruling, case: Case) -> None:
    sides = len(case.sides)
    if ruling.kind not in KINDS:
        text = gettext_noop("There is no ruling %(kind)s; the rulings are: %(known)s.")
        params = {"kind": shown(ruling.kind), "known": ", ".join(KINDS)}
        raise RuleError([Mistake("unknown_kind", "kind", text, params)])
    _check_numbers(ruling, sides)
    if ruling.kind == FORFEITED and ruling.winner not in range(sides):
        text = gettext_noop("Choose who wins by forfeit; the other side did not come or stopped.")
        raise RuleError([Mistake("bad_ruling", "winner", text)])
    if ruling.kind == BOTH_LOSE and ruling.winner is not None:
        text = gettext_noop("If both lose there is no winner: do not name one.")
        raise RuleError([Mistake("bad_ruling", "winner", text)])
    if ruling.kind == GIVEN and not (_is_complete(ruling.points) and _is_complete(ruling.score)):
        text = gettext_noop("Enter points and Tichu points for every side, even 0.")
        raise RuleError([Mistake("bad_ruling", "points", text)])


def _check_numbers(ruling: Ruling, sides: int) -> None:
    for key in ("percent", "points", "score"):
        values = getattr(ruling, key)
        if values and len(values) != sides:
            text = gettext_noop(
                "%(key)s: enter one number for each side (%(sides)s), not %(count)s."
            )
            raise RuleError(
                [
                    Mistake(
                        "bad_ruling", key, text, {"key": key, "count": len(values), "sides": sides}
                    )
                ]
            )
    if any(
        value is not None and not (is_whole(value) and 0 <= value <= 100)
        for value in ruling.percent
    ):
        text = gettext_noop(
            "An average percentage is a whole number from 0 to 100, usually 40, 50 or 60."
        )
        raise RuleError([Mistake("bad_ruling", "percent", text)])


def _given(
    ruling: Ruling, case: Case, side: int, id_: int
) -> tuple[str, Mapping[str, object], Number, Number]:
    """Return the sentence, its params, ranking points and Tichu points for one entrant."""
    points, score = ruling.points_of(side), plain(ruling.score_of(side) or 0)
    if ruling.kind == NOT_PLAYED:
        return gettext_noop("Not played"), {}, 0, 0
    if ruling.kind == BOTH_LOSE:
        return gettext_noop("Lost by both sides"), {}, 0, 0
    if ruling.kind == GIVEN:
        return gettext_noop("Given by the director"), {}, plain(points or 0), score
    if ruling.kind == HALF:
        even = _of_all(case, case.system.level(case.settings, **case.size))
        return gettext_noop("50 : 50 by decision of the director"), {}, even, score
    if ruling.kind == FORFEITED:
        if side != ruling.winner:
            return gettext_noop("Lost by forfeit"), {}, 0, 0
        points = _clear_win(case) if points is None else points
        return gettext_noop("Won by forfeit"), {}, plain(points), score
    return _average(ruling, case, side, id_)


def _average(
    ruling: Ruling, case: Case, side: int, id_: int
) -> tuple[str, Mapping[str, object], Number, Number]:
    points, percent, given = ruling.points_of(side), ruling.percent_of(side), ruling.score_of(side)
    score = plain(given or 0)
    if points is not None:
        return gettext_noop("Average given by the director"), {}, plain(points), score
    if percent is not None:
        share = plain(Fraction(_clear_win(case)) * percent / 100)
        text = gettext_noop("Average of %(percent)s %% of a clear win")
        return text, {"percent": percent}, share, score
    others = case.others.get(id_, ())
    if case.open and not played_but(others, case.round):
        return gettext_noop("Mean of their own rounds, none of them yet"), {}, 0, score
    rounds, own_points, own_score = own_mean(others, case.round)
    text = gettext_noop("Mean of their own rounds, %(rounds)s of them")
    return text, {"rounds": rounds}, own_points, own_score if given is None else score


def _clear_win(case: Case) -> Number:
    full = case.system.full(case.settings, **case.size)
    if full is None:
        text = gettext_noop(
            "This scoring system has no number for a clear win; enter the points themselves."
        )
        raise RuleError([Mistake("no_clear_win", "points", text)])
    return _of_all(case, full)


def _of_all(case: Case, points: Number) -> Number:
    """Multiply what the system gives for one match by the number of matches at the table."""
    return plain(points * case.matches) if case.system.each_match else points


def own_mean(lines: Sequence[Line], but_round: int | None = None) -> tuple[int, Number, Number]:
    """Return the number of rounds played and the exact means of points and of Tichu points.

    Byes, absences and forfeits are not played. Raises RuleError with `no_other_rounds` if none is
    left.
    """
    played = played_but(lines, but_round)
    if not played:
        text = gettext_noop(
            "There is no other round to take the mean of yet; wait for one, or enter the points."
        )
        raise RuleError([Mistake("no_other_rounds", "points", text)])
    return (
        len(played),
        mean([line.points for line in played]),
        mean([line.score for line in played]),
    )


def played_but(lines: Sequence[Line], but_round: int | None) -> list[Line]:
    """Return the rounds played, without this one."""
    return [line for line in lines if line.kind == PLAYED and line.round != but_round]


def bye(settings: Mapping[str, Any], round_: int, before: int = 0) -> Award:
    """Return the award for a bye of an entrant who has had `before` byes.

    Raises RuleError with `bye_not_settled` (fields `bye_points`, `bye_score`) until the director
    has set it.
    """
    points, score = _settled(settings, ("bye_points", "bye_score"))
    if before:
        points, score = (
            first if settings.get(key) is None else plain(settings[key])
            for key, first in (("bye_again_points", points), ("bye_again_score", score))
        )
    return Award(Line(round_, BYE, points, score), ((gettext_noop("Bye"), {}, points),))


# What a requested bye is worth
NOTHING, HALF_BYE, FULL_BYE = "none", "half", "full"


def requested_bye(worth: str, round_: int, points: Number, score: Number) -> Award:
    """Return the award for a bye that the entrant asked for.

    A full one counts like a bye of the draw, the others as rounds missed by choice: FIDE's rules
    for tie-breaks make this difference (C.07, article 16.2).
    """
    kind = BYE if worth == FULL_BYE else ABSENT
    return Award(Line(round_, kind, points, score), ((gettext_noop("Requested bye"), {}, points),))


def absence(settings: Mapping[str, Any], round_: int) -> Award:
    """Return the award for a missed round.

    Raises RuleError with `bye_not_settled` (fields `absent_points`, `absent_score`) until the
    director has set it.
    """
    points, score = _settled(settings, ("absent_points", "absent_score"))
    return Award(
        Line(round_, ABSENT, points, score), ((gettext_noop("Missed this round"), {}, points),)
    )


def late_entry(settings: Mapping[str, Any], round_: int, own: Sequence[Line]) -> Award:
    """Return the award for a round before a late entry: nothing, a missed round, or the own mean.

    The mean is recomputed from the rounds played so far, and is nothing until there is one. Raises
    RuleError with `bye_not_settled` if it counts as a missed round whose worth is not set.
    """
    how = settings["late_entry"]
    if how == "absent":
        return absence(settings, round_)
    if how == "average" and played_but(own, round_):
        rounds, points, score = own_mean(own, round_)
        text = gettext_noop("Came later: mean of their own rounds, %(rounds)s of them")
        return Award(Line(round_, ABSENT, points, score), ((text, {"rounds": rounds}, points),))
    return Award(Line(round_, ABSENT), ((gettext_noop("Came later"), {}, 0),))


def _settled(settings: Mapping[str, Any], keys: tuple[str, str]) -> tuple[Number, Number]:
    missing = [key for key in keys if settings.get(key) is None]
    if missing:
        raise RuleError([Mistake("bye_not_settled", key, NOT_SETTLED[key]) for key in missing])
    return plain(settings[keys[0]]), plain(settings[keys[1]])


def read(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of byes, absences and late entries, completed with defaults.

    Raises RuleError: `unknown_setting`, `bad_setting`.
    """
    return read_settings(SETTINGS, settings)
