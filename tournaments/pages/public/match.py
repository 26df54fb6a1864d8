"""A match: its games hand by hand, and everybody's points with the sum that made them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from django.http import Http404
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.games.round_words import figure
from scoring.pages.chart import Chart, race
from tournaments.match.mean_rulings import other_rounds, takes_mean
from tournaments.match.paper_sheet import figures_source, is_paper, played_on_paper
from tournaments.match.results import awards_of, played_games
from tournaments.match.team_boards import has_rooms
from tournaments.models import Match, MatchGame, SessionRound, Stage
from tournaments.names import names_at_table, side_names
from tournaments.pages.public.score_breakdown import fill_sentence
from tournaments.pages.public.session_round import TableShown, table_shown
from tournaments.pages.team_boards import TeamBoards, team_boards
from tournaments.pages.viewer import Viewer, with_names
from tournaments.pages.waiting import wait_words_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage import frozen_results
from tournaments.stage.history import Seated, seated_match
from tournaments.standings.lines import Award, Hand, Played

FEW = 2  # hands needed for a line chart


@dataclass(frozen=True)
class Gain:
    """What a hand brought a side, and its total after it; `leads` if no other side has more."""

    score: str
    total: str = ""
    leads: bool = False


@dataclass(frozen=True)
class GameShown:
    """One game: a column for each side, a row for each hand.

    In games without points a row has the places.
    """

    number: int
    sides: Sequence[Sequence[tuple[int, str]]]
    hands: Sequence[Sequence[Gain]]
    totals: Sequence[str]
    finished: bool
    chart: Chart | None = None

    @property
    def two_sides(self) -> bool:
        return len(self.sides) == 2 and bool(self.totals)


@dataclass(frozen=True)
class AwardShown:
    """What an entrant has from the match. `parts` are (sentence, points)."""

    id: int
    name: str
    points: str
    parts: Sequence[tuple[SafeString, str]]


@dataclass(frozen=True)
class MatchPage:
    stage: Stage
    session_round: SessionRound
    match: Match
    table: TableShown
    games: Sequence[GameShown]
    awards: Sequence[AwardShown]
    frozen: bool = False  # its result is kept for the prize-giving
    blind: bool = False  # the score is hidden as well, until the other side has entered it too
    source: str = ""  # the source of a typed result
    boards: TeamBoards | None = None  # of teams of four, in place of hands

    @property
    def tables(self) -> Sequence[TableShown]:
        """Return the match as a list of one table, for templates that draw lists of tables."""
        return (self.table,)


def match_page(seen: Viewer, match_id: int) -> MatchPage:
    """Return a match. Raises Http404 for one of another tournament or of a draft."""
    match = (
        Match.objects.filter(pk=match_id, session_round__stage__tournament=seen.tournament)
        .exclude(session_round__state=SessionRound.State.DRAFT)
        .select_related("session_round__stage")
        .first()
    )
    if match is None:
        raise Http404(_("There is no such match, or it is not published yet."))
    stage = match.session_round.stage
    stage.tournament = seen.tournament
    seated = seated_match(match)
    names = names_at_table(seated, seen.names(), public=not seen.whole)
    if not seen.shows_results(stage, match.session_round.number):
        kept = frozen_results.as_unplayed(seated)
        return MatchPage(
            stage,
            match.session_round,
            kept.match,
            replace(table_shown(kept, names), kept=True),
            (),
            (),
            frozen=True,
        )
    if not seen.whole and frozen_results.waits_blind(seen.tournament, match):
        kept, begun = frozen_results.as_unplayed(seated), match.result is not None
        return MatchPage(
            stage, match.session_round, kept.match, table_shown(kept, names), (), (), blind=begun
        )
    rows = list(MatchGame.objects.filter(match=match).select_related("game"))
    awards = awards_of(seated, rows)
    if takes_mean(match.ruling):  # of the rounds whose results are public
        told = seen.history(stage).rounds
        awards, seated = (
            awards_of(seated, rows, others=other_rounds(told)),
            frozen_results.mean_of_visible_rounds(seated, told),
        )
    ruling: Mapping[str, Any] = match.ruling or {}
    boards = _team_boards(seated, rows, names)
    games = [] if has_rooms(stage) else _games(match, rows, names)
    if FORMATS[stage.format].compares_boards:  # their sum decides nothing
        awards, games = {}, [replace(one, chart=None) for one in games]
    return MatchPage(
        stage=stage,
        session_round=match.session_round,
        match=seated.match,
        table=replace(table_shown(seated, names), wait=wait_words_of(seated.match)),
        games=games,
        boards=boards,
        awards=[_award(who, awards[who], names) for who in seated.everybody if who in awards],
        source=figures_source(ruling, side_names(seated.sides, names)) if is_paper(ruling) else "",
    )


def _team_boards(
    seated: Seated, rows: Sequence[MatchGame], names: Mapping[int, str]
) -> TeamBoards | None:
    """Return the boards of teams of four that both tables have played; None for all others."""
    if not has_rooms(seated.match.session_round.stage):
        return None
    return team_boards(seated, rows, played_games(rows), side_names(seated.sides, names))


def _games(match: Match, rows: Sequence[MatchGame], names: Mapping[int, str]) -> list[GameShown]:
    """Return the games that count: those of a paper sheet that a director typed, else those written
    at the table.
    """
    if match.ruling is None or not is_paper(match.ruling):
        return [
            _game(number, played, names)
            for number, played in enumerate(played_games(rows), start=1)
        ]
    games = played_on_paper(match.ruling, rows, match.session_round.stage)
    shown = [_game(number, played, names) for number, played in enumerate(games, start=1)]
    # If only the sum was typed, there are no hands to show.
    return [
        replace(one, hands=one.hands if not one.totals else (), chart=None)
        if data.get("totals")
        else one
        for one, data in zip(shown, match.ruling["games"], strict=True)
    ]


def _game(number: int, played: Played, names: Mapping[int, str]) -> GameShown:
    sides = [with_names(side, names) for side in played.sides]
    if any(hand.order for hand in played.hands):
        places = [_places(hand, len(sides)) for hand in played.hands]
        return GameShown(number, sides, places, totals=[], finished=played.finished)
    run = list(accumulate((hand.scores for hand in played.hands), _add))
    return GameShown(
        number=number,
        sides=sides,
        hands=[_gains(hand.scores, totals) for hand, totals in zip(played.hands, run, strict=True)],
        totals=[figure(total) for total in played.totals],
        finished=played.finished,
        chart=race(list(zip(*run, strict=True))) if len(run) >= FEW else None,
    )


def _add(totals: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    return tuple(total + score for total, score in zip(totals, scores, strict=True))


def _places(hand: Hand, sides: int) -> list[Gain]:
    return [Gain(str(hand.order.index(side) + 1)) for side in range(sides)]


def _gains(scores: Sequence[int], totals: Sequence[int]) -> list[Gain]:
    return [
        Gain(figure(score), figure(total), leads=total == max(totals))
        for score, total in zip(scores, totals, strict=True)
    ]


def _award(who: int, award: Award, names: Mapping[int, str]) -> AwardShown:
    return AwardShown(
        who,
        names.get(who, f"#{who}"),
        figure(award.line.points),
        [
            (fill_sentence(text, params, names), figure(points))
            for text, params, points in award.parts
        ],
    )
