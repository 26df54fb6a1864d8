"""A director's correction of a hand, whoever wrote it, even if the result is locked."""

import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from scoring.games.actions.common import lock as lock_game
from scoring.games.actions.correcting import replace_round
from scoring.models import Game
from scoring.rules import Round as PlayedRound
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions import judging
from tournaments.actions.common import check_reason, conflict, lock, lock_match, log, match_params
from tournaments.actions.games import invalidate_ratings_after_end
from tournaments.actions.later_rounds import later_stages, settle_bracket
from tournaments.actions.notices import entrants_at, notify_entrants
from tournaments.channels import bump_match
from tournaments.match import agreement
from tournaments.match.figures import figures_now, format_figures
from tournaments.models import Match

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def action_of(match: Match) -> str:
    """Return the action for `reasons`: others rely on a result, but not on a game being played."""
    return "result_corrected" if match.done else "hand_corrected"


def check_hands_count(match: Match) -> None:
    """Raise RuleError if a match's hands do not count: its result was typed or ruled."""
    if match.ruling is not None:
        text = gettext_noop(
            "The hands of this table do not count: its result was typed or decided. Undo that "
            "first."
        )
        raise conflict("result_stands", "games", text)


def correct_hand(
    match: Match,
    game: Game,
    by: "AbstractBaseUser | None",
    number: int,
    played: PlayedRound,
    reason: str,
    *,
    replaces: uuid.UUID | None,
    sides: Sequence[Sequence[int]] | None = None,
    recording: str | None = None,
    versions: int | None = None,
) -> Match:
    """Replace hand `number` of a game of a match. A locked result is then agreed by the director.

    `replaces` is the entry the director saw, `versions` their number if the hand had several.
    Raises RuleError without a reason if there is a result, if the hand has changed or does not fit
    the game, if the match's hands do not count, and if later draws depend on the result.
    """
    with transaction.atomic():
        game = lock_game(game)
        tournament = lock(match.session_round.stage.tournament, "correct")
        match = lock_match(match)
        lifecycle.check_round("rule", match.session_round)
        check_hands_count(match)
        reason = check_reason(action_of(match), reason)
        public, winner, relied_on = (
            agreement.was_public(match),
            match.winner,
            agreement.locked(match) is not None,
        )
        was = format_figures(figures_now(match))
        with later_stages(match.session_round.stage, by):
            replace_round(
                game,
                uuid.uuid4(),
                number,
                played,
                tournament.desk,
                "take_late",  # a director's entry, which a locked result accepts
                replaces=replaces,
                sides=sides,
                recording=recording,
                versions=versions,
            )
            match = lock_match(match)
            settle_bracket(match, winner, by)
            judging.check_closed(match)
        invalidate_ratings_after_end(tournament)
        if relied_on and match.done:
            agreement.mark_agreed(match, agreement.How.DESK)
            match.save(update_fields=list(agreement.COLUMNS))
        bump_match(match.pk)
        params = {"hand": number, "was": was, "now": format_figures(figures_now(match))}
        line = log(tournament, "hand_corrected", by, match_params(match) | params, reason)
        if public:
            notify_entrants(line, entrants_at(match))
    return match
