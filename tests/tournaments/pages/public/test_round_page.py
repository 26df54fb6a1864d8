"""A session round as everybody sees it: two sides a table, what they have, how far they are; a
search that filters.
"""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.actions.writing import record_round
from scoring.rules import Round
from tests.requests import get
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tournaments.actions import agreeing, judging, publishing
from tournaments.match.figures import fingerprint
from tournaments.models import Entrant, Match

pytestmark = pytest.mark.django_db
BOOSTED = {"HX-Request": "true", "HX-Boosted": "true", "Accept": "text/html"}


def test_a_session_round_shows_its_tables_results_and_byes() -> None:
    cup = desks.a_tournament("pairs_swiss", 5)
    session_round = desks.draw(cup)
    first = session_round.matches.all()[0]
    before = text_of(get(Client(), "tournament_round", cup.pk, 1, 1))
    assert "Being played: 0 of 2 matches are finished." in before
    assert "bye" in before
    desks.play_match(first)
    page = get(Client(), "tournament_round", cup.pk, 1, 1)
    assert page.context["page"].done == 1
    first.refresh_from_db()
    side = page.context["page"].tables[0].sides[first.winner or 0]
    assert (side.points, side.won) == ("2", True)
    assert side.score in text_of(page)


def test_a_search_filters_the_tables_and_marks_what_was_typed() -> None:
    cup = desks.a_tournament("pairs_swiss", 11)
    session_round = desks.draw(cup)
    free = session_round.places.get(kind="bye").entrant
    # Whoever sits out has no table to be found at
    looked_for = cup.entrants.get(number=8 if free.number == 7 else 7)
    name = looked_for.members.all()[0].player.name
    page = reverse("tournament_round", args=[cup.pk, 1, 1])
    for headers in ({}, BOOSTED):
        shown = Client().get(page, {"q": name.lower()}, headers=headers)
        (table,) = shown.context["page"].shown
        assert Match.objects.filter(
            session_round=session_round, number=table.number, places__entrant=looked_for
        ).exists()
        text = shown.content.decode()
        assert f"<mark>{name}</mark>" in text
        assert "1 of 5" in text_of(shown)
        # What follows by itself stays filtered.
        assert f'data-url="{page}?q={name.lower().replace(" ", "+")}"' in text
    part = Client().get(page, {"q": name.lower()}, headers={"HX-Request": "true"}).content.decode()
    assert part.count('<li id="table-') == 1
    assert (
        Client().get(page, headers={"HX-Request": "true"}).content.decode().count('<li id="table-')
        == 5
    )
    (table,) = Client().get(page, {"q": " 3 "}).context["page"].shown
    assert table.number == 3
    assert "No name at a table matches." in Client().get(page, {"q": "nobody"}).content.decode()
    name = free.members.all()[0].player.name
    found = Client().get(page, {"q": name}).context["page"]
    assert [one for one, _ in found.byes] == [free.pk]
    assert Client().get(page).context["page"].shown == Client().get(page).context["page"].tables


def test_what_people_typed_is_marked_and_stays_harmless() -> None:
    cup = desks.a_tournament("pairs_swiss", 10)
    desks.draw(cup)
    Entrant.objects.filter(pk=cup.entrants.all()[0].pk).update(label="<b>Bo</b> & Äl")
    page = get(Client(), "tournament_round", cup.pk, 1, 1).content.decode()
    assert "<b>Bo" not in page
    marked = (
        Client().get(reverse("tournament_round", args=[cup.pk, 1, 1]), {"q": "<b"}).content.decode()
    )
    assert "<mark>&lt;b</mark>&gt;Bo" in marked
    assert "<b>Bo" not in marked


def test_all_rounds_are_a_tap_away_and_those_to_come_are_told() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, format_settings={"rounds": 3})
    desks.play_round(desks.draw(cup))
    desks.draw(cup, 2)
    page = get(Client(), "tournament_round", cup.pk, 1, 2)
    assert (page.context["page"].numbers, list(page.context["page"].coming)) == (
        [(1, "1"), (2, "2")],
        [3],
    )
    chips = page.content.decode().partition('class="chips')[2].partition("</nav>")[0]
    assert [int(number) for number in re.findall(r"rounds/1/(\d)/", chips)] == [1, 2]
    assert "3</span>" in chips


def test_a_table_says_how_far_it_is() -> None:
    cup = desks.a_tournament("pairs_swiss", 8, rules={"target_score": None, "round_limit": 2})
    session_round = desks.draw(cup)
    first, second, third, _ = session_round.matches.order_by("number")
    desks.play_match(first)
    game = publishing.open_game(second, 1, desks.table_phone())
    record_round(game, uuid.uuid4(), 1, Round(out=(1, 3)).to_data(), desks.table_phone())
    judging.rule_match(third, None, {"kind": "half"}, "closing time")

    def doing() -> list[str]:
        page = get(Client(), "tournament_round", cup.pk, 1, 1).content.decode()
        rows = re.findall(r'class="doing.*?</li>', page, re.DOTALL)
        return [" ".join(re.sub("<[^>]+>", " ", row.partition(">")[2]).split()) for row in rows]

    assert doing() == ["not agreed yet", "hand 2", "agreed", "not begun"]
    first.refresh_from_db()
    agreeing.agree(first, 1, fingerprint(first), how=Match.Agreed.OWN_PAGE)
    assert doing()[0] == "agreed"
