"""The prize-giving: ranks are told one after the other, on the desk's page, on the wall and on the
public one.
"""

import itertools
import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Player
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, kept_out, text_of
from tests.tournaments.hall import plain
from tests.tournaments.refusing import refused
from tests.tournaments.walls import a_screen
from tests.worlds import built_once
from tournaments.actions import creating, judging, publishing, revealing, stages
from tournaments.models import LogLine, Role, SessionRound, Tournament
from tournaments.names import names_of
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


def an_end() -> Tournament:
    """Two session rounds that are played, the second of which is kept."""
    cup = desks.a_tournament("pairs_swiss", 6)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), seed=number)
    return revealing.freeze(cup, None, 1, 2)


shared = built_once(an_end)


@pytest.fixture
def kept(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


@pytest.fixture
def desk(kept: Tournament) -> desks.Desk:
    return desks.desk_of(kept.club)


def order(cup: Tournament) -> list[str]:
    """Everybody by name, best first."""
    names = names_of(cup)
    return [names[row.id] for row in ranked(history_of(desks.first_stage(cup)))]


def public(cup: Tournament) -> list[str]:
    """The names on the public standings, best first; a dash for who is not told yet."""
    page = Client().get(reverse("standings", args=[cup.pk, 1])).content.decode()
    return re.findall(
        r'<th scope="row"[^>]*>(?:<a[^>]*><bdi>|<span>)(.*?)</(?:bdi|span)>',
        page.replace("&amp;", "&"),
    )


def press(desk: desks.Desk, cup: Tournament, do: str, **more: str) -> int:
    return desk.client.post(at("desk_reveal", cup), {"do": do, **more}).status_code


def test_the_prize_giving_from_freezing_to_the_winner_through_its_page() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 6, desk=desk)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), seed=number)
    best = order(cup)
    assert public(cup) == best
    page = desk.client.get(at("desk_reveal", cup))
    assert re.findall(r'name="from" value="([\d-]+)"', page.content.decode()) == [
        "1-3",
        "1-2",
        "1-1",
    ]
    assert press(desk, cup, "freeze", **{"from": "1-2"}) == 303
    told = []
    while press(desk, cup, "next") == 303:
        shown = public(cup)
        told.append(sum(name != "—" for name in shown))
        assert shown == [
            name if at_ >= len(best) - told[-1] else "—" for at_, name in enumerate(best)
        ]
    cup.refresh_from_db()
    assert (told[-1], sorted(set(told)), cup.frozen_round) == (6, told, None)
    assert public(cup) == best
    actions = LogLine.objects.filter(tournament=cup).order_by("pk").values_list("action", flat=True)
    assert [one for one in actions if one in {"frozen", "revealed", "unfrozen"}] == [
        "frozen",
        *["revealed"] * len(told),
        "unfrozen",
    ]


def test_once_the_tournament_is_finished_the_page_asks_to_freeze_nothing() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 6, desk=desk)
    desks.play_round(desks.draw(cup, 1))
    before = desk.client.get(at("desk_reveal", cup)).content.decode()
    assert "<details" not in before.partition("<h1>")[2].partition("freeze")[0]
    creating.finish_tournament(cup, None)
    page = desk.client.get(at("desk_reveal", cup)).content.decode()
    asked, _fold, folded = page.partition("<h1>")[2].partition("<details")
    assert "This tournament is finished. Nothing is held back" in " ".join(asked.split())
    assert f'href="{at("standings", cup, 1)}"' in asked
    assert 'value="freeze"' not in asked
    assert 'value="freeze"' in folded
    assert press(desk, cup, "freeze", **{"from": "1-1"}) == 303


def test_one_step_can_be_taken_back_and_all_told_at_once(
    desk: desks.Desk, kept: Tournament
) -> None:
    cup = kept
    assert press(desk, cup, "back") == 409
    assert press(desk, cup, "next") == 303
    once = public(cup)
    assert press(desk, cup, "next") == 303
    assert public(cup) != once
    assert press(desk, cup, "back") == 303
    assert public(cup) == once
    assert press(desk, cup, "all") == 303
    assert public(cup) == order(cup)
    assert errors(desk.client.post(at("desk_reveal", cup), {"do": "next"})) == [
        "Nothing is held back: everyone sees the standings as they are."
    ]


def test_once_the_first_place_is_out_the_page_says_so_and_can_take_it_back(
    desk: desks.Desk, kept: Tournament
) -> None:
    cup, best = kept, order(kept)
    over = "All places are revealed: the prize-giving is over."
    assert over not in text_of(desk.client.get(at("desk_reveal", cup)))
    while press(desk, cup, "next") == 303:
        pass
    page = desk.client.get(at("desk_reveal", cup))
    assert over in text_of(page)
    asked = page.content.decode().partition("<h1>")[2].partition("<details")[0]
    assert re.findall(r'name="do" value="(\w+)"', asked) == ["back"]
    assert press(desk, cup, "back") == 303
    assert public(cup) == ["—", *best[1:]]
    cup.refresh_from_db()
    assert (cup.frozen_stage, cup.frozen_round, cup.revealed) == (1, 2, 5)
    assert press(desk, cup, "next") == 303
    assert public(cup) == best
    # Results that were shown without a prize-giving have none to take back.
    press(desk, cup, "back")
    assert press(desk, cup, "unfreeze") == 303
    assert over not in text_of(desk.client.get(at("desk_reveal", cup)))
    assert press(desk, cup, "back") == 409
    assert public(cup) == best


def test_nothing_is_told_before_all_results_are_in() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    cup = revealing.freeze(cup, None, 1, 2)
    with refused("nothing_to_reveal"):
        revealing.reveal(cup, None, revealing.NEXT)
    last = desks.draw(cup, 2)
    desks.play_match(last.matches.all()[0])
    with refused("results_missing"):
        revealing.reveal(cup, None, revealing.NEXT)
    cup.refresh_from_db()
    assert (cup.frozen_round, cup.revealed) == (2, None)


def test_the_page_names_the_open_tables_and_waits_for_the_end_of_the_round(
    desk: desks.Desk, kept: Tournament
) -> None:
    cup = kept
    last = SessionRound.objects.get(stage__tournament=cup, number=2)
    SessionRound.objects.filter(pk=last.pk).update(state="published")
    buttons = re.compile(r'value="(next|five|all)" disabled')
    for done, text in (
        (True, "Round 2 is not closed yet: its results can still change."),
        (False, "Table 1 in round 2 has no result yet."),
    ):
        last.matches.filter(number=1).update(done=done)
        page = desk.client.get(at("desk_reveal", cup))
        assert text in text_of(page)
        assert buttons.findall(page.content.decode()) == ["next", "five", "all"]
        assert errors(desk.client.post(at("desk_reveal", cup), {"do": "next"})) == [text]
    last.matches.update(done=True)
    SessionRound.objects.filter(pk=last.pk).update(state="closed")
    assert buttons.findall(desk.client.get(at("desk_reveal", cup)).content.decode()) == []


def test_the_wall_shows_the_newest_rank_biggest_and_nobody_who_is_not_told(
    desk: desks.Desk, kept: Tournament
) -> None:
    cup = kept
    wall = reverse("screen", args=[token_of(a_screen(cup, ("reveal",)))])
    assert "The prize-giving begins soon." in text_of(Client().get(wall))
    best = order(cup)
    for _step in range(2):
        press(desk, cup, "next")
    shown = public(cup)
    page = Client().get(wall).content.decode()
    newest = named(r'class="newest.*?<bdi>(.*?)</bdi>', page)
    before = named(r"<li><b[^>]*>\d+</b> <bdi>(.*?)</bdi>", page)
    assert sorted(newest + before) == sorted(name for name in shown if name != "—")
    assert newest[0] == next(name for name in shown if name != "—")
    assert not [name for name in best if name not in newest + before and name in plain(page)]
    first, second = newest[0].split(" & ")
    # A line may break between the two alone.
    assert re.search(rf"<bdi><span>{first}\s&amp;</span> <span>{second}</span></bdi>", page)
    press(desk, cup, "all")
    alone, everybody = (
        Client().get(wall, {"item": 0, "page": number}).content.decode() for number in (1, 2)
    )
    # Who won, before the others
    assert named(r'class="newest.*?<bdi>(.*?)</bdi>', alone) == best[:1]
    assert 'class="before"' not in alone
    assert named(r'class="place.*?<bdi>(.*?)</bdi>', everybody) == best


def test_where_many_are_level_the_wall_names_all_it_has_room_for() -> None:
    """Six to a place of two tables each: nobody is left out for a line that says so; the whole list
    stands smaller.
    """
    cup = desks.a_tournament("goettingen", 12, rules={"round_limit": 1, "target_score": None})
    row = desks.draw(cup)
    for match in row.matches.all():
        sheet = {"kind": "paper", "games": [{"hands": [{"scores": [100, 0]}], "finished": True}]}
        judging.rule_match(match, None, sheet, "paper")
    publishing.close_round(row, None)
    cup = revealing.freeze(cup, None, 1, 1)
    wall = reverse("screen", args=[token_of(a_screen(cup, ("reveal",)))])
    revealing.reveal(cup, None, revealing.NEXT)
    page = Client().get(wall).content.decode()
    assert (page.count('class="newest several"'), "more" in text_of(Client().get(wall))) == (
        6,
        False,
    )
    revealing.reveal(cup, None, revealing.EVERYBODY)
    page = Client().get(wall).content.decode()
    assert 'class="podium many"' in page
    assert (page.count('class="place place-1"'), page.count('class="place place-7"')) == (6, 4)
    assert "and 2 more" in text_of(Client().get(wall))


def named(where: str, page: str) -> list[str]:
    return [plain(name) for name in re.findall(where, page)]


def test_the_page_is_for_directors_and_takes_nothing_but_its_buttons(
    desk: desks.Desk, kept: Tournament
) -> None:
    cup = kept
    kept_out(at("desk_reveal", cup), cup, {"do": "next"}, post=False)
    helper = desks.a_user("Rita")
    Role.objects.create(club=desk.club, user=helper, name=Role.Name.REFEREE)
    assert desks.signed_in(helper).post(at("desk_reveal", cup), {"do": "next"}).status_code == 404
    for do, more in (("fly", {}), ("freeze", {"from": "x-1"}), ("freeze", {}), ("", {})):
        assert press(desk, cup, do, **more) == 404
    assert press(desk, cup, "freeze", **{"from": "1-9"}) == 409
    cup.refresh_from_db()
    assert cup.revealed is None


def offered(desk: desks.Desk, cup: Tournament) -> list[str]:
    page = desk.client.get(at("desk_reveal", cup)).content.decode()
    return re.findall(r'name="from" value="([\d-]+)"', page)


def chosen(desk: desks.Desk, cup: Tournament) -> list[str]:
    page = desk.client.get(at("desk_reveal", cup)).content.decode()
    return re.findall(r'name="from"\s+value="([\d-]+)"\s+checked', page)


def test_the_round_to_come_is_chosen_once_the_results_of_the_newest_are_seen() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 6, desk=desk, format_settings={"rounds": 2})
    assert chosen(desk, cup) == ["1-1"]
    row = desks.draw(cup)
    assert chosen(desk, cup) == ["1-1"]
    desks.play_round(row, close=False)
    assert chosen(desk, cup) == ["1-2"]
    publishing.close_round(row, None)
    desks.play_round(desks.draw(cup, 2))
    assert chosen(desk, cup) == ["1-2"]


def test_only_session_rounds_that_there_are_can_be_kept() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 6, desk=desk, format_settings={"rounds": 2})
    assert offered(desk, cup) == ["1-1"]
    desks.play_round(desks.draw(cup))
    assert offered(desk, cup) == ["1-2", "1-1"]
    german = desk.client.get(
        at("desk_reveal", cup), headers={"Accept-Language": "de"}
    ).content.decode()
    assert "Durchgang 2 (noch nicht veröffentlicht)" in german
    stage = cup.stages.get()
    stages.finish_stage(stage, desk.user)  # before its last round
    assert offered(desk, cup) == ["1-1"]
    stages.reopen_stage(stage, desk.user)
    desks.draw(cup, 2)
    assert offered(desk, cup) == ["1-2", "1-1"]
    assert errors(desk.client.post(at("desk_reveal", cup), {"do": "freeze", "from": "1-3"})) == [
        "Choose one of the rounds in the list."
    ]
    knock_out = desks.a_tournament("cup", 4, desk=desk)
    desks.play_round(desks.draw(knock_out))
    assert offered(desk, knock_out) == ["1-2", "1-1"]
    desks.draw(knock_out, 2)  # the final
    assert offered(desk, knock_out) == ["1-2"]


def test_a_team_is_called_up_with_its_people_as_far_as_they_may_be_shown() -> None:
    cup = desks.a_tournament("tientsin_teams", 2)
    for number, entrant in enumerate(cup.entrants.order_by("number"), start=1):
        entrant.label = ("", "Dragons", "Hounds")[number]
        entrant.save()
    desks.play_round(desks.draw(cup))
    wall = reverse("screen", args=[token_of(a_screen(cup, ("reveal",)))])
    people = re.findall(
        r"<small>(.*?)</small>", Client().get(wall + "?item=0&page=2").content.decode()
    )
    assert sorted(people) == [
        "Player 1 &amp; Player 2 &amp; Player 3",
        "Player 4 &amp; Player 5 &amp; Player 6",
    ]
    revealing.freeze(cup, None, 1, 1)
    revealing.reveal(cup, None, revealing.NEXT)
    assert re.findall(
        r'class="newest.*?<small>(.*?)</small>', Client().get(wall).content.decode(), re.DOTALL
    )
    revealing.reveal(cup, None, revealing.EVERYBODY)
    Player.objects.filter(name="Player 1").update(shown="hidden")
    people = re.findall(
        r"<small>(.*?)</small>", Client().get(wall + "?item=0&page=2").content.decode()
    )
    assert people == ["Player 4 &amp; Player 5 &amp; Player 6"]


def a_final(entrants: int = 4) -> tuple[desks.Desk, Tournament]:
    """A cup at its final, whose result is in and kept."""
    desk = desks.a_desk()
    cup = desks.a_tournament("cup", entrants, desk=desk, format_settings={"third_place": False})
    desks.play_round(desks.draw(cup))
    page = desk.client.get(at("desk_reveal", cup))
    assert "Final (not published yet)" in text_of(page)
    assert "Semi-finals" in text_of(page)
    desks.draw(cup, 2)
    cup = revealing.freeze(cup, None, 1, 2)
    desks.play_round(SessionRound.objects.get(stage__tournament=cup, number=2))
    return desk, cup


def test_a_cup_is_revealed_without_points_which_make_no_place_there() -> None:
    desk, cup = a_final()
    wall = reverse("screen", args=[token_of(a_screen(cup, ("reveal",)))])
    told = 0
    while press(desk, cup, "next") == 303:
        page = Client().get(wall).content.decode().partition('class="step"')[2]
        told += 'class="place' in page or 'class="newest' in page
        assert not re.findall(r'<span\s+class="num">', page)
    assert told
    final = Client().get(f"{wall}?item=0&page=2").content.decode()
    assert "podium" in final
    assert not re.findall(r'<span\s+class="num">', final)


def test_a_page_of_the_wall_stands_its_full_time_from_the_moment_that_it_is_revealed() -> None:
    desk, cup = a_final()
    wall = reverse("screen", args=[token_of(a_screen(cup, ("reveal",)))])

    def step() -> str:
        return re.findall(r'data-step="([^"]+)"', Client().get(wall).content.decode())[0]

    steps = [step()]
    assert step() == steps[0]
    while press(desk, cup, "next") == 303:
        steps.append(step())
    assert len(steps) > 2
    assert len(set(steps)) == len(steps)


def a_cup(entrants: int) -> tuple[desks.Desk, Tournament]:
    """A cup that is played, its final kept."""
    desk = desks.a_desk()
    cup = desks.a_tournament("cup", entrants, desk=desk)
    rounds = (entrants - 1).bit_length()
    for number in range(1, rounds + 1):
        desks.play_round(desks.draw(cup, number), seed=number)
    return desk, revealing.freeze(cup, None, 1, rounds)


def singly(desk: desks.Desk, cup: Tournament) -> list[str]:
    page = desk.client.get(at("desk_reveal", cup)).content.decode()
    return re.findall(r'name="one_by_one"\s+value="(\d+)"', page)


@pytest.mark.parametrize(
    ("number", "told"), [("2", [4, 2, 1, 1]), ("4", [4, 1, 1, 1, 1]), ("8", [1] * 8)]
)
def test_a_director_chooses_how_many_of_a_cup_are_told_one_by_one(
    number: str, told: list[int]
) -> None:
    desk, cup = a_cup(8)
    assert singly(desk, cup) == ["2", "4", "8"]
    steps = [0]
    while press(desk, cup, "next", one_by_one=number) == 303:
        steps.append(sum(name != "—" for name in public(cup)))
        cup.refresh_from_db()
        if cup.frozen_round is not None:
            assert singly(desk, cup) == []  # it has begun
    assert [after - before for before, after in itertools.pairwise(steps)] == told


def test_no_more_of_a_cup_are_told_one_by_one_than_play_in_it() -> None:
    desk, cup = a_cup(5)
    assert singly(desk, cup) == ["2", "4"]
    refused_ = desk.client.post(at("desk_reveal", cup), {"do": "next", "one_by_one": "8"})
    assert errors(refused_) == ["Choose one of the numbers in the list."]
    cup.refresh_from_db()
    assert (cup.revealed, cup.one_by_one) == (None, 4)


def test_the_wall_shows_together_who_of_a_cup_was_told_together() -> None:
    desk, cup = a_cup(8)
    wall = reverse("screen", args=[token_of(a_screen(cup, ("reveal",)))])
    for number, newest in (("2", 4), ("8", 2), ("8", 1)):  # what was chosen first holds
        press(desk, cup, "next", one_by_one=number)
        assert Client().get(wall).content.decode().count('class="newest') == newest


def test_a_tapped_place_is_revealed_out_of_turn_and_taken_back(
    desk: desks.Desk, kept: Tournament
) -> None:
    cup, best = kept, order(kept)
    wall = reverse("screen", args=[token_of(a_screen(cup, ("reveal",)))])

    def newest() -> list[str]:
        return named(r'class="newest.*?<bdi>(.*?)</bdi>', Client().get(wall).content.decode())

    def lines() -> list[str]:
        page = desk.client.get(at("desk_reveal", cup)).content.decode()
        return re.findall(r'value="((?:tell|hide)-\d+)"', page)

    assert lines() == [f"tell-{count}" for count in (6, 5, 4, 3, 2, 1)]
    assert press(desk, cup, "tell-5") == 303  # the second place
    assert (public(cup), newest()) == (["—", best[1], *["—"] * 4], [best[1]])
    assert press(desk, cup, "tell-5") == 303  # a second tap
    assert press(desk, cup, "next") == 303  # goes on from the last place up
    assert newest() == [best[5]]
    assert press(desk, cup, "tell-3") == 303
    assert public(cup) == ["—", best[1], "—", best[3], "—", best[5]]
    assert lines() == ["tell-6", "hide-5", "tell-4", "hide-3", "tell-2", "hide-1"]
    assert press(desk, cup, "hide-5") == 303  # not the last one
    assert (public(cup), newest()) == (["—"] * 3 + [best[3], "—", best[5]], [best[3]])
    assert press(desk, cup, "back") == 303
    assert newest() == [best[5]]
    cup.refresh_from_db()
    assert (cup.revealed, cup.announced) == (1, [1])
    # When the last one is out, everything is public, and that one can be taken back.
    for count in (6, 5, 4, 2, 3):
        assert press(desk, cup, f"tell-{count}") == 303
    assert public(cup) == best
    assert press(desk, cup, "back") == 303
    assert (public(cup)[3], public(cup)[0]) == ("—", best[0])
    for do in ("tell-9", "hide-9", "order-down"):
        assert press(desk, cup, do) == 409
    for do in ("tell-x", "hide-", "tell"):
        assert press(desk, cup, do) == 404


def test_the_order_is_chosen_and_kept_in_the_middle_of_the_prize_giving(
    desk: desks.Desk, kept: Tournament
) -> None:
    cup, best = kept, order(kept)
    assert press(desk, cup, "next") == 303
    assert press(desk, cup, "order-podium") == 303
    page = desk.client.get(at("desk_reveal", cup)).content.decode()
    assert re.findall(r'value="order-(\w+)"\s+aria-pressed="true"', page) == ["podium"]
    told = []
    for _step in range(5):
        before = public(cup)
        assert press(desk, cup, "next") == 303
        told += [best.index(name) for name in public(cup) if name not in before]
    assert told == [3, 4, 2, 1, 0]


def test_the_remote_control_of_a_screen_reveals_too(desk: desks.Desk, kept: Tournament) -> None:
    cup, best = kept, order(kept)
    screen = a_screen(cup, ("reveal",))
    remote = at("desk_screen", cup, screen.pk)
    page = desk.client.get(remote)
    assert f"Next: place 6, {best[5]}" in text_of(page)
    answer = desk.client.post(at("desk_reveal", cup), {"do": "next", "screen": str(screen.pk)})
    assert (answer.status_code, answer["Location"]) == (303, remote)
    assert public(cup)[5] == best[5]
    assert press(desk, cup, "all") == 303
    assert 'value="next"' not in desk.client.get(remote).content.decode()


def test_those_who_did_not_reach_the_last_stage_are_announced_in_their_places() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("groups_and_cup", 8, desk=desk)
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number), seed=number)
    stages.finish_stage(desks.stage_of(cup), None)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number, stage=2), seed=number)
    cup = revealing.freeze(cup, None, 2, 2)
    wall = reverse("screen", args=[token_of(a_screen(cup, ("reveal",)))])
    told: list[list[str]] = []
    while press(desk, cup, "next", one_by_one="4") == 303:
        shown = Client().get(wall).content.decode()
        told.append(re.findall(r'class="newest[^>]*>\s*<b class="num">(\d+)<', shown))
    # The third and the fourth of both groups, then the cup; a page of its own for the winner
    assert told == [["7", "7"], ["5", "5"], ["3"], ["3"], ["2"], ["1"]]
