"""What several tests of the rules stand on: the contract's error codes, rounds of any kind, no
clocks.
"""

import io
import json

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scoring.rules import Position, Round, RuleError, advance

CODES = {
    "not_json", "unknown_format", "unknown_variant", "unknown_setting", "bad_setting",
    "unknown_key", "wrong_type", "player_count", "duplicate_player", "reserved_name", "empty_name",
    "unknown_player", "duplicate_out", "order_incomplete", "points_missing", "points_not_allowed",
    "points_step", "points_range", "points_sum", "sweep_mismatch", "made_not_called",
    "unknown_call", "call_not_allowed", "game_over",
}  # fmt: skip

SEATS = st.integers(0, 12)
ROUNDS = st.builds(
    Round,
    st.lists(SEATS),
    st.dictionaries(SEATS, st.sampled_from(["tichu", "grand", "blind"])),
    st.none() | st.tuples(st.integers(), st.integers()),
    st.none() | st.integers(),
    st.none() | SEATS,
    st.none() | SEATS,
)

# A busy machine is no mistake in the rules: nothing here may fail for being slow.
# Other examples with every run, so that not every run needs many.
untimed = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])

GAME = {
    "format": "tichu-score-record",
    "version": 1,
    "variant": "nanking",
    "players": ["Anna", "Beat", "Carla", "Dino"],
    "rounds": [
        {"out": ["Anna", "Beat", "Carla"], "calls": {"Anna": "tichu"}, "card_points": [65, 35]}
    ],
}
LINE = json.dumps(GAME).encode()


def codes_of(position: Position, played: Round) -> list[str]:
    """The codes with which a round is refused."""
    with pytest.raises(RuleError) as caught:
        advance(position, played)
    return [mistake.code for mistake in caught.value.mistakes]


def answers(content, tmp_path):
    file = tmp_path / "records.jsonl"
    file.write_bytes(content)
    out = io.StringIO()
    call_command("score", str(file), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]
