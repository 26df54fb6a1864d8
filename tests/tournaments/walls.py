"""Tournaments to hang on a wall, for a real server's records: `records(walls.a_wall, 24)`."""

import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone

from tests.tournaments import desks
from tests.tournaments.desks import session_of
from tournaments.actions import (
    entering,
    judging,
    publishing,
    revealing,
    stages,
    venue_screens,
)
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Match, Screen, SessionRound, Tournament
from tournaments.pages.wall import queries
from tournaments.tokens import token_of

FIRST = ("Anna", "Beat", "Carla", "Dino", "Eva", "Franz", "Gül", "Hans-Jürgen", "Ida", "Wilhelmina")
LAST = (
    "Ott",
    "Keller",
    "Huber",
    "Schwarzenbach-Oberhänsli",
    "Nguyen",
    "Öztürk",
    "von der Mühll",
    "Rüegg",
    "Li",
)


def people(count: int) -> list[str]:
    """Names as people have them, short and long, no two alike."""
    return [
        f"{FIRST[number % len(FIRST)]} "
        f"{LAST[number // len(FIRST) % len(LAST)]}{f' {number // 90 + 1}' * (number > 89)}"
        for number in range(count)
    ]


def _enter_pairs(cup: Tournament, names: list[str]) -> None:
    pairs = [(names[at], names[at + 1]) for at in range(0, len(names), 2)]
    entering.enter(cup, None, [NewEntrant(pair) for pair in pairs])


def a_hall(tables: int, *, rounds: int = 1, desk: Any = None) -> Tournament:
    """An evening of pairs at so many tables; `rounds` of them are decided and closed, one more is
    published.
    """
    desk = desk or desks.a_desk()
    cup = desks.a_tournament(entrants=0, desk=desk)
    _enter_pairs(cup, people(tables * 4))
    for number in range(1, rounds + 1):
        decided(desks.draw(cup, number), close=True)
    desks.draw(cup, rounds + 1)
    cup.refresh_from_db()
    return cup


def thousands_on_a_wall(tables: int) -> str:
    """The screen of an evening whose points and differences have four digits and more."""
    cup = desks.a_tournament(entrants=0, criteria=["points", "difference"])
    _enter_pairs(cup, people(tables * 4))
    for match in desks.draw(cup).matches.select_related("session_round__stage__tournament"):
        given = {"kind": "given", "points": ["12850", "11250"], "score": ["12850", "-12850"]}
        judging.rule_match(match, None, given, "as written")
    return reverse("screen", args=[token_of(a_screen(cup, ("standings",)))])


def decided(session_round: SessionRound, *, close: bool = False) -> None:
    """Give every table a result by ruling."""
    for match in Match.objects.filter(session_round=session_round).select_related(
        "session_round__stage__tournament"
    ):
        judging.rule_match(
            match, None, {"kind": "forfeit", "winner": match.number % 2}, "to be looked at"
        )
    if close:
        publishing.close_round(session_round, None)


def a_screen(
    cup: Tournament, shows: tuple[str, ...] = tuple(queries.ITEMS), seconds: int = 60
) -> Screen:
    """A screen with this playlist."""
    return venue_screens.make_screen(
        cup, "By the door", [{"show": show, "seconds": seconds} for show in shows]
    )


def a_wall(tables: int, rounds: int = 1, seconds: int = 60) -> dict[str, Any]:
    """An evening with a screen that shows everything: addresses, and who may change them."""
    desk = desks.a_desk()
    cup = a_hall(tables, rounds=rounds, desk=desk)
    screen = venue_screens.set_text(
        a_screen(cup, seconds=seconds),
        "Soup is served until half past nine. Please bring your plates back!",
    )
    on = SessionRound.objects.get(stage__tournament=cup, number=rounds + 1)
    for seed, match in enumerate(on.matches.order_by("number")[: min(tables // 2, 8)]):
        desks.play_match(match, seed + 1)
    started = timezone.now() - datetime.timedelta(minutes=26)
    SessionRound.objects.filter(pk=on.pk).update(minutes=75, clock_started_at=started)
    return {
        "tournament": str(cup.pk),
        "session": session_of(desk.user),
        "screen": reverse("screen", args=[token_of(screen)]),
        "desk": reverse("desk_screen", args=[cup.pk, screen.pk]),
        "round": on.number,
        "open": on.matches.filter(done=False).order_by("-number")[0].pk,
    }


def a_final_on_a_wall(entrants: int = 8) -> str:
    """The screen of a knock-out whose final and match for third place are on."""
    cup = desks.a_tournament("cup", 0)
    _enter_pairs(cup, people(96)[30 : 30 + 2 * entrants])
    rounds = (entrants - 1).bit_length()
    for number in range(1, rounds):
        desks.play_round(desks.draw(cup, number))
    desks.draw(cup, rounds)
    return reverse("screen", args=[token_of(a_screen(cup, ("standings",)))])


def a_prize_giving(hidden: int) -> str:
    """The screen of a prize-giving of ten pairs, most of them with long names, with so many places
    still to reveal.
    """
    cup = desks.a_tournament(entrants=0)
    _enter_pairs(cup, ["Puig i Cornet", "Anna", *people(96)[30:48]])
    desks.play_round(desks.draw(cup))
    cup = revealing.freeze(cup, None, 1, 1)
    while cup.frozen_round and 10 - (cup.revealed or 0) > hidden:
        cup = revealing.reveal(cup, None, revealing.NEXT)
    return reverse("screen", args=[token_of(a_screen(cup, ("reveal",)))])


def a_prize_giving_at_a_desk() -> dict[str, str]:
    """The same before the first place is announced, with the pages of the desk."""
    desk = desks.a_desk()
    cup = desks.a_tournament(entrants=0, desk=desk)
    _enter_pairs(cup, ["Puig i Cornet", "Anna", *people(96)[30:48]])
    desks.play_round(desks.draw(cup))
    revealing.freeze(cup, None, 1, 1)
    screen = a_screen(cup, ("reveal",))
    return {
        "session": session_of(desk.user),
        "screen": reverse("screen", args=[token_of(screen)]),
        "giving": reverse("desk_reveal", args=[cup.pk]),
        "remote": reverse("desk_screen", args=[cup.pk, screen.pk]),
    }


def a_cup_for_all_places(entrants: int, rounds: int) -> dict[str, str]:
    """A cup whose losers play on, after so many rounds, the next of which is on."""
    desk = desks.a_desk()
    settings = {"first_round": "seeds", "third_place": True, "placement": "16"}
    cup = desks.a_tournament("cup", 0, desk=desk, format_settings=settings)
    _enter_pairs(cup, people(96)[: 2 * entrants])
    for number in range(1, rounds + 1):
        desks.play_round(desks.draw(cup, number))
    desks.draw(cup, rounds + 1)
    return {
        "session": session_of(desk.user),
        "screen": reverse("screen", args=[token_of(a_screen(cup, ("standings",)))]),
        "bracket": reverse("bracket", args=[cup.pk, 1]),
        "round": reverse("tournament_round", args=[cup.pk, 1, rounds + 1]),
        "board": reverse("desk_board", args=[cup.pk]),
        "setup": reverse("desk_stage", args=[cup.pk, 1]),
    }


def a_cup_and_a_consolation_cup() -> dict[str, str]:
    """Two groups of five, then a cup of four and a consolation cup of six, whose first round is
    on.
    """
    desk = desks.a_desk()
    cup = desks.a_tournament("groups_and_cup", 0, desk=desk, format_settings={"groups": 2})
    _enter_pairs(cup, people(96)[:20])
    last = desks.stage_of(cup, 2)
    last.format_settings = {"first_round": "seeds", "third_place": True, "consolation": True}
    last.save()
    for number in range(1, 6):
        desks.play_round(desks.draw(cup, number), seed=number)
    stages.finish_stage(desks.stage_of(cup), None)
    desks.draw(cup, 1, stage=2)
    return {
        "session": session_of(desk.user),
        "screen": reverse("screen", args=[token_of(a_screen(cup, ("standings",)))]),
        "bracket": reverse("bracket", args=[cup.pk, 2]),
        "round": reverse("tournament_round", args=[cup.pk, 2, 1]),
        "board": reverse("desk_board", args=[cup.pk]),
        "setup": reverse("desk_stage", args=[cup.pk, 2]),
    }
