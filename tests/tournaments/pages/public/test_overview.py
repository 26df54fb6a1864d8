"""The first page of a tournament: who I am, what is on, who leads, how it is played."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.requests import Response
from tests.scoring.games import a_client, a_device
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tournaments.actions import creating, judging, publishing, revealing, stages, timing
from tournaments.models import Entrant, Phone, SessionRound, Stage, Tournament
from tournaments.pages.viewer import Viewer
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


def of(cup: Tournament, client: Client | None = None, **query: Any) -> Response:
    return (client or Client()).get(reverse("tournament", args=[cup.pk]), query, follow=True)


def card(response: Response) -> str:
    """What the own card says; empty where there is none."""
    found = re.search(
        r'<section class="card you".*?</section>', response.content.decode(), re.DOTALL
    )
    return " ".join(re.sub("<[^>]+>", " ", found[0]).split()) if found else ""


def known(cup: Tournament, entrant: Entrant) -> Client:
    """A browser in which somebody has said who they are."""
    client = Client()
    assert of(cup, client, who=entrant.pk).status_code == 200
    return client


def test_whoever_has_said_who_they_are_is_told_where_to_sit_until_they_take_it_back() -> None:
    cup = desks.a_tournament("pairs_swiss", 6)
    match = desks.draw(cup).matches.order_by("number")[1]
    own, other = (place.entrant for place in match.places.order_by("side"))
    names = {
        one.pk: " & ".join(one.members.values_list("player__name", flat=True))
        for one in (own, other)
    }
    client = Client()
    assert "Where do I sit?" in text_of(of(cup, client))
    answer = client.get(reverse("tournament", args=[cup.pk]), {"who": own.pk})
    assert (answer.status_code, answer["Location"]) == (302, reverse("tournament", args=[cup.pk]))
    page = of(cup, client)
    assert "Where do I sit?" not in text_of(page)
    said = card(page).replace("&amp;", "&")
    assert f"Following: {names[own.pk]}" in said
    assert "You" not in said
    assert f"Table {match.number} against {names[other.pk]} not begun" in said
    assert card(of(cup)) == ""
    desks.play_match(match)
    line = (type(match).objects.get(pk=match.pk).result or {})[str(own.pk)]
    rank = next(row.rank for row in ranked(history_of(desks.first_stage(cup))) if row.id == own.pk)
    assert f"{line.get('score', 0)} : {line.get('score_against', 0)}".replace(
        "-", "\u2212"
    ) in card(of(cup, client))
    assert f"Rank {rank} of 6" in card(of(cup, client))
    assert "Where do I sit?" in text_of(of(cup, client, who="0"))
    assert "me" not in client.cookies or not client.cookies["me"].value


def test_an_own_row_is_marked_on_all_public_pages_and_nobody_elses() -> None:
    cup = desks.a_tournament("pairs_swiss", 6)
    desks.play_round(desks.draw(cup))
    own = cup.entrants.all()[2]
    client = known(cup, own)
    for address in (
        reverse("tournament", args=[cup.pk]),
        reverse("standings", args=[cup.pk, 1]),
        reverse("tournament_round", args=[cup.pk, 1, 1]),
        reverse("cross_table", args=[cup.pk, 1]),
    ):
        for headers in ({}, PART):
            page = client.get(address, headers=headers).content.decode()
            marked = re.findall(r'<a aria-current="true" [^>]*entrants/(\d+)/"', page)
            assert set(marked) == {str(own.pk)}, address
            assert 'aria-current="true"' not in re.sub(
                "<form.*?</form>",
                "",
                Client().get(address, headers=headers).content.decode(),
                flags=re.DOTALL,
            )


def test_nobody_is_anybody_of_another_tournament_and_nonsense_is_nobody() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup)
    other = desks.a_tournament("pairs_swiss", 4, desk=desks.a_desk("Otto", "Another club"))
    asked = desks.enter(cup, 1, first=40)[0]
    Entrant.objects.filter(pk=asked.pk).update(state=Entrant.State.ASKED)
    for who in (other.entrants.all()[0].pk, asked.pk, "-1", "x", 10**40, ""):
        client = Client()
        assert "Where do I sit?" in text_of(of(cup, client, who=who)), who
        assert not any(cookie.value for name, cookie in client.cookies.items() if name == "me"), who
    for cookie in ("x", "1.", "1" * 400, ".".join(["1"] * 40), "1;2"):
        client = Client()
        client.cookies["me"] = cookie
        assert "Where do I sit?" in text_of(of(cup, client)), cookie


def test_eight_tournaments_are_remembered_side_by_side() -> None:
    client, desk = Client(), desks.a_desk()
    cups = [desks.a_tournament("pairs_swiss", 2, desk=desk) for _ in range(9)]
    own = [cup.entrants.all()[0] for cup in cups]
    for cup, entrant in zip(cups, own, strict=True):
        of(cup, client, who=entrant.pk)
    assert client.cookies["me"].value == ".".join(str(entrant.pk) for entrant in own[:0:-1])
    cookie = client.cookies["me"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


def test_a_search_finds_a_name_however_it_is_spelt_and_marks_what_was_typed() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup)
    Entrant.objects.filter(pk=cup.entrants.all()[0].pk).update(label="Jörg Weiß & Zoë <Ø>")
    for typed, shown in (
        ("weiss", "Jörg <mark>Weiß</mark>"),
        ("JOERG", "<mark>Jörg</mark> Weiß"),
        ("jorg w", "<mark>Jörg W</mark>eiß"),
        ("o", "J<mark>ö</mark>rg Weiß"),
        ("<ø", "Zoë <mark>&lt;Ø</mark>&gt;"),
    ):
        found = (
            of(cup, q=typed).content.decode().partition('id="found"')[2].partition("</section>")[0]
        )
        assert shown in found, typed
    assert "No name matches." in text_of(of(cup, q="quirin"))
    everybody = desks.a_tournament("pairs_swiss", 12, desk=desks.a_desk("Otto", "Another club"))
    desks.draw(everybody)
    assert len(of(everybody, q="player").context["found"]) == 8


def test_the_clock_and_finished_tables_are_shown_and_a_browser_never_has_the_clock_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup = desks.a_tournament("pairs_swiss", 4, minutes=60)
    session_round = desks.draw(cup)
    desks.play_match(session_round.matches.all()[0])
    page = of(cup)
    assert "1 of 2 tables done" in text_of(page)
    assert "60:00" in text_of(page)
    assert (
        Client()
        .get(reverse("tournament", args=[cup.pk]), headers={"If-None-Match": page["ETag"]})
        .status_code
        == 304
    )
    begun = timezone.now() - timedelta(minutes=20)
    with monkeypatch.context() as patched:
        patched.setattr(timezone, "now", lambda: begun)
        timing.start_clock(session_round, None)
    page = of(cup)
    assert re.search(r'data-countdown="[^"]+" data-now="20', page.content.decode())
    assert "Next: round 2, about" in text_of(page)
    assert (
        Client()
        .get(reverse("tournament", args=[cup.pk]), headers={"If-None-Match": page["ETag"]})
        .status_code
        == 200
    )
    part = Client().get(reverse("tournament", args=[cup.pk]), headers=PART)
    passed = timezone.now() + timedelta(minutes=37)
    monkeypatch.setattr(timezone, "now", lambda: passed)
    has = PART | {"If-None-Match": part["ETag"]}
    later = Client().get(reverse("tournament", args=[cup.pk]), headers=has)
    assert later.status_code == 200  # the last hand is on, though nothing was written
    assert "last hand" in later.content.decode()


def test_the_first_ten_lead_to_all_of_them_and_groups_stand_apart() -> None:
    cup = desks.a_tournament("pairs_swiss", 14)
    desks.play_round(desks.draw(cup))
    page = of(cup)
    rows = ranked(history_of(desks.first_stage(cup)))
    ((group, lines),) = page.context["page"].best.groups
    assert (group, [(line.rank, line.id) for line in lines]) == (
        "",
        [(row.rank, row.id) for row in rows[:10]],
    )
    assert "Standings after round 1" in text_of(page)
    assert "All 14, with tie-breaks" in text_of(page)
    small = desks.a_tournament(
        "groups_and_cup",
        8,
        desk=desks.a_desk("Otto", "Another club"),
        format_settings={"groups": 2},
    )
    desks.play_round(desks.draw(small))
    assert [(group, len(lines)) for group, lines in of(small).context["page"].best.groups] == [
        ("A", 3),
        ("B", 3),
    ]


def test_nothing_is_told_here_that_is_kept_for_the_prize_giving() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    desks.play_round(desks.draw(cup))
    second = desks.draw(cup, 2)
    own = cup.entrants.all()[0]
    client = known(cup, own)
    revealing.freeze(cup, desk.user, 1, 2)
    before = [text_of(of(cup, client)), card(of(cup, client))]
    desks.play_round(second, close=False)
    assert [text_of(of(cup, client)), card(of(cup, client))] == before
    assert text_of(of(cup, desk.client)) != before[0]
    publishing.close_round(second, None)
    Tournament.objects.filter(pk=cup.pk).update(revealed=0)
    shown = of(cup, client)
    assert shown.context["page"].best is None
    assert "Rank" not in card(shown)


def test_the_clearest_win_of_each_round_is_named() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    session_round = desks.draw(cup)
    for match, (own, other) in zip(
        session_round.matches.order_by("number"), ((300, 100), (0, 500)), strict=True
    ):
        ruling = {"kind": "given", "points": ["2", "0"], "score": [str(own), str(other)]}
        judging.rule_match(match, None, ruling, "typed for a test")
    publishing.close_round(session_round, None)
    best = session_round.matches.get(number=2).places.get(side=1).entrant
    (only,) = of(cup).context["page"].past
    assert (only.number, only.name) == (
        1,
        " & ".join(best.members.values_list("player__name", flat=True)),
    )
    assert only.score == "500 : 0"


def test_of_the_last_round_of_a_cup_the_final_is_told_and_no_match_beside_it() -> None:
    settings = {"first_round": "seeds", "third_place": True}
    cup = desks.a_tournament("cup", 4, format_settings=settings)
    desks.play_round(desks.draw(cup))
    last = desks.draw(cup, 2)
    final, third = sorted(last.matches.all(), key=lambda match: match.fixture)
    for match, score in ((final, ["300", "100"]), (third, ["1000", "0"])):
        ruling = {"kind": "given", "points": ["2", "0"], "score": score}
        judging.rule_match(match, None, ruling, "typed for a test")
    publishing.close_round(last, None)
    winner = final.places.get(side=0).entrant
    told = of(cup).context["page"].past[0]
    assert (told.called, told.score) == ("Final", "300 : 100")
    assert told.name == " & ".join(winner.members.values_list("player__name", flat=True))


def test_a_round_of_an_earlier_stage_says_which_stage_it_was() -> None:
    cup = desks.a_tournament("groups_and_cup", 4, format_settings={"groups": 2})
    desks.play_round(desks.draw(cup))
    stages.finish_stage(desks.first_stage(cup), None)
    stages.begin_stage(
        Stage.objects.select_related("tournament").get(tournament=cup, number=2), None
    )
    desks.draw(cup, stage=2)
    (past,) = of(cup).context["page"].past
    assert (past.number, past.name, past.score) == (1, "Groups", "")
    assert "Clearest win" not in of(cup).content.decode()


def test_a_finished_tournament_ends_on_its_podium_and_a_bye_and_an_absence_are_told() -> None:
    cup = desks.a_tournament("pairs_swiss", 5)
    session_round = desks.draw(cup)
    bye = session_round.places.get(kind="bye").entrant
    client = known(cup, bye)
    assert "A bye in this round." in card(of(cup, client))
    desks.play_round(session_round)
    assert "once the next round is published" in card(of(cup, client))
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    page = of(cup, client)
    assert "Rank" in card(page)
    assert "as soon as" not in card(page)
    # Who has not said who they are sees the podium first, then may ask.
    for answer in (of(cup), Client().get(reverse("tournament", args=[cup.pk]), headers=PART)):
        text = answer.content.decode()
        assert (
            0
            < text.index('class="best card"')
            < text.index("Where am I?")
            < text.index('class="columns')
        )
    assert "Where am I?" not in text_of(page)
    assert (
        "Player 1"
        in of(cup, q="Player 1").content.decode().partition('id="found"')[2].partition("</div>")[0]
    )
    best = [row for row in ranked(history_of(desks.first_stage(cup))) if row.rank <= 3]
    champions = page.context["page"].champions
    assert [(one.step.rank, one.id) for one in champions] == (
        [(row.rank, row.id) for row in best] if len(best) <= 4 else []
    )


def test_only_a_phone_that_sits_at_the_table_is_led_there() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    match = desks.draw(cup).matches.all()[0]
    own = match.places.all()[0].entrant
    device, client = a_device(), a_client()
    of(cup, client, who=own.pk)
    assert "/match/" not in of(cup, client).content.decode()
    Phone.objects.create(match=match, device=device, side=0, heard_at=timezone.now())
    address = reverse("match", args=[token_of(match)])
    assert address in of(cup, client).content.decode()
    assert address not in of(cup, known(cup, own)).content.decode()
    desks.play_match(match)
    assert address not in of(cup, client).content.decode()


def test_what_is_ones_own_is_put_into_a_part_that_is_drawn_once() -> None:
    cup = desks.a_tournament("pairs_swiss", 6)
    desks.draw(cup)
    clients = [known(cup, entrant) for entrant in cup.entrants.all()]
    address = reverse("tournament", args=[cup.pk])
    counts, cards = [], []
    for client in clients:
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address, headers=PART)
        counts.append(len([query for query in queries if "tichu_cache" not in query["sql"]]))
        cards.append(card(answer))
    assert len(set(cards)) == len(clients)
    assert set(counts[1:]) == {1}, counts  # the tournament
    assert Client().get(address, headers=PART).content.count(b"<!--") == 0


def test_the_round_and_its_clock_stand_at_the_foot_of_the_places_on_every_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup = desks.a_tournament("pairs_swiss", 4, minutes=60)
    desks.play_round(desks.draw(cup))
    session_round = desks.draw(cup, 2)
    desks.play_match(session_round.matches.all()[0])
    timing.start_clock(session_round, None)
    entrant = cup.entrants.all()[0]
    following = [
        reverse("tournament", args=[cup.pk]),
        reverse("standings", args=[cup.pk, 1]),
        reverse("tournament_round", args=[cup.pk, 1, 1]),
        reverse("bracket", args=[cup.pk, 1]),
        reverse("cross_table", args=[cup.pk, 1]),
        reverse("entrant", args=[cup.pk, entrant.pk]),
    ]
    others = [
        reverse("tournament_match", args=[cup.pk, session_round.matches.all()[0].pk]),
        reverse("standings_value", args=[cup.pk, 1, entrant.pk, "points"]),
    ]
    for address in following + others:
        page = Client().get(address)
        (side,) = re.findall(
            '<section class="at-side".*?</section>', page.content.decode(), re.DOTALL
        )
        # On a busy machine some seconds are gone.
        said = (
            rf"Round 2 of {page.context['at_side'].round.total} 1 of 2 tables done "
            r"(60:00|5\d:\d\d)\b"
        )
        assert re.match(said, " ".join(re.sub("<[^>]+>", " ", side).split())), side
        assert re.findall(r'<progress value="(\d+)" max="(\d+)">', side)[:3] == [
            ("1", "1"),
            ("1", "2"),
            ("0", "1"),
        ]
        assert re.search(r'data-countdown="20[^"]+"\s+data-now="20[^"]+"', side), address
        assert re.search('data-counts="/static/tournaments/countdown[^"]*">', side)
        # No browser has the time as it stands.
        assert Client().get(address, headers={"If-None-Match": page["ETag"]}).status_code == 200
    parts = {address: Client().get(address, headers=PART)["ETag"] for address in following}
    passed = timezone.now() + timedelta(minutes=57)
    monkeypatch.setattr(timezone, "now", lambda: passed)
    for address, etag in parts.items():
        later = Client().get(address, headers=PART | {"If-None-Match": etag})
        assert "last hand" in later.content.decode(), address


def test_of_several_rounds_that_of_the_shown_stage_is_there_and_none_within_other_sites() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup)
    first = Stage.objects.get(tournament=cup)
    second = Stage.objects.create(
        tournament=cup,
        number=2,
        format=first.format,
        criteria=first.criteria,
        state=Stage.State.RUNNING,
    )
    SessionRound.objects.create(stage=second, number=3, state=SessionRound.State.PUBLISHED)
    at = [of(cup).context["at_side"].round.number]
    at += [
        Client().get(reverse("standings", args=[cup.pk, n])).context["at_side"].round.number
        for n in (1, 2)
    ]
    assert at == [3, 1, 3]
    embedded = Client().get(reverse("standings", args=[cup.pk, 1]), {"embed": ""}).content
    assert b"at-side" not in embedded
    assert (
        b"at-side"
        not in Client().get(reverse("standings", args=[cup.pk, 2]), {"embed": ""}).content
    )


def test_how_far_a_round_is_is_kept_for_the_prize_giving_at_the_side_too() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    session_round = desks.draw(cup)
    revealing.freeze(cup, desk.user, 1, 1)
    desks.play_match(session_round.matches.all()[0])
    told, whole = (of(cup, client).context["at_side"].round for client in (Client(), desk.client))
    assert ((told.done, told.of), (whole.done, whole.of)) == ((None, 2), (1, 2))


def test_the_rounds_begin_with_the_newest() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    address = reverse("tournament_rounds", args=[cup.pk])
    assert Client().get(address)["Location"] == reverse("tournament", args=[cup.pk])
    desks.play_round(desks.draw(cup))
    desks.draw(cup, 2)
    assert Client().get(address)["Location"] == reverse("tournament_round", args=[cup.pk, 1, 2])


def test_a_running_cup_shows_its_bracket_and_no_ranks_or_points() -> None:
    cup = desks.a_tournament(
        "cup", 4, format_settings={"first_round": "seeds", "third_place": True}
    )
    desks.play_round(desks.draw(cup))
    page = Client().get(reverse("tournament", args=[cup.pk]))
    assert page.context["page"].best is None
    trees = page.context["page"].bracket.trees
    assert [round_.name for tree in trees for round_ in tree.rounds][:2] == ["Semi-finals", "Final"]
    shown = page.content.decode()
    assert "Match for third place" in shown
    assert ">Points<" not in shown
    for tab in ("standings", "cross_table"):
        assert reverse(tab, args=[cup.pk, 1]) not in shown
    desks.play_round(desks.draw(cup, 2), 2)
    creating.finish_tournament(cup, None)
    page = Client().get(reverse("tournament", args=[cup.pk]))
    assert [line.points for _, lines in page.context["page"].best.groups for line in lines] == [
        ""
    ] * 4


def test_a_cup_after_groups_leads_to_the_standings_of_the_groups() -> None:
    cup = desks.a_tournament("groups_and_cup", 4, format_settings={"groups": 1})
    assert Viewer(cup).table_stage(Stage.objects.get(tournament=cup, number=2)) == 1
    assert Viewer(cup).table_stage(None) == 1
    page = Client().get(reverse("bracket", args=[cup.pk, 2])).content.decode()
    assert reverse("standings", args=[cup.pk, 1]) in page
    assert reverse("standings", args=[cup.pk, 2]) not in page
