"""The consequences of a change in words for the director: a heading and lines for each kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.games.round_words import figure, labelled, plural
from tournaments.actions.consequences import (
    Consequences,
    QualifiersChange,
    RankChange,
    ResultChanged,
    Sides,
    StandingsChange,
    TableChanged,
)
from tournaments.actions.integrity_rows import Row
from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.figures import points_of
from tournaments.pages.rank_moves import RankMoves, rank_moves, reasons_of
from tournaments.pages.round_names import own_name
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.knockout import Knockout
from tournaments.stage.history import rows_of
from tournaments.stage.ranking import Ranked
from tournaments.stage.words import stage_name
from tournaments.standings.numbers import load

MOST_SHOWN = 40  # lines of one kind; the rest is counted
NOBODY = "\N{EM DASH}"


@dataclass(frozen=True)
class Pair:
    """Something before and after.

    `name` is a person's or a table's; `up` is by how many ranks they rise, negative if they fall,
    and `why` the reason. `where` is the table of a result, whose versions are shown side by side.
    """

    name: str
    before: str
    after: str
    is_person: bool = False
    up: int | None = None
    why: str = ""
    where: str = ""
    sides: Sequence["Side"] = ()

    @property
    def ranks(self) -> int:
        """Return by how many ranks, in either direction."""
        return abs(self.up or 0)


@dataclass(frozen=True)
class Side:
    """A side of a match after the change: Tichu points and ranking points before and after; empty
    without a result.
    """

    name: str
    before: str
    after: str
    points_before: str
    points_after: str
    won: bool

    @property
    def same(self) -> bool:
        """Whether nothing changes."""
        return (self.before, self.points_before) == (self.after, self.points_after)


@dataclass(frozen=True)
class Part:
    """One kind of consequence; of standings also how many ranks change, and the drawing."""

    heading: str
    lines: Sequence[str] = ()
    pairs: Sequence[Pair] = ()
    more: int = 0  # how many are not shown
    stay: str = ""  # how many are unchanged
    is_standings: bool = False
    moves: str = ""
    drawing: RankMoves | None = None

    @property
    def rest(self) -> Sequence[Pair]:
        """Return what is shown in one line each, not side by side."""
        return [pair for pair in self.pairs if not pair.sides]


@dataclass(frozen=True)
class ShownConsequences:
    """All consequences.

    `warnings` come first, since a director may have overlooked them. `unaffected` is what is safe,
    `follow_ups` what follows automatically, `through` who would qualify for a later stage and who
    would not.
    """

    warnings: Sequence[str]
    parts: Sequence[Part] = field(default_factory=tuple)
    unaffected: Sequence[str] = ()
    follow_ups: Sequence[str] = ()
    through: Sequence[str] = ()

    @property
    def nothing(self) -> bool:
        return not self.warnings and not self.parts


def describe(tournament: Tournament, found: Consequences) -> ShownConsequences:
    """Describe consequences in words.

    Two queries for the names unless they are passed, one for the stages, and four for the rounds of
    a knock-out if one is affected.
    """
    names = found.names or names_of(tournament, public=False)
    stages = {stage.number: stage for stage in Stage.objects.filter(tournament=tournament)}
    parts = [part for part in _parts(found, names, stages) if part.lines or part.pairs]
    through = [_gets_through(one, names, stages[one.stage]) for one in found.through]
    return ShownConsequences(
        _warnings(found), parts, _unaffected(found) if parts else (), _follow_ups(found), through
    )


def _parts(
    found: Consequences, names: Mapping[int, str], stages: Mapping[int, Stage]
) -> list[Part]:
    """Return a part for each kind of consequence, also for those without any."""
    rounds = _round_names(found, stages)
    parts = [
        _part(_("Tables"), [_table(one, names, rounds) for one in found.tables]),
        _part(_("Results"), [_result(one, names, rounds) for one in found.results]),
        _part(_("Bye"), _byes(found, names)),
        _part(pgettext("tournament", "Rounds"), [_round(one, rounds) for one in found.rounds]),
        _part(_("Entrants"), [_entrant(*one, names) for one in found.entrants]),
    ]
    parts += [_standings(stage, found, names, stages) for stage in found.standings]
    parts += _beyond(found)
    if found.settings:
        parts.append(
            Part(_("Settings"), [_("The set-up changes, and all results are recalculated.")])
        )
    return parts


def _beyond(found: Consequences) -> list[Part]:
    """Return what changes outside of the tournament, and on its podium."""
    before, after = found.beyond
    parts = []
    for heading in {**before, **after}:
        was, then = before.get(heading, {}), after.get(heading, {})
        pairs = [
            Pair(one[1], was.get(one, NOBODY), then.get(one, NOBODY), is_person=True)
            for one in {**then, **was}
            if was.get(one) != then.get(one)
        ]
        parts.append(_part(heading, pairs))
    return parts


def _byes(found: Consequences, names: Mapping[int, str]) -> list[Pair]:
    bye = _("bye")
    return [
        *(Pair(_name(who, names), NOBODY, bye, is_person=True) for who in found.bye_given),
        *(Pair(_name(who, names), bye, NOBODY, is_person=True) for who in found.bye_taken),
    ]


def _gets_through(one: QualifiersChange, names: Mapping[int, str], stage: Stage) -> str:
    stage_called = stage_name(stage)
    if not one.on and not one.out:
        return _("%(stage)s: the same qualify, with other seeds.") % {"stage": stage_called}
    on, out = (", ".join(_name(who, names) for who in ids) or NOBODY for ids in (one.on, one.out))
    text = _("%(stage)s: %(on)s would be in it instead of %(out)s.")
    return text % {"stage": stage_called, "on": on, "out": out}


def _round_names(found: Consequences, stages: Mapping[int, Stage]) -> dict[tuple[int, int], str]:
    """Return the names of rounds that are more than their numbers, by stage and number."""
    cups = _affected_cups(found, stages)
    if not cups:
        return {}
    rounds = list(SessionRound.objects.filter(stage__in=cups).select_related("stage"))
    called = {
        (rows.session_round.stage.number, rows.session_round.number): own_name(rows)
        for rows in rows_of(rounds)
    }
    return {key: _(name) for key, name in called.items() if name}


def _affected_cups(found: Consequences, stages: Mapping[int, Stage]) -> list[Stage]:
    """Return the knock-outs in which a table, a result or a round changes."""
    touched = (
        {one.stage for one in found.tables}
        | {one.stage for one in found.results}
        | {one[0] for one in found.rounds}
    )
    return [
        stages[number]
        for number in touched
        if number in stages and stages[number].format == Knockout.key
    ]


def _standings(
    stage: StandingsChange,
    found: Consequences,
    names: Mapping[int, str],
    stages: Mapping[int, Stage],
) -> Part:
    heading = _("Standings")
    if len(stages) > 1:
        heading = _("Standings: %(stage)s") % {"stage": stage_name(stages[stage.number])}
    stay = ngettext("%(count)s other stays.", "%(count)s others stay.", stage.stay) % {
        "count": stage.stay
    }
    reasons = reasons_of(stage)
    of = stages[stage.number]
    pairs = [_moved(one, names, reasons.get(one.id, ""), of) for one in stage.moved]
    ranks = sum(bool(pair.up) for pair in pairs)
    return replace(
        _part(heading, pairs, stay if stage.stay else ""),
        is_standings=True,
        moves=ngettext("%(count)s rank changes", "%(count)s ranks change", ranks) % {"count": ranks}
        if ranks
        else "",
        drawing=rank_moves(
            stage, _concerned(found, stage.number), reasons, lambda who: _name(who, names)
        ),
    )


def _concerned(found: Consequences, stage: int) -> set[int]:
    """Return those whose own result in a stage changes."""
    touched = [one for one in found.results if one.stage == stage]
    return {who for one in touched for side in one.sides for who in side}


def _part(heading: str, pairs: Sequence[Pair], stay: str = "") -> Part:
    return Part(heading, (), pairs[:MOST_SHOWN], max(len(pairs) - MOST_SHOWN, 0), stay)


def _unaffected(found: Consequences) -> list[str]:
    sentences = []
    if found.later:
        numbers = ", ".join(str(number) for _stage, number in found.later)
        sentences.append(
            ngettext(
                "Round %(numbers)s was drawn from the standings at that time: the draw stays.",
                "Rounds %(numbers)s were drawn from the standings at that time: their draws stay.",
                len(found.later),
            )
            % {"numbers": numbers}
        )
    if found.results and found.kept:
        others = ngettext(
            "The other result stays.", "The other %(count)s results stay.", found.kept
        )
        sentences.append(others % {"count": found.kept})
    return sentences


def _follow_ups(found: Consequences) -> list[str]:
    text = _("Round %(number)s will be drawn from the new standings.")
    sentences = [text % {"number": number} for _stage, number in found.coming]
    if found.rates_again:
        sentences.append(_("Ratings are calculated again from this tournament on."))
    if found.reagreeing:
        sentences.append(_("Both sides will see the change and have to agree again."))
    return sentences


def _warnings(found: Consequences) -> list[str]:
    sentences = []
    reopened = [one for one in found.results if one.before is not None and one.after is None]
    if reopened:
        tables = ", ".join(str(one.number) for one in reopened)
        sentences.append(
            ngettext(
                "Table %(tables)s would no longer have a result and would be open again.",
                "Tables %(tables)s would no longer have a result and would be open again.",
                len(reopened),
            )
            % {"tables": tables}
        )
    return sentences


def _name(who: int, names: Mapping[int, str]) -> str:
    return names.get(who, _("somebody new"))


def _table(
    one: TableChanged, names: Mapping[int, str], rounds: Mapping[tuple[int, int], str]
) -> Pair:
    return Pair(_table_name(one, rounds), _sides(one.before, names), _sides(one.after, names))


def _table_name(one: TableChanged | ResultChanged, rounds: Mapping[tuple[int, int], str]) -> str:
    if name := rounds.get((one.stage, one.round)):
        return _("%(round)s, table %(table)s") % {"round": name, "table": one.number}
    return _("Round %(round)s, table %(table)s") % {"round": one.round, "table": one.number}


def _sides(sides: Sides | None, names: Mapping[int, str]) -> str:
    if sides is None:
        return NOBODY
    return " \N{EN DASH} ".join(" & ".join(_name(who, names) for who in side) for side in sides)


def _result(
    one: ResultChanged, names: Mapping[int, str], rounds: Mapping[tuple[int, int], str]
) -> Pair:
    where = _table_name(one, rounds)
    who = labelled(where, _sides(one.sides, names)) if one.sides else where
    return Pair(
        who, _figures(one.before), _figures(one.after), where=where, sides=_result_sides(one, names)
    )


def _result_sides(one: ResultChanged, names: Mapping[int, str]) -> list[Side]:
    """Return each side of a match before and after."""
    points = [load(row.get("points", 0)) for row in one.after or ()]
    sides = []
    for at, side in enumerate(one.sides):
        was, then = (rows[at] if rows else None for rows in (one.before, one.after))
        sides.append(
            Side(
                " & ".join(_name(who, names) for who in side),
                before=_of_row(was, "score"),
                after=_of_row(then, "score"),
                points_before=_of_row(was, "points"),
                points_after=_of_row(then, "points"),
                won=bool(points) and min(points) < max(points) == points[at],
            )
        )
    return sides


def _of_row(row: Row | None, key: str) -> str:
    if row is None or (key == "points" and "boards" in row):  # boards are worth nothing alone
        return ""
    return figure(load(row.get(key, 0)))


def _figures(rows: Sequence[Row] | None) -> str:
    """Format Tichu points by side, with their ranking points."""
    if rows is None:
        return _("no result")
    score = " : ".join(figure(load(row.get("score", 0))) for row in rows)
    if any("boards" in row for row in rows):
        return score
    points = " : ".join(figure(load(row.get("points", 0))) for row in rows)
    return _("%(score)s (points %(points)s)") % {"score": score, "points": points}


def _round(
    one: tuple[int, int, str | None, str | None], rounds: Mapping[tuple[int, int], str]
) -> Pair:
    stage, number, before, after = one
    words = {str(value): str(label) for value, label in SessionRound.State.choices}
    name = rounds.get((stage, number)) or pgettext("tournament", "Round %(number)s") % {
        "number": number
    }
    return Pair(name, words.get(before or "", NOBODY), words.get(after or "", NOBODY))


def _entrant(who: int, before: str | None, after: str | None, names: Mapping[int, str]) -> Pair:
    words = {str(value): str(label) for value, label in Entrant.State.choices}
    return Pair(
        _name(who, names),
        words.get(before or "", NOBODY),
        words.get(after or "", NOBODY),
        is_person=True,
    )


def _moved(one: RankChange, names: Mapping[int, str], why: str, stage: Stage) -> Pair:
    up = one.before.rank - one.after.rank if one.before and one.after else None
    return Pair(
        _name(one.id, names),
        _rank_and_points(one.before, stage),
        _rank_and_points(one.after, stage),
        is_person=True,
        up=up,
        why=why,
    )


def _rank_and_points(row: Ranked | None, stage: Stage) -> str:
    if row is None or row.bare:
        return NOBODY
    if FORMATS[stage.format].compares_boards:
        return _("rank %(rank)s, %(points)s") % {"rank": row.rank, "points": points_of(stage, row)}
    params = {"rank": row.rank, "points": figure(row.points)}
    text = ngettext(
        "rank %(rank)s, %(points)s point",
        "rank %(rank)s, %(points)s points",
        plural(row.points),
    )
    return text % params
