"""Games of Dragon's Count (bro314/tichu-counter) in its database's format; the app has no export.

One game, a list of them, or {"games": ..., "users": {uid: {"displayName": ...}}}: players with an
account are only referenced by uid. Of the players 1 to 4, 1 and 2 play together.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.rules import Mistake, RuleError, shown
from scoring.rules.settings import GRAND, TICHU, is_whole
from scoring.rules.words import gettext_noop
from tournaments.clubs.imports.documents import (
    day_of,
    is_json,
    listed,
    objects,
    of_two_teams,
    parsed,
    whole,
    wrong,
)
from tournaments.clubs.imports.found import MOST_ROUNDS, Draft, Reading, Refused, at_line, checked

FORM = "dragons_count"
SEATS = (0, 2, 1, 3)  # its players in the direction of play
SWEEP, FIRST = "oneTwoVictory", "finishedFirst"
CALLS = {"tichuCalls": TICHU, "grandTichuCalls": GRAND}


def recognises(text: str) -> bool:
    return is_json(text) and f'"{SWEEP}"' in text and '"team1CardPoints"' in text


def read(text: str) -> Reading:
    """Return the games of a document. Never raises."""
    try:
        found = parsed(text)
    except RuleError as error:
        return Reading(FORM, refused=tuple(at_line(None, error)))
    users = found.get("users", {}) if isinstance(found, Mapping) else {}
    refused: list[Refused] = []
    drafts = []
    for number, game in enumerate(_games(found), start=1):
        try:
            drafts.append(Draft(number, _record(game, users), day_of(game.get("createdAt"))))
        except RuleError as error:
            refused += at_line(number, error)
    return checked(FORM, drafts, refused)


def _games(found: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(found, Mapping) and "games" in found:
        found = found["games"]
        if isinstance(found, Mapping):  # keyed by id
            found = list(found.values())
    return objects(found)


def _record(game: Mapping[str, Any], users: object) -> dict[str, Any]:
    given = listed(game, "players", most=4)
    if len(given) != 4:
        raise wrong("players")
    names = [_name(player, users) for player in given]
    rounds = [one for one in listed(game, "rounds", most=MOST_ROUNDS) if isinstance(one, Mapping)]
    rounds.sort(key=lambda one: whole(one, "roundNumber"))
    # Some rounds lack who went out first: then leave it out of the whole game.
    first_out = all(_is_player(one.get(FIRST)) for one in rounds)
    played = [_round(one, names, first_out=first_out) for one in rounds]
    return of_two_teams(
        [names[seat] for seat in SEATS], {"recording": "first" if first_out else "points"}, played
    )


def _name(player: object, users: object) -> str:
    if isinstance(player, Mapping):
        uid = player.get("uid")
        user = users.get(uid) if isinstance(users, Mapping) and isinstance(uid, str) else None
        known = user.get("displayName") if isinstance(user, Mapping) else user
        name = player.get("guestName") or known
        if isinstance(name, str) and name.strip():
            return name
        text = gettext_noop("Player %(uid)s has no name: put it into “guestName”.")
        raise RuleError([Mistake("empty_name", "players", text, {"uid": shown(uid)})])
    raise wrong("players")


def _round(given: Mapping[str, Any], names: Sequence[str], *, first_out: bool) -> dict[str, Any]:
    calls: dict[str, str] = {}
    for key, call in CALLS.items():
        for number in listed(given, key, most=8):
            name = _player(number, names, key)
            if name in calls:
                raise wrong(key)
            calls[name] = call
    found: dict[str, Any] = {"calls": calls}
    first = given.get(FIRST)
    if first_out:
        found["out"] = [_player(first, names, FIRST)]
    elif _is_player(first) and _player(first, names, FIRST) in calls:
        found["made"] = _player(first, names, FIRST)
    swept = whole(given, SWEEP)
    if swept:
        found["sweep"] = swept - 1
    else:
        found["card_points"] = [whole(given, "team1CardPoints"), whole(given, "team2CardPoints")]
    return found


def _player(number: object, names: Sequence[str], key: str) -> str:
    if not _is_player(number):
        raise wrong(key)
    return names[int(number) - 1]  # type: ignore[call-overload]


def _is_player(number: object) -> bool:
    return is_whole(number) and number in range(1, 5)
