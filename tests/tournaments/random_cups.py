"""Tournaments for the random clubs of the tests, with byes, absences, forfeits and corrected hands,
and their results counted from the raw rows: no product code counts here.
"""

from collections import Counter
from datetime import date, datetime, time
from random import Random
from zoneinfo import ZoneInfo

from django.utils import timezone

from scoring.models import Club, Device, Game, Player
from tests.scoring.random_clubs import YEAR, correct_one
from tests.scoring.raw_games import sittings
from tests.tournaments import desks
from tournaments.actions import (
    creating,
    drawing,
    entering,
    judging,
    publishing,
    stages,
)
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Absence, Match, Member, Place, Role, SessionRound, Tournament

NIGHT = date(YEAR, 6, 20)
ROUNDS = 3
AWARDS = {"bye_points": 1, "bye_score": 0, "absent_points": 0, "absent_score": 0}
WIN, LEVEL = 2, 1


def a_random_cup(club: Club, seed: int) -> Tournament:
    """Three rounds of the club's people in pairs, over: somebody misses a round, a match is given
    away, another is lost by both or does not count, and hands are corrected while they may be.
    """
    chance = Random(seed)
    owner = desks.a_user(f"Owner{club.pk}")
    Role.objects.create(club=club, user=owner, name=Role.Name.OWNER)
    desk = desks.Desk(club, owner)
    cup = desks.a_tournament(
        "pairs_swiss",
        0,
        desk=desk,
        awards=AWARDS,
        criteria=["points"],
        format_settings={"rounds": ROUNDS, "clubs_apart": "never"},
    )
    names = sorted(Player.listed.filter(club=club).exclude(name="").values_list("name", flat=True))
    chance.shuffle(names)
    pairs = list(zip(names[::2], names[1::2], strict=False))
    entering.enter(cup, None, [NewEntrant(pair) for pair in pairs])
    stage = desks.first_stage(cup)
    stages.begin_stage(stage, None)
    for number in range(1, ROUNDS + 1):
        if number == 2:
            Absence.objects.create(
                stage=stage, entrant=cup.entrants.get(number=1), round_number=number
            )
        _play(
            publishing.publish_round(drawing.draw_round(stage, None, number), None),
            chance,
            given_up=number == 3,
            without_winner=("", "both_lose", "not_played")[number - 1] if seed % 2 else "",
        )
    stages.finish_stage(stage, None)
    creating.finish_tournament(cup, None)
    began = datetime.combine(NIGHT, time(19), ZoneInfo(timezone.get_current_timezone_name()))
    Game.objects.filter(match_game__match__session_round__stage=stage).update(started_at=began)
    Tournament.objects.filter(pk=cup.pk).update(starts_on=NIGHT)
    cup.refresh_from_db()
    return cup


def _play(
    session_round: SessionRound, chance: Random, *, given_up: bool, without_winner: str
) -> None:
    desks.play_round(session_round, chance.randrange(1000), close=False)
    for game in Game.objects.filter(match_game__match__session_round=session_round):
        correct_one(game, chance, Device.objects.get(pk=game.device_id))
    for match in Match.objects.filter(session_round=session_round, done=False):
        judging.rule_match(match, None, {"kind": "half"}, "not played to its end")
    if given_up:
        match = Match.objects.filter(session_round=session_round).order_by("number")[0]
        judging.rule_match(
            match, None, {"kind": "forfeit", "winner": chance.randrange(2)}, "they went home"
        )
    if without_winner:
        match = Match.objects.filter(session_round=session_round).order_by("-number")[0]
        judging.rule_match(match, None, {"kind": without_winner}, "neither pair came")
    publishing.close_round(session_round, None)


def results_of(cup: Tournament) -> dict[int, tuple[int, int]]:
    """Place and points of everybody who was there, by person."""
    points: Counter[int] = Counter()
    there: set[int] = set()
    for place in Place.objects.filter(session_round__stage__tournament=cup, kind="bye"):
        points[place.entrant_id] += AWARDS["bye_points"]
        there.add(place.entrant_id)
    for match in Match.objects.filter(session_round__stage__tournament=cup):
        sides = dict(match.places.values_list("entrant", "side"))
        there |= set(sides)
        if (match.ruling or {}).get("kind") in {"both_lose", "not_played"}:
            continue
        best = _won_by(match)
        for entrant, side in sides.items():
            points[entrant] += LEVEL if best is None else WIN * (side == best)
    places = {who: 1 + sum(points[other] > points[who] for other in there) for who in there}
    members = Member.objects.filter(tournament=cup, active=True).values_list("player", "entrant")
    return {
        player: (places[entrant], points[entrant])
        for player, entrant in members
        if entrant in there
    }


def _won_by(match: Match) -> int | None:
    """The side; None where it is level."""
    ruling = match.ruling or {}
    if ruling:
        return ruling["winner"] if ruling["kind"] == "forfeit" else None
    won: Counter[int] = Counter()
    for row in match.games.exclude(game=None):
        (game,) = sittings(Game.objects.filter(pk=row.game_id))
        first = match.places.get(entrant=row.seats[0]).side
        if len(set(game.totals)) > 1:
            won[first if game.totals[0] > game.totals[1] else 1 - first] += 1
    return None if won[0] == won[1] else max(won, key=won.__getitem__)


def happens_in(cup: Tournament) -> set[str]:
    """What the tests count on."""
    rows = Place.objects.filter(session_round__stage__tournament=cup)
    rulings = Match.objects.filter(session_round__stage__tournament=cup, ruling__isnull=False)
    entries = Game.objects.filter(match_game__match__session_round__stage__tournament=cup)
    return {
        *rows.values_list("kind", flat=True),
        *rulings.values_list("ruling__kind", flat=True),
        *entries.values_list("entries__kind", flat=True),
    }
