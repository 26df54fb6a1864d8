"""A league of two divisions that is over, for tests of what comes after it."""

import re

from django.urls import reverse

from tests.tournaments import desks
from tournaments.actions import creating, stages
from tournaments.models import Tournament


def a_finished_league() -> Tournament:
    """Two divisions of four pairs, all played; two go up and down."""
    settings = {"groups": 2, "up": 2, "down": 2, "weeks": 0}
    cup = desks.a_tournament("pairs_league", 8, format_settings=settings)
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number), seed=number)
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    cup.refresh_from_db()
    return cup


def at_its_desk() -> dict[str, str]:
    """The session of its owner, and its key."""
    cup = a_finished_league()
    return {"session": desks.session_of(desks.desk_of(cup.club).user), "league": str(cup.pk)}


def again(cup: Tournament) -> str:
    return reverse("desk_again", args=[cup.pk])


def fields(cup: Tournament, page: str) -> dict[str, str]:
    """The division chosen for each entrant, as the form has it."""
    selects = re.findall(r'<select id="(division-\d+)".*?</select>', page, re.DOTALL)
    chosen = re.findall(r'<option value="(\w)" selected', page)
    assert len(selects) == len(chosen)
    return dict(zip(selects, chosen, strict=True))
