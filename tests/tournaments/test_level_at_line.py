"""Level at the line of the next stage: who is level is named, and somebody decides; the order of
entry never does.
"""

import re
from collections import Counter

import pytest

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.desks import stage_of, through
from tests.tournaments.refusing import refused
from tournaments.actions import drawing, judging, publishing, stages
from tournaments.actions.stages import TieDecision
from tournaments.models import LogLine, Match, Stage, Tournament
from tournaments.pages.log_lines import log_lines
from tournaments.pairing.stages import qualify
from tournaments.stage.history import history_of
from tournaments.stage.qualifying import Tie, by_lot, line_of
from tournaments.verifying import broken_seals

pytestmark = pytest.mark.django_db


def all_level(entrants: int = 4, desk: desks.Desk | None = None, **second: object) -> Tournament:
    """A round of matches that all ended level, and a cup for the first two:
    everybody has as much.
    """
    cup = desks.a_tournament(
        "groups_and_cup",
        entrants,
        desk=desk,
        format_settings={"groups": 1},
        criteria=["points", "head_to_head"],
    )
    Stage.objects.filter(tournament=cup, number=2).update(**({"take": 2} | second))
    stages.begin_stage(stage_of(cup, 1), None)
    for drawn in drawing.draw_all(stage_of(cup, 1), None):
        publishing.publish_round(drawn, None)
        for match in Match.objects.filter(session_round=drawn):
            judging.rule_match(match, None, {"kind": "half"}, "they agreed on it")
        publishing.close_round(drawn, None)
    stages.finish_stage(stage_of(cup, 1), None)
    return cup


def test_without_an_answer_the_next_stage_does_not_begin() -> None:
    cup = all_level()
    with refused("level_at_line"):
        stages.begin_stage(stage_of(cup, 2), None)
    with refused("level_at_line"):
        stages.begin_stage(stage_of(cup, 2), None, TieDecision("alphabet"))
    assert (stage_of(cup, 2).state, through(cup)) == ("waiting", [])


def test_nobody_is_asked_where_the_line_goes_between_two_ranks() -> None:
    cup = all_level()
    judging.penalise(
        stage_of(cup, 1), cup.entrants.get(number=1), None, kind="penalty", reason="late", points=-1
    )
    judging.penalise(
        stage_of(cup, 1), cup.entrants.get(number=2), None, kind="penalty", reason="late", points=-1
    )
    stages.begin_stage(stage_of(cup, 2), None)
    assert sorted(through(cup)) == [3, 4]
    assert not LogLine.objects.filter(action="level_decided").exists()


def test_a_lot_is_drawn_once_and_anybody_can_draw_it_again() -> None:
    cup = all_level(6, take=3)
    stages.begin_stage(stage_of(cup, 2), None, TieDecision("lot"))
    line = LogLine.objects.get(action="level_decided")
    numbers = dict(cup.entrants.values_list("pk", "number"))
    (level,) = line_of(history_of(stage_of(cup, 1)), stage_of(cup, 2)).levels
    assert line.params["entrants"] == list(by_lot(level, numbers, line.params["lot"]))
    assert sorted(through(cup)) == sorted(numbers[who] for who in line.params["entrants"][:3])
    cup.refresh_from_db()
    assert broken_seals(cup) is None
    said = next(one.sentence for one in log_lines(cup) if "by lot number" in one.sentence)
    assert "the first 3 go on by lot number" in said


def test_every_one_who_is_level_has_the_same_chance() -> None:
    level = Tie("", 1, (11, 12, 13, 14), 2)
    numbers = {11: 4, 12: 3, 13: 2, 14: 1}
    on = Counter(who for seed in range(2000) for who in by_lot(level, numbers, seed)[:2])
    assert all(abs(count - 1000) < 120 for count in on.values())
    assert by_lot(Tie("", 1, (14, 13, 12, 11), 2), numbers, 5) == by_lot(level, numbers, 5)


def test_after_a_play_off_as_many_go_on_as_there_are_places() -> None:
    cup = all_level()
    ids = {number: pk for pk, number in cup.entrants.values_list("pk", "number")}
    for winners in ({ids[1]}, {ids[1], ids[2], ids[3]}, set()):
        with refused("play_off_open"):
            stages.begin_stage(stage_of(cup, 2), None, TieDecision("play_off", winners))
    stages.begin_stage(stage_of(cup, 2), None, TieDecision("play_off", {ids[2], ids[4]}))
    assert sorted(through(cup)) == [2, 4]


def test_all_of_them_go_on_where_that_is_chosen() -> None:
    cup = all_level()
    stages.begin_stage(stage_of(cup, 2), None, TieDecision("all"))
    assert sorted(through(cup)) == [1, 2, 3, 4]
    assert drawing.draw_round(stage_of(cup, 2), None, 1).matches.count() == 2


def test_who_withdrew_is_not_level_with_anybody() -> None:
    cup = all_level(3, take=2)
    cup.entrants.filter(number=2).update(state="withdrawn")
    stages.begin_stage(stage_of(cup, 2), None)
    assert sorted(through(cup)) == [1, 3]


def test_seeds_are_as_before_where_nobody_is_level() -> None:
    cup = all_level()
    line = line_of(history_of(stage_of(cup, 1)), stage_of(cup, 2))
    ids = [row.id for row in line.groups["A"]]
    assert line.through(ids[:2]) == qualify({"A": ids}, 2)


def seeds_told(cup: Tournament, desk: desks.Desk) -> list[str]:
    return re.findall(
        r"Level in the stage before: ([^.]+)\.",
        text_of(desk.client.get(at("desk_round", cup, 2, 1))),
    )


def test_who_is_level_for_a_seed_only_is_named_in_the_draft() -> None:
    desk = desks.a_desk()
    cup = all_level(desk=desk, take=4)
    judging.penalise(
        stage_of(cup, 1), cup.entrants.get(number=3), None, kind="penalty", reason="late", points=-1
    )
    assert desk.client.post(at("desk_round_do", cup, 2, 1, "draw"))["Location"] == at(
        "desk_round", cup, 2, 1
    )
    assert through(cup) == [1, 2, 4, 3]
    assert seeds_told(cup, desk) == [
        "Player 1 & Player 2, Player 3 & Player 4, Player 7 & Player 8"
    ]
    assert desk.client.post(at("desk_round_do", cup, 2, 1, "redraw")).status_code == 302
    assert len(seeds_told(cup, desk)) == 1


def test_of_groups_each_names_its_own_and_nobody_who_does_not_go_on() -> None:
    desk = desks.a_desk()
    cup = all_level(6, desk=desk, format_settings={"third_place": False}, take=3)
    stages.begin_stage(stage_of(cup, 2), None, TieDecision("lot"))
    drawing.draw_round(stage_of(cup, 2), None, 1)
    (told,) = seeds_told(cup, desk)
    assert sorted(told.split(", ")) == sorted(
        f"Player {2 * number - 1} & Player {2 * number}" for number in through(cup)
    )


@pytest.mark.parametrize("format_", ["knockout", "round_robin"])
def test_where_nobody_is_level_or_seeds_decide_nothing_the_draft_says_nothing(format_: str) -> None:
    desk = desks.a_desk()
    cup = all_level(desk=desk, take=4, format=format_, format_settings={})
    for number in (1, 2, 3) if format_ == "knockout" else ():
        judging.penalise(
            stage_of(cup, 1),
            cup.entrants.get(number=number),
            None,
            kind="penalty",
            reason="late",
            points=-number,
        )
    stages.begin_stage(stage_of(cup, 2), None)
    drawing.draw_round(stage_of(cup, 2), None, 1)
    assert seeds_told(cup, desk) == []


def test_the_page_names_them_and_sends_again_what_was_pressed() -> None:
    desk = desks.a_desk()
    cup = all_level(desk=desk)
    draw = at("desk_round_do", cup, 2, 1, "draw")
    page = desk.client.post(draw)
    assert page.status_code == 409
    shown = text_of(page)
    assert "4 are level for 2 places" in shown
    assert "the order of entry never decides" in shown
    assert all(f"Player {number}" in shown for number in range(1, 9))
    ids = {number: pk for pk, number in cup.entrants.values_list("pk", "number")}
    page = desk.client.post(draw, {"level": "play_off", "through": [ids[3]]})
    assert (page.status_code, "Choose who won the play-off" in text_of(page)) == (409, True)
    assert f'value="{ids[3]}" checked' in " ".join(page.content.decode().split())
    page = desk.client.post(draw, {"level": "play_off", "through": [ids[3], ids[4], "x"]})
    assert page["Location"] == at("desk_round", cup, 2, 1)
    assert sorted(through(cup)) == [3, 4]


@pytest.mark.parametrize("how", Stage.AtLine.values)
def test_the_answer_of_the_set_up_is_offered_first_and_decides_nothing_by_itself(how: str) -> None:
    desk = desks.a_desk()
    cup = all_level(desk=desk, at_line=how)
    page = " ".join(
        desk.client.post(at("desk_round_do", cup, 2, 1, "draw")).content.decode().split()
    )
    assert re.findall(r'name="level" value="(\w+)"(?: required)? checked', page) == [how]
    assert through(cup) == []


@pytest.mark.parametrize("action", ["begin", "draw_all"])
def test_every_button_that_begins_a_stage_asks(action: str) -> None:
    desk = desks.a_desk()
    cup = all_level(desk=desk, format="round_robin", format_settings={})
    address = (
        at("desk_stage_do", cup, 2, action)
        if action == "begin"
        else at("desk_round_do", cup, 2, 1, action)
    )
    assert "4 are level for 2 places" in text_of(desk.client.post(address))
    assert desk.client.post(address, {"level": "all"}).status_code == 302
    assert sorted(through(cup)) == [1, 2, 3, 4]
