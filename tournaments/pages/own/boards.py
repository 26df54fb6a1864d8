"""Duplicate on an entrant's own page: the boards to play and to fetch, the private score, and the
traveller of a board once it has been played.

Nobody sees a result of a board that they have yet to play: all of this goes by the own matches that
both sides have agreed to.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.games.round_words import figure, signed
from tournaments.match.board_results import boards_taken
from tournaments.models import Entrant, Match, SessionRound, Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.board_seats import called
from tournaments.pages.deals import public_deals
from tournaments.pages.movements import (
    NORTH_SOUTH,
    compares_boards,
    numbers_in,
    partner_and_opponents,
)
from tournaments.pages.own.views import by_own_link
from tournaments.pages.travellers import (
    Traveller,
    average_in_percent,
    boards_of,
    percent_of,
    traveller,
)
from tournaments.pages.viewer import Viewer
from tournaments.pairing.duplicate.event import NOTHING, TRAVELLER
from tournaments.pairing.formats import FORMATS
from tournaments.stage import frozen_results
from tournaments.stage.deals import dealt_and_noted
from tournaments.stage.history import History, Seated, history_of
from tournaments.standings.criteria.boards import values_of
from tournaments.standings.duplicate.board_results import BoardResult
from tournaments.standings.sums import divided, total
from tournaments.tokens import token_of


@dataclass(frozen=True)
class OwnBoard:
    """A board as one entrant has it. `percent` is empty while it may not be shown."""

    board: int
    score: str
    margin: str
    percent: str
    part: int  # of a bar, in hundredths
    opens: bool  # its traveller
    struck_out: bool = False


@dataclass(frozen=True)
class OwnRound:
    """An entrant's round: with whom, against whom, in which direction, and the boards. Without a
    table they sat out.
    """

    number: int
    match: int = 0
    table: int = 0
    direction: int = NORTH_SOUTH
    partner: str = ""
    against: str = ""
    boards: Sequence[OwnBoard] = ()
    percent: str = ""


@dataclass(frozen=True)
class OwnScore:
    """The private score of a stage: the `percent` over `count` boards that were compared; empty
    while it is kept, or there is nothing to compare yet. `records`: players note their cards.
    """

    stage: Stage
    rounds: Sequence[OwnRound]
    percent: str
    count: int
    kept: bool
    records: bool


class OwnSession:
    """A stage of duplicate as one of its entrants may see it."""

    def __init__(self, entrant: Entrant, stage: Stage) -> None:
        stage.tournament = entrant.tournament
        self.entrant, self.stage = entrant, stage
        self.history = history_of(stage, drafts=False)
        self.history.rounds = frozen_results.without_waiting(
            entrant.tournament, self.history.rounds
        )
        self.names = names_of(entrant.tournament, in_full=True)

    @cached_property
    def own(self) -> list[tuple[SessionRound, Seated]]:
        """The own matches, oldest first, each with its round."""
        return [
            (rows.session_round, seated)
            for rows in self.history.rounds
            for seated in rows.seated
            if self.entrant.pk in seated.everybody
        ]

    @cached_property
    def agreed(self) -> list[Seated]:
        """The own matches whose result both sides have agreed to."""
        return [
            seated
            for session_round, seated in self.own
            if seated.match.settled
            and (
                seated.match.agreement == Match.Agreement.AGREED
                or session_round.state == SessionRound.State.CLOSED
            )
        ]

    @cached_property
    def is_public(self) -> bool:
        """Whether everybody may see the results."""
        newest = self.history.rounds[-1].session_round.number if self.history.rounds else 1
        return Viewer(self.entrant.tournament).shows_results(self.stage, newest)

    @property
    def _others(self) -> str:
        settings = FORMATS[self.stage.format].read(self.stage.format_settings)
        return str(settings["others"])

    @property
    def shows_percent(self) -> bool:
        return self.is_public or self._others != NOTHING

    @property
    def shows_travellers(self) -> bool:
        return self.is_public or self._others == TRAVELLER

    def played(self, board: int) -> bool:
        """Whether the entrant has played a board and agreed on the match. One that the table left
        open may be played later.
        """
        return any(board in boards_taken(seated.match) for seated in self.agreed)

    def score(self) -> OwnScore:
        """Return the private score."""
        results = boards_of(self.history).get(self.entrant.pk, ())
        on = {one.board: one for one in results if self.played(one.board)}
        rounds = []
        for rows in self.history.rounds:
            number = rows.session_round.number
            seated = next((one for round_, one in self.own if round_.number == number), None)
            if seated is not None and seated in self.agreed:
                rounds.append(self._round(number, seated, on))
            elif self.entrant.pk in rows.byes:
                rounds.append(OwnRound(number))
        compared = sum(values_of(one).others > 0 for one in on.values())
        percent = self._percent(on.values())
        records = dealt_and_noted(self.stage)
        return OwnScore(self.stage, rounds, percent, compared, not self.shows_percent, records)

    def _round(self, number: int, seated: Seated, on: Mapping[int, BoardResult]) -> OwnRound:
        here = [one for one in on.values() if one.round == number]
        who = self.entrant.pk
        partner, against = partner_and_opponents(seated.sides, who, self.names)
        return OwnRound(
            number,
            seated.match.pk,
            seated.match.number,
            seated.side_of(who) or 0,
            partner,
            against,
            [self._board(one) for one in sorted(here, key=lambda one: one.board)],
            self._percent(here),
        )

    def _board(self, one: BoardResult) -> OwnBoard:
        own, other = one.score or (0, 0)
        return OwnBoard(
            one.board,
            f"{figure(own)} : {figure(other)}" if one.score else average_in_percent(one.average),
            signed(own - other) if one.score else "",
            percent_of(one) if self.shows_percent else "",
            round(values_of(one).percent or 0) if self.shows_percent else 0,
            self.shows_travellers,
            one.struck_out,
        )

    def _percent(self, results: Iterable[BoardResult]) -> str:
        """Return the percentage over these boards; empty if it is kept, or there is none."""
        values = [values_of(one) for one in results]
        others = total(one.others for one in values)
        if not self.shows_percent or not others:
            return ""
        share = divided(100 * total(one.matchpoints for one in values), others)
        return figure(round(float(share), 1))

    def traveller(self, board: int) -> Traveller:
        """Return the traveller of a board. Raises Http404 if it is not for this entrant (yet)."""
        if not self.shows_travellers or not (self.is_public or self.played(board)):
            raise Http404(_("This board’s results are not shown to you yet."))
        return traveller(self.history, self.names, board, boards_of(self.history))


def _called(entrant: Entrant, history: History) -> str:
    """Return "pair 3", or what else somebody is called in the movement; empty before the draw."""
    number = numbers_in(history).get(entrant.pk)
    if number is None:
        return ""
    alone = entrant.tournament.unit == Tournament.Unit.PERSON
    return called(number, alone=alone)


# Pages
# --------------------------------------------------------------------------------------------------


def _sessions(entrant: Entrant) -> list[OwnSession]:
    stages = Stage.objects.filter(
        tournament=entrant.tournament_id, participations__entrant=entrant
    ).order_by("number")
    return [OwnSession(entrant, stage) for stage in stages if compares_boards(stage)]


@require_safe
@by_own_link
def own_boards(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Show an entrant's private score, board by board."""
    sessions = _sessions(entrant)
    if not sessions:
        raise Http404(_("There are no boards in this tournament."))
    context = _frame(entrant) | {
        "scores": [one.score() for one in sessions],
        "name": sessions[0].names.get(entrant.pk, ""),
        "called": _called(entrant, sessions[-1].history),
    }
    return render(request, "tournaments/own/boards.html", context)


@require_safe
@by_own_link
def own_board(request: HttpRequest, entrant: Entrant, stage: int, number: int) -> HttpResponse:
    """Show the traveller of a board that this entrant has played, if the director allows it."""
    session = next((one for one in _sessions(entrant) if one.stage.number == stage), None)
    if session is None:
        raise Http404(_("There are no boards in this tournament."))
    context = _frame(entrant) | {
        "page": session.traveller(number),
        "deals": public_deals(session.stage, number),
        "own": entrant.pk,
        "so_far": not session.is_public,
    }
    return render(request, "tournaments/own/board.html", context)


def _frame(entrant: Entrant) -> dict[str, Any]:
    return {"tournament": entrant.tournament, "token": token_of(entrant)}
