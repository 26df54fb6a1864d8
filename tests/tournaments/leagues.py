"""Leagues for tests in a browser: one that is over, and one being played."""

import re
from typing import Any

from django.urls import reverse

from tests.tournaments import desks
from tournaments.actions import creating, drawing, publishing, stages
from tournaments.models import Match, Tournament
from tournaments.tokens import token_of


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


def being_played(desk: desks.Desk | None = None, **about: Any) -> Tournament:
    """A league of four pairs with all rounds published; `about` are columns of the tournament."""
    cup = desks.a_tournament("pairs_league", 4, desk=desk or desks.a_desk())
    Tournament.objects.filter(pk=cup.pk).update(**about)
    for drawn in drawing.draw_all(stages.begin_stage(desks.first_stage(cup), None), None):
        publishing.publish_round(drawn, None)
    cup.refresh_from_db()
    return cup


def with_two_pairs_pages() -> dict[str, str]:
    """A league being played whose players name stand-ins themselves: its owner's session, and the
    links of two pairs who play each other first.
    """
    desk = desks.a_desk()
    cup = being_played(desk, names_stand_ins=True)
    match = Match.objects.get(
        session_round__stage__tournament=cup, session_round__number=1, places__entrant__number=1
    )
    other = match.places.exclude(entrant__number=1).get().entrant
    return {
        "session": desks.session_of(desk.user),
        "league": str(cup.pk),
        "match": str(match.pk),
        "own": token_of(cup.entrants.get(number=1)),
        "other": token_of(other),
    }


def again(cup: Tournament) -> str:
    return reverse("desk_again", args=[cup.pk])


def fields(cup: Tournament, page: str) -> dict[str, str]:
    """The division chosen for each entrant, as the form has it."""
    selects = re.findall(r'<select id="(division-\d+)".*?</select>', page, re.DOTALL)
    chosen = re.findall(r'<option value="(\w)" selected', page)
    assert len(selects) == len(chosen)
    return dict(zip(selects, chosen, strict=True))
