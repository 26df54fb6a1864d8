"""Duplicate on an entrant's own page: the cards that each seat is dealt and the three that it gives
on a board, and what goes back where before the board moves on.

A pair shares its page, so nobody sees what the partner gave before the hand is over. A person whose
partners change has a page and a seat of their own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.pages.common import status_of
from scoring.rules import RuleError, RuleSet
from tournaments.actions.agreeing import call_director
from tournaments.actions.deals import GIVEN, note_given, note_hand
from tournaments.models import Entrant, GivenCards, Match, Place, SessionRound, Tournament
from tournaments.pages.common import messages_of
from tournaments.pages.deals import CardShown, card_choices, card_shown, seat_names
from tournaments.pages.own.dealt_hands import DealtSeat, dealt_seats
from tournaments.pages.own.queries import match_at, own_places
from tournaments.pages.own.views import by_own_link
from tournaments.pairing.duplicate.deals import SEATS
from tournaments.tokens import token_of

FOULED, DEALT, CARD = "fouled", "dealt", "card"  # in forms


@dataclass(frozen=True)
class Moved:
    """A card that goes back from or to another seat; None if its giver has not noted it."""

    seat: str
    card: CardShown | None


@dataclass(frozen=True)
class OwnSeat:
    """An own seat: what it noted, and once the hand is over what it gets and gives back."""

    seat: int
    name: str
    to: Sequence[str]  # the seats it gives to, in the order of the form
    noted: bool
    gets: Sequence[Moved]
    gives: Sequence[Moved]
    dealt: DealtSeat | None = None


def _own_place(entrant: Entrant, match_id: int, board: int) -> Place:
    """Return the entrant's place at this match. Raises Http404 if it does not play the board."""
    for place in own_places(entrant):
        match = match_at(place)
        if match.pk == match_id and board in match.boards:
            return place
    raise Http404


def others_of(seat: int) -> list[int]:
    """Return the seats to the left, opposite and to the right."""
    return [(seat + step) % SEATS for step in range(1, SEATS)]


def hand_is_over(match: Match, board: int) -> bool:
    """Whether the result of this board is entered."""
    number = match.boards.index(board) + 1
    return match.done or match.games.filter(game__rounds__number=number).exists()


def seats_of(place: Place) -> range:
    """Return the seats of an entrant at a table: both of a side, or the one of a person."""
    if match_at(place).session_round.stage.tournament.unit == Tournament.Unit.PERSON:
        return range(place.side + 2 * place.order, place.side + 2 * place.order + 1)
    return range(place.side, SEATS, 2)


def own_seats(
    seats: Iterable[int], given: Mapping[int, Sequence[str]], *, over: bool
) -> list[OwnSeat]:
    """Return these seats with what they note. `given` has the cards by the seat that gave them."""
    names = seat_names()
    return [
        OwnSeat(
            seat,
            names[seat],
            [names[one] for one in others_of(seat)],
            seat in given,
            [_moved(given, seat, one, names[one]) for one in others_of(seat)] if over else (),
            [_moved(given, one, seat, names[one]) for one in others_of(seat)] if over else (),
        )
        for seat in seats
    ]


def _moved(given: Mapping[int, Sequence[str]], giver: int, taker: int, other: str) -> Moved:
    cards = given.get(giver)
    return Moved(other, card_shown(cards[others_of(giver).index(taker)]) if cards else None)


@require_http_methods(["GET", "HEAD", "POST"])
@by_own_link
def own_cards(request: HttpRequest, entrant: Entrant, match_id: int, board: int) -> HttpResponse:
    """Note the cards that a seat was dealt or gave on a board, call the director if it is fouled,
    and show what goes back where.
    """
    place = _own_place(entrant, match_id, board)
    match = match_at(place)
    errors: list[str] = []
    status = 200
    if request.method == "POST":
        try:
            messages.success(request, _do(request, entrant, place, board))
        except RuleError as error:
            errors, status = messages_of(error), status_of(error)
        else:
            answer = redirect("own_cards", token_of(entrant), match_id, board)
            answer.status_code = 303
            return answer
    seats = seats_of(place)
    chosen = (request.POST.get(DEALT, ""), request.POST.getlist(CARD)) if errors else ("", [])
    rows = GivenCards.objects.filter(match=match, board=board).values_list("seat", "cards")
    over, stage = hand_is_over(match, board), match.session_round.stage
    dealt = dealt_seats(match, board, seats, chosen, over=over)
    context = {
        "tournament": entrant.tournament,
        "token": token_of(entrant),
        "match": match,
        "board": board,
        "side": place.side,
        "over": over,
        "open": match.session_round.state == SessionRound.State.PUBLISHED,
        "grand": RuleSet.of(stage.variant, stage.rules).grand_allowed,
        "records": bool(dealt),
        "seats": [
            replace(one, dealt=dealt.get(one.seat))
            for one in own_seats(seats, dict(rows), over=over)
        ],
        "choices": card_choices(),
        "errors": errors,
    }
    return render(request, "tournaments/own/cards.html", context, status=status)


def _do(request: HttpRequest, entrant: Entrant, place: Place, board: int) -> str:
    """Do what the form asks for. Returns what was done. Raises RuleError."""
    if FOULED in request.POST:
        text = _("Board %(board)s is fouled.") % {"board": board}
        call_director(match_at(place), place.side, text, entrant=entrant)
        return _("The director is called. Leave the cards as they are.")
    seat = request.POST.get(DEALT) or request.POST.get("seat", "")
    if seat not in map(str, seats_of(place)):
        raise Http404
    if DEALT in request.POST:
        note_hand(match_at(place), board, int(seat), request.POST.getlist(CARD))
        return _("Saved.")
    cards = [request.POST.get(f"card_{number}", "") for number in range(GIVEN)]
    note_given(match_at(place), board, int(seat), cards)
    return _("Saved.")
