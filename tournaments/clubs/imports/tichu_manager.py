"""Matches of Tichu-Manger (sebalnakji/Tichu-Manger), as returned by its /api/matches/<number>.

One match, or a list of them. It stores the calls and whether they were made, which team had a
double victory, and card points, but no finishing order.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.rules import Mistake, RuleError
from scoring.rules.settings import GRAND, TICHU
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

FORM = "tichu_manager"
TEAMS = ("team_a_players", "team_b_players")
CALLS = {"tichu": TICHU, "grand": GRAND}
MOST_EVENTS = 20  # per round


def recognises(text: str) -> bool:
    return is_json(text) and all(f'"{key}"' in text for key in (*TEAMS, "rounds"))


def read(text: str) -> Reading:
    """Return the matches of a document. Never raises."""
    try:
        found = parsed(text)
    except RuleError as error:
        return Reading(FORM, refused=tuple(at_line(None, error)))
    refused: list[Refused] = []
    drafts = []
    for number, match in enumerate(objects(found), start=1):
        try:
            drafts.append(Draft(number, _record(match), day_of(match.get("play_date"))))
        except RuleError as error:
            refused += at_line(number, error)
    return checked(FORM, drafts, refused)


def _record(match: Mapping[str, Any]) -> dict[str, Any]:
    teams = [[_player(one) for one in listed(match, key, most=2)] for key in TEAMS]
    if [len(team) for team in teams] != [2, 2]:
        raise wrong(TEAMS[0])
    names = dict((*teams[0], *teams[1]))
    rounds = [one for one in listed(match, "rounds", most=MOST_ROUNDS) if isinstance(one, Mapping)]
    rounds.sort(key=lambda one: whole(one, "round_number"))
    players = [name for pair in zip(*teams, strict=True) for _key, name in pair]
    return of_two_teams(players, {"recording": "points"}, [_round(one, names) for one in rounds])


def _player(given: object) -> tuple[int, str]:
    if not isinstance(given, Mapping) or not isinstance(given.get("name"), str):
        raise wrong("name")
    return whole(given, "id"), given["name"]


def _round(given: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    if given.get("direct"):
        text = gettext_noop("A total was typed here instead of a round, so its parts are unknown.")
        raise RuleError([Mistake("wrong_type", "direct", text)])
    events = [one for one in listed(given, "events", most=MOST_EVENTS) if isinstance(one, Mapping)]
    found = _calls(events, names)
    swept = [one.get("team") for one in events if one.get("type") == "one_two"]
    if swept:
        if swept[0] not in ("A", "B"):  # it may not even be a string
            raise wrong("team")
        found["sweep"] = "AB".index(swept[0])
    else:
        found["card_points"] = [whole(given, f"team_{team}_base_score") for team in "ab"]
    return found


def _calls(events: Sequence[Mapping[str, Any]], names: Mapping[int, str]) -> dict[str, Any]:
    """Return the calls, and whose was made, if any."""
    calls: dict[str, str] = {}
    made: list[str] = []
    for event in events:
        if event.get("type") not in tuple(CALLS):
            continue
        player = whole(event, "player_id")
        if player not in names or names[player] in calls:
            raise wrong("player_id")
        calls[names[player]] = CALLS[event["type"]]
        if event.get("success") is True:
            made.append(names[player])
    if len(made) > 1:
        text = gettext_noop("Two calls are marked as made, but only one player goes out first.")
        raise RuleError([Mistake("made_not_called", "made", text)])
    return {"calls": calls} | ({"made": made[0]} if made else {})
