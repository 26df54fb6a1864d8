"""A leader withdraws before the end: the desk says whether they stay ranked, and all follows."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, own_page, owner_of, text_of
from tests.tournaments.refusing import refused
from tournaments.actions import attendance, creating, revealing, stages
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of as text_of_document
from tournaments.models import Entrant, LogLine, Participation, Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.entrants.prizes import rank_among_prizes
from tournaments.pages.printed.certificates import certificates
from tournaments.pages.public.standing import others_of
from tournaments.pages.season.events import places_in
from tournaments.pages.viewer import Viewer
from tournaments.pages.wall.ranks import reveal
from tournaments.stage.history import history_of
from tournaments.stage.ranking import Ranked, ranked

pytestmark = pytest.mark.django_db


def played(
    entrants: int = 6, rounds: int = 2, preset: str = "pairs_swiss", **more: Any
) -> Tournament:
    cup = desks.a_tournament(preset, entrants, **more)
    for number in range(1, rounds + 1):
        desks.play_round(desks.draw(cup, number), number)
    return cup


def standings(cup: Tournament) -> list[Ranked]:
    return list(ranked(history_of(desks.first_stage(cup), drafts=False)))


def at_rank(cup: Tournament, place: int) -> Entrant:
    return Entrant.objects.select_related("tournament").get(pk=standings(cup)[place - 1].id)


def do(entrant: Entrant, action: str, **data: Any) -> Any:
    cup = entrant.tournament
    return owner_of(cup).post(at("desk_entrant_do", cup, entrant.pk, action), data)


# Standings
# --------------------------------------------------------------------------------------------------


def test_whoever_stays_ranked_keeps_the_place() -> None:
    cup = played()
    before = [(row.id, row.rank, row.values) for row in standings(cup)]
    attendance.withdraw(at_rank(cup, 1), None)
    assert [(row.id, row.rank, row.values) for row in standings(cup)] == before


def test_whoever_does_not_is_below_all_others_and_the_opponents_keep_their_points() -> None:
    cup = played()
    before = standings(cup)
    leader = at_rank(cup, 1)
    attendance.withdraw(leader, None, stays_ranked=False)
    after = standings(cup)
    assert [row.id for row in after] == [*(row.id for row in before[1:]), leader.pk]
    assert after[0].rank == 1
    assert [row.unranked for row in after] == [False] * 5 + [True]
    numbers = {row.id: row.values for row in before}
    assert all(row.values == numbers[row.id] for row in after)
    desks.play_round(desks.draw(cup, 3), 3)
    assert standings(cup)[-1].id == leader.pk


def test_it_can_be_decided_again_and_ends_with_coming_back() -> None:
    cup = played()
    before, leader = [row.id for row in standings(cup)], at_rank(cup, 1)
    with refused("not_withdrawn"):
        attendance.rank_withdrawn(leader, None, "early", stays_ranked=False)
    attendance.withdraw(leader, None)
    attendance.rank_withdrawn(leader, None, "asked for it", stays_ranked=False)
    assert standings(cup)[-1].id == leader.pk
    attendance.rank_withdrawn(leader, None, "asked for it", stays_ranked=True)
    assert [row.id for row in standings(cup)] == before
    attendance.rank_withdrawn(leader, None, "asked for it", stays_ranked=False)
    attendance.reinstate(leader, None)
    assert not Participation.objects.filter(unranked=True).exists()
    assert [row.id for row in standings(cup)] == before


def test_a_bracket_ranks_by_itself() -> None:
    cup = played(4, 1, "cup")
    one = at_rank(cup, 1)
    assert rank_among_prizes(one) == 0
    attendance.withdraw(one, None, stays_ranked=False)
    assert not Participation.objects.filter(unranked=True).exists()


def test_in_groups_they_are_last_of_their_group() -> None:
    cup = played(8, 3, "groups_and_cup")
    first = standings(cup)[0]
    entrant = Entrant.objects.get(pk=first.id)
    Participation.objects.filter(entrant=entrant).update(last_round=3, unranked=True)
    own = [row for row in standings(cup) if row.group == first.group]
    assert own[-1].id == first.id
    assert [row.rank for row in own] == [1, 2, 3, 4]


# What follows
# --------------------------------------------------------------------------------------------------


def over(*, stays_ranked: bool) -> tuple[Tournament, list[int]]:
    """A finished event that its leader left before the last round; the order before that."""
    cup = played(4, 2, format_settings={"rounds": 2})
    order = [row.id for row in standings(cup)]
    attendance.withdraw(at_rank(cup, 1), None, stays_ranked=stays_ranked)
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    cup.refresh_from_db()
    return cup, order


@pytest.mark.parametrize("stays_ranked", [True, False])
def test_podium_certificates_season_and_api_follow(*, stays_ranked: bool) -> None:
    cup, order = over(stays_ranked=stays_ranked)
    wanted = order if stays_ranked else order[1:]
    names = {row.pk: row for row in cup.entrants.all()}
    page = Client().get(at("tournament", cup))
    champions = page.context["page"].champions if "page" in page.context else []
    assert {one.id for one in champions} == set(wanted[:3])
    found, _ = certificates(desks.first_stage(cup), 10)
    assert [one.rank for one in found] == list(range(1, len(wanted) + 1))
    places = places_in(cup.pk, cup.version)
    assert sorted(one.place for one in places.values()) == [one.rank for one in found]
    assert set(places) == set(wanted)
    rows = Client().get(f"/api/v1/tournaments/{cup.pk}/standings/1/").json()["rows"]
    last = rows[-1]
    assert last["unranked"] is not stays_ranked
    assert names[order[0]].number == (rows[0] if stays_ranked else last)["entrant"]


def test_the_prize_giving_leaves_them_out() -> None:
    cup = played(4, 1)
    revealing.freeze(cup, None, 1, 2)
    desks.play_round(desks.draw(cup, 2), 2)
    leader = at_rank(cup, 1)
    attendance.withdraw(leader, None, stays_ranked=False)
    held = revealing.reveal(cup, None, "next")
    assert held.revealed == 1
    line = LogLine.objects.filter(tournament=cup, action="revealed").latest("pk")
    assert line.params["of"] == 3


def groups_then_round_robin() -> Tournament:
    """Eight pairs in two groups; two of each go on into a round robin, which is drawn."""
    cup = desks.a_tournament("groups_and_cup", 8, format_settings={"groups": 2})
    Stage.objects.filter(tournament=cup, number=2).update(
        format="round_robin", format_settings={}, take=2
    )
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number), number)
    return cup


def finish(cup: Tournament) -> Tournament:
    stages.finish_stage(desks.stage_of(cup, 1), None)
    stages.begin_stage(desks.stage_of(cup, 2), None, stages.TieDecision("lot"))
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number, stage=2), number)
    return cup


def over_two_stages(cup: Tournament) -> Tournament:
    stages.finish_stage(desks.stage_of(cup, 2), None)
    creating.finish_tournament(cup, None)
    return Tournament.objects.get(pk=cup.pk)


def test_whoever_left_before_the_last_stage_is_below_all_others_on_the_last_screen_too() -> None:
    cup = groups_then_round_robin()
    leader = at_rank(cup, 1)
    attendance.withdraw(leader, None, stays_ranked=False)
    cup = over_two_stages(finish(cup))
    others, _entrants = others_of(Viewer(cup), desks.stage_of(cup, 2))
    assert others[-1].row.id == leader.pk
    assert [one.place for one in others][-2:] == [7, 8]
    screen = reveal(Viewer(cup))
    assert screen is not None
    assert names_of(cup)[leader.pk] not in {line.name for line in screen.pages[-1]}
    assert [line.rank for line in screen.pages[-1]] == [1, 2, 3, 4, 5, 5, 7]


def test_whoever_left_the_last_stage_has_no_place_in_the_season_from_an_earlier_one() -> None:
    cup = finish(groups_then_round_robin())
    leader = ranked(history_of(desks.stage_of(cup, 2)))[0].id
    attendance.withdraw(Entrant.objects.get(pk=leader), None, stays_ranked=False)
    cup = over_two_stages(cup)
    places = places_in(cup.pk, cup.version)
    assert leader not in places
    screen = reveal(Viewer(cup))
    assert screen is not None
    assert sorted(one.place for one in places.values()) == [line.rank for line in screen.pages[-1]]


def test_it_travels_with_the_document_and_standings_say_it() -> None:
    cup, order = over(stays_ranked=False)
    copy = import_tournament(cup.club, desks.a_user("Ben"), text_of_document(cup))
    assert [row.unranked for row in standings(copy)] == [False, False, False, True]
    page = text_of(Client().get(at("standings", cup, 1)))
    assert "withdrawn, ranked last" in page
    leaver = Entrant.objects.get(pk=order[0])
    assert "ranked below all others" in text_of(own_page(leaver))


# The desk
# --------------------------------------------------------------------------------------------------


def test_the_desk_is_asked_about_the_first_three_after_the_first_round() -> None:
    cup = desks.a_tournament(entrants=6)
    first = desks.draw(cup)
    assert not any(rank_among_prizes(entrant) for entrant in cup.entrants.all())
    desks.play_round(first)
    asked = {entrant.pk: rank_among_prizes(entrant) for entrant in cup.entrants.all()}
    assert asked == {row.id: row.rank if row.rank <= 3 else 0 for row in standings(cup)}


def test_without_an_answer_nobody_is_withdrawn_and_with_one_the_preview_keeps_it() -> None:
    cup = played()
    leader = at_rank(cup, 1)
    page = text_of(owner_of(cup).get(at("desk_entrant", cup, leader.pk)))
    assert "They have rank 1. Do they stay ranked?" in page
    answer = do(leader, "withdraw", reason="last tram")
    assert answer.status_code == 422
    assert "choose whether they stay ranked" in text_of(answer)
    shown = do(leader, "withdraw", reason="last tram", ranked="0")
    assert ("ranked", "0") in shown.context["fields"]
    leader.refresh_from_db()
    assert leader.state == Entrant.State.ENTERED
    assert do(leader, "withdraw", reason="last tram", ranked="0", sure="1").status_code == 302
    assert standings(cup)[-1].id == leader.pk
    log = LogLine.objects.get(tournament=cup, action="withdrawn")
    assert log.params["unranked"] is True
    page = text_of(owner_of(cup).get(at("desk_entrant", cup, leader.pk)))
    assert "Rank by their results again" in page
    assert do(leader, "rank", reason="the club decided", ranked="1", sure="1").status_code == 302
    assert standings(cup)[0].id == leader.pk


def test_about_the_others_there_is_no_question() -> None:
    cup = played()
    last = at_rank(cup, 6)
    assert "Do they stay ranked" not in text_of(owner_of(cup).get(at("desk_entrant", cup, last.pk)))
    assert do(last, "withdraw", reason="last tram", sure="1").status_code == 302
