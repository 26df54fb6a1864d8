"""Duplicate at the desk: the movement, where boards are, and those without a result."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.pages.common import by_field
from scoring.rules import RuleError
from tournaments.actions.coming_rounds import seat_coming
from tournaments.match.board_results import is_struck_out
from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.names import names_of, side_names
from tournaments.pages.change_preview import Step, preview_or_take
from tournaments.pages.common import SignedInRequest, of_tournament, stage_or_404
from tournaments.pages.movements import (
    AT_FOUR,
    Carrying,
    RoundOfMovement,
    Seating,
    carried,
    compares_boards,
    drawn,
    named,
    pairs_in,
    planned,
    whole,
)
from tournaments.pages.rounds.pair_changes import changes_in
from tournaments.pages.travellers import boards_of
from tournaments.pairing.duplicate import Movement
from tournaments.pairing.duplicate.event import Duplicate, sides_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage.deals import cards_are_known
from tournaments.stage.history import History, history_of
from tournaments.stage.noted_hands import boards_held_twice


@dataclass(frozen=True)
class TableNow:
    """A table of the round being played, and where its boards go afterwards."""

    seat: Seating
    names: Sequence[str]
    goes: Sequence[Carrying]
    stay: bool


@dataclass(frozen=True)
class OpenBoard:
    """A board without a result at a table whose match is over. `ruling` is the kind of decision on
    the match: empty if its hands count.
    """

    board: int
    round: int
    table: int
    match_id: int
    ruling: str


class MovementPage:
    """A session as its director sees it."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.history = stage, history_of(stage)
        self.names = names_of(stage.tournament, public=False)
        self.drawn = drawn(self.history)
        self.error = ""

    @cached_property
    def count(self) -> int:
        """For how many the movement is: those who would play if nothing is drawn yet."""
        if self.drawn:
            return pairs_in(self.history)
        if self.stage.participations.exists():
            return self.stage.participations.count()
        return self.stage.tournament.entrants.filter(state=Entrant.State.ENTERED).count()

    @cached_property
    def found(self) -> Movement | None:
        """The movement; None, with an `error`, if there is none for so many."""
        format_ = FORMATS[self.stage.format]
        if not isinstance(format_, Duplicate):
            return None
        try:
            return format_.movement(self.count, self.stage.format_settings)
        except RuleError as refused:
            self.error = " ".join(by_field(refused.mistakes).values())
            return None

    @cached_property
    def rounds(self) -> Sequence[RoundOfMovement]:
        """All rounds: as drawn, and as planned."""
        if self.found is None:
            return self.drawn
        return whole(self.history) if self.drawn else planned(self.found)

    @cached_property
    def now(self) -> int | None:
        """The number of the round being played."""
        return next(
            (
                rows.session_round.number
                for rows in self.history.rounds
                if rows.session_round.state == SessionRound.State.PUBLISHED
            ),
            None,
        )

    @property
    def left(self) -> int:
        """How many rounds of a session that has begun are not drawn yet."""
        return len(self.found.rounds) - len(self.drawn) if self.found and self.drawn else 0

    @property
    def shared(self) -> list[RoundOfMovement]:
        """The rounds in which tables share boards."""
        return [one for one in self.rounds if any(seat.shared for seat in one.tables)]

    def context(self) -> dict[str, object]:
        found = self.found
        here = [one for one in self.rounds if one.number == self.now]
        return {
            "rounds": self.rounds,
            "drawn": bool(self.drawn),
            "left": self.left,
            "pairs": [(number, self.names[who]) for number, who in named(self.history)],
            "count": self.count,
            "boards": found.boards if found else 0,
            "alone": self.stage.tournament.unit == Tournament.Unit.PERSON,
            "balance": _balance(found) if found else [],
            "shared": self.shared,
            "error": self.error,
            "now": self.now,
            "tables": [self._table(one, seat) for one in here for seat in one.tables],
            "resting": "".join(one.resting_shown for one in here),
            "open": _open(self.history),
        }

    def _table(self, row: RoundOfMovement, seat: Seating) -> TableNow:
        goes = carried(self.rounds, row.number, seat.table)
        later = any(one.number == row.number + 1 for one in self.rounds)
        names = side_names(sides_of(seat.who), self.names)
        return TableNow(seat, names, goes, stay=later and not goes)


@require_GET
@of_tournament
def movement(request: SignedInRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Show the rounds as drawn, or as they would be with those entered now; then where the boards
    are, and those without a result.
    """
    row = _stage_or_404(tournament, stage)
    page = MovementPage(row)
    context = {"tournament": tournament, "tab": "rounds", "stage": row}
    if request.can["direct"] and cards_are_known(row):
        context |= {"dealt": True, "held_twice": boards_held_twice(row)}
    context |= page.context()
    context |= changes_in(page)
    return render(request, "tournaments/rounds/movement.html", context)


def _stage_or_404(tournament: Tournament, number: int) -> Stage:
    row = stage_or_404(tournament, number)
    if not compares_boards(row):
        raise Http404(_("This stage is not duplicate: it has no boards."))
    return row


def _balance(movement: Movement) -> list[str]:
    """Return how level a movement is, in words."""
    compared, alone = movement.comparisons, len(movement.rounds[0][0].numbers) == AT_FOUR
    if compared.least == compared.most:
        text = (
            _("Any two players are compared on the same number of boards: %(least)s.")
            if alone
            else _("Any two pairs are compared on the same number of boards: %(least)s.")
        )
    elif alone:
        text = _("Any two players are compared on %(least)s to %(most)s boards.")
    else:
        text = _("Any two pairs are compared on %(least)s to %(most)s boards.")
    found = [text % {"least": compared.least, "most": compared.most}]
    if compared.least == compared.most:
        found.append(_("Perfectly balanced."))
    elif compared.least < compared.bound:
        found.append(
            _("No movement has more than %(bound)s for the two who are compared least.")
            % {"bound": compared.bound}
        )
    found.append(
        _("Nobody has a partner twice, and nobody plays a board twice.")
        if alone
        else _("No two pairs meet twice, and no pair plays a board twice.")
    )
    return found


def _open(history: History) -> list[OpenBoard]:
    """Return the boards that tables whose match is over have left without a result."""
    results = [one for own in boards_of(history).values() for one in own]
    have = {(one.who, one.board, one.round) for one in results}
    return [
        OpenBoard(
            board,
            rows.session_round.number,
            seated.match.number,
            seated.match.pk,
            (seated.match.ruling or {}).get("kind", ""),
        )
        for rows in history.rounds
        for seated in rows.seated
        if seated.match.done
        for board in seated.match.boards
        if not is_struck_out(history.stage, board)
        and any((who, board, rows.session_round.number) not in have for who in seated.everybody)
    ]


@require_POST
@of_tournament
def seat_coming_again(request: SignedInRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Seat the coming rounds again for the pairs who are here; what changes is shown first."""
    row, user = _stage_or_404(tournament, stage), request.user
    back = reverse("desk_movement", args=[tournament.pk, stage])
    step = Step(
        _("Seat the coming rounds again"),
        "coming_seated",
        lambda reason: seat_coming(row, user, reason),
        back,
    )
    try:
        if (page := preview_or_take(request, tournament, step)) is not None:
            return page
    except RuleError as error:
        messages.error(request, " ".join(by_field(error.mistakes).values()))
        return redirect(back)
    messages.success(request, _("The coming rounds are seated again. Print the new guide cards."))
    return redirect(back)
