"""What a draw will cost is said before the first, and byes are a press away; what it gave up is not
called nothing.
"""

from typing import Any

import pytest

from scoring.rules.words import in_english
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, kept_out, said, save_stage, text_of
from tournaments.models import Tournament
from tournaments.pairing.individual import Individual
from tournaments.pairing.individual.proof import TEXTS
from tournaments.pairing.swiss import Swiss
from tournaments.pairing.values import Note
from tournaments.plans import PRESETS
from tournaments.stage.notes import note_data

pytestmark = pytest.mark.django_db
COST = (
    "Players: 13, rounds: 6. With tables of five, partners repeat 6 times. No draw can have fewer "
    "repeats."
)
SPARED = "With byes no partner need repeat."


def an_evening(desk: desks.Desk, entrants: int, **settings: Any) -> Tournament:
    chosen = {"rounds": 6, "method": "random", "odd": "fives", **settings}
    return desks.a_tournament("german_championship", entrants, desk=desk, format_settings=chosen)


def test_the_page_before_the_first_draw_says_what_tables_of_five_cost_and_offers_byes() -> None:
    desk = desks.a_desk()
    tournament = an_evening(desk, 13)
    assert f"{COST} {SPARED} Use byes instead" in text_of(
        desk.client.get(at("desk_draw", tournament))
    )
    assert f"{COST} {SPARED}" in text_of(desk.client.get(at("desk_stage", tournament, 1)))
    answer = desk.client.post(at("desk_stage_do", tournament, 1, "spare"))
    assert said(desk.client, answer) == [
        "Up to three have a bye in each round: there are no tables of five."
    ]
    stage = desks.first_stage(tournament)
    assert stage.format_settings == {"rounds": 6, "method": "random", "odd": "byes"}
    for page in (at("desk_draw", tournament), at("desk_stage", tournament, 1)):
        assert "partners repeat" not in text_of(desk.client.get(page))
    desks.draw(tournament)
    assert desk.client.post(at("desk_stage_do", tournament, 1, "spare")).status_code == 409
    assert desk.client.get(at("desk_stage_do", tournament, 1, "spare")).status_code == 405


def test_nobody_else_takes_byes() -> None:
    desk = desks.a_desk()
    tournament = an_evening(desk, 13)
    kept_out(at("desk_stage_do", tournament, 1, "spare"), tournament)
    assert desks.first_stage(tournament).format_settings["odd"] == "fives"


def test_while_it_is_set_up_the_form_says_what_another_choice_would_cost() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("german_championship", 0, desk=desk)
    page = text_of(desk.client.get(at("desk_stage", tournament, 1)))
    assert "repeat partners" not in page
    assert "Byes below 24 players, tables of five from 24 on" in page
    chosen = text_of(save_stage(desk, tournament, format_odd="fives", action="choose"))
    assert (
        "in 6 rounds at least this often (players: times): 5: 50, 9: 36, 10: 75, 13: 6, 14: 41"
        in chosen
    )
    assert desks.first_stage(tournament).format_settings["odd"] == "by_size"


def of(persons: int, rounds: int, rest: str, spared: str = SPARED) -> list[str]:
    cost = f"Players: {persons}, rounds: {rounds}. With tables of five, partners repeat {rest}"
    return [cost, spared]


SOON = "With fewer than 24 players, tables of five soon repeat partners."


@pytest.mark.parametrize(
    ("persons", "settings", "told"),
    [
        (12, {}, []),
        (13, {}, [COST, SPARED]),
        (13, {"odd": "byes"}, []),
        (13, {"odd": "by_size"}, []),
        (13, {"method": "schedule"}, []),
        (13, {"method": "level"}, of(13, 6, "at least 6 times.")),
        (18, {}, of(18, 6, "8 times, as far as is known; no draw can have fewer than 4.")),
        (5, {}, of(5, 6, "50 times. No draw can have fewer repeats.", "With byes: 2 times.")),
        (21, {}, []),
        (25, {"odd": "by_size", "rounds": 24}, of(25, 24, "at least 180 times.")),
        (13, {"rounds": None}, [SOON]),
        (25, {"rounds": None}, []),
    ],
)
def test_what_is_foretold(persons: int, settings: dict[str, Any], told: list[str]) -> None:
    event = Individual()
    chosen = event.read({"rounds": 6, "method": "random", "odd": "fives", **settings})
    assert [in_english(text, params) for text, params in event.preview(chosen, persons)] == told


def test_every_event_of_persons_begins_with_byes_in_a_small_field() -> None:
    for preset in PRESETS.values():
        for plan in preset.stages:
            if plan.format == "individual":
                event = Individual()
                assert event.preview(event.read(plan.format_settings), 13) == ()
    assert Individual.suggested == {"odd": "by_size"}
    assert Swiss.suggested == {"clubs_apart": "points"}


def test_no_warnings_is_never_said_beside_what_the_draw_gave_up() -> None:
    desk = desks.a_desk()
    tournament = an_evening(desk, 8, odd="byes")
    row = desks.draw(tournament, publish=False)
    page = at("desk_round", tournament, 1, 1)
    assert "no warnings" in text_of(desk.client.get(page))
    for code, texts in TEXTS.items():
        for text in texts.values():
            row.relaxed = note_data([Note(code, text, {"count": 2})])
            row.save(update_fields=["relaxed"])
            shown = text_of(desk.client.get(page))
            assert text % {"count": 2} in shown
            assert "no warnings" not in shown
