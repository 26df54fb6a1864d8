"""Every error code of the contract, each with the record that earns it and nothing else."""

import ast
from pathlib import Path

import pytest

import scoring.rules
from scoring.rules.lines import answer_line
from scoring.rules.record import answer
from tests.scoring.rules.contract import CODES

FOUR = ["Anna", "Beat", "Carla", "Dino"]
THREE = FOUR[:3]
MIXED = ["Anna", "Beat", "Carla"]


def codes(*rounds, settings=None, **changes):
    data = {
        "format": "tichu-score-record",
        "version": 1,
        "variant": "nanking",
        "players": FOUR,
        "settings": settings or {},
        "rounds": list(rounds),
    } | changes
    found = answer({key: value for key, value in data.items() if value is not ...})
    return [] if found["ok"] else [one["code"] for one in found["errors"]]


def ended(**changes):
    return {"out": MIXED, "card_points": [50, 50]} | changes


def test_the_code_knows_exactly_the_codes_of_the_contract():
    folder = Path(scoring.rules.__file__).parent
    found = set()
    for module in folder.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Mistake":
                found.add(ast.literal_eval(node.args[0]))
    assert found == CODES | {"more_mistakes"}  # which says how many are not told


def test_not_json():
    assert [one["code"] for one in answer_line("{")["errors"]] == ["not_json"]


@pytest.mark.parametrize(
    "changes",
    [{"format": "x"}, {"format": ...}, {"format": 1}, {"format": []}]
    + [{"version": value} for value in (..., 2, 0, "1", True, 1.0, None, [], 10**400)],
)
def test_unknown_format(changes):
    assert codes(**changes) == ["unknown_format"]


def test_in_another_format_or_version_nothing_else_is_judged():
    assert codes(version=2, variant="x", comment="", players=[]) == ["unknown_format"]
    assert codes(format="tichu-standings-record", version=1, players=..., criteria=[]) == [
        "unknown_format"
    ]


@pytest.mark.parametrize("variant", ["", "Nanking", ..., None, 5, [], {}])
def test_unknown_variant(variant):
    assert codes(ended(), variant=variant) == ["unknown_variant"]


def test_unknown_setting():
    assert codes(settings={"speed": 1}) == ["unknown_setting"]
    assert codes(settings={"deal_passes": "left"}) == ["unknown_setting"]


def test_bad_setting():
    assert codes(settings={"tichu_value": True}) == ["bad_setting"]
    assert codes(variant="wu_wang", players=THREE, settings={"recording": "points"}) == [
        "bad_setting"
    ]


def test_unknown_key():
    assert codes(comment="x") == ["unknown_key"]
    assert codes(ended(score=[50, 50])) == ["unknown_key"]
    assert codes({"out": ["Anna"], "card_points": [50, 50]}, settings={"recording": "points"}) == [
        "unknown_key"
    ]


@pytest.mark.parametrize("data", [None, 5, "record", [], True, 1.5])
def test_wrong_type_of_a_record(data):
    found = answer(data)
    assert [(one["round"], one["field"], one["code"]) for one in found["errors"]] == [
        (None, "record", "wrong_type")
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"players": value}
        for value in (None, 4, "Anna", {}, [*THREE, None], [*THREE, 4], [*THREE, []])
    ]
    + [{"rounds": value} for value in (..., None, 5, {}, "x")]
    + [{"settings": value} for value in (None, 5, [], "x")],
)
def test_wrong_type_of_a_key(changes):
    data = {
        "format": "tichu-score-record",
        "version": 1,
        "variant": "nanking",
        "players": FOUR,
        "rounds": [],
    } | changes
    found = answer({key: value for key, value in data.items() if value is not ...})
    assert [one["code"] for one in found["errors"] if one["code"] != "player_count"] == [
        "wrong_type"
    ]


def test_wrong_type_in_a_round():
    assert codes(ended(), 5) == ["wrong_type"]
    assert codes(ended(card_points=[50.0, 50.0])) == ["wrong_type"]
    assert codes(ended(card_points=[True, 100])) == ["wrong_type"]
    assert codes(ended(calls=["Anna"])) == ["wrong_type"]
    assert codes(ended(wish_violation=1)) == ["wrong_type"]
    assert codes(ended(), settings={"recording": "first"}) == ["wrong_type"]


@pytest.mark.parametrize("players", [[], THREE, [*FOUR, "Eva"], ...])
def test_player_count(players):
    assert codes(players=players) == ["player_count"]


def test_player_count_at_a_large_table():
    names = [f"P{number}" for number in range(13)]
    assert codes(variant="grand_seigneur", players=names) == ["player_count"]
    assert codes(variant="grand_seigneur", players=names[:12]) == []
    assert codes(variant="always_last", players=names[:11]) == ["player_count"]


def test_duplicate_player():
    assert codes(players=["Anna", "Beat", "Anna", "Anna"]) == ["duplicate_player"]


@pytest.mark.parametrize(
    ("variant", "players"), [("nanking", FOUR), ("trichu", THREE), ("always_last", [*FOUR, "E"])]
)
def test_reserved_name(variant, players):
    assert codes(variant=variant, players=[*players[:-1], "dummy"]) == ["reserved_name"]


@pytest.mark.parametrize("name", ["", " ", "\t\n"])
def test_empty_name(name):
    assert codes(players=[*THREE, name]) == ["empty_name"]


def test_unknown_player():
    assert codes(ended(out=["Anna", "Zoe", "Carla"])) == ["unknown_player"]
    assert codes(ended(calls={"Zoe": "tichu"})) == ["unknown_player"]
    assert codes({"wish_violation": "Zoe"}) == ["unknown_player"]
    assert codes(ended(out=["Anna", "dummy", "Carla"])) == ["unknown_player"]
    assert codes(ended(out=["Zoe", "Zoe", "Anna"])) == ["unknown_player", "duplicate_out"]


def test_duplicate_out():
    assert codes(ended(out=["Anna", "Beat", "Anna", "Anna"])) == ["duplicate_out"]


def test_order_incomplete():
    assert codes(ended(out=["Anna", "Beat"])) == ["order_incomplete"]
    assert codes({"out": ["Anna"]}) == ["order_incomplete"]
    assert codes({}) == ["order_incomplete"]
    assert codes({"card_points": [50, 50]}, settings={"recording": "first"}) == ["order_incomplete"]
    assert codes(ended(out=["Zoe"])) == ["unknown_player", "order_incomplete"]


def test_points_missing():
    assert codes({"out": MIXED}) == ["points_missing"]
    assert codes({"out": ["Anna"]}, settings={"recording": "first"}) == ["points_missing"]
    assert codes({}, settings={"recording": "points"}) == ["points_missing"]


def test_points_not_allowed():
    assert codes({"out": ["Anna", "Carla"], "card_points": [100, 0]}) == ["points_not_allowed"]
    assert codes(ended(wish_violation="Dino")) == ["points_not_allowed"]
    first = {"out": ["Anna"], "sweep": 0, "card_points": [100, 0]}
    assert codes(first, settings={"recording": "first"}) == ["points_not_allowed"]


def test_points_step():
    assert codes(ended(card_points=[52, 48])) == ["points_step"]


def test_points_range():
    assert codes(ended(card_points=[-30, 130])) == ["points_range"]


def test_points_sum():
    assert codes(ended(card_points=[50, 45])) == ["points_sum"]
    assert codes(ended(card_points=[51, 130])) == ["points_step", "points_range", "points_sum"]


def test_sweep_mismatch_in_a_full_recording():
    assert codes(ended(sweep=0)) == ["sweep_mismatch"]
    assert codes({"out": ["Anna", "Carla"], "sweep": 0}) == ["sweep_mismatch"]
    assert codes(ended(calls={"Anna": "tichu"}, made="Anna")) == ["sweep_mismatch"]


@pytest.mark.parametrize("sweep", [1, 2, -1, 10**400])
def test_sweep_mismatch_where_the_first_out_is_on_the_other_side(sweep):
    assert codes({"out": ["Anna"], "sweep": sweep}, settings={"recording": "first"}) == [
        "sweep_mismatch"
    ]


def test_sweep_mismatch_where_the_first_out_alone_is_recorded():
    first = {"recording": "first"}
    called = {"out": ["Anna"], "calls": {"Anna": "tichu"}, "made": "Anna", "sweep": 1}
    assert codes(called, settings=first) == ["sweep_mismatch", "sweep_mismatch"]
    assert codes({"out": ["Anna"], "sweep": 0, "wish_violation": "Beat"}, settings=first) == [
        "sweep_mismatch"
    ]


def test_sweep_mismatch_where_the_made_call_is_on_the_other_side():
    made = {"calls": {"Anna": "tichu"}, "made": "Anna", "sweep": 1}
    assert codes(made, settings={"recording": "points"}) == ["sweep_mismatch"]


def test_made_not_called():
    points = {"recording": "points"}
    called = {"calls": {"Anna": "tichu"}, "card_points": [50, 50]}
    assert codes(called | {"made": "Beat"}, settings=points) == ["made_not_called"]
    assert codes(called | {"made": "Zoe"}, settings=points) == ["made_not_called"]
    assert codes(called | {"made": "Anna"}, settings=points) == []


def test_unknown_call():
    assert codes(ended(calls={"Anna": "blind"})) == ["unknown_call"]
    assert codes(ended(calls={"Anna": "blind"}), settings={"extra_calls": {"blind": 400}}) == []


def test_call_not_allowed():
    assert codes(ended(calls={"Anna": "grand"}), settings={"grand_allowed": False}) == [
        "call_not_allowed"
    ]
    both = ended(calls={"Anna": "tichu", "Carla": "tichu"})
    assert codes(both, settings={"partners_may_both_call": False}) == ["call_not_allowed"]
    dealer = {
        "out": ["Beat", "Carla"],
        "calls": {"Anna": "grand", "dummy": "grand", "Beat": "grand"},
    }
    assert codes(dealer, variant="trichu", players=THREE) == ["call_not_allowed"] * 2
    lords = {"out": [*MIXED, "Dino"], "calls": {"Anna": "tichu"}}
    assert codes(lords, variant="grand_seigneur", players=[*FOUR, "Eva"]) == ["call_not_allowed"]


def test_game_over():
    sweep = {"out": ["Anna", "Carla"]}
    assert codes(*[sweep] * 5) == []
    assert codes(*[sweep] * 7) == ["game_over"] * 2
