"""How a refused button of the desk is answered: with the page it stood on, what was wrong, and what
was typed.
"""

from collections.abc import Iterable

from scoring.rules import Mistake

# Mistakes that are about what was typed. All others are about how things stand: others were
# quicker, or it is too early, and the answer is 409.
TYPED = {
    "absent_not_settled", "bad_character", "bad_date", "bad_line_up", "bad_number", "bad_ruling",
    "bad_seats", "bad_sheet", "bad_table", "bonus_negative", "bye_not_settled", "cannot_swap",
    "clock_minutes", "doubtful", "extra_minutes", "figure_missing", "hands_needed", "no_clear_win",
    "no_other_rounds", "no_such_entrant", "no_table", "no_such_round", "no_such_side",
    "nothing_said", "penalty_positive", "places_shared", "reason_missing", "same_result",
    "sheet_empty", "too_few_members", "too_long", "unknown_kind",
}  # fmt: skip


def status_of(mistakes: Iterable[Mistake]) -> int:
    """422 where the input is wrong, 409 where the state of things stands in the way."""
    return 422 if all(mistake.code in TYPED for mistake in mistakes) else 409
