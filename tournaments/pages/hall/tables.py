"""The tables of session rounds on the director's board: their states, clocks and pace."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _

from scoring.games.round_words import in_form
from scoring.models import Entry, Game
from scoring.rules import RuleSet
from scoring.rules.words import ngettext_noop
from tournaments.clock import OVER, Clock, clock_of, clock_of_match, remaining, state
from tournaments.match.figures import figures_of, figures_ruled, format_figures
from tournaments.match.paper_sheet import doubt_about, is_paper
from tournaments.match.played_games import room_letter
from tournaments.models import (
    Match,
    MatchGame,
    Phone,
    SessionRound,
    Tournament,
)
from tournaments.names import names_at_table, names_of
from tournaments.pages.round_names import has_names, match_names, own_name
from tournaments.pages.round_tables import (
    CAME_BY,
    SideLine,
    came_by,
    hand_name,
    hides_scores,
    is_level,
    side_lines,
    without_scores,
)
from tournaments.pages.waiting import wait_words
from tournaments.stage.history import Seated, rows_of
from tournaments.stage.unplayed import NOTHING_UNPLAYED, Unplayed
from tournaments.standings.numbers import load

RUNS = {Game.State.RUNNING, Game.State.PAUSED}
ENDED = {Game.State.FINISHED, Game.State.STOPPED}
A = Match.Agreement
PUBLISHED = SessionRound.State.PUBLISHED

# States of a table, in the order of their urgency.
DISPUTED, DECIDE, LATE, PLAYING, NOT_BEGUN, NO_TABLE, WAITING, DECIDED, DONE = ORDER = (
    *("disputed", "decide", "late", "playing", "not_begun", "no_table"),
    *("waiting", "decided", "done"),
)
ICONS = dict(zip(ORDER, ("≠", "⚠", "◷", "▸", "○", "…", "?", "✓", "✓"), strict=True))
OPEN = frozenset({DISPUTED, DECIDE, LATE, PLAYING, NOT_BEGUN, NO_TABLE, WAITING})
PLAYS = frozenset({LATE, PLAYING})


@dataclass(eq=False)
class HallTable:
    """A table of the board.

    `hand` is the current one, `written` the number over all its games. `asks` are the labels of
    open requests. `heard_at` is the last contact with one of its phones, None without any;
    `changed_at` is the last write, `begun_at` the start of the first game. `pace` is the progress
    of its only game, from 0 to 1: the leader's points of the target, else the hands; None if
    neither ends it. `doubt` is what speaks against the sums of its paper sheet.
    """

    match: Match
    sides: Sequence[SideLine]
    state: str
    game: int = 0
    games: int = 1
    hand: int = 1
    written: int = 0
    paused: bool = False
    no_phone: bool = False
    asks: list[str] = field(default_factory=list)
    heard_at: datetime | None = None
    begun_at: datetime | None = None
    changed_at: datetime | None = None
    pace: float | None = None
    doubt: str = ""
    called: str = ""  # the final or the match for third place, if both are played
    wait: str = ""  # what it waits for, if no table is free for it yet
    kept: bool = False  # its scores are not shown to the caller, who has yet to play its boards
    rooms: str = ""  # how far each of its two tables is: "A 2/4 · B 1/4"

    @property
    def number(self) -> int:
        return self.match.number

    @property
    def icon(self) -> str:
        return ICONS[self.state]

    @property
    def two_sides(self) -> bool:
        return len(self.sides) == 2

    @property
    def tags(self) -> list[str]:
        """Return further labels, a word each."""
        tags = [*([self.called] if self.called else []), *dict.fromkeys(self.asks)]
        if self.match.extra_minutes:
            tags.append(_("+%(minutes)s min") % {"minutes": self.match.extra_minutes})
        if self.no_phone:
            tags.append(_("no phone yet"))
        return tags

    @property
    def needs_me(self) -> bool:
        return bool(self.asks) or self.state in {DISPUTED, DECIDE}

    @property
    def open(self) -> bool:
        return self.state in OPEN or bool(self.asks)

    @property
    def word(self) -> str:
        """Return the state in a word or two."""
        if self.state in PLAYS:
            where = _("paused") if self.paused else hand_name(self.match.boards, self.hand)
            if self.rooms:
                where = self.rooms
            elif self.games > 1:
                where = _("game %(game)s, %(where)s") % {"game": self.game, "where": where}
            return _("time is up: %(where)s") % {"where": where} if self.state == LATE else where
        if self.state in {DECIDED, DONE}:
            return " · ".join(filter(None, (_("done"), self.came_by)))
        return {
            NO_TABLE: self.wait,
            DISPUTED: _("disputed"),
            DECIDE: _("to decide"),
            NOT_BEGUN: _("not begun"),
            WAITING: _("not agreed yet"),
        }[self.state]

    @property
    def came_by(self) -> str:
        """Return how the desk was involved in the result, in words; empty if it was not."""
        how = came_by(self.match)
        return _(CAME_BY[how]) if how else ""


@dataclass
class HallRound:
    """A session round on the board, its tables by number."""

    row: SessionRound
    clock: Clock
    tables: list[HallTable]
    called: str = ""  # the text to translate, if the round has a name of its own
    byes: Sequence[str] = ()  # the names of those with a bye

    @property
    def name(self) -> str:
        return self.row.stage.name

    def count(self, *states: str) -> int:
        return sum(table.state in states for table in self.tables)

    @property
    def done(self) -> int:
        return self.count(DONE, DECIDED)

    @property
    def counts(self) -> list[tuple[str, int, str]]:
        """Return the states of unfinished tables: state, count, words."""
        rows = []
        for one, words in (
            (PLAYING, ngettext_noop("%(count)s playing", "%(count)s playing", "count")),
            (LATE, ngettext_noop("%(count)s late", "%(count)s late", "count")),
            (NOT_BEGUN, ngettext_noop("%(count)s not begun", "%(count)s not begun", "count")),
            (NO_TABLE, ngettext_noop("%(count)s next", "%(count)s next", "count")),
            (WAITING, ngettext_noop("%(count)s not agreed", "%(count)s not agreed", "count")),
            (DISPUTED, ngettext_noop("%(count)s disputed", "%(count)s disputed", "count")),
            (DECIDE, ngettext_noop("%(count)s to decide", "%(count)s to decide", "count")),
        ):
            if count := self.count(one):
                values = {"count": count}
                rows.append((one, count, in_form(words, values) % values))
        return rows


def rows_for(
    tournament: Tournament,
    rounds: Iterable[SessionRound],
    at: datetime,
    unplayed: Unplayed = NOTHING_UNPLAYED,
) -> list[HallRound]:
    """Return the tables of these session rounds, whose stages are loaded: seven queries. Scores on
    boards that are `unplayed` are left out.
    """
    by_id = {row.pk: row for row in rounds}
    for row in by_id.values():
        row.stage.tournament = tournament
    names = names_of(tournament, public=False)
    games = _games(by_id)
    rivals = _rivals(by_id)
    phones = Phone.objects.filter(match__session_round__in=by_id).order_by("heard_at")
    heard = dict(phones.values_list("match", "heard_at"))  # the latest of each match
    found = []
    named = any(has_names(row.stage) for row in by_id.values())
    for rows in rows_of(
        by_id.values(), without=NOT_ON_THE_BOARD if named else (*NOT_ON_THE_BOARD, "reasons")
    ):
        clock, stage = clock_of(rows.session_round), rows.session_round.stage
        tables = [
            _table(one, names, games.get(one.match.pk, ()), rivals, heard, clock, at)
            for one in rows.seated
        ]
        _add_pace(tables, games, RuleSet.of(stage.variant, stage.rules))
        _check_paper_sheets(tables, games)
        for table in tables:
            if hides_scores(table.match, unplayed):
                table.sides, table.doubt, table.kept = without_scores(table.sides), "", True
        called = match_names(rows)
        waits = wait_words((table.match for table in tables), at)
        for table in tables:
            table.called = called.get(table.match.pk, "")
            table.wait = waits.get(table.match.pk, "")
        byes = [names[who] for who in rows.byes]
        found.append(HallRound(rows.session_round, clock, tables, own_name(rows), byes))
    return found


# Columns of a match that the board does not need and that are slow to read; the reasons tell a
# final.
NOT_ON_THE_BOARD = ("plan", "warnings", "entered")


def _games(rounds: Mapping[int, SessionRound]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    games = MatchGame.objects.filter(match__session_round__in=rounds).select_related("game")
    games = games.only(
        "match", "number", "hands", "boards", "game__state", "game__started_at", "game__changed_at"
    )
    for row in games.annotate(written=Count("game__rounds")).order_by("match", "number"):
        found.setdefault(row.match_id, []).append(row)
    return found


def _rivals(rounds: Mapping[int, SessionRound]) -> set[int]:
    """Return the matches with two competing versions of a hand."""
    rivals = Entry.objects.filter(
        game__match_game__match__session_round__in=rounds,
        outcome=Entry.Outcome.RIVAL,
        settled_by__isnull=True,
    )
    return set(rivals.values_list("game__match_game__match", flat=True))


def _table(
    seated: Seated,
    names: Mapping[int, str],
    games: Sequence[Any],
    rivals: set[int],
    heard: Mapping[int, datetime],
    clock: Clock,
    at: datetime,
) -> HallTable:
    match = seated.match
    if match.called_at is not None:
        clock = clock_of_match(match)
    begun = [row for row in games if row.game is not None]
    table = HallTable(
        match=match,
        sides=side_lines(seated, names_at_table(seated, names, public=False)),
        state=_state(match, games, begun, rivals, clock, at),
        game=min(len(begun) + 1, len(games)),
        games=len(games),
        no_phone=match.pk not in heard and not begun and not match.done and not match.waits,
        heard_at=heard.get(match.pk),
        doubt=doubt_about(match.ruling, games, match.session_round),
    )
    if begun:
        _set_progress(table, begun)
    return table


def _set_progress(table: HallTable, begun: Sequence[Any]) -> None:
    """Note how far the games of a match are, and when they were begun and changed."""
    table.written = sum(row.written for row in begun)
    table.begun_at = min(row.game.started_at for row in begun)
    table.changed_at = max(row.game.changed_at for row in begun)
    table.rooms = " · ".join(
        f"{room_letter(row.number)} {row.written}/{len(row.boards)}" for row in begun if row.boards
    )
    playing = next((row for row in begun if row.game.state in RUNS), None)
    if playing is not None:
        table.game, table.hand = playing.number, playing.written + 1
        table.paused = playing.game.state == Game.State.PAUSED


def _check_paper_sheets(tables: Iterable[HallTable], games: Mapping[int, Sequence[Any]]) -> None:
    """Note matches whose hands add up to another result than the paper sheet, once their games are
    over: hands may have arrived since. Three queries if there is such a match, none otherwise.
    """
    candidates = [table for table in tables if _may_differ(table, games.get(table.match.pk, ()))]
    whole: dict[int, list[MatchGame]] = {}
    for row in MatchGame.objects.filter(
        match__in=[table.match for table in candidates]
    ).select_related("game"):
        whole.setdefault(row.match_id, []).append(row)
    for table in candidates:
        hands, paper = figures_of(whole[table.match.pk]), figures_ruled(table.match.ruling or {})
        if hands != paper:
            text = _("the hands on the phone total %(hands)s, the paper says %(paper)s.")
            table.doubt = text % {"hands": format_figures(hands), "paper": format_figures(paper)}


def _may_differ(table: HallTable, games: Sequence[Any]) -> bool:
    """Whether a match counts by its paper sheet, and its hands are written as well."""
    ruling = table.match.ruling
    if ruling is None or not is_paper(ruling) or "said" in ruling:
        return False
    if table.doubt or not table.written:
        return False
    return all(row.game and row.game.state in ENDED for row in games)


def _add_pace(
    tables: Iterable[HallTable], games: Mapping[int, Sequence[Any]], rules: RuleSet
) -> None:
    for table in tables:
        own = games.get(table.match.pk, ())
        if table.state in PLAYS and len(own) == 1:
            table.pace = _pace(table, own[0].hands, rules)


def _pace(table: HallTable, hands: int | None, rules: RuleSet) -> float | None:
    scores = [load(line.get("score", 0)) for line in (table.match.result or {}).values()]
    if rules.target_score and hands is None:
        return min(max(float(max(scores, default=0)) / rules.target_score, 0), 1)
    limit = hands or rules.round_limit
    return min(table.written / limit, 1) if limit else None


def _state(
    match: Match,
    games: Sequence[Any],
    begun: Sequence[Any],
    rivals: set[int],
    clock: Clock,
    at: datetime,
) -> str:
    disputed = _is_disputed(match, rivals)
    if match.done and (match.decided or not disputed):
        return _state_of_result(match)
    if disputed:
        return DISPUTED
    if match.waits:
        return NO_TABLE
    over = state(clock, at, match.extra_minutes) == OVER
    if _is_stuck(games, begun) or (over and _needs_ruling(match, clock, begun)):
        return DECIDE
    if not begun:
        return NOT_BEGUN
    timed = remaining(clock, at, match.extra_minutes) is not None
    return LATE if over and timed else PLAYING


def _is_disputed(match: Match, rivals: set[int]) -> bool:
    """Whether the sides disagree, or the hands of two phones, if no ruling has settled these."""
    return match.agreement == A.DISPUTED or (match.ruling is None and match.pk in rivals)


def _state_of_result(match: Match) -> str:
    if is_level(match):
        return DECIDE
    if match.decided:
        return DECIDED
    return WAITING if match.agreement == A.WAITING else DONE


def _is_stuck(games: Sequence[Any], begun: Sequence[Any]) -> bool:
    """Whether all games have begun and none of them can go on."""
    return (
        bool(games)
        and len(begun) == len(games)
        and all(row.game.state not in RUNS for row in begun)
    )


def _needs_ruling(match: Match, clock: Clock, begun: Sequence[Any]) -> bool:
    """Whether the director has to decide a match whose time is over: only once the round has
    ended.
    """
    rule = match.session_round.stage.tournament.unfinished
    if clock.ended_at is None or rule == Tournament.Unfinished.PLAYS_ON:
        return False
    return rule == Tournament.Unfinished.RULING or not any(row.written for row in begun)


# Requests
# -------------------------------------------------------------------------------------------------
