"""Texts that the table's script assembles, with %(name)s placeholders."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from scoring.games.queries import Table
from scoring.games.round_words import bomb_faces, in_words, sweep_name
from scoring.models import Game
from scoring.pages.table.seating import deal_words, first_round_hint, first_took, push_words
from scoring.rules import VARIANTS, Round, advance, opening, rank_name

# From the second on, as whole sentences: not every language forms ordinals from digits.
NEXT_OUT = (
    gettext_noop("Who is out second?"),
    gettext_noop("Who is out third?"),
    gettext_noop("Who is out fourth?"),
    gettext_noop("Who is out fifth?"),
    gettext_noop("Who is out sixth?"),
    gettext_noop("Who is out seventh?"),
    gettext_noop("Who is out eighth?"),
    gettext_noop("Who is out ninth?"),
    gettext_noop("Who is out tenth?"),
    gettext_noop("Who is out eleventh?"),
    gettext_noop("Who is out twelfth?"),
)


def script_words(table: Table) -> dict[str, Any]:
    return {
        "first": _("Who is out first?"),
        "order": [_(question) for question in NEXT_OUT[: table.n_players - 1]],
        "points": _("Card points?"),
        "pointsOf": _("Card points of %(name)s"),
        "sweptAndPoints": _("%(sweep)s, or card points?"),
        "sweptAndPointsHint": _("It cannot be both: clear a place or the points."),
        "sweptByOthers": _("Is %(name)s out first?"),
        "sweptByOthersHint": _("%(sweep)s of the others? Clear one of the two."),
        "stays": _("%(name)s is out first already"),
        "staysHint": _("If not, tap %(name)s once more."),
        **(_total_words() if table.has_totals else {}),
        "forms": {"first": _("first out only"), "points": _("points only")},
        "from": _("from round %(number)s on"),
        "made": _("made"),
        "failed": _("failed"),
        "open": _("called"),
        "sideCaller": _("%(names)s (who: not recorded)"),
        "sweep": sweep_name(table.position.sides),
        "wish": _("%(name)s did not fulfil the wish"),
        "whoWish": _("Who did not fulfil the wish?"),
        "whoWishHint": _("The round ends; the other side scores %(points)s."),
        "wishOver": _("Only a player who still holds cards can miss a wish."),
        "take": _("Take %(points)s"),
        "marks": [_("circle"), _("triangle")],
        "itself": _("Saves on the last tap"),
        "waits": _("The points came before the order, so this round waits for Save."),
        "thenSaved": _("%(question)s Then tap Save."),
        "early": _("%(points)s, then %(name)s first?"),
        "late": _("Round %(number)s was saved as %(points)s. Correct it or start round %(next)s?"),
        "correctLast": _("Correct round %(number)s"),
        "correctTo": _("to %(points)s"),
        "startNext": _("Start round %(number)s"),
        "startWith": _("with %(points)s"),
        "undoTap": pgettext("tap", "Undo"),
        "undoRound": _("Undo round %(number)s"),
        "undoSeats": _("Undo seats"),
        "rematch": _("Rematch"),
        "undone": _("Round %(number)s is undone:"),
        "thenSave": _("Change what was wrong, then save."),
        "round": _("Round %(number)s"),
        "board": pgettext("duplicate", "Board %(number)s"),
        "kept": _("Round %(number)s saved"),
        "saved": _("Round %(number)s saved."),
        "corrected": _("Correction saved"),
        "movedHere": _(
            "Round %(number)s was saved in another tab of this phone. Save yours too and compare "
            "them."
        ),
        "correctedRound": _("Round %(number)s is corrected."),
        "standsAt": _("The score is now %(totals)s."),
        "movedOn": _(
            "Another phone already saved round %(number)s. Save yours too and compare them."
        ),
        "mending": _("Correct round %(number)s, then save it again."),
        "unstored": _(
            "This browser stores nothing: unsent rounds are lost when you close the page."
        ),
        "broken": _(
            "The round is kept. Part of this page is missing: reload it once there is a network."
        ),
        "unkept": _(
            "This browser could not store the round. Your taps are still here: tap Save again."
        ),
        "came": _("Round %(number)s came from another phone. This is the next one."),
        "lost": _("No connection since %(time)s"),
        "toSend": _("%(count)s to send"),
        "places": {
            "phone": _("on this phone"),
            "sending": _("being sent"),
            "refused": _("rejected"),
            "server": _("on the server"),
            "late": _("too late: the director has it"),
            "seen": _("seen"),
            "agreed": _("agreed"),
        },
        "kinds": {
            "start": _("Start of this game"),
            "correction": _("Correction of round %(number)s"),
            "undo": _("Round %(number)s undone"),
            "version": _("Round %(number)s, another version"),
            "seats": _("From round %(number)s on"),
            "undo_seats": _("Change of seats taken back"),
        },
        "carried": pgettext("score", "Carried over"),
        "edit": _("Edit"),
        "discard": _("Discard"),
        "again": _("Send again"),
        "discarding": _("Really discard?"),
        "asleep": _("The screen may go dark here."),
        "awake": _("The screen stays on."),
        "over": str(capfirst(Game.State.FINISHED.label)),
        "won": _("%(name)s won."),
        "draw": _("A draw."),
        "level": _("Level at %(points)s: one more round decides."),
        "allPlayed": _("All rounds are played."),
        "end": {
            "stamp": pgettext("stamp", "won"),
            "against": _("against"),
            "best": pgettext("game", "Best round"),
            "inRound": pgettext("game", "in round %(number)s"),
            "calls": _("Calls made"),
            "of": _("%(made)s of %(of)s"),
        },
        **_who_begins(table),
    }


def _total_words() -> dict[str, Any]:
    """Return the texts where two totals are typed."""
    return {
        "totals": _("What did each side score in all?"),
        "twoTotals": {
            "other": _("And %(names)s?"),
            "supposed": _("%(points)s if nobody called"),
            "steps": _("Totals are multiples of 5."),
            "impossible": _("%(first)s : %(second)s is not a possible score, whatever was called."),
        },
    }


def bomb_words() -> dict[str, str]:
    """Return the texts about bombs. They come with news of the game: its page leaves them out until
    some are noted.
    """
    return {
        "of": _("%(name)s: bomb"),
        "faces": bomb_faces(),
        "title": _("Bombs"),
        "note": _("Note bombs"),
        "hint": _("They score nothing."),
        "one": _("Bomb"),
        "whose": _("Whose bomb?"),
        "cards": _("How many cards?"),
        "high": _("The highest card?"),
        "more": _("One more"),
        "remove": _("Remove"),
        "back": _("Back"),
    }


def _who_begins(table: Table) -> dict[str, str]:
    variant = VARIANTS[table.game.variant]
    return {
        "lead": _(variant.lead.line),
        "role": in_words(variant.lead.role),
        **_dummy_words(table),
        **_resting_words(table),
        "firstRound": first_round_hint() if variant.is_rank_game else "",
    }


def _resting_words(table: Table) -> dict[str, str]:
    """Return the texts of games in which some sit out."""
    if not VARIANTS[table.game.variant].turns:
        return {}
    return {
        "restFirst": _("Choose who sits out before anything else: undo the taps first."),
        "roundsWon": _("won: %(won)s of %(of)s"),
    }


def _dummy_words(table: Table) -> dict[str, str]:
    variant = VARIANTS[table.game.variant]
    if not variant.has_dummy:
        return {}
    return {
        "beside": in_words(variant.lead.beside),
        "dummy": in_words(variant.dummy_short or variant.dummy_name),
    }


def rank_words(table: Table) -> dict[str, Any]:
    """Return what follows a round of a game of ranks: names of ranks, pushes, the deal, with %(p0)s
    for the first out.

    All of it follows from the number of players, so the script only inserts names.
    """
    everybody = Round(out=range(table.n_players))
    upcoming = advance(opening(table.rules, table.n_players), everybody)[0].next
    variant = VARIANTS[table.game.variant]
    people = [f"%(p{place})s" for place in range(table.n_players)]
    return {
        "names": [_(rank_name(key)) for key in upcoming.ranks],
        "pushes": [push_words(people, push) for push in upcoming.pushes],
        "deal": deal_words(people, upcoming),
        "left": variant.to_the_left,
        # For games in which the first may choose a chair: the direction of seats, and for which
        # round the first chose one, how many places away from their own.
        "ring": _direction_of_seats(table) if variant.first_may_stay else None,
        "took": first_took(table) if variant.first_may_stay and table.entries else None,
        "before": _("Before round %(number)s"),
        "seats": _("Seats"),
        "seatsOf": _("for round %(number)s"),
        # For the drawing: who gives their best cards to whom, by rank, and how many.
        "lines": [
            [push.giver, push.taker, push.cards] for push in upcoming.pushes if push.kind == "best"
        ],
        "from": _("from chair %(number)s"),
        "stays": _("stays"),
        "push": _("The best cards up, the worst down")
        if any(push.kind == "worst" for push in upcoming.pushes)
        else _("The best cards up, as many others down"),
    }


def _direction_of_seats(table: Table) -> int:
    """Return how seats ran before there were ranks: 1 as the ranks run, -1 the other way."""
    to_the_left = VARIANTS[table.game.variant].to_the_left
    return 1 if (table.game.direction == Game.Direction.LEFT) == to_the_left else -1
