"""The desk's page of a session round: its tables, their progress, what to check.

The number of queries does not depend on the number of tables or rounds.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import filterfalse
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.games.names.validation import alphabetical
from scoring.games.round_words import figure
from scoring.models import Entry, Game
from tournaments.match.line_data import line_of
from tournaments.match.paper_sheet import CORRECTED, impossible_in, in_words, is_paper
from tournaments.match.team_boards import people_needed
from tournaments.models import Entrant, Match, MatchGame, Member, SessionRound, Stage, Tournament
from tournaments.names import names_at_table, names_of
from tournaments.pages.drafts import fingerprint_of
from tournaments.pages.figures import games_or_score, points_of, sum_beside
from tournaments.pages.requested_byes import word_of
from tournaments.pages.round_names import match_names, own_name
from tournaments.pages.waiting import needs_more_tables, playing_order, wait_words
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.swiss.past import FLOATED
from tournaments.stage.drop_outs import ends_at_half, still_play
from tournaments.stage.history import RoundRows, Seated, history_of, rows_of
from tournaments.stage.notes import is_quiet, words
from tournaments.stage.ranking import ranked
from tournaments.stage.unplayed import NOTHING_UNPLAYED, Unplayed
from tournaments.standings.lines import VOID

DRAFT, PUBLISHED = SessionRound.State.DRAFT, SessionRound.State.PUBLISHED
MOST_NAMED = 8  # in one warning
# Reasons that the points beside the names, or the table's warning, already show.
SEEN = {"same_points", FLOATED, "floats_again", "rematch_unavoidable"}


@dataclass(frozen=True)
class Who:
    """An entrant on a page of the desk. `off`: the round is a requested bye, in words."""

    id: int
    name: str
    off: str = ""


@dataclass(frozen=True)
class SideLine:
    """A side of a table: its people, and its current Tichu and ranking points.

    If a match has several games, `score` is the games won, and `sum` the Tichu points of all of
    them.
    """

    index: int
    who: Sequence[Who]
    score: str
    points: str
    won: bool
    sum: str = ""

    @property
    def name(self) -> str:
        return " & ".join(one.name for one in self.who)


@dataclass(frozen=True)
class TableCard:
    """A table of a session round.

    `state` is "draft", "waiting" (not begun), "playing", "level" (over, but one side has to
    advance) or "done". `game` and `hand` are the progress of a table that plays. `unseen` are the
    reasons that a draft only lists in a fold below its tables: its rows show them already.
    """

    match: Match
    sides: Sequence[SideLine]
    reasons: Sequence[str]
    unseen: Sequence[str]
    warnings: Sequence[str]
    state: str
    game: int = 0
    games: int = 1
    hand: int = 1
    paused: bool = False
    disputed: bool = False
    wait: str = ""  # what it waits for, if no table is free for it yet
    called: str = ""  # what it is for, if a knock-out plays others beside it

    @property
    def open(self) -> bool:
        return self.state in {"waiting", "playing", "level"}

    @property
    def two_sides(self) -> bool:
        return len(self.sides) == 2

    @property
    def came_by(self) -> str:
        return came_by(self.match)


# How the desk was involved in a result.
CAME_BY = {
    "ruling": gettext_noop("your ruling"),
    "paper": gettext_noop("off paper"),
    "corrected": gettext_noop("corrected"),
}


def came_by(match: Match) -> str:
    """Return a key of `CAME_BY`; empty if the table wrote its result and agreed."""
    ruling = match.ruling
    if not is_paper(ruling):
        return "ruling" if ruling or match.agreed_how == Match.Agreed.DESK else ""
    said = ruling.get("said") if ruling else None
    return "paper" if said is None else "corrected" if said == CORRECTED else "ruling"


@dataclass
class RoundBoard:
    """A session round as its director sees it, its tables by number."""

    session_round: SessionRound
    cards: Sequence[TableCard]
    byes: Sequence[Who]
    absent: Sequence[Who]
    relaxed: Sequence[str]
    warnings: Sequence[str]
    explained: Sequence[str]
    seen: str  # sent along by a draft's buttons: see tournaments.pages.drafts
    names: Mapping[int, str] = field(repr=False)
    called: str = ""  # the text to translate, if the round has a name of its own

    @cached_property
    def broke_rules(self) -> bool:
        """Whether the draw had to break any rule, even if only that opponents meet again."""
        return bool(self.session_round.relaxed)

    @cached_property
    def one_reason(self) -> str:
        """Return the reason for all tables, if it is the same: it is shown once then."""
        told = {tuple(card.reasons) for card in self.cards}
        (first,) = told if len(told) == 1 and len(self.cards) > 1 else ((),)
        return first[0] if len(first) == 1 else ""

    @cached_property
    def folded(self) -> bool:
        """Whether a draft has more details than its rows show."""
        return bool(
            self.explained or (not self.one_reason and any(card.unseen for card in self.cards))
        )

    @cached_property
    def warned(self) -> int:
        """Return how many warnings there are, of the tables and the round."""
        return len(self.warnings) + sum(len(card.warnings) for card in self.cards)

    @cached_property
    def missing(self) -> int:
        return sum(card.open for card in self.cards)

    @property
    def done(self) -> int:
        return len(self.cards) - self.missing


def round_board(session_round: SessionRound, unplayed: Unplayed = NOTHING_UNPLAYED) -> RoundBoard:
    """Read a session round, whose stage and tournament are loaded: seven queries. Scores on boards
    that are `unplayed` are left out.
    """
    (rows,) = rows_of([session_round])
    entrants = list(Entrant.objects.filter(tournament=session_round.stage.tournament))
    names = names_of(session_round.stage.tournament, public=False, entrants=entrants)
    progress = _progress(session_round)
    disputed = _disputed(session_round)
    gone = {one.pk for one in entrants if one.state == Entrant.State.WITHDRAWN}
    if session_round.state == PUBLISHED:
        gone -= still_play(session_round.stage.tournament, gone)
    before = _points_before(session_round)
    short = _understaffed(session_round.stage, entrants)
    cards = [
        _card(
            seated,
            names_at_table(seated, names, public=False),
            progress.get(seated.match.pk, ()),
            disputed,
            gone,
            short,
        )
        for seated in rows.seated
    ]
    cards = [
        replace(card, sides=without_scores(card.sides), warnings=())
        if hides_scores(card.match, unplayed)
        else card
        for card in cards
    ]
    matches = [seated.match for seated in rows.seated]
    waits, places, called = wait_words(matches), playing_order(matches), match_names(rows)
    cards = [
        replace(
            card,
            sides=[_with_points(side, before) for side in card.sides],
            wait=waits.get(card.match.pk, ""),
            called=called.get(card.match.pk, ""),
        )
        for card in sorted(cards, key=lambda card: places[card.match.pk])
    ]
    return RoundBoard(
        session_round=session_round,
        cards=cards,
        byes=_people(rows.byes, names),
        absent=[
            replace(one, off=word_of(rows.worth[one.id])) if one.id in rows.worth else one
            for one in _people(rows.absent, names)
        ],
        relaxed=_in_words(filterfalse(is_quiet, session_round.relaxed), names),
        warnings=_in_words(filterfalse(is_quiet, session_round.warnings), names)
        + _needs_shifts(rows)
        + _late_entrants(rows, entrants)
        + _not_here(rows, entrants, names),
        explained=_in_words(
            filter(is_quiet, (*session_round.warnings, *session_round.relaxed)), names
        ),
        seen=fingerprint_of(rows),
        names=names,
        called=own_name(rows),
    )


def _in_words(notes: Iterable[Mapping[str, Any]], names: Mapping[int, str]) -> list[str]:
    return [words(note, names) for note in notes]


def _points_before(session_round: SessionRound) -> dict[int, str]:
    """Return everybody's points before a draft; empty if it is not a draft, or nothing was
    played.
    """
    stage = session_round.stage
    if (
        session_round.state != DRAFT
        or session_round.number == 1
        or FORMATS[stage.format].ranks_itself
    ):
        return {}
    return {row.id: points_of(stage, row) for row in ranked(history_of(stage, drafts=False))}


def _with_points(side: SideLine, before: Mapping[int, str]) -> SideLine:
    points = before.get(side.who[0].id, "") if len(side.who) == 1 else ""
    return replace(side, points=points) if points else side


def _needs_shifts(rows: RoundRows) -> list[str]:
    """Return a warning if a draft needs more tables than the room has."""
    tournament = rows.session_round.stage.tournament
    matches = [seated.match for seated in rows.seated]
    if rows.session_round.state != DRAFT or not any(one.waiting for one in matches):
        return []
    return [needs_more_tables(len(matches), tournament.tables or 1, tournament.room_plan)]


def _late_entrants(rows: RoundRows, entrants: Iterable[Entrant]) -> list[str]:
    """Return a warning if entrants who could play were added after the draw."""
    session_round = rows.session_round
    stage = session_round.stage
    late_ones = stage.number == 1 and (
        session_round.number == 1 or FORMATS[stage.format].takes_late
    )
    if session_round.state != DRAFT or not late_ones:
        return []
    count = len({one.pk for one in entrants if one.state == Entrant.State.ENTERED} - rows.everybody)
    said = ngettext(
        "%(count)s entrant is not in this draft: draw again to let them play.",
        "%(count)s entrants are not in this draft: draw again to let them play.",
        count,
    )
    return [said % {"count": count}] if count else []


def _not_here(
    rows: RoundRows, entrants: Collection[Entrant], names: Mapping[int, str]
) -> list[str]:
    """Return who sits at a table of a draft without being checked in; empty if check-in is not
    used.
    """
    if rows.session_round.state != DRAFT:
        return []
    away = _not_checked_in(entrants)
    found = [
        (names[who], seated.match.number)
        for seated in rows.seated
        for who in seated.everybody
        if who in away
    ]
    if not found:
        return []
    alone = len(found) == 1 and rows.session_round.stage.tournament.unit == Tournament.Unit.PERSON
    text = ngettext(
        "%(names)s has not checked in.", "%(names)s have not checked in.", 1 if alone else 2
    )
    return [text % {"names": _names_with_tables(found)}]


def _not_checked_in(entrants: Collection[Entrant]) -> set[int]:
    if all(one.checked_in_at is None for one in entrants):  # check-in is not used
        return set()
    return {
        one.pk
        for one in entrants
        if one.state == Entrant.State.ENTERED and one.checked_in_at is None
    }


def _names_with_tables(found: Sequence[tuple[str, int]]) -> str:
    """List names, each with the number of its table; after the first few, only how many more."""
    table = _("%(name)s (table %(table)s)")
    listed = ", ".join(
        table % {"name": name, "table": number} for name, number in found[:MOST_NAMED]
    )
    if len(found) <= MOST_NAMED:
        return listed
    more = len(found) - MOST_NAMED
    return ngettext("%(names)s and %(more)s more", "%(names)s and %(more)s more", more) % {
        "names": listed,
        "more": more,
    }


def _impossible(match: Match, games: Sequence[MatchGame]) -> list[str]:
    """Return why the typed sums of a match cannot be right."""
    doubt = impossible_in(match.ruling, games, match.session_round)
    return [] if doubt is None else [in_words(doubt)]


def _withdrawn(seated: Seated, names: Mapping[int, str], gone: Collection[int]) -> list[str]:
    """Return the withdrawn entrants of a match that is not finished."""
    if seated.match.done:
        return []
    said = _("Withdrawn: %(name)s. Draw again, or swap places.")
    if ends_at_half(seated.match.session_round.stage):
        said = _("Withdrawn: %(name)s. The match is decided when you publish the round.")
    if seated.match.session_round.state != DRAFT:
        said = _("Withdrawn: %(name)s. Decide the match, or draw again.")
    return [said % {"name": names[who]} for who in seated.everybody if who in gone]


def _understaffed(stage: Stage, entrants: Iterable[Entrant]) -> dict[int, int]:
    """Return the pairs and teams with fewer people than seats, with their number: one query."""
    if stage.tournament.unit == Tournament.Unit.PERSON:
        return {}
    there = Counter(
        Member.objects.filter(tournament=stage.tournament, active=True).values_list(
            "entrant", flat=True
        )
    )
    return {one.pk: there[one.pk] for one in entrants if there[one.pk] < people_needed(stage)}


def _too_few(seated: Seated, names: Mapping[int, str], short: Mapping[int, int]) -> list[str]:
    """Return who lacks people at this table."""
    size = people_needed(seated.match.session_round.stage)
    then = ngettext(
        "A side at this table needs %(size)s person: add a substitute first.",
        "A side at this table needs %(size)s people: add a substitute first.",
        size,
    ) % {"size": size}
    return [
        f"{few_people(names[side[0]], short[side[0]], size)} {then}"
        for side in seated.sides
        if len(side) == 1 and side[0] in short
    ]


def few_people(name: str, count: int, size: int) -> str:
    """Return a sentence that a pair or team has `count` people for `size` seats."""
    return _("People of %(name)s: %(count)s of %(size)s.") % {
        "name": name,
        "count": count,
        "size": size,
    }


def _people(ids: Iterable[int], names: Mapping[int, str]) -> list[Who]:
    return sorted(
        (Who(who, names.get(who, f"#{who}")) for who in ids), key=lambda one: alphabetical(one.name)
    )


def _progress(session_round: SessionRound) -> dict[int, list[Any]]:
    """Return the games of every match with the number of hands written (`.written`): one query."""
    found: dict[int, list[Any]] = {}
    games = MatchGame.objects.filter(match__session_round=session_round).select_related("game")
    for row in games.annotate(written=Count("game__rounds")).order_by("match", "number"):
        found.setdefault(row.match_id, []).append(row)
    return found


def _disputed(session_round: SessionRound) -> set[int]:
    """Return the matches with two competing versions of a hand: one query."""
    rivals = Entry.objects.filter(
        game__match_game__match__session_round=session_round,
        outcome=Entry.Outcome.RIVAL,
        settled_by__isnull=True,
    )
    return set(rivals.values_list("game__match_game__match", flat=True))


def _card(
    seated: Seated,
    names: Mapping[int, str],
    games: Sequence[Any],
    disputed: Collection[int],
    gone: Collection[int],
    short: Mapping[int, int],
) -> TableCard:
    match = seated.match
    begun = [row for row in games if row.game is not None]
    card = TableCard(
        match=match,
        sides=side_lines(seated, names),
        reasons=_in_words((*match.reasons, *filter(is_quiet, match.warnings)), names),
        unseen=[words(note, names) for note in match.reasons if note.get("code") in SEEN],
        warnings=[
            *_in_words(filterfalse(is_quiet, match.warnings), names),
            *_withdrawn(seated, names, gone),
            *_impossible(match, games),
            *(() if begun or match.done else _too_few(seated, names, short)),
        ],
        state=state_of(match, games),
        games=len(games),
        disputed=match.pk in disputed,
    )
    return _with_progress(card, begun) if begun else card


_RUNS = {Game.State.RUNNING, Game.State.PAUSED}


def _with_progress(card: TableCard, begun: Sequence[Any]) -> TableCard:
    """Add the game and the hand that a table plays; between two games, the next one counts as
    begun.
    """
    playing = next((row for row in begun if row.game.state in _RUNS), None)
    if playing is None:
        return replace(card, game=min(len(begun) + 1, card.games))
    return replace(
        card,
        game=playing.number,
        hand=playing.written + 1,
        paused=playing.game.state == Game.State.PAUSED,
    )


def state_of(match: Match, games: Sequence[MatchGame]) -> str:
    """Return the progress of a table: see `TableCard`."""
    if match.session_round.state == DRAFT:
        return "draft"
    if match.done:
        return "level" if is_level(match) else "done"
    return "playing" if any(row.game_id for row in games) else "waiting"


def hand_name(boards: Sequence[int], number: int) -> str:
    """Name a hand of a match, counted from 1: "hand 2", or in duplicate its board."""
    if number <= len(boards):
        return _("board %(board)s") % {"board": boards[number - 1]}
    return _("hand %(hand)s") % {"hand": number}


def is_level(match: Match) -> bool:
    """Whether a knock-out match is over without the winner that it needs."""
    return match.done and match.winner is None and not match.both_lost and needs_winner(match)


def needs_winner(match: Match) -> bool:
    """Whether a match needs a winner, as in a knock-out."""
    return FORMATS[match.session_round.stage.format].ranks_itself


def hides_scores(match: Match, unplayed: Unplayed) -> bool:
    """Whether a match has boards that the caller has yet to play, see `stage.unplayed`."""
    left = unplayed.get(match.session_round.stage.number, ()) if unplayed else ()
    return any(board in left for board in match.boards)


def without_scores(sides: Iterable[SideLine]) -> list[SideLine]:
    return [replace(side, score="", sum="", points="", won=False) for side in sides]


def side_lines(seated: Seated, names: Mapping[int, str]) -> list[SideLine]:
    """Return the sides of a match with their current scores; empty if nothing was written."""
    match = seated.match
    result = match.result or {}
    boards = FORMATS[match.session_round.stage.format].compares_boards
    sides = []
    for index, side in enumerate(seated.sides):
        data = result.get(str(side[0])) if side else None
        line = None if data is None else line_of(data, match.session_round.number)
        sides.append(
            SideLine(
                index=index,
                who=[Who(who, names.get(who, f"#{who}")) for who in side],
                score="" if data is None else games_or_score(data, match),
                sum="" if data is None else sum_beside(data, match),
                points="" if boards or line is None or line.kind == VOID else figure(line.points),
                won=match.settled and match.winner == index,
            )
        )
    return sides
