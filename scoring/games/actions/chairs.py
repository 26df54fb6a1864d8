"""Choose the chair of the first out, in games that let them choose."""

import uuid

from django.db import transaction

from scoring.games import lifecycle
from scoring.games.actions.chaining import CHAIR, add_event
from scoring.games.actions.common import bump_version, conflict, lock, rule_error
from scoring.games.queries import table_of
from scoring.models import Device, Game
from scoring.rules import VARIANTS
from scoring.rules.words import gettext_noop


def choose_chair(game: Game, entry_id: uuid.UUID, chair: int, device: Device) -> None:
    """Put the first of the last round on a chair; the others sit around. The last choice counts.

    `entry_id` is the id of the round's entry that the page showed. Raises RuleError: `no_choice` in
    a game where chairs follow from ranks, `bad_chair`, and `round_changed` if the round is not the
    last any more or was corrected since.
    """
    with transaction.atomic():
        game = lock(game)
        lifecycle.check("record", game)
        if not VARIANTS[game.variant].first_may_stay:
            raise conflict(
                "no_choice", "chair", gettext_noop("You cannot choose a chair in this game.")
            )
        table = table_of(game)
        if not 0 <= chair < table.n_players:
            raise rule_error(
                "bad_chair",
                "chair",
                gettext_noop("There is no such chair. Choose one of those shown."),
            )
        if not table.entries or table.entries[-1].pk != entry_id:
            text = gettext_noop("A newer round is now the last one. Check the new seats again.")
            raise conflict("round_changed", "about", text)
        last = table.entries[-1]
        choice = {
            "entry": last.pk.hex,
            "round": last.number,
            "first": last.data["out"][0],
            "chair": chair,
        }
        add_event(game, CHAIR, device, data=choice)
        bump_version(game)
