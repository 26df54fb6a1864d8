"""Which lines of the log are told: every line is told or is known not to be."""

from tests.processes import ROOT
from tournaments.pages.log_lines import SENTENCES
from tournaments.webhooks.events import AGREED, EVENTS, KINDS, PING, event_of, kept, kind_of

# Nobody is told of these: what the desk does for itself, what no visitor sees, what another line
# tells.
QUIET = {
    *(
        "made",
        "repeated",
        "imported",
        "changed",
        "concealed",
        "shown_again",
        "joined",
        "joined_as",
        "role_changed",
    ),
    *("listed", "unlisted"),
    *(
        "role_removed",
        "sites_allowed",
        "sites_allowed_none",
        "stage_added",
        "stage_removed",
        "stage_begun",
    ),
    *("stage_finished", "stage_reopened", "undone"),
}


def test_every_event_is_a_line_that_there_is_and_of_a_kind_that_can_be_chosen() -> None:
    assert set(EVENTS) - {AGREED} <= set(SENTENCES)
    assert {kind_of(event) for event in EVENTS.values()} == set(KINDS)
    assert not QUIET & set(EVENTS)


def test_what_is_undone_is_told_as_what_it_undid() -> None:
    assert event_of("undone", {"undid": "ruled"}) == "result.changed"
    assert event_of("undone", {"undid": "changed_places"}) == "round.changed"
    assert event_of("undone", {"undid": "withdrawn"}) is None
    assert event_of("undone", {}) is None
    assert event_of("checked_in", {"entrant": 7}) is None


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


def test_every_event_is_in_the_docs() -> None:
    docs = (ROOT / "docs/webhooks.md").read_text(encoding="utf-8")
    assert [event for event in {*EVENTS.values(), PING} if f"`{event}`" not in docs] == []
