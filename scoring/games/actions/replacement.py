"""Replace a round: check that the game allows it, and make another entry count."""

from scoring.games.actions.common import conflict
from scoring.games.queries import Table
from scoring.models import Entry, Game, Round
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop


def set_counting_entry(game: Game, number: int, entry: Entry) -> None:
    """Make an entry count for a round. Nobody has seen it yet."""
    Round.objects.filter(game=game, number=number).update(entry=entry, seen_at=None)


def replay_with(table: Table, number: int, played: PlayedRound) -> bool:
    """Return whether the game is over with another round in this place.

    Raises RuleError if that round or a later one becomes impossible.
    """
    at = table.index_of(number)
    rounds = [*table.played[:at], played, *table.played[at + 1 :]]
    try:
        result = table.replay(rounds, new=number)
    except RuleError as error:
        own = tuple(mistake for mistake in error.mistakes if mistake.round == number)
        if own:
            raise RuleError(own) from error
        raise conflict(
            "later_rounds_break",
            "number",
            gettext_noop(
                "This would make round %(later)s impossible. First undo the rounds from %(later)s "
                "on."
            ),
            later=min(mistake.round or number for mistake in error.mistakes),
        ) from error
    for later, was in zip(result.rounds[at + 1 :], table.result.rounds[at + 1 :], strict=True):
        # Card points are stored in the order of the sides: with another king they would be credited
        # to the wrong people.
        if later.sides != was.sides:
            raise conflict(
                "later_rounds_break",
                "number",
                gettext_noop(
                    "This would change who played together in round %(later)s. First undo the "
                    "rounds from %(later)s on."
                ),
                later=later.number,
            )
    return result.finished
