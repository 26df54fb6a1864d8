"""Replace a round: check that the game allows it, and make another entry count."""

from scoring.games.actions.common import conflict
from scoring.games.queries import Table
from scoring.models import Entry, Game, Round
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleError, play
from scoring.rules.words import gettext_noop


def set_counting_entry(game: Game, number: int, entry: Entry) -> None:
    """Make an entry count for a round. Nobody has seen it yet."""
    Round.objects.filter(game=game, number=number).update(entry=entry, seen_at=None)


def replay_with(table: Table, number: int, played: PlayedRound) -> bool:
    """Return whether the game is over with another round in this place.

    Raises RuleError if that round or a later one becomes impossible.
    """
    rounds = [*table.played[: number - 1], played, *table.played[number:]]
    try:
        result = play(table.rules, table.n_players, rounds, new=number)
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
    for later in range(number, len(rounds)):
        # Card points are stored in the order of the sides: with another king they would be credited
        # to the wrong people.
        if result.rounds[later].sides != table.result.rounds[later].sides:
            raise conflict(
                "later_rounds_break",
                "number",
                gettext_noop(
                    "This would change who played together in round %(later)s. First undo the "
                    "rounds from %(later)s on."
                ),
                later=later + 1,
            )
    return result.finished
