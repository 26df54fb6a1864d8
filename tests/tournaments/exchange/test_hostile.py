"""Documents that somebody wrote by hand, cut off, or means harm with: told what is wrong, and
nothing is made.
"""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from scoring.models import Device, Entry, Game, Player
from scoring.rules import RuleError
from tests.rule_errors import mistakes_of
from tests.tournaments import desks
from tournaments.exchange.checking import read
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import document
from tournaments.models import Entrant, LogLine, Match, Place, Stage, Tournament

pytestmark = pytest.mark.django_db

Change = Callable[[dict[str, Any]], object]
ROWS = (Tournament, Stage, Entrant, Match, Place, LogLine, Game, Entry, Player, Device)


@cache
def written() -> str:
    """Five pairs, one session round played, a second published. Made once: documents need no
    database.
    """
    cup = desks.a_tournament("pairs_swiss", 5)
    desks.play_round(desks.draw(cup))
    desks.draw(cup, 2)
    return json.dumps(document(cup))


def a_document() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(written())
    return data


def counted() -> list[int]:
    return [model.objects.count() for model in ROWS]


def refused(text: str | bytes) -> list[tuple[str, str]]:
    """What an import is refused with; nothing is left of it."""
    club = desks.a_desk("Ben", "Another club").club
    before = counted()
    with pytest.raises(RuleError) as caught:
        import_tournament(club, None, text)
    assert counted() == before
    assert all(mistake.message for mistake in caught.value.mistakes)
    assert all("%(" not in mistake.message for mistake in caught.value.mistakes)
    return [(mistake.code, mistake.field) for mistake in caught.value.mistakes]


def put(data: Any, path: str, value: Any) -> None:
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        data = data[step]
    data[last] = value


def taken(data: Any, path: str) -> None:
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        data = data[step]
    del data[last]


ROUND = "stages.0.session_rounds.0"
TABLE = f"{ROUND}.tables.0"
GAME = f"{TABLE}.games.0"
CARRIED = "stages.0.participations.0.carried_points"
RECORD = f"{GAME}.game.record"
MOMENT = "2026-11-21T20:00:00+00:00"
REMARK = {
    "kind": "wrong",
    "side": 0,
    "entrant": None,
    "text": "",
    "figures": None,
    "at": MOMENT,
    "settled_at": None,
    "answer": "",
}
LATE = {
    "number": 1,
    "kind": "correction",
    "round": {"out": [0, 1, 2, 3], "card_points": [65, 35]},
    "at": MOMENT,
}
UNDONE = LATE | {"kind": "undo", "round": None}


def test_the_document_as_it_is_can_be_read() -> None:
    data = a_document()
    assert (
        import_tournament(desks.a_desk("Ben", "Another club").club, None, json.dumps(data)).name
        == "Autumn cup"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "7",
        '"a"',
        "{",
        b"\xff\xfe",
        "[" * 100_000,
        '{"a": 1, "a": 2}',
        "{'a': 1}",
        '{"a": NaN}',
    ],
    ids=range(11),
)
def test_what_is_no_object_is_told_as_such(text: str | bytes) -> None:
    ((code, field),) = refused(text)
    assert (code, field) in {("not_json", "document"), ("wrong_type", "document")}


@pytest.mark.parametrize(
    ("path", "value", "mistakes"),
    [
        ("format", "tichu-score-record", [("unknown_format", "format")]),
        ("format", {}, [("unknown_format", "format")]),
        ("version", 2, [("unknown_version", "version")]),
        ("version", True, [("unknown_version", "version")]),
        ("version", "1", [("unknown_version", "version")]),
        ("surprise", 1, [("unknown_key", "surprise")]), ("about", None, [("wrong_type", "about")]),
        ("about.owner", "me", [("unknown_key", "about.owner")]),
        ("about.name", "", [("empty_name", "about.name")]),
        ("about.name", "n" * 81, [("too_long", "about.name")]),
        ("about.name", "a\nb", [("bad_text", "about.name")]),
        ("about.name", "nul\0", [("bad_character", "about.name")]),
        ("about.name", "\ud800", [("bad_character", "about.name")]),
        ("about.unit", "country", [("unknown_choice", "about.unit")]),
        ("about.unit", ["pair"], [("unknown_choice", "about.unit")]),
        ("about.starts_on", "tomorrow", [("wrong_type", "about.starts_on")]),
        ("about.starts_on", 5, [("wrong_type", "about.starts_on")]),
        ("about.limit", 1.5, [("wrong_type", "about.limit")]),
        ("about.limit", -1, [("out_of_range", "about.limit")]),
        ("about.seed", 2**31, [("out_of_range", "about.seed")]),
        ("about.seed", 10**400, [("out_of_range", "about.seed")]),
        ("about.registration", 1, [("wrong_type", "about.registration")]),
        ("entrants", {}, [("wrong_type", "entrants")]),
        ("entrants", [None, 7], [("wrong_type", "entrants.0"), ("wrong_type", "entrants.1")]),
        ("entrants.1.number", 1, None),
        ("entrants.1.number", 0, [("out_of_range", "entrants.1.number")]),
        ("entrants.0.state", "gone", [("unknown_choice", "entrants.0.state")]),
        ("entrants.0.members.0.name", "x" * 81, [("too_long", "entrants.0.members.0.name")]),
        ("entrants.0.members.0.name", "Dummy", [("bad_text", "entrants.0.members.0.name")]),
        ("entrants.1.members.0.name", "Player 1", [("duplicate_person",
        "entrants.1.members.0.name")]),
        ("entrants.0.checked_in_at", "2026-11-21T10:00:00", [("wrong_type",
        "entrants.0.checked_in_at")]),
        ("entrants.0.checked_in_at", "0001-01-01T00:00:00+14:00", [("wrong_type",
        "entrants.0.checked_in_at")]),
        ("stages", [], [("no_stage", "stages")]),
        ("stages.0.number", 2, [("out_of_order", "stages.0.number")]),
        ("stages.0.format", "guessing", [("unknown_format", "stages.0.format")]),
        ("stages.0.format", [], [("wrong_type", "stages.0.format")]),
        ("stages.0.format_settings", {"rounds": "x"}, [("bad_setting", "stages.0.format_rounds")]),
        ("stages.0.format_settings", {"odd": []}, [("unknown_setting", "stages.0.format_odd")]),
        ("stages.0.criteria", ["points", "beauty"], [("unknown_criterion", "stages.0.criteria")]),
        ("stages.0.criteria", [], [("no_criterion", "stages.0.criteria")]),
        ("stages.0.criteria", "points", [("wrong_type", "stages.0.criteria")]),
        ("stages.0.points", "luck", [("unknown_points", "stages.0.points")]),
        ("stages.0.variant", "bridge", [("unknown_variant", "stages.0.variant")]),
        ("stages.0.rules", {"target_score": "x"}, [("bad_setting", "stages.0.target_score")]),
        ("stages.0.awards", {"bye_points": "x"}, [("bad_setting", "stages.0.awards_bye_points")]),
        ("stages.0.best_of", 2, [("bad_setting", "stages.0.best_of")]),
        ("stages.0.participations.0.entrant", 99, None),
        ("stages.0.participations.1.entrant", 1, None),
        ("stages.0.participations.1.seed", 1, [("number_twice", "stages.0.participations.1.seed")]),
        (CARRIED, "1e9", [("wrong_type", CARRIED)]),
        (CARRIED, "2/4", [("wrong_type", CARRIED)]),
        (CARRIED, "1/0", [("wrong_type", CARRIED)]),
        ("stages.0.absences", [{"entrant": 9, "round": 1}], [("unknown_entrant",
        "stages.0.absences.0.entrant")]),
        (f"{ROUND}.number", 2, [("out_of_order", f"{ROUND}.number")]),
        (f"{ROUND}.state", "over", [("unknown_choice", f"{ROUND}.state")]),
        (f"{ROUND}.drawn_at", None, [("missing_key", f"{ROUND}.drawn_at")]),
        (f"{ROUND}.byes", [1, 2], None), (f"{ROUND}.byes", [77], None),
        (f"{ROUND}.tables.1.number", 1, [("number_twice", f"{ROUND}.tables.1.number")]),
        (f"{TABLE}.sides", [], None), (f"{TABLE}.sides", [[], []], None),
        ("about.agreement", "perhaps", [("unknown_choice", "about.agreement")]),
        ("about.frozen_stage", 7, [("out_of_range", "about.frozen_stage")]),
        (f"{ROUND}.clock_started_at", "soon", [("wrong_type", f"{ROUND}.clock_started_at")]),
        (f"{TABLE}.agreement", "perhaps", [("unknown_choice", f"{TABLE}.agreement")]),
        (f"{TABLE}.agreed_side", 2, [("no_such_side", f"{TABLE}.agreed_side")]),
        (f"{TABLE}.entered", {"2": [[1, 2]]}, [("bad_figures", f"{TABLE}.entered")]),
        (f"{TABLE}.entered", {"0": [["1"]]}, [("bad_figures", f"{TABLE}.entered")]),
        (f"{TABLE}.remarks", [REMARK | {"kind": "shout"}], [("unknown_choice",
        f"{TABLE}.remarks.0.kind")]),
        (f"{TABLE}.remarks", [REMARK | {"side": 5}], [("no_such_side", f"{TABLE}.remarks.0")]),
        (f"{TABLE}.remarks", [REMARK | {"entrant": 99}], [("unknown_entrant",
        f"{TABLE}.remarks.0.entrant")]),
        (f"{TABLE}.remarks", [REMARK | {"figures": [[True]]}], [("bad_figures",
        f"{TABLE}.remarks.0")]),
        (f"{TABLE}.remarks", [REMARK | {"at": None}], [("missing_key", f"{TABLE}.remarks.0.at")]),
        (f"{TABLE}.ruling", {"kind": "paper", "reason": "x", "games": []}, [("sheet_empty",
        f"{TABLE}.ruling.games")]),
        (f"{TABLE}.ruling", {"kind": "paper", "reason": "x",
        "games": [{"hands": [{"scores": [1]}]}]},
         [("bad_sheet", f"{TABLE}.ruling.games.1")]),
        (f"{TABLE}.ruling", {"kind": "paper", "reason": "x", "games": [{"hands": [{"scores": [1,
        2]}]}], "said": "me"},
         [("unknown_choice", f"{TABLE}.ruling.said")]),
        (f"{GAME}.game.late", [LATE | {"number": 99}], [("no_such_round",
        f"{GAME}.game.late.0.number")]),
        (f"{GAME}.game.late", [LATE | {"kind": "undo"}], [("no_such_round",
        f"{GAME}.game.late.0.number")]),
        (f"{GAME}.game.late", [LATE | {"kind": "agreement"}], [("unknown_choice",
        f"{GAME}.game.late.0.kind")]),
        (f"{GAME}.game.late", [UNDONE | {"at": None}], [("missing_key", f"{GAME}.game.late.0.at")]),
        (f"{TABLE}.reasons", [{"code": "x", "text": "%(a)999999999s", "params": {}, "who": {}}],
         [("bad_text", f"{TABLE}.reasons.0.text")]),
        (f"{TABLE}.reasons", [{"code": "x", "text": "x", "params": {"a": []}, "who": {}}],
         [("wrong_type", f"{TABLE}.reasons.0")]),
        (f"{TABLE}.ruling", {"kind": "beheaded", "reason": "x"}, [("unknown_choice",
        f"{TABLE}.ruling.kind")]),
        (f"{TABLE}.ruling", {"kind": "half"}, [("missing_key", f"{TABLE}.ruling.reason")]),
        (f"{TABLE}.ruling", {"kind": "forfeit", "reason": "x"}, [("bad_ruling",
        f"{TABLE}.ruling.winner")]),
        (f"{TABLE}.ruling", {"kind": "given", "reason": "x", "points": ["1e9", 0], "score": [0, 0]},
         [("bad_ruling", f"{TABLE}.ruling.points")]),
        (f"{TABLE}.done", False, [("result_differs", f"{TABLE}.result")]),
        (f"{TABLE}.winner", None, [("result_differs", f"{TABLE}.result")]),
        (f"{TABLE}.result", None, [("result_differs", f"{TABLE}.result")]),
        (f"{TABLE}.result", [[[]]], [("result_differs", f"{TABLE}.result")]),
        (f"{TABLE}.games", [], [("result_differs", f"{TABLE}.result")]),
        (f"{GAME}.number", 2, [("out_of_order", f"{GAME}.number")]),
        (f"{GAME}.seats", [], [("wrong_seats", f"{GAME}.seats")]),
        (f"{GAME}.sides", [[1], [1]], None),
        (f"{GAME}.game.state", "running", [("wrong_state", f"{GAME}.game.state")]),
        (f"{GAME}.game.started_at", None, [("missing_key", f"{GAME}.game.started_at")]),
        (f"{RECORD}.variant", "trichu", None),
        (f"{RECORD}.rounds", 7, [("wrong_type", f"{RECORD}.rounds")]),
        (f"{RECORD}.rounds.0", {"out": []}, None), (f"{RECORD}.players.0", "Nobody\u202e", None),
        (f"{RECORD}.rounds.0.card_points", [50, 49], None),
        ("log.0.at", None, [("missing_key", "log.0.at")]),
        ("log.0.params", {"entrant": "x"}, [("wrong_type", "log.0.params.entrant")]),
        ("log.0.params", {"player": ["x"]}, [("wrong_type", "log.0.params.player")]),
        ("log.0.params", {"what": [[]]}, [("wrong_type", "log.0.params.what")]),
        ("log.0.params", {"round": [1]}, [("wrong_type", "log.0.params.round")]),
        ("log.0.params", {"stage": {}}, [("wrong_type", "log.0.params.stage")]),
        ("log.0.params", {"kind": "x" * 401}, [("too_long", "log.0.params.kind")]),
        ("log.0.params", {"undid": ["closed"]}, [("wrong_type", "log.0.params.undid")]),
        ("log.0.params", {"points": "1e999999999"}, [("wrong_type", "log.0.params.points")]),
        ("log.0.params", {"score": "1e999999999"}, [("wrong_type", "log.0.params.score")]),
        ("log.0.action", "undone", [("undid_nothing", "log.0.params.undid")]),
        ("log.0.params", {"user": 1}, [("wrong_type", "log.0.params.user")]),
        ("log.0.params", {"by_name": []}, [("unknown_key", "log.0.params.by_name")]),
        ("log.0.params", {"match": 7}, [("wrong_type", "log.0.params.match")]),
        ("log.0.action", "x" * 41, [("too_long", "log.0.action")]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_where_it_stands(
    path: str, value: Any, mistakes: list[tuple[str, str]] | None
) -> None:
    data = a_document()
    put(data, path, value)
    found = refused(json.dumps(data))
    if mistakes is None:
        assert found
        assert all(field.startswith((path.rpartition(".")[0], "stages.0")) for _, field in found)
    else:
        assert found == mistakes


def moments(data: Any, at: str = "") -> list[str]:
    """The ways to all values of a document that are, or may be, a moment or a day."""
    if isinstance(data, list):
        return [
            way
            for index, one in enumerate(data[:2])
            for way in moments(one, f"{at}.{index}".lstrip("."))
        ]
    if not isinstance(data, dict):
        return []
    own = [
        f"{at}.{key}".lstrip(".")
        for key in data
        if key.endswith(("_at", "_on", "_for")) or key == "at"
    ]
    return own + [
        way for key, one in data.items() for way in moments(one, f"{at}.{key}".lstrip("."))
    ]


def test_moments_at_the_ends_of_time_are_refused_wherever_they_stand() -> None:
    """In the time of another place there is no such moment, and no end of a clock: such pages never
    come up again.
    """
    data = a_document()
    put(data, f"{TABLE}.remarks", [REMARK])
    put(
        data,
        "stages.0.rulings",
        [
            {
                "entrant": 1,
                "round": 1,
                "kind": "bonus",
                "points": "1",
                "score": 0,
                "reason": "x",
                "at": MOMENT,
                "undone_at": None,
            }
        ],
    )
    ways = moments(data)
    assert len({way.rpartition(".")[2] for way in ways}) == 18
    for way in dict.fromkeys(ways):
        for end in (
            "9999-12-31T23:59:59+00:00",
            "0001-01-01T00:00:00+00:00",
            "2201-01-01T00:00:00+00:00",
        ):
            changed = copy.deepcopy(data)
            put(changed, way, end[:10] if way.endswith("_on") else end)
            assert mistakes_of(read, changed) == [("wrong_type", way)]


def test_a_line_that_undid_something_stands_with_the_line_of_what_it_undid() -> None:
    data = a_document()
    done = next(line for line in data["log"] if line["action"] == "closed")
    undone = done | {"action": "undone", "params": done["params"] | {"undid": "closed"}}
    data["log"].append(undone)
    read(copy.deepcopy(data))
    last = len(data["log"]) - 1
    for params in (
        undone["params"] | {"round": 2},
        undone["params"] | {"undid": "published_"},
        done["params"],
        undone["params"] | {"undid": "undone"},
    ):
        data["log"][last] = undone | {"params": params}
        assert refused(json.dumps(data)) == [("undid_nothing", f"log.{last}.params.undid")]


def test_a_number_that_is_infinite_to_python_is_told() -> None:
    text = json.dumps(a_document()).replace('"seed": ', '"seed": 1e999, "was": ', 1)
    assert ("out_of_range", "about.seed") in refused(text)


@pytest.mark.parametrize(
    "path", ["about", "about.seed", "entrants.0.members", f"{TABLE}.sides", f"{GAME}.game", "log"]
)
def test_a_key_that_is_missing_is_named(path: str) -> None:
    data = a_document()
    taken(data, path)
    assert refused(json.dumps(data)) == [("missing_key", path)]


def test_everything_wrong_is_told_at_once() -> None:
    data = a_document()
    put(data, "about.seed", -1)
    put(data, "entrants.2.five", "no")
    put(data, "stages.0.name", "x" * 61)
    put(data, f"{ROUND}.seed", None)
    assert sorted(refused(json.dumps(data))) == [
        ("out_of_range", "about.seed"),
        ("too_long", "stages.0.name"),
        ("wrong_type", "entrants.2.five"),
        ("wrong_type", f"{ROUND}.seed"),
    ]


def test_somebody_twice_in_a_session_round_is_named_with_the_place() -> None:
    data = a_document()
    (bye,) = data["stages"][0]["session_rounds"][0]["byes"]
    put(data, f"{TABLE}.sides.0", [bye])
    found = refused(json.dumps(data))
    assert ("twice_in_round", f"{TABLE}.sides") in found


def test_a_hand_that_was_changed_is_told_with_the_number_of_the_table() -> None:
    data = a_document()
    rounds = data["stages"][0]["session_rounds"][0]["tables"][0]["games"][0]["game"]["record"][
        "rounds"
    ]
    hand = next(one for one in rounds if "card_points" in one)
    hand["card_points"] = [hand["card_points"][0] + 5, hand["card_points"][1] - 5]
    club = desks.a_desk("Ben", "Another club").club
    with pytest.raises(RuleError) as caught:
        import_tournament(club, None, json.dumps(data))
    (mistake, *_) = caught.value.mistakes
    assert mistake.code in {"result_differs", "wrong_state", "game_over"}
    if mistake.code == "result_differs":
        assert mistake.message.startswith("Table 1 in round 1: ")


def test_a_thousand_mistakes_are_cut_off() -> None:
    data = a_document()
    data["entrants"] = [None] * 4_000
    found = refused(json.dumps(data))
    assert (len(found), found[-1]) == (20, ("more_mistakes", ""))


def test_lists_beyond_all_measure_are_not_looked_at_one_by_one() -> None:
    data = a_document()
    data["entrants"] = [data["entrants"][0]] * 5_001
    assert refused(json.dumps(data)) == [("too_many", "entrants")]


def test_rounds_of_which_no_standings_can_be_made_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(history: object) -> None:
        raise KeyError(history)

    monkeypatch.setattr("tournaments.exchange.reading.ranked", broken)
    assert refused(written()) == [("no_standings", "stages.0.session_rounds")]


def test_what_is_wrong_with_a_document_changes_nothing_of_it() -> None:
    data = a_document()
    put(data, "about.seed", -1)
    before = copy.deepcopy(data)
    refused(json.dumps(data))
    assert data == before
