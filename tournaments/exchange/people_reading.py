"""Find or create the people of a document."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils import timezone

from scoring.games.actions.starting import players_in_list
from scoring.games.database import batched
from scoring.models import Club, Player
from tournaments.exchange.json_ids import PLAYERS
from tournaments.models import Tournament

PEOPLE_AT_ONCE = 200


def players_by_name(
    tournament: Tournament,
    document: Mapping[str, Any],
    people_of: Club,
    breathe: Callable[[], None],
) -> dict[str, Player]:
    """Return everyone's row by name: from the list of `people_of` if it has the name, else a new
    one in the tournament's club. `breathe` is called between two batches.
    """
    members = [one for entrant in document["entrants"] for one in entrant["members"]]
    erased = dict.fromkeys(member["name"] for member in members if member["erased"])
    names = [name for name in _names(document, members) if name not in erased]
    there = Player.objects.filter(club=people_of, name__in=names, erased_at__isnull=True)
    known = set(there.values_list("name", flat=True))
    old = [name for name in names if name in known]
    new = [name for name in names if name not in known]
    found = _in_list(tournament, people_of, old, breathe)
    added = _in_list(tournament, tournament.club, new, breathe)
    _hide(added.values(), members)
    # An erased person matches nobody in the list: create a separate row without a name.
    now = timezone.now()
    for name in erased:
        found[name] = Player.objects.create(club=tournament.club, name="", erased_at=now)
    return found | added


def _in_list(
    tournament: Tournament, club: Club, names: Sequence[str], breathe: Callable[[], None]
) -> dict[str, Player]:
    """Return the rows of these people in a club's list, new ones included."""
    found: dict[str, Player] = {}
    for some in batched(names, PEOPLE_AT_ONCE):
        found |= zip(some, players_in_list(tournament.desk, club, some), strict=True)
        breathe()
    return found


def _tables(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for stage in document["stages"]:
        for session_round in stage["session_rounds"]:
            yield from session_round["tables"]


def _names(document: Mapping[str, Any], members: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return every name once: members, stand-ins, players of games, then people in the log."""
    names: list[str] = [member["name"] for member in members]
    for table in _tables(document):
        names += [one["name"] for one in table["stand_ins"]]
        for game in table["games"]:
            if game["game"] is not None:
                names += game["game"]["played"].players
    for line in document["log"]:
        names += [line["params"][key] for key in PLAYERS if line["params"].get(key)]
    return list(dict.fromkeys(names))


def _hide(new: Iterable[Player], members: Iterable[Mapping[str, Any]]) -> None:
    """Hide new people from visitors as much as where the document comes from."""
    by_name = {member["name"]: member for member in members}
    changed = []
    for player in new:
        one = by_name.get(player.name)
        if one and (one["shown"] or one["minor"]):
            player.shown, player.alias, player.minor = one["shown"], one["alias"], one["minor"]
            changed.append(player)
    Player.objects.bulk_update(changed, ["shown", "alias", "minor"], batch_size=500)
