"""A contested result at the desk: each side's version, late hands, objections, and how to settle
it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.games.queries import Table
from scoring.games.round_words import deal_word, figure
from scoring.models import Entry
from scoring.pages.late_entries import Late, late_of
from tournaments.match import agreement
from tournaments.match.figures import (
    Figures,
    field_of,
    figures_now,
    figures_of,
    fingerprint,
    read_figures,
    shape_of,
)
from tournaments.models import Match, MatchGame, Remark
from tournaments.pages.match_games import MatchBoard

A, K = Match.Agreement, Remark.Kind
TALK = {K.WRONG, K.REPLY}
STANDS, TYPED = "stands", "typed"
BETWEEN = {"sides": ":", "games": "/"}  # separators of figures in the value of a button


@dataclass(frozen=True)
class ResultOffered:
    """A version of the result.

    `games` are, for each game, the numbers of its sides as written. `side` claims it, None for the
    table's own. `quotes` are the remarks for it; `odd` the places, game and side, at which versions
    differ.
    """

    title: str
    games: Sequence[Sequence[str]]
    value: str  # of the radio button
    chosen: bool = False
    side: int | None = None
    quotes: Sequence["RemarkLine"] = ()
    odd: Collection[tuple[int, int]] = ()

    @property
    def shown(self) -> list[list[tuple[str, bool]]]:
        """Return the numbers, each with whether another version differs there."""
        return [
            [(text, (at, side) in self.odd) for side, text in enumerate(game)]
            for at, game in enumerate(self.games)
        ]

    @property
    def in_words(self) -> str:
        return " · ".join(" : ".join(game) for game in self.games)


@dataclass(frozen=True)
class RemarkLine:
    """A remark: who made it, when, the text, and their own version in words ("480 : 620").

    `offered` if it is shown with the version that can be chosen.
    """

    remark: Remark
    who: str
    figures: str = ""
    offered: bool = False


@dataclass(frozen=True)
class Field:
    name: str
    label: str
    typed: str
    side: int | None


@dataclass
class AgreementBoard:
    """Whether a result is agreed, and everything open about it."""

    match: Match
    state: str
    words: str
    seen: str
    versions: Sequence[ResultOffered] = ()
    remarks: Sequence[RemarkLine] = ()  # all of them, including settled ones
    talk: Sequence[RemarkLine] = ()
    calls: Sequence[RemarkLine] = ()
    objections: Sequence[RemarkLine] = ()
    since: datetime | None = None  # when it was first contested
    late: Sequence[tuple[int, Late]] = ()  # with the number of its game
    # The score with all of these, in words; empty if it cannot be added up
    with_late: str = ""
    counts: str = ""  # and the current score
    fields: Sequence[Sequence[Field]] = ()
    posted: Mapping[str, str] = field(default_factory=dict)

    @property
    def to_settle(self) -> bool:
        """Whether the director has something to decide about the result."""
        return self.contested or self.state == A.WAITING

    @property
    def contested(self) -> bool:
        """Whether the result is contested: its hands are checked first then."""
        return self.state == A.DISPUTED or bool(self.objections)


def agreement_board(shown: MatchBoard, posted: Mapping[str, str] | None = None) -> AgreementBoard:
    """Return the agreement of a match. Two queries, and some more if something is open."""
    match, posted = shown.match, posted or {}
    rows, tables = shown.rows, shown.tables
    played = figures_of(rows, tables)
    counts = figures_now(match, rows) if match.ruling is not None else played
    remarks = list(Remark.objects.filter(match=match).select_related("by", "entrant"))
    numbers = {line.row.game_id: line.number for line in shown.games}
    with deal_word("hand"):
        late = [(numbers[table.game.pk], one) for table, one in late_of(list(tables.values()))]
    versions, said = _assign_remarks(
        _versions(shown, counts, played, posted, remarks),
        [_remark_line(one, shown) for one in remarks],
    )
    unsettled = [one for one in said if one.remark.settled_at is None]
    return AgreementBoard(
        match=match,
        state=match.agreement,
        words=agreed_words(shown),
        seen=fingerprint(match, counts),
        versions=versions,
        remarks=said,
        talk=_of_kind(said, *TALK),
        calls=_of_kind(unsettled, K.CALL),
        objections=_of_kind(unsettled, K.OBJECTION),
        since=next((one.remark.created_at for one in _of_kind(unsettled, K.WRONG)), None),
        late=late,
        with_late=format_figures(_with_late(rows, tables, late)),
        counts=format_figures(counts),
        fields=_fields(shown, played, posted, two=len(shown.sides) == 2),
        posted=posted,
    )


def _of_kind(said: Iterable[RemarkLine], *kinds: str) -> list[RemarkLine]:
    return [one for one in said if one.remark.kind in kinds]


def _assign_remarks(
    versions: Sequence[ResultOffered], said: Sequence[RemarkLine]
) -> tuple[list[ResultOffered], list[RemarkLine]]:
    """Return the versions with the remarks for them, and all remarks, marked if they are quoted."""
    own = {one.side for one in versions if one.side is not None}
    quoting = [_with_remarks(one, said, own) for one in versions]
    quoted = {one.remark.pk for version in quoting for one in version.quotes}
    return quoting, [replace(one, offered=one.remark.pk in quoted) for one in said]


def _can_be_added(late: Late) -> bool:
    return late.entry.kind == Entry.Kind.ROUND and bool(late.points)


def _with_late(
    rows: Sequence[MatchGame], tables: Mapping[object, Table], late: Sequence[tuple[int, Late]]
) -> Figures:
    """Return the score with the late hands; empty if it cannot be added up: a hand was undone, or
    the rules would no longer accept one.
    """
    if not late or not all(_can_be_added(one) for _number, one in late):
        return []
    found = []
    for row in rows:
        table = tables.get(row.game_id)
        if table is None:
            continue
        total = (figures_of([row], tables) or [[0] * len(row.sides)])[0]
        own = [one for number, one in late if number == row.number]
        if any(len(one.points) != len(total) for one in own):
            return []
        found.append(_add_late(total, table, own))
    return found


def _add_late(total: list[int], table: Table, late: Iterable[Late]) -> list[int]:
    """Return a game's score with late hands, each in place of the hand of its number, if any."""
    there = {line.number: line.result.side_scores for line in table.lines}
    for one in late:
        before = there.get(one.entry.number, [0] * len(one.points))
        total = _replaced(total, one.points, before)
    return total


def _replaced(total: Sequence[int], new: Sequence[int], old: Sequence[int]) -> list[int]:
    """Replace a hand's points in a game's score."""
    return [own + come - gone for own, come, gone in zip(total, new, old, strict=True)]


def agreed_words(shown: MatchBoard) -> str:
    """Return the state of the agreement, in a sentence."""
    match = shown.match
    if match.agreement != A.AGREED:
        return {
            A.OPEN: "",
            A.WAITING: _("Nobody has agreed to this result yet."),
            A.DISPUTED: _("The sides do not agree on this result."),
        }[A(match.agreement)]
    if match.agreed_how == Match.Agreed.DESK:
        return _("The director let this result count.")
    if match.agreed_how == Match.Agreed.CLOSE:
        return _(
            "Nobody had agreed to this result when the round was closed: it counts as it stood."
        )
    if match.agreed_side is None or match.agreed_side >= len(shown.sides):
        return ""
    name = {"name": shown.sides[match.agreed_side].name}
    return {
        Match.Agreed.OTHER_PHONE: _("%(name)s agreed to this result."),
        Match.Agreed.SAME_PHONE: _("%(name)s agreed to this result on the phone that entered it."),
        Match.Agreed.OWN_PAGE: _("%(name)s agreed to this result on their own page."),
        Match.Agreed.BLIND: _("Both sides entered the same result."),
    }[Match.Agreed(match.agreed_how)] % name


def format_figures(figures: Figures) -> str:
    """Format figures in one line: "480 : 620", several games separated by a point."""
    return " · ".join(" : ".join(map(figure, game)) for game in figures)


def button_value(figures: Figures) -> str:
    """Format figures as the value of a button, so that what the director saw is what counts."""
    return BETWEEN["games"].join(BETWEEN["sides"].join(map(str, game)) for game in figures)


def chosen_figures(posted: Mapping[str, str], shape: Sequence[int]) -> Figures:
    """Return the figures of the chosen version, or the typed ones.

    Raises RuleError if they are invalid.
    """
    choice = posted.get("verdict", "")[:400]
    if choice == TYPED:
        return read_figures(posted, shape)
    games = [game.split(BETWEEN["sides"]) for game in choice.split(BETWEEN["games"])]
    fields = {
        field_of(at, side): text for at, game in enumerate(games) for side, text in enumerate(game)
    }
    return read_figures(fields, shape)


def _versions(
    shown: MatchBoard,
    counts: Figures,
    played: Figures,
    posted: Mapping[str, str],
    remarks: Sequence[Remark],
) -> list[ResultOffered]:
    # Nothing is preselected for a dispute: the director has to decide.
    chosen = posted.get("verdict", "" if shown.match.agreement == A.DISPUTED else STANDS)
    found = [
        *_versions_of_table(shown.match, counts, played),
        *_versions_of_sides(shown, counts, played, remarks),
    ]
    odd = _differences([one.games for one in found])
    return [replace(one, chosen=one.value == chosen, odd=odd) for one in found]


def _versions_of_table(match: Match, counts: Figures, played: Figures) -> Iterable[ResultOffered]:
    """Yield the result that counts, and the table's hands if a ruling has taken their place."""
    if match.done:
        title = _("The result counts") if match.ruling else _("The table's hands count")
        yield ResultOffered(title, _written(counts), STANDS)
    if match.ruling is not None and played and played != counts:
        yield ResultOffered(_("The table's hands"), _written(played), button_value(played))


def _versions_of_sides(
    shown: MatchBoard, counts: Figures, played: Figures, remarks: Sequence[Remark]
) -> Iterable[ResultOffered]:
    """Yield what sides claim instead of the result that counts."""
    claimed = agreement.versions_of(shown.match) | _objections(remarks)
    for side, figures in sorted(claimed.items()):
        if figures == counts or shape_of(figures) != shape_of(played) or side >= len(shown.sides):
            continue
        title = _("According to %(name)s") % {"name": shown.sides[side].name}
        yield ResultOffered(title, _written(figures), button_value(figures), side=side)


def _objections(remarks: Sequence[Remark]) -> dict[int, Figures]:
    """Return the figures of open objections, by side."""
    return {
        one.side: one.figures
        for one in remarks
        if one.kind == K.OBJECTION and one.settled_at is None
        if one.figures and one.side is not None
    }


def _with_remarks(
    version: ResultOffered, said: Sequence[RemarkLine], own: Collection[int]
) -> ResultOffered:
    """Return a version with the remarks for it: its side's, and for the table's own those without a
    version.
    """
    quotes = [one for one in _of_kind(said, *TALK) if _is_for(version, one, own)]
    return replace(version, quotes=quotes)


def _is_for(version: ResultOffered, line: RemarkLine, own: Collection[int]) -> bool:
    """Whether a remark speaks for a version; `own` are the sides with a version of their own."""
    side = line.remark.side
    if not line.remark.text or side is None:
        return False
    if version.side is None:
        return version.value == STANDS and side not in own and not line.figures
    return side == version.side and line.figures in {"", version.in_words}


def _differences(versions: Sequence[Sequence[Sequence[str]]]) -> frozenset[tuple[int, int]]:
    """Return where versions of the same shape differ: game and side."""
    return frozenset(
        (at, side)
        for games in versions
        for at, (game, first) in enumerate(zip(games, versions[0], strict=False))
        for side, (text, other) in enumerate(zip(game, first, strict=False))
        if text != other
    )


def _written(figures: Figures) -> list[list[str]]:
    return [list(map(figure, game)) for game in figures]


def _fields(
    shown: MatchBoard, played: Figures, posted: Mapping[str, str], *, two: bool
) -> list[list[Field]]:
    begun = [line for line in shown.games if line.table is not None and line.table.entries]
    return [
        [
            Field(
                name := field_of(at, side),
                line.sides[side],
                str(posted.get(name, ""))[:20],
                side if two else None,
            )
            for side in range(len(game))
        ]
        for at, (line, game) in enumerate(zip(begun, played, strict=True))
    ]


def _remark_line(remark: Remark, shown: MatchBoard) -> RemarkLine:
    if remark.by is not None:
        who = remark.by.name or _("The director")
    elif remark.entrant_id is not None and remark.entrant_id in shown.names:
        who = shown.names[remark.entrant_id]
    elif remark.side is not None and remark.side < len(shown.sides):
        who = shown.sides[remark.side].name
    else:
        who = _("Somebody at the table")
    return RemarkLine(remark, who, format_figures(remark.figures) if remark.figures else "")
