"""What other sites are told, and that it is documented."""

from tests.processes import ROOT
from tournaments.log_actions import ACTIONS, NO_EVENT
from tournaments.webhooks.events import KINDS, PING, kept, kind_of


def test_a_row_keeps_numbers_alone() -> None:
    params = {
        "stage": 1,
        "round": 3,
        "table": 7,
        "to": 9,
        "match": 123,
        "entrant": 5,
        "name": "Anna",
        "hand": 2,
    }
    assert kept("result_moved", params) == {
        "action": "result_moved",
        "stage": 1,
        "round": 3,
        "tables": [7, 9],
    }
    assert kept("unfrozen", {}) == {"action": "unfrozen"}
    assert kept("ruled", {"stage": "<b>", "round": None, "table": "Anna"}) == {"action": "ruled"}


def test_every_event_is_in_the_docs_and_every_kind_has_one() -> None:
    events = {one.event for one in ACTIONS.values()} - {NO_EVENT}
    assert {kind_of(event) for event in events} == set(KINDS)
    docs = (ROOT / "docs/webhooks.md").read_text(encoding="utf-8")
    assert [event for event in {*events, PING} if f"`{event}`" not in docs] == []
