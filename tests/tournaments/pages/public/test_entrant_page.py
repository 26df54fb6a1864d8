"""One entrant's page: the rank round by round, figures, rounds with opponents and results."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.games.access.claims import Holder
from scoring.games.names.visibility import FULL, INITIAL
from scoring.models import Claim
from scoring.people.actions.claiming import claim_own, end, set_findable
from scoring.people.actions.name_visibility import show_person
from tests.requests import get
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tournaments.actions import framing, judging, revealing
from tournaments.models import Entrant, Tournament
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

pytestmark = pytest.mark.django_db


def test_one_page_tells_an_entrants_way_with_byes_and_penalties() -> None:
    cup = desks.a_tournament("pairs_swiss", 3)
    session_round = desks.draw(cup)
    bye = session_round.places.get(kind="bye").entrant
    desks.play_round(session_round)
    judging.penalise(
        desks.first_stage(cup),
        bye,
        None,
        kind="penalty",
        reason="came late",
        points=-1,
        round_number=1,
    )
    page = get(Client(), "entrant", cup.pk, bye.pk)
    (stage,) = page.context["page"].stages
    (only,) = stage.rounds
    assert (only.kind, only.points, stage.points) == ("bye", "1", "1")
    assert [(ruling.points, ruling.reason) for ruling in stage.rulings] == [
        ("\u22121", "came late")
    ]
    assert "penalty, \u22121 point . came late" in text_of(page)
    assert re.search(
        r'<h2>\s*Penalties and bonuses\s*</h2>\s*<div class="card">\s*<ul', page.content.decode()
    )
    other = session_round.matches.get().places.all()[0].entrant
    (stage,) = get(Client(), "entrant", cup.pk, other.pk).context["page"].stages
    (only,) = stage.rounds
    assert only.match_id == session_round.matches.get().pk
    opponent = next(one for one in cup.entrants.all() if one.pk not in {bye.pk, other.pk})
    assert only.opponents == " & ".join(opponent.members.values_list("player__name", flat=True))


def test_the_line_has_the_rank_that_everybody_had_after_each_round() -> None:
    cup = desks.a_tournament("pairs_swiss", 6, criteria=["points", "buchholz", "difference"])
    stage = desks.first_stage(cup)
    stood: dict[int, list[int]] = {}
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number), seed=number)
        for row in ranked(history_of(stage)):
            stood.setdefault(row.id, []).append(row.rank)
    match = desks.draw(cup, 4).matches.all()[0]
    for who, ranks in stood.items():
        (shown,) = get(Client(), "entrant", cup.pk, who).context["page"].stages
        assert [point.rank for point in shown.line.points] == ranks
        assert shown.line.ahead is not None  # the fourth round is on
        assert len(shown.discs) == 4
    desks.play_match(match)
    now = {row.id: row.rank for row in ranked(history_of(stage))}
    for who, ranks in stood.items():
        (shown,) = get(Client(), "entrant", cup.pk, who).context["page"].stages
        assert [point.rank for point in shown.line.points] == [*ranks, now[who]]


def test_who_came_late_has_a_line_from_there_and_a_bracket_has_none() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    (late,) = desks.enter(cup, 1, first=30)
    desks.play_round(desks.draw(cup, 2))
    (shown,) = get(Client(), "entrant", cup.pk, late.pk).context["page"].stages
    assert len(shown.line.points) == 1
    assert [one.kind for one in shown.rounds][-1] == ""
    tree = desks.a_tournament("cup", 4, desk=desks.a_desk("Otto", "Another club"))
    desks.play_round(desks.draw(tree))
    (shown,) = get(Client(), "entrant", tree.pk, tree.entrants.all()[0].pk).context["page"].stages
    assert shown.line is None


def test_the_newest_round_comes_first_with_the_own_score_before_the_other() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    first = desks.draw(cup)
    match = first.matches.all()[0]
    for place in match.places.all():
        (shown,) = get(Client(), "entrant", cup.pk, place.entrant_id).context["page"].stages
        assert [(one.number, one.side, one.own, one.table) for one in shown.rounds] == [
            (1, place.side, "", match.number)
        ]
    desks.play_round(first)
    match.refresh_from_db()
    desks.draw(cup, 2)
    for place in match.places.all():
        (shown,) = get(Client(), "entrant", cup.pk, place.entrant_id).context["page"].stages
        assert [one.number for one in shown.rounds] == [2, 1]
        line = (match.result or {})[str(place.entrant_id)]
        scores = [
            str(line.get(key, 0)).replace("-", "\u2212") for key in ("score", "score_against")
        ]
        assert [shown.rounds[1].own, shown.rounds[1].other] == scores
        assert shown.rounds[1].won == (match.winner == place.side)
        won = int(match.winner == place.side)
        assert [one[:2] for one in shown.figures][:2] == [
            (str(line.get("points", 0)), "points"),
            (f"{won} – {1 - won}", "won – lost"),
        ]


def test_a_picture_has_its_numbers_as_svg_has_them_in_every_language() -> None:
    cup = desks.a_tournament("pairs_swiss", 6)
    desks.play_round(desks.draw(cup))
    address = reverse("entrant", args=[cup.pk, cup.entrants.all()[0].pk])
    for language in ("en", "de"):
        page = Client().get(address, headers={"Accept-Language": language}).content.decode()
        drawn = re.findall(
            r' (?:cx|cy|x|y|d)="([^"]*)"', page.partition("<svg viewBox")[2].partition("</svg>")[0]
        )
        assert drawn
        assert all(re.fullmatch(r"[MHL0-9 .-]+", one) for one in drawn), language


def test_the_line_ends_where_the_prize_giving_begins() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), seed=number)
    who = cup.entrants.all()[0].pk
    revealing.freeze(cup, desk.user, 1, 2)
    (told,) = get(Client(), "entrant", cup.pk, who).context["page"].stages
    assert len(told.line.points) == 1
    (whole,) = get(desk.client, "entrant", cup.pk, who).context["page"].stages
    assert len(whole.line.points) == 2


def test_whoever_it_is_says_so_and_is_told_so() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup)
    own, other = (one.pk for one in cup.entrants.all()[:2])
    client = Client()
    page = get(client, "entrant", cup.pk, own)
    address = f"{reverse('tournament', args=[cup.pk])}?who={own}"
    assert f'href="{address}"' in page.content.decode()
    client.get(address)
    for headers in ({}, {"HX-Request": "true"}):
        own_page, others = (
            client.get(reverse("entrant", args=[cup.pk, who]), headers=headers).content.decode()
            for who in (own, other)
        )
        assert ("you follow this name" in own_page, "Follow this name" in own_page) == (True, False)
        assert ("you follow this name" in others, "Follow this name" in others) == (False, True)


def test_search_engines_list_a_pair_once_both_have_asked_and_only_as_long_as_they_may() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup)
    entrant = cup.entrants.all()[0]
    first, second = people = [member.player for member in entrant.members.order_by("order")]
    client = Client()

    def listed() -> bool:
        return bool(get(client, "entrant", cup.pk, entrant.pk)["X-Robots-Tag"] == "all")

    claims = [claim_own(one, Holder(phone=a_device(one.name)), a_device()) for one in people]
    for claim in claims:
        set_findable(claim, found=True)
    assert not listed()  # the directors have not said that the tournament may be
    framing.set_listed(cup, None, found=True)
    assert listed()
    for claim in claims:
        set_findable(claim, found=False)
    assert not listed()
    set_findable(claims[0], found=True)
    assert not listed()
    set_findable(claims[1], found=True)
    assert listed()
    show_person(first, INITIAL)
    assert not listed()
    show_person(first, FULL)
    assert listed()
    tag = get(client, "entrant", cup.pk, entrant.pk)["ETag"]
    end(Claim.objects.get(pk=claims[1].pk), Claim.End.LEFT, None)
    assert not listed()
    assert (
        client.get(
            reverse("entrant", args=[cup.pk, entrant.pk]), headers={"If-None-Match": tag}
        ).status_code
        == 200
    )
    again = claim_own(second, Holder(phone=a_device("another")), a_device())
    set_findable(again, found=True)
    Entrant.objects.filter(pk=entrant.pk).update(alias="Two")
    assert not listed()


def test_no_more_queries_for_more_entrants_and_rounds() -> None:
    def asked(cup: Tournament) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert get(Client(), "entrant", cup.pk, cup.entrants.all()[0].pk).status_code == 200
        return len(queries)

    small, large = (
        desks.a_tournament("pairs_swiss", 4),
        desks.a_tournament("pairs_swiss", 8, desk=desks.a_desk("Otto", "Two")),
    )
    desks.play_round(desks.draw(small))
    for number in (1, 2, 3):
        desks.play_round(desks.draw(large, number), seed=number)
    asked(small)
    asked(large)
    assert asked(small) == asked(large)
