"""What is printed at the desk: who may, what stands on it, and that no page asks more for more
tables.
"""

import re
from html import unescape
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.names.validation import alphabetical
from scoring.models import Player
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, kept_out, number, owner_of, queries, text_of
from tests.tournaments.qualifying import between, groups_then_cup, wins
from tests.worlds import built_once
from tournaments.actions import (
    attendance,
    creating,
    entering,
    judging,
    paper_results,
    publishing,
    revealing,
)
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Card, Entrant, Match, Place, Role, SessionRound, Tournament
from tournaments.pages.printed import certificates, page_breaks
from tournaments.pages.printed.views import PAGES
from tournaments.table_codes import token_of_card
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


def five_pairs() -> Tournament:
    """Five pairs: a session round played, a second published."""
    cup = desks.a_tournament("pairs_swiss", 5)
    desks.play_round(desks.draw(cup))
    desks.draw(cup, 2)
    return cup


shared = built_once(five_pairs)


@pytest.fixture
def cup(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def printed(cup: Tournament, what: str, asked: str = "", client: Client | None = None) -> Response:
    answer = (client or owner_of(cup)).get(at("desk_print_page", cup, what) + asked)
    assert answer.status_code == 200, what
    return answer


def test_everybody_at_the_desk_prints_every_page_and_nobody_else(cup: Tournament) -> None:
    desk_user = desks.a_user("Doris")
    Role.objects.create(club=cup.club, user=desk_user, name=Role.Name.DESK)
    owner = owner_of(cup)
    for what, client in product(PAGES, (owner, desks.signed_in(desk_user))):
        page = printed(cup, what, client=client).content.decode()
        assert "Autumn cup" in page, what
        assert "style=" not in page, what
        assert "onclick" not in page, what
    for what in PAGES:
        kept_out(at("desk_print_page", cup, what), cup, post=False)
        assert owner.post(at("desk_print_page", cup, what)).status_code == 405, what


def test_the_hub_leads_to_every_page_and_every_link_of_it_opens(cup: Tournament) -> None:
    owner = owner_of(cup)
    page = owner.get(at("desk_print", cup)).content.decode()
    links = [unescape(link) for link in re.findall(r'href="([^"]*/print/[^"]+)"', page)]
    of_duplicate = {"guides", "private", "movement"}
    assert {link.split("/print/")[1].split("/")[0] for link in links} == PAGES.keys() - of_duplicate
    assert {owner.get(link).status_code for link in links} == {200}
    kept_out(at("desk_print", cup), cup, post=False)
    assert owner.post(at("desk_print", cup)).status_code == 405


def test_before_the_first_draw_every_page_says_that_there_is_nothing_yet() -> None:
    empty = desks.a_tournament("pairs_swiss", 0, opened=False)
    assert {printed(empty, what).status_code for what in PAGES} == {200}
    assert owner_of(empty).get(at("desk_print", empty)).status_code == 200


NOT_THERE = [
    ("menu", ""),
    ("pairings", "?round=3"),
    ("pairings", "?round=x"),
    ("pairings", "?round=0"),
    ("pairings", "?round=99999999999999999999"),
    ("pairings", "?round=²"),
    ("standings", "?stage=2"),
    ("standings", "?stage=-1"),
    ("cards", "?tables=501"),
    ("sheets", "?lines=0"),
    ("sheets", "?blank=201"),
    ("certificates", "?count=none"),
]


def test_what_is_not_there_is_not_found(cup: Tournament) -> None:
    owner = owner_of(cup)
    for what, asked in NOT_THERE:
        assert owner.get(at("desk_print_page", cup, what) + asked).status_code == 404, (what, asked)


def members(entrant: Entrant) -> list[str]:
    return list(entrant.members.order_by("order").values_list("player__name", flat=True))


def test_pairings_and_names_say_where_everybody_sits(cup: Tournament) -> None:
    first = cup.stages.get().session_rounds.get(number=1)
    sat = {
        match.number: [
            place.entrant for place in match.places.order_by("side").select_related("entrant")
        ]
        for match in first.matches.all()
    }
    free = first.places.get(kind="bye").entrant
    lines = [
        line for leaf in printed(cup, "pairings", "?round=1").context["pages"] for line in leaf
    ]
    assert {line.number: list(line.sides) for line in lines} == {
        table: [" & ".join(members(entrant)) for entrant in sides] for table, sides in sat.items()
    }
    assert "Bye: " + " & ".join(members(free)) in text_of(printed(cup, "pairings", "?round=1"))
    page_breaks = printed(cup, "names", "?round=1").context["pages"]
    told = {
        line.name: (line.beside, line.table, line.side, line.free)
        for leaf in page_breaks
        for column in leaf
        for line in column
    }
    expected = {
        name: (other, table, side, "")
        for table, sides in sat.items()
        for side, entrant in enumerate(sides)
        for name, other in zip(members(entrant), reversed(members(entrant)), strict=True)
    }
    lone, partner = members(free)
    assert told == expected | {
        lone: (partner, None, None, "bye"),
        partner: (lone, None, None, "bye"),
    }
    assert list(told) == sorted(told, key=alphabetical)
    assert "Round 2" in text_of(printed(cup, "pairings"))


def test_who_asked_not_to_be_named_is_not_named_where_it_hangs_for_everybody(
    cup: Tournament,
) -> None:
    shy = number(cup, 1)
    own = members(shy)
    Entrant.objects.filter(pk=shy.pk).update(alias="The shy ones")
    for what in ("pairings", "names", "standings", "cross_table"):
        text = text_of(printed(cup, what, "?round=1"))
        assert "The shy ones" in text
        assert not any(re.search(rf"{name}\b", text) for name in own)
    for what in ("standings", "cross_table"):
        assert " & ".join(own) in text_of(printed(cup, what, "?whole=1"))
    for what in ("door", "sheets", "own"):
        assert own[0] in text_of(printed(cup, what, "?round=1"))


def test_the_list_ticks_who_is_there(cup: Tournament) -> None:
    idle = Entrant.objects.get(
        tournament=cup, places__session_round__number=1, places__kind=Place.Kind.BYE
    )
    one, another, *_rest = Entrant.objects.filter(tournament=cup).exclude(pk=idle.pk)
    entering.check_in(one, None)
    attendance.withdraw(another, None)
    ticks = 'aria-hidden="true">✓</span>'
    page = printed(cup, "door").content.decode()
    assert (page.count('class="ticked"'), page.count(ticks)) == (4, 3)  # and who has played is here
    entering.check_in(idle, None)
    assert printed(cup, "door").content.decode().count(ticks) == 4


def test_an_open_place_stands_in_the_list_for_the_door() -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    entering.enter(cup, None, [NewEntrant(("Zoe",), open_places=1)])
    rows = [NewEntrant(("Yves",), label="The Owls", open_places=1)]
    entering.enter(cup, None, rows)
    text = text_of(printed(cup, "door"))
    assert "Zoe & N.N." in text
    assert "The Owls Yves & N.N." in text
    assert text.count("N.N.") == 2


def test_cards_are_made_once_and_lead_to_their_tables(cup: Tournament) -> None:
    page = printed(cup, "cards", "?tables=5")
    assert list(Card.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    cards = [card for leaf in page.context["pages"] for card in leaf]
    again = [card for leaf in printed(cup, "cards", "?tables=5").context["pages"] for card in leaf]
    assert cards == again
    matches = Match.objects.filter(session_round__number=2).order_by("number")
    for card, match in zip(cards, matches, strict=False):
        answer = Client().get(card.address.split("testserver", 1)[1])
        assert (answer.status_code, answer["Location"]) == (302, f"/match/{token_of(match)}/")
    assert "testserver/table/" in text_of(page)


def test_as_many_cards_as_the_field_needs_stand_on_as_few_leaves(cup: Tournament) -> None:
    page_breaks = {
        each: len(printed(cup, "cards", f"?each={each}").context["pages"]) for each in (1, 2, 3, 4)
    }
    assert page_breaks == {1: 3, 2: 1, 3: 1, 4: 1}
    assert Card.objects.filter(tournament=cup).count() == 3  # five pairs


def test_every_entrant_has_a_slip_that_opens_the_own_page(cup: Tournament) -> None:
    attendance.withdraw(number(cup, 5), None)
    slips = [slip for leaf in printed(cup, "own").context["pages"] for slip in leaf]
    assert [slip.number for slip in slips] == [1, 2, 3, 4]
    for slip in slips:
        assert slip.name in text_of(Client().get(slip.address.split("testserver", 1)[1]))


def test_empty_sheets_bear_the_names_in_the_order_of_the_seats(cup: Tournament) -> None:
    match = Match.objects.filter(session_round__number=2).order_by("number").first()
    assert match is not None
    paper = printed(cup, "sheets").context["papers"][0].paper
    game = publishing.open_game(match, 1, desks.table_phone())
    sat = [seat.player.name for seat in game.seats.order_by("number")]
    assert [seat.name for seat in paper.seats] == sat[::2] + sat[1::2]  # those of a side together
    assert "rounds" not in paper.rules
    assert len(paper.rows) == 16
    assert len(printed(cup, "sheets", "?lines=20").context["papers"][0].paper.rows) == 20
    blank = printed(cup, "sheets", "?blank=3").context["papers"]
    assert [(one.table, [seat.name for seat in one.paper.seats]) for one in blank] == [
        (None, [""] * 4)
    ] * 3


@pytest.mark.parametrize(
    ("preset", "entrants", "games", "lines"),
    [
        ("german_championship", 9, 6, 1),
        ("trichu", 7, 2, 9),
        ("grand_seigneur", 11, 2, 6),
        ("league_evening", 8, 6, 8),
    ],
)
def test_every_game_of_a_draft_and_of_a_published_round_has_a_sheet_of_its_length(
    preset: str, entrants: int, games: int, lines: int
) -> None:
    five = {"format_settings": desks.FIVES} if preset == "german_championship" else {}
    cup = desks.a_tournament(preset, entrants, **five)
    drawn = desks.draw(cup, publish=False)
    draft = printed(cup, "sheets").context["papers"]
    publishing.publish_round(drawn, None)
    published = printed(cup, "sheets").context["papers"]
    assert draft == published
    # The lot decides which table is the one of five, whose games are the shortest.
    assert (len(published), min(len(one.paper.rows) for one in published)) == (games, lines)
    assert all(seat.name for one in published for seat in one.paper.seats if seat.sign)


def test_sheets_as_played_have_every_hand_and_what_the_director_decided(cup: Tournament) -> None:
    first = cup.stages.get().session_rounds.get(number=1)
    one, other = first.matches.select_related("session_round__stage__tournament").order_by("number")
    judging.rule_match(one, None, {"kind": "half"}, "spilt coffee")
    paper_results.enter_paper(
        other, None, paper_results.paper_of([[480, 620]]), "from the paper sheet"
    )
    page = printed(cup, "filled", "?round=1")
    told = page.context["papers"]
    assert [(paper.table, len(paper.sheets), paper.ruled) for paper in told] == [
        ("1", 1, "Decided by the director"),
        ("2", 1, "Result corrected by the director"),
    ]
    _number, sheet, _stopped = told[0].sheets[0]
    game = one.games.get().game
    assert game is not None
    assert len(sheet.rows) == game.rounds.count()
    assert [hands.totals for hands in told[1].copied] == [["480", "620"]]
    assert "Decided by the director: spilt coffee" in text_of(page)


def test_standings_on_paper_are_those_of_the_page_and_their_numbers_lead_there(
    cup: Tournament,
) -> None:
    page = printed(cup, "standings").content.decode()
    public = Client().get(f"/tournaments/{cup.pk}/standings/1/").content.decode()
    figures = re.compile(r'<td><a href="[^"]*">(.*?)</a>')
    assert figures.findall(page) == figures.findall(public) != []
    link = re.search(r'<td><a href="([^"]+)"', page)
    assert link
    assert Client().get(link[1]).status_code == 200


def test_certificates_are_for_the_first_three_or_ten_or_all() -> None:
    cup = desks.a_tournament("pairs_swiss", 12)
    desks.play_round(desks.draw(cup))
    everybody = printed(cup, "certificates", "?count=all").context["certificates"]
    assert len(everybody) == 12
    assert [one.rank for one in everybody] == sorted(one.rank for one in everybody)
    for asked, most in (("", 3), ("?count=10", 10)):
        some = printed(cup, "certificates", asked).context["certificates"]
        assert some == [one for one in everybody if one.rank <= most]
    assert (everybody[0].place, everybody[0].among, everybody[0].fine) == (
        "First place",
        "12 pairs",
        True,
    )
    assert (everybody[-1].place, everybody[-1].fine) == (
        certificates.place_words(everybody[-1].rank),
        False,
    )


def test_a_certificate_of_duplicate_has_the_percentage() -> None:
    session = desks.a_tournament("duplicate_evening", 4, awards={})
    desks.play_round(desks.draw(session))
    revealing.unfreeze(session, None)
    answer = printed(session, "certificates", "?count=all")
    shown = [one.earned for one in answer.context["certificates"]]
    assert all(re.fullmatch(r"\d+(\.\d|½)?\s%", one) for one in shown), shown
    assert "points" not in text_of(answer)


def test_places_are_said_as_english_says_them() -> None:
    said = {
        rank: certificates.place_words(rank)
        for rank in (1, 3, 4, 11, 12, 13, 21, 22, 23, 30, 101, 111, 112)
    }
    assert list(said.values()) == [
        *("First place", "Third place", "4th place", "11th place", "12th place", "13th place"),
        *(
            "21st place",
            "22nd place",
            "23rd place",
            "30th place",
            "101st place",
            "111th place",
            "112th place",
        ),
    ]


def test_a_certificate_has_the_line_of_the_ranks_from_the_second_round_on() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    assert [one.line for one in printed(cup, "certificates").context["certificates"]] == [None] * 3
    desks.play_round(desks.draw(cup, 2))
    first = printed(cup, "certificates").context["certificates"][0]
    assert [point.rank for point in first.line.points][-1] == first.rank
    assert len(first.line.points) == 2


def test_a_certificate_gives_each_person_a_line_and_a_long_name_smaller_letters() -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    desks.play_round(desks.draw(cup))
    name = "Maria-Theresia von Hohenstein-Oldenburg"
    first, second = printed(cup, "certificates").context["certificates"]
    assert (list(first.people), first.long) == (first.name.split(" & "), False)
    Player.objects.filter(name=second.people[0]).update(name=name)
    second = printed(cup, "certificates").context["certificates"][1]
    assert (second.people[0], second.long) == (name, True)


def test_a_certificate_names_the_people_behind_a_label_also_where_the_public_may_not() -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    Entrant.objects.filter(tournament=cup).update(
        label="The Dragons", club_name="Harbour", hidden=True
    )
    desks.play_round(desks.draw(cup))
    first = printed(cup, "certificates").context["certificates"][0]
    assert (first.name, first.club) == ("The Dragons", "Harbour")
    assert first.members.startswith("Player ")


def test_marked_pages_of_a_round_are_printed_together_in_the_order_of_the_desk(
    cup: Tournament,
) -> None:
    asked = "?stage=1&round=1&page=sheets&page=pairings"
    page = printed(cup, "round", asked).content.decode()
    assert page.index('class="pairings"') < page.index("score-leaf")
    assert 'class="where"' not in page
    owner = owner_of(cup)
    for asked in ("", "?page=door", "?page=pairings&page=x", "?round=9&page=pairings"):
        assert owner.get(at("desk_print_page", cup, "round") + asked).status_code == 404, asked
    hub = owner.get(at("desk_print", cup))
    assert [tile.what for tile in hub.context["hub"].of_round if tile.marked] == [
        "pairings",
        "names",
        "sheets",
    ]
    marked = [(tile.what, tile.pages) for tile in hub.context["hub"].of_round]
    assert marked == [("pairings", 1), ("names", 1), ("sheets", 2), ("filled", 2)]


@pytest.mark.parametrize(
    ("pairs", "tables", "names", "ranks", "cards"), [(8, 1, 1, 1, 1), (50, 3, 2, 3, 7)]
)
def test_the_desk_says_how_many_pages_it_is_and_so_many_there_are(
    pairs: int, tables: int, names: int, ranks: int, cards: int
) -> None:
    cup = desks.a_tournament("pairs_swiss", pairs)
    desks.draw(cup)
    asked = {
        what: len(printed(cup, what).context["pages"])
        for what in ("pairings", "names", "standings", "cards")
    }
    assert asked == {"pairings": tables, "names": names, "standings": ranks, "cards": cards}
    hub = owner_of(cup).get(at("desk_print", cup)).context["hub"]
    told = {tile.what: tile.pages for tile in (*hub.end, *hub.once[:3], *hub.of_round)}
    assert {what: told[what] for what in asked} == asked
    assert (told["own"], told["sheets"]) == (len(printed(cup, "own").context["pages"]), pairs // 2)


def test_the_size_of_paper_is_remembered_once_it_is_chosen(cup: Tournament) -> None:
    owner = owner_of(cup)
    assert "tournaments/on_" not in printed(cup, "pairings", client=owner).content.decode()
    owner.get(at("desk_print", cup) + "?paper=letter")
    assert "tournaments/on_letter" in printed(cup, "pairings", client=owner).content.decode()
    owner.get(at("desk_print", cup) + "?paper=poster")
    assert "tournaments/on_letter" in printed(cup, "standings", client=owner).content.decode()
    assert (
        "tournaments/on_a4" in printed(cup, "standings", "?paper=a4", client=owner).content.decode()
    )
    assert "tournaments/on_a4" in printed(cup, "door", client=owner).content.decode()


def test_lines_fill_pages_and_a_group_is_headed_again_where_it_goes_on() -> None:
    assert page_breaks.paginate(list("abcde"), 2) == [["a", "b"], ["c", "d"], ["e"]]
    assert page_breaks.paginate([1.0, 1.5, 1.0], 2.5, lambda weight: weight) == [[1.0, 1.5], [1.0]]
    assert page_breaks.paginate([], 2) == []
    found = page_breaks.paginate_groups(
        [("A", [1, 2, 3]), ("B", [4, 5, 6, 7])], 6, lambda _one: 1, head=1
    )
    assert found == [[("A", [1, 2, 3])], [("B", [4, 5, 6, 7])]]
    long = page_breaks.paginate_groups([("", list(range(5)))], 3, lambda _one: 1)
    assert long == [[("", [0, 1, 2])], [("", [3, 4])]]
    assert page_breaks.count_lines(["Anna", "Maria-Theresia"], 7) == 3


def test_groups_are_printed_apart() -> None:
    cup = desks.a_tournament("groups_and_cup", 8, format_settings={"groups": 2})
    desks.play_round(desks.draw(cup))
    ((_page, leaf),) = printed(cup, "standings").context["pages"]
    assert [(group, len(rows)) for group, rows in leaf] == [("A", 4), ("B", 4)]
    assert [
        (leaf.group, len(leaf.lines)) for leaf in printed(cup, "cross_table").context["pages"]
    ] == [
        ("A", 4),
        ("B", 4),
    ]
    firsts = [
        one.among for one in printed(cup, "certificates").context["certificates"] if one.rank == 1
    ]
    assert firsts == ["4 pairs, Group A", "4 pairs, Group B"]


def test_no_page_asks_more_for_more_tables() -> None:
    asked: list[dict[str, int]] = []
    for entrants in (4, 8):
        cup = desks.a_tournament(
            "pairs_swiss", entrants, desk=desks.a_desk(f"Owner {entrants}", "Club")
        )
        desks.play_round(desks.draw(cup))
        owner = owner_of(cup)
        addresses = {what: at("desk_print_page", cup, what) for what in PAGES} | {
            "hub": at("desk_print", cup)
        }
        asked.append({what: queries(owner, address) for what, address in addresses.items()})
    assert asked[0] == asked[1]


def test_a_finished_tournament_can_still_be_printed() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    assert not SessionRound.objects.filter(stage__tournament=cup).exclude(state="closed").exists()
    creating.finish_tournament(cup, None)
    assert {printed(cup, what).status_code for what in PAGES} == {200}


def test_a_director_makes_one_card_anew_and_the_old_one_opens_nothing(cup: Tournament) -> None:
    owner = owner_of(cup)
    assert at("desk_card", cup, 2) in printed(cup, "cards", "?tables=2").content.decode()
    old = {
        card.number: (token_of_card(card), card.code_hash)
        for card in Card.objects.filter(tournament=cup)
    }
    page, address = owner.get(at("desk_card", cup, 2)), at("desk_card", cup, 2)
    assert (page.status_code, "The old card stops working" in text_of(page)) == (200, True)
    # Looking changes nothing
    assert Card.objects.get(tournament=cup, number=2).code_hash == old[2][1]
    done = owner.post(address)
    assert (done.status_code, done["Location"]) == (
        303,
        at("desk_print_page", cup, "cards") + "?table=2",
    )
    new = {
        card.number: (token_of_card(card), card.code_hash)
        for card in Card.objects.filter(tournament=cup)
    }
    assert (new[1] == old[1], new[2][0] == old[2][0], new[2][1] == old[2][1]) == (
        True,
        False,
        False,
    )
    assert Client().get(reverse("card", args=[old[2][0]])).status_code == 404
    assert Client().get(reverse("card", args=[new[2][0]])).status_code == 302
    paper = owner.get(done["Location"]).content.decode()
    assert re.findall(r'id="card-(\d+)"', paper) == ["2"]
    assert "Made a new card for table 2." in text_of(owner.get(at("desk_log", cup)))


def test_only_who_directs_makes_a_card_anew_and_only_one_that_there_is(cup: Tournament) -> None:
    printed(cup, "cards", "?tables=2")
    for number_ in (3, 0, 10**12, 10**30):
        assert owner_of(cup).post(at("desk_card", cup, number_)).status_code == 404
    desk_user = desks.a_user("Doris")
    Role.objects.create(club=cup.club, user=desk_user, name=Role.Name.DESK)
    assert desks.signed_in(desk_user).post(at("desk_card", cup, 2)).status_code == 404
    assert "desk_card" not in Client().post(at("desk_card", cup, 2))["Location"].split("?")[0]
    assert (
        at("desk_card", cup, 2)
        not in printed(cup, "cards", client=desks.signed_in(desk_user)).content.decode()
    )


def test_standings_after_an_earlier_round_are_printed(cup: Tournament) -> None:
    for match in cup.stages.get().session_rounds.get(number=2).matches.all():
        desks.play_match(match)
    now, then = printed(cup, "standings"), printed(cup, "standings", "?stage=1&after=1")
    assert (now.context["heading"], then.context["heading"]) == ("After round 2", "After round 1")
    assert "after=1" in now.content.decode()
    assert now.context["page"].sections[0].rows != then.context["page"].sections[0].rows


def test_a_certificate_of_a_cup_names_no_points_and_the_whole_field() -> None:
    cup = groups_then_cup()
    wins(between(cup, 1, 2, stage_number=2), 1)
    publishing.close_round(SessionRound.objects.get(stage__tournament=cup, stage__number=2), None)
    page = printed(cup, "certificates", "?stage=2")
    first, second, third = page.context["certificates"]
    assert (first.earned, first.among, second.among) == ("", "4 pairs", "4 pairs")
    assert "points" not in text_of(page).partition("First place")[2].partition("Third place")[0]
    assert (third.rank, third.earned, third.among) == (3, "2 points", "4 pairs")  # of the groups
