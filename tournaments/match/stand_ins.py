"""Who plays one match of a league for an entrant: its members, or a stand-in for one of them."""

from collections.abc import Iterable, Sequence

from scoring.models import Player
from tournaments.models import Match, Member, Place, Stage
from tournaments.pairing.formats import FORMATS

Pair = tuple[int, int]  # a member and the stand-in, as players


def has_dates(stage: Stage) -> bool:
    """Whether entrants choose their own dates, as in a league."""
    return "weeks" in FORMATS[stage.format].settings


def with_stand_ins(match: Match, members: Iterable[Member]) -> list[Member]:
    """Return the members of entrants at a match; `player` of a replaced one is the stand-in.

    One query, two if there are any. The members are not saved.
    """
    found = list(members)
    instead = dict(pair for pairs in pairs_at(match).values() for pair in pairs)
    if instead:
        players = Player.objects.in_bulk(instead.values())
        for member in found:
            comes = players.get(instead.get(member.player_id, 0))
            if comes is not None:
                member.player = comes
    return found


def pairs_at(match: Match) -> dict[int, list[Pair]]:
    """Return the stand-ins at a match by entrant, each with the member replaced. One query."""
    places = Place.objects.filter(match=match).exclude(stand_ins=[])
    return {
        who: [(out, comes) for out, comes in pairs]
        for who, pairs in places.values_list("entrant", "stand_ins")
    }


def with_pairs(people: Sequence[int], pairs: Iterable[Pair]) -> list[int]:
    """Return the players of a place, each stand-in in the place of the member."""
    instead = dict(pairs)
    return [instead.get(player, player) for player in people]


def without_pairs(people: Sequence[int], pairs: Iterable[Pair]) -> list[int]:
    """Return the members of a place with stand-ins."""
    return with_pairs(people, [(comes, out) for out, comes in pairs])
