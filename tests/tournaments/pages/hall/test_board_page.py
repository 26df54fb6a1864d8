"""The director's board: every table, the clock and its buttons, who is needed where."""

import datetime
import re

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.models import Entry
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, kept_out, said, text_of
from tests.tournaments.desks import tables
from tests.tournaments.pages.hall.boards import TEN_HANDS, a_hall, asked, made, red, tiles
from tests.tournaments.racing import a_phone, game_at, hands
from tests.worlds import built_once
from tournaments.actions import attendance, disputes, judging, paper_results, publishing, timing
from tournaments.models import Entrant, Match, Phone, Remark, Stage, Tournament
from tournaments.pages.hall.strip import KINDS, bar_of
from tournaments.pages.hall.tables import HallTable

pytestmark = pytest.mark.django_db

three_tables = built_once(lambda: made(6), autouse=True)


def test_before_anything_is_published_the_board_says_what_comes_next() -> None:
    tournament = desks.a_tournament(entrants=6)
    page = text_of(desks.signed_in(desks.a_user()).get(at("desk_board", tournament)))
    assert "Ready to begin? 6 are entered. Begin and draw round 1" in page


def test_the_board_says_the_one_thing_to_do_until_there_is_something_on_it() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament(
        "pairs_swiss", 0, desk=desk, opened=False, format_settings={"rounds": 1}
    )
    address = at("desk_board", tournament)

    def first() -> tuple[str, list[str]]:
        """The words of the head, and the red buttons of the page."""
        page = desk.client.get(address).content.decode()
        head = re.search(r'<h2 id="first">(.*?)</h2>', page, re.DOTALL)
        assert head
        assert page.count('class="sketch"') == 1
        return head[1].strip(), red(page)

    assert first() == ("Who is playing?", ["Enter people"])
    desks.enter(tournament, 4)
    assert first() == ("Ready to begin?", ["Open it to the public"])
    desk.client.post(at("desk_turn", tournament, "open"))
    assert first() == ("Ready to begin?", ["Begin and draw round 1"])
    row = desks.draw(tournament, publish=False)
    assert first() == ("Round 1 is a draft", ["Check and publish the draft"])
    desks.play_round(desks.draw(tournament))
    row.refresh_from_db()
    assert (row.state, first()) == ("closed", ("All rounds are played", ["Finish the tournament"]))
    desk.client.post(at("desk_turn", tournament, "finish"))
    assert first() == ("The evening is over", ["Final standings"])
    (certificates,) = re.findall(
        r'href="([^"]+)"\s*>Print certificates', desk.client.get(address).content.decode()
    )
    assert certificates == f"{at('desk_print_page', tournament, 'certificates')}?stage=1"
    assert desk.client.get(certificates).status_code == 200


def test_the_board_says_who_has_the_bye() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("pairs_swiss", 5, desk=desk)
    (free,) = desks.draw(tournament).places.filter(kind="bye").select_related("entrant")
    name = " & ".join(free.entrant.members.values_list("player__name", flat=True))
    page = text_of(desk.client.get(at("desk_board", tournament))).replace("\N{NO-BREAK SPACE}", " ")
    assert f"Bye: {name}" in page


def test_who_withdrew_after_the_first_draw_is_counted_everywhere() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("pairs_swiss", 5, desk=desk, format_settings={"rounds": 1})
    attendance.withdraw(Entrant.objects.get(tournament=tournament, number=5), None)
    board = at("desk_board", tournament)
    assert "Entered 4 " in text_of(desk.client.get(board))
    attendance.reinstate(Entrant.objects.get(tournament=tournament, number=5), None)
    desks.play_round(desks.draw(tournament))
    attendance.withdraw(Entrant.objects.get(tournament=tournament, number=5), None)
    assert "Entered 5 Withdrawn 1 " in text_of(desk.client.get(board))
    assert "5 pairs entered" in text_of(desk.client.get("/desk/"))
    desk.client.post(at("desk_turn", tournament, "finish"))
    assert "5 pairs" in text_of(desk.client.get("/desk/")).partition("Finished")[2]
    certificates = at("desk_print_page", tournament, "certificates")
    assert "5 pairs" in text_of(desk.client.get(certificates))


def test_the_tournament_s_own_address_leads_to_its_board() -> None:
    tournament, _row, client = a_hall()
    answer = client.get(at("desk_tournament", tournament))
    assert (answer.status_code, answer["Location"]) == (302, at("desk_board", tournament))


def test_the_strip_says_how_far_the_round_is() -> None:
    tournament, row, client = a_hall(entrants=12)
    one, two, three, *_others = tables(row)
    hands(game_at(one, a_phone("one")), 2)
    judging.rule_match(two, None, {"kind": "half"}, "both left")
    Match.objects.filter(pk=three.pk).update(agreement="disputed")
    page = client.get(at("desk_board", tournament)).content.decode()
    assert re.findall(r'<rect class="is-(\w+)"', " ".join(page.split())) == [
        *("done", "needs", "playing", "not_begun", "not_begun", "not_begun"),
    ]
    assert "1 of 6 done 1 needs you" in text_of(client.get(at("desk_board", tournament)))
    assert re.findall(r'<i class="is-(\w*)">', page) == [
        "published",
        *[""] * (page.count("<i class=") - 1),
    ]


def test_a_round_that_has_its_stage_s_name_is_named_once() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("cup", 4, desk=desk, name="Final")
    heads = []
    for number in (1, 2):
        row = desks.draw(cup, number, publish=False)
        heads.append(_head(desk, "desk_round", cup, 1, number))
        publishing.publish_round(row, None)
        heads.append(_head(desk, "desk_board", cup))
        desks.play_round(row)
        heads.append(_head(desk, "desk_round", cup, 1, number))
    assert heads == [*["Final Semi-finals"] * 3, *["Final"] * 3]


def _head(desk: desks.Desk, page: str, cup: Tournament, *args: int) -> str:
    text = desk.client.get(at(page, cup, *args)).content.decode()
    head = text.partition('class="what"')[2].partition(">")[2].partition("</h")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", head).split())


@pytest.mark.parametrize("tables", [1, 40, 41, 200])
def test_a_segment_a_table_and_in_a_large_hall_one_a_state(tables: int) -> None:
    states = [("done", "playing", "not_begun", "disputed")[number % 4] for number in range(tables)]
    bar = bar_of([HallTable(Match(number=1), [], state) for state in states])
    ends = [part.x + part.width for part in bar.segments]
    assert (ends[-1], ends) == (bar.width, sorted(ends))
    assert [part.kind for part in bar.segments] == sorted(
        (part.kind for part in bar.segments), key=KINDS.index
    )
    assert len(bar.segments) == (tables if tables <= 40 else 4)
    assert sum(part.width for part in bar.segments) == (tables * 10 if tables <= 40 else tables)


def test_when_all_results_are_in_the_board_says_who_stands_by_them_and_what_is_worth_a_look() -> (
    None
):
    tournament, row, client = a_hall()
    for match in tables(row):
        game = game_at(match, a_phone(f"phone {match.number}"))
        hands(game, 10)
    Match.objects.filter(session_round=row).update(agreement="agreed")
    page = client.get(at("desk_board", tournament)).content.decode()
    assert red(page)[0].startswith("Close round 1")
    closing = " ".join(
        re.sub(r"<[^>]+>", " ", page.partition('<section class="closing"')[2]).split()
    )
    assert "Nobody needs you. All tables in round 1 have a result." in closing
    assert "1 Worth a look Table 1: the whole match took less than two minutes." in closing
    advice = page.partition('id="advice"')[2]
    assert "Table 1:" not in advice
    assert "Table 2:" in advice


def test_every_table_stands_at_its_place_with_what_it_does() -> None:
    tournament, row, client = a_hall(entrants=12)
    one, two, three, four, five, six = tables(row)
    hands(game_at(one, a_phone("one")), 2)
    judging.rule_match(two, None, {"kind": "half"}, "both left")
    hands(game_at(three, a_phone("three")), 10)
    Match.objects.filter(pk=three.pk).update(agreement="waiting")
    hands(game_at(four, a_phone("four")), 10)
    Match.objects.filter(pk=four.pk).update(agreement="disputed")
    timing.give_minutes(five, None, 5)
    Remark.objects.create(match=six, kind=Remark.Kind.CALL, side=0)
    assert tiles(client, tournament) == [
        (1, "hand 3", []),
        (2, "done · your ruling", []),
        (3, "not agreed yet", []),
        (4, "disputed", []),
        (5, "not begun", ["+5 min", "no phone yet"]),
        (6, "not begun", ["calls you", "no phone yet"]),
    ]
    page = text_of(client.get(at("desk_board", tournament)))
    assert "2 of 6 done" not in page
    assert "1 of 6 done 2 need you" in page
    assert "Tables 1 playing 2 not begun 1 not agreed 1 disputed" in page


def test_a_bar_on_a_tile_is_how_much_of_the_game_is_played() -> None:
    tournament, row, client = a_hall()
    one, two, three = tables(row)
    hands(game_at(one, a_phone("one")), 4)
    hands(game_at(two, a_phone("two")), 10)

    def bars() -> list[int | None]:
        page = client.get(at("desk_board", tournament)).content.decode()
        found = [
            re.search(r'class="pace".*?M2,2h(\d+)', tile)
            for tile in page.split('<li class="tile')[1:]
        ]
        return [int(bar[1]) if bar else None for bar in found]

    assert bars() == [round(0.4 * 52), None, None]  # four of ten hands; done; not begun
    Match.objects.filter(pk=one.pk).update(result={"7": {"score": 250}, "8": {"score": 150}})
    Stage.objects.filter(pk=row.stage_id).update(rules={"target_score": 1000})
    assert bars()[0] == 13
    Match.objects.filter(pk=one.pk).update(result={"7": {"score": -150}, "8": {"score": -50}})
    assert bars()[0] == 0
    Stage.objects.filter(pk=row.stage_id).update(rules={"target_score": None})
    assert bars()[0] is None
    assert three.number == 3


def test_a_tile_says_how_the_desk_had_a_hand_in_a_result() -> None:
    tournament, row, client = a_hall(entrants=12)
    wrote, ruled, typed, righted, settled, stood = tables(row)
    for match in (wrote, settled, stood):
        hands(game_at(match, a_phone(f"phone {match.number}")), 10)
    judging.rule_match(ruled, None, {"kind": "half"}, "both left")
    for match in (typed, righted):
        paper_results.enter_paper(match, None, paper_results.paper_of([(600, 400)]), "paper sheet")
    paper_results.enter_paper(
        righted, None, paper_results.paper_of([(400, 600)]), "sides swapped", may_rule=True
    )
    disputes.settle(settled, None, disputes.FIGURES, "by the hands", figures=[(500, 500)])
    disputes.settle(stood, None, disputes.STANDS, "they agree")
    Match.objects.filter(pk=wrote.pk).update(agreement="agreed")
    assert [how for _number, how, _tags in tiles(client, tournament)] == [
        "done",
        "done · your ruling",
        "done · off paper",
        "done · corrected",
        "done · your ruling",
        "done · your ruling",
    ]


def test_only_those_that_are_not_done_can_be_asked_for() -> None:
    tournament, row, client = a_hall()
    judging.rule_match(tables(row)[0], None, {"kind": "half"}, "both left")
    assert [number for number, *_ in tiles(client, tournament, "open")] == [2, 3]
    for match in tables(row)[1:]:
        judging.rule_match(match, None, {"kind": "half"}, "both left")
    assert "All tables are done." in text_of(
        client.get(at("desk_board", tournament), {"show": "open"})
    )


def test_the_script_gets_the_part_alone_with_the_tables() -> None:
    tournament, _row, client = a_hall()
    part = client.get(at("desk_board", tournament), headers={"HX-Request": "true"})
    content = part.content.decode()
    assert (content.startswith('<div id="live"'), content.count('<li class="tile')) == (True, 3)
    assert f'data-channel="{tournament.pk}"' in content


# Who needs the director
# ---------------------------------------------------------------------------------------------


def test_what_waits_for_the_director_is_one_list_the_oldest_first() -> None:
    tournament, row, client = a_hall(entrants=12)
    one, two, three, four, five, _six = tables(row)
    desk = a_device("somebody")
    hour = timezone.now() - datetime.timedelta(hours=1)
    minute = datetime.timedelta(minutes=1)
    call = Remark.objects.create(match=one, kind=Remark.Kind.CALL, side=1, text="<b>who leads?</b>")
    Remark.objects.filter(pk=call.pk).update(created_at=hour + 2 * minute)
    Match.objects.filter(pk=two.pk).update(agreement="disputed")
    wrong = Remark.objects.create(match=two, kind=Remark.Kind.WRONG, side=0, text="20 too few")
    Remark.objects.filter(pk=wrong.pk).update(created_at=hour + 4 * minute)
    objection = Remark.objects.create(match=three, kind=Remark.Kind.OBJECTION, text="not so")
    Remark.objects.filter(pk=objection.pk).update(created_at=hour + 1 * minute)
    game = game_at(four, a_phone("four"))
    hands(game, 1)
    late = Entry.objects.create(
        id="00000000-0000-4000-8000-000000000007", game=game, number=2, outcome="late"
    )
    Entry.objects.filter(pk=late.pk).update(created_at=hour + 3 * minute)
    Phone.objects.create(match=five, device=desk, heard_at=hour, asked_at=hour + 5 * minute)
    answered = Remark.objects.create(match=five, kind=Remark.Kind.CALL, settled_at=hour)
    assert answered.settled_at == hour
    assert asked(client, tournament) == [
        "3 Table An objection to the result not so View Table 3",
        f"1 Table {side(one, 1)} call you &lt;b&gt;who leads?&lt;/b&gt; Answered Table 1".replace(
            " & ", " &amp; "
        ),
        "4 Table Round 1: a hand came in after time was up View Table 4",
        "2 Table The result is disputed 20 too few View Table 2",
        "5 Table Another phone asks to keep score Allow Table 5",
    ]
    # Where no button answers it, the whole of it leads to the match, once.
    page = client.get(at("desk_board", tournament)).content.decode()
    cards = re.findall(r'<li class="ask is-(\w+)".*?</li>', page, re.DOTALL)
    links = [
        re.findall(r"<a[^>]*href", card)
        for card in re.findall(r'<li class="ask .*?</li>', page, re.DOTALL)
    ]
    whole = re.findall(r'<a class="whole"', page)
    assert cards == ["objection", "call", "late", "dispute", "phone"]
    assert ([len(found) for found in links], len(whole)) == ([1] * 5, 3)


def side(match: Match, index: int) -> str:
    """The names of a side as the desk calls it: a pair of players."""
    place = match.places.get(side=index)
    return " & ".join(member.player.name for member in place.entrant.members.order_by("order"))


def test_where_nobody_needs_the_director_it_says_so() -> None:
    tournament, _row, client = a_hall()
    assert "✓ Nobody needs you." in text_of(client.get(at("desk_board", tournament)))


def test_a_call_is_answered_with_one_tap() -> None:
    tournament, row, client = a_hall()
    call = Remark.objects.create(match=tables(row)[0], kind=Remark.Kind.CALL, side=0)
    response = client.post(at("desk_call", tournament, call.pk))
    assert said(client, response) == ["Table 1: answered."]
    call.refresh_from_db()
    assert (call.settled_at is None, call.settled_by) == (False, desks.a_user())
    assert asked(client, tournament) == []


def test_a_phone_that_asks_is_allowed_with_one_tap() -> None:
    tournament, row, client = a_hall()
    match = tables(row)[0]
    old, new = a_device("old phone"), a_device("new phone")
    now = timezone.now()
    Phone.objects.create(match=match, device=old, side=0, writes=True, heard_at=now)
    asking = Phone.objects.create(match=match, device=new, side=0, heard_at=now, asked_at=now)
    response = client.post(at("desk_phone", tournament, asking.pk))
    assert said(client, response) == ["This phone now writes at table 1."]
    assert dict(Phone.objects.filter(match=match).values_list("device", "writes")) == {
        old.pk: False,
        new.pk: True,
    }


def test_who_is_not_checked_in_is_counted_where_anybody_is() -> None:
    tournament, _row, client = a_hall()
    assert "not checked in" not in text_of(client.get(at("desk_board", tournament)))
    tournament.entrants.filter(number__gt=2).update(checked_in_at=timezone.now())
    assert "2 are not checked in" in text_of(client.get(at("desk_board", tournament)))


# Who may
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["desk_clock", "desk_extra", "desk_call", "desk_phone"])
def test_strangers_press_no_button_of_the_board(name: str) -> None:
    tournament, row, _client = a_hall()
    match = tables(row)[0]
    remark = Remark.objects.create(match=match, kind=Remark.Kind.CALL)
    phone = Phone.objects.create(match=match, device=a_device("x"), heard_at=timezone.now())
    rest = {"desk_clock": (1, 1, "start"), "desk_extra": (match.pk,), "desk_call": (remark.pk,)}
    address = at(name, tournament, *rest.get(name, (phone.pk,)))
    kept_out(address, tournament, {"minutes": "5"})
    row.refresh_from_db()
    remark.refresh_from_db()
    match.refresh_from_db()
    assert (row.clock_started_at, remark.settled_at, match.extra_minutes) == (None, None, 0)


def test_strangers_see_no_board() -> None:
    tournament, _row, _client = a_hall()
    kept_out(at("desk_board", tournament), tournament, post=False)


def test_another_tournaments_tables_and_calls_are_not_there() -> None:
    tournament, row, client = a_hall()
    other = desks.a_tournament(entrants=4, desk=desks.a_desk("Otto", "Another club"))
    match = tables(desks.draw(other))[0]
    call = Remark.objects.create(match=match, kind=Remark.Kind.CALL)
    for name, pk in (
        ("desk_extra", match.pk),
        ("desk_call", call.pk),
        ("desk_call", 999),
        ("desk_phone", 999),
    ):
        assert client.post(at(name, tournament, pk), {"minutes": "5"}).status_code == 404
    objection = Remark.objects.create(match=tables(row)[0], kind=Remark.Kind.OBJECTION)
    assert client.post(at("desk_call", tournament, objection.pk)).status_code == 404


def test_the_board_costs_the_same_at_one_table_and_at_three(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    counts = []
    for entrants, owner in ((2, "Olga"), (6, "Otto")):
        desk = desks.a_desk(owner, f"Club of {owner}")
        tournament = desks.a_tournament(entrants=entrants, minutes=50, desk=desk, rules=TEN_HANDS)
        row = desks.draw(tournament)
        for match in tables(row):
            hands(game_at(match, a_phone(f"{owner} {match.number}")), 2)
            Remark.objects.create(match=match, kind=Remark.Kind.CALL)
            now = timezone.now()
            Phone.objects.get_or_create(
                match=match,
                device=a_device(f"{owner} asks"),
                defaults={"heard_at": now, "asked_at": now},
            )
        desk.client.get(at("desk_board", tournament))
        with django_assert_num_queries(20, exact=False) as queries:
            desk.client.get(at("desk_board", tournament))
        counts.append(len(queries))
    assert counts[0] == counts[1], counts
