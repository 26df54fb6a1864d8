"""Matches known from a sheet alone: who played them, and who won."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.games.host import PaperMatches
from scoring.games.nights import between, night_of
from scoring.models import Club, Round
from tournaments.models import Match, Place, Tournament
from tournaments.models.rounds import PAPER

CUP = "session_round__stage__tournament"


def released(way: str = "") -> Q:
    """Match the tournaments whose games and matches count for people: those that are over,
    including their prize-giving. `way` is the lookup to the tournament: "stage__tournament__".
    """
    return Q(**{f"{way}state": Tournament.State.FINISHED, f"{way}frozen_stage__isnull": True})


def matches_on_paper() -> QuerySet[Match]:
    """Return the matches of which only a sheet is known: the result was entered at the desk, and
    nobody recorded a round of any of their games. They count when the tournament is over.
    """
    recorded = Round.objects.filter(game__match_game__match=OuterRef("pk"))
    settled = Match.objects.filter(done=True).exclude(agreement=Match.Agreement.DISPUTED)
    return settled.filter(~Exists(recorded), released(f"{CUP}__"), ruling__kind=PAPER)


@dataclass(frozen=True)
class PaperSeat:
    """A person at a side of such a match. `night` is the date agreed for the match, else the
    tournament's day, else the night on which it was set up here.
    """

    match: int
    side: int
    winner: int | None
    player: int
    night: date


def seats_on_paper(matches: QuerySet[Match]) -> list[PaperSeat]:
    """Return everybody who played these matches: one query."""
    columns = (
        *("match", "side", "people", "match__winner", "match__agreed_for"),
        *(f"match__{CUP}__starts_on", f"match__{CUP}__created_at"),
        *("entrant__members__player", "entrant__members__active"),
    )
    rows = Place.objects.filter(match__in=matches).order_by("match", "side", "order")
    found: dict[PaperSeat, None] = {}
    for match, side, people, winner, agreed, day, made, member, active in rows.values_list(
        *columns
    ):
        night = night_of(agreed) if agreed else day or night_of(made)
        there = people if people is not None else [member] if active else []
        found |= {PaperSeat(match, side, winner, player, night): None for player in there if player}
    return list(found)


def nights_on_paper(club: Club, first: date, last: date) -> dict[date, list[PaperSeat]]:
    """Return who played a club's matches of these nights: one query."""
    since, until = between(first, last)
    days, made = f"{CUP}__starts_on", f"{CUP}__created_at"
    of_day = Q(**{f"{days}__range": (first, last)})
    without_day = Q(**{days: None, f"{made}__gte": since, f"{made}__lt": until})
    agreed = Q(agreed_for__gte=since, agreed_for__lt=until)
    during = agreed | Q(of_day | without_day, agreed_for=None)
    found: dict[date, list[PaperSeat]] = defaultdict(list)
    for seat in seats_on_paper(matches_on_paper().filter(during, **{f"{CUP}__club": club})):
        found[seat.night].append(seat)
    return dict(found)


def matches_in(seats: Iterable[PaperSeat]) -> int:
    return len({seat.match for seat in seats})


def paper_matches_of(people: Collection[int], partners: Collection[int] = ()) -> PaperMatches:
    """Return the matches on paper of a person who goes by all of these players; with `partners`
    only those in which one of them was on the same side. One query.
    """
    theirs = matches_on_paper().filter(places__entrant__members__player__in=people)
    sides: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    winners = {}
    for seat in seats_on_paper(theirs):
        sides[seat.match][seat.side].add(seat.player)
        winners[seat.match] = seat.winner
    played = won = drawn = 0
    for match, seated in sides.items():
        for side, there in seated.items():
            if there.isdisjoint(people) or (partners and there.isdisjoint(partners)):
                continue
            played += 1
            won += winners[match] == side
            # Where everybody plays alone, nobody knows who shared the first place.
            drawn += winners[match] is None and len(seated) == 2
    return PaperMatches(played, won, drawn)
