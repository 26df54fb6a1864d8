"""Two directors at once: a change is undone once."""

from typing import Any

import pytest

from scoring.rules import RuleError
from tests.tournaments import desks
from tests.tournaments.desks import first_match
from tests.tournaments.racing import at_once, turns
from tournaments.actions import judging
from tournaments.actions.integrity import carry_out, undo
from tournaments.models import Change, LogLine, Match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("turn", turns(20))
def test_of_two_who_undo_a_change_at_once_one_does(turn: int) -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup)
    match = first_match(cup)
    change = carry_out(
        cup, lambda: judging.rule_match(match, None, {"kind": "half"}, "cards were missing")
    )
    assert change is not None
    users = [desks.a_user(name) for name in ("Olga", "Otto")]

    def undoing(user: Any) -> str:
        row = Change.objects.select_related("line__tournament").get(pk=change.pk)
        try:
            return undo(row, user, f"{user.name} looked again").action
        except RuleError as error:
            return error.mistakes[0].code

    answers = at_once(*[lambda user=user: undoing(user) for user in users])  # type: ignore[misc]
    assert sorted(answers) == ["undone", "undone_already"]
    line = LogLine.objects.get(action="undone")
    assert Change.objects.get().undone == line
    assert line.by == users[answers.index("undone")]
    assert Match.objects.get(pk=match.pk).ruling is None
