"""Duplicate over several sessions: the boards of all of them count, each compared in its own."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rules import RuleError
from tests.tournaments import desks
from tests.tournaments.board_records import record_of
from tests.tournaments.standings.duplicate.second_count import expected
from tournaments.actions import creating, revealing, stages
from tournaments.actions.board_rulings import give_averages
from tournaments.models import Match, Stage, Tournament
from tournaments.plans import PRESETS
from tournaments.stage.history import history_of
from tournaments.stage.ranking import Ranked, ranked
from tournaments.stage.words import plan_of

pytestmark = pytest.mark.django_db

PAIRS = 7
OF_SECOND = 1000  # added to the numbers of its boards, which are other boards


def play(tournament: Tournament, stage: int, rounds: int) -> Stage:
    """Play a session and finish its stage."""
    for number in range(1, rounds + 1):
        desks.play_round(desks.draw(tournament, number, stage=stage), seed=10 * stage + number)
    row = desks.stage_of(tournament, stage)
    return stages.finish_stage(row, None)


def two_sessions(rounds: tuple[int, int] = (4, 2), *, take: int | None = None) -> Tournament:
    """Both sessions played; sit-outs make them uneven."""
    tournament = desks.a_tournament("duplicate_sessions", PAIRS, awards={})
    Stage.objects.filter(tournament=tournament, number=2).update(take=take)
    for stage, played in enumerate(rounds, start=1):
        play(tournament, stage, played)
    return tournament


def both(tournament: Tournament) -> dict[str, Any]:
    """Both sessions as one record."""
    first, second = (record_of(desks.stage_of(tournament, number)) for number in (1, 2))
    results = [one | {"board": one["board"] + OF_SECOND} for one in second["results"]]
    return {**first, "results": first["results"] + results}


def rows_of(tournament: Tournament, number: int) -> dict[str, Ranked]:
    return {str(row.id): row for row in ranked(history_of(desks.stage_of(tournament, number)))}


def check_totals(tournament: Tournament) -> None:
    """The totals of those who play the second session are those of one record of both."""
    counted = {one["pair"]: one for one in expected(both(tournament))["standings"]}
    own = {
        one["pair"]: one for one in expected(record_of(desks.stage_of(tournament, 2)))["standings"]
    }
    rows = rows_of(tournament, 2)
    for pair, row in rows.items():
        assert float(row.values["board_percent"]) == pytest.approx(
            float(counted[pair]["values"]["percent"])
        )
        here = own[pair]["values"]["percent"]
        assert row.bare_here is (here is None)
        assert float(row.values["session_percent"]) == pytest.approx(float(here or 0))
    order = [pair for pair in counted if pair in rows]
    assert list(rows) == order


def test_the_total_counts_the_boards_of_both_sessions() -> None:
    tournament = two_sessions()
    check_totals(tournament)
    keys = [
        "board_percent",
        "matchpoints",
        "log_difference",
        "board_difference",
        "imps",
        "boldness",
    ]
    values = dict(zip(keys, ["percent", *keys[1:3], "difference", *keys[4:]], strict=True))
    Stage.objects.filter(tournament=tournament, number=2).update(criteria=keys)
    rows = rows_of(tournament, 2)
    for one in expected(both(tournament))["standings"]:
        for key, name in values.items():
            assert float(rows[one["pair"]].values[key]) == pytest.approx(float(one["values"][name]))


def test_a_final_counts_the_boards_of_those_who_qualified() -> None:
    tournament = two_sessions(take=4)
    before = rows_of(tournament, 1)
    after = rows_of(tournament, 2)
    assert len(after) == 4
    assert {pair for pair, row in before.items() if row.rank < 4} <= set(after)
    check_totals(tournament)


def test_a_correction_in_the_first_session_counts_in_the_second_at_once() -> None:
    tournament = two_sessions()
    match = Match.objects.filter(session_round__stage__number=1).order_by("-pk")[0]
    was = {pair: row.values["board_percent"] for pair, row in rows_of(tournament, 2).items()}
    averages = dict.fromkeys(match.boards, ("avg++", "avg--"))
    give_averages(match, None, averages, "A card was missing")
    now = {pair: row.values["board_percent"] for pair, row in rows_of(tournament, 2).items()}
    assert now != was
    check_totals(tournament)


def test_without_a_carry_the_second_session_starts_from_zero() -> None:
    tournament = two_sessions()
    Stage.objects.filter(tournament=tournament, number=2).update(carry="none")
    rows = rows_of(tournament, 2)
    assert all(
        row.values["board_percent"] == row.values["session_percent"] for row in rows.values()
    )


def test_three_sessions_add_up() -> None:
    tournament = desks.a_tournament("duplicate_sessions", PAIRS, awards={})
    creating.add_stage(tournament, None, plan_of(desks.stage_of(tournament, 2)))
    for stage in (1, 2, 3):
        play(tournament, stage, 2)
    rows = rows_of(tournament, 3)
    records = [record_of(desks.stage_of(tournament, number)) for number in (1, 2, 3)]
    results = [
        one | {"board": one["board"] + number * OF_SECOND}
        for number, record in enumerate(records)
        for one in record["results"]
    ]
    for one in expected(records[0] | {"results": results})["standings"]:
        total = rows[one["pair"]].values["board_percent"]
        assert float(total) == pytest.approx(float(one["values"]["percent"] or 0))


def test_a_total_opens_session_by_session() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("duplicate_sessions", PAIRS, desk=desk, awards={})
    play(tournament, 1, 2)
    play(tournament, 2, 1)
    revealing.unfreeze(tournament, None)
    page = Client().get(reverse("standings", args=[tournament.pk, 2])).content.decode()
    assert page.count("%") > PAIRS
    who = next(iter(rows_of(tournament, 2)))
    address = reverse("standings_value", args=[tournament.pk, 2, who, "board_percent"])
    assert "stage 1: " in Client().get(address).content.decode()
    address = reverse("standings_value", args=[tournament.pk, 2, who, "session_percent"])
    assert "stage 1: " not in Client().get(address).content.decode()


def test_nothing_is_listed_while_the_second_session_is_kept() -> None:
    tournament = desks.a_tournament("duplicate_sessions", PAIRS, awards={})
    play(tournament, 1, 2)
    revealing.unfreeze(tournament, None)
    play(tournament, 2, 1)
    tournament.refresh_from_db()
    assert tournament.frozen_stage == 2
    page = Client().get(reverse("standings", args=[tournament.pk, 2])).content.decode()
    assert "Player 1" not in page


# Which stages may carry


def test_boards_are_carried_between_sessions_alone() -> None:
    session, second = PRESETS["duplicate_sessions"].stages
    (swiss,) = PRESETS["pairs_swiss"].stages
    desk = desks.a_desk()
    for plans in ([swiss, second], [session, replace(swiss, carry="points")]):
        with pytest.raises(RuleError) as caught:
            creating.make_tournament(desk.club, desk.user, "Cup", "pair", plans)
        assert [one.field for one in caught.value.mistakes] == ["carry"]
    assert [one.field for one in replace(second, carry="matches").mistakes("pair")] == ["carry"]
    creating.make_tournament(desk.club, desk.user, "Cup", "pair", [swiss, session])


def test_a_stage_cannot_become_what_the_next_cannot_carry() -> None:
    tournament = desks.a_tournament("duplicate_sessions", 0, awards={})
    (swiss,) = PRESETS["pairs_swiss"].stages
    with pytest.raises(RuleError) as caught:
        creating.set_stage(desks.first_stage(tournament), None, swiss)
    assert [one.field for one in caught.value.mistakes] == ["format"]
    with pytest.raises(RuleError) as caught:
        creating.set_stage(desks.stage_of(tournament, 2), None, replace(swiss, carry="points"))
    assert [one.field for one in caught.value.mistakes] == ["carry"]


def test_a_second_session_that_is_added_carries_all_boards() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("duplicate_evening", 0, desk=desk, awards={})
    added = desk.client.post(
        reverse("desk_stage_add", args=[tournament.pk]), {"format": "duplicate"}
    )
    assert added.status_code == 302
    second = desks.stage_of(tournament, 2)
    assert (second.carry, second.take) == ("points", None)
    page = desk.client.get(added.url).content.decode()  # type: ignore[attr-defined]
    assert "all boards: the total over the sessions" in page
    assert "matches against others who qualified" not in page
    assert "All boards of the previous stage count too." in page
