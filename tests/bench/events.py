"""A large event as rows, without a draw and without a table that plays:
for measuring pages alone.
"""

import random
from datetime import date

from scoring.models import Club, Device, Player
from tournaments.models import (
    Entrant,
    Match,
    Member,
    Participation,
    Place,
    SessionRound,
    Stage,
    Tournament,
)

FIRST = (
    "Anna",
    "Beat",
    "Carla",
    "Dino",
    "Eva",
    "Fabian",
    "Greta",
    "Hans",
    "Iris",
    "Jonas",
    "Klara",
    "Luca",
    "Rosa",
)
LAST = (
    "Keller",
    "Meier",
    "Huber",
    "Brunner",
    "Frei",
    "Graf",
    "Suter",
    "Roth",
    "Baumann",
    "Vogt",
    "Zimmermann",
)
CRITERIA = ["points", "buchholz", "sonneborn_berger", "difference"]


def an_event(entrants: int, rounds: int, seed: int = 1, *, first_id: int = 0) -> Tournament:
    """Pairs over so many closed session rounds of a Swiss stage, with people's names and games of
    ten hands.

    The entrants' ids begin at this one, where one is given.
    """
    chance = random.Random(seed)
    club = Club.objects.create(name="Tichu club")
    desk = Device.objects.create(key_hash=f"desk of the club {club.pk}")
    tournament = Tournament.objects.create(
        club=club,
        desk=desk,
        name="Championship of pairs",
        starts_on=date(2026, 11, 21),
        state=Tournament.State.OPEN,
    )
    stage = Stage.objects.create(
        tournament=tournament,
        number=1,
        format="swiss",
        state=Stage.State.RUNNING,
        criteria=CRITERIA,
    )
    rows = Entrant.objects.bulk_create(
        Entrant(pk=first_id + n if first_id else None, tournament=tournament, number=n + 1)
        for n in range(entrants)
    )
    both = [f"{first} {last}" for first in FIRST for last in LAST]
    names = [
        both[n % len(both)] + (f" {n // len(both) + 1}" if n >= len(both) else "")
        for n in range(2 * entrants)
    ]
    chance.shuffle(names)
    players = Player.objects.bulk_create(Player(name=name, club=club) for name in names)
    Member.objects.bulk_create(
        Member(tournament=tournament, entrant=rows[n // 2], player=player, order=n % 2)
        for n, player in enumerate(players)
    )
    Participation.objects.bulk_create(
        Participation(stage=stage, entrant=entrant, seed=seed)
        for seed, entrant in enumerate(rows, start=1)
    )
    ids = [entrant.pk for entrant in rows]
    for number in range(1, rounds + 1):
        _a_round(stage, number, ids, chance)
    return tournament


def _a_round(stage: Stage, number: int, ids: list[int], chance: random.Random) -> None:
    session_round = SessionRound.objects.create(
        stage=stage, number=number, state=SessionRound.State.CLOSED
    )
    order = list(ids)
    chance.shuffle(order)
    pairs = list(zip(order[::2], order[1::2], strict=True))
    matches = []
    for table, (one, other) in enumerate(pairs, start=1):
        score = chance.randrange(-300, 1300, 5)
        against = 1000 - score + chance.choice((0, 100, 200))
        points = 2 if score > against else 1 if score == against else 0
        matches.append(
            Match(
                session_round=session_round,
                number=table,
                result={
                    str(one): _line(points, score, 2 - points, against, other, chance),
                    str(other): _line(2 - points, against, points, score, one, chance),
                },
                done=True,
                winner=0 if points == 2 else 1 if points == 0 else None,
                reasons=[
                    {
                        "code": "as_many",
                        "text": "Both have %(points)s points.",
                        "params": {"points": 4},
                        "who": {},
                    }
                ],
            )
        )
    Match.objects.bulk_create(matches)
    Place.objects.bulk_create(
        Place(session_round=session_round, entrant_id=who, match=match, side=side)
        for match, pair in zip(matches, pairs, strict=True)
        for side, who in enumerate(pair)
    )


def _line(
    points: int, score: int, points_against: int, against: int, opponent: int, chance: random.Random
) -> dict[str, object]:
    """As `tournaments.match.line_data.line_data` writes it."""
    line = {
        "points": points,
        "score": score,
        "points_against": points_against,
        "score_against": against,
        "opponents": [opponent],
        "games_won": int(points == 2),
        "games_lost": int(points == 0),
        "hands": 10,
        "sweeps": chance.randrange(3),
        "calls_made": chance.randrange(4),
        "calls_failed": chance.randrange(3),
    }
    return {key: value for key, value in line.items() if value}
