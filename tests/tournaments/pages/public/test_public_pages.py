"""What everybody sees of a tournament: what is published, and nothing else."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from tests.lengths import in_short
from tests.requests import get, page_of
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tournaments.actions import (
    creating,
    drawing,
    entering,
    judging,
    publishing,
    stages,
)
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Entrant, SessionRound, Tournament
from tournaments.names import names_of
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

pytestmark = pytest.mark.django_db


def every_address(tournament: Tournament) -> list[str]:
    """All public addresses of a tournament of which a round was played."""
    match = SessionRound.objects.filter(stage__tournament=tournament)[0].matches.all()[0]
    entrant = tournament.entrants.all()[0]
    key = desks.first_stage(tournament).criteria[0]
    return [
        reverse("tournament", args=[tournament.pk]),
        reverse("tournament_round", args=[tournament.pk, 1, 1]),
        reverse("tournament_match", args=[tournament.pk, match.pk]),
        reverse("standings", args=[tournament.pk, 1]),
        reverse("standings_value", args=[tournament.pk, 1, entrant.pk, key]),
        reverse("bracket", args=[tournament.pk, 1]),
        reverse("cross_table", args=[tournament.pk, 1]),
        reverse("entrant", args=[tournament.pk, entrant.pk]),
        reverse("standings_csv", args=[tournament.pk, 1]),
        reverse("results_csv", args=[tournament.pk]),
    ]


def played(preset: str = "pairs_swiss", entrants: int = 4, **about: Any) -> Tournament:
    cup = desks.a_tournament(preset, entrants, **about)
    desks.play_round(desks.draw(cup))
    return cup


def test_the_list_has_what_is_open_and_what_is_over_and_drafts_for_their_directors_alone() -> None:
    desk, other = desks.a_desk(), desks.a_desk("Otto", "Another club")
    opened = desks.a_tournament(desk=desk)
    draft = desks.a_tournament(desk=desk, entrants=0, opened=False)
    over = desks.a_tournament(desk=desk, entrants=0)
    creating.finish_tournament(over, desk.user)
    for client, seen in (
        (Client(), {opened, over}),
        (other.client, {opened, over}),
        (desk.client, {opened, draft, over}),
    ):
        page = get(client, "tournaments")
        assert set(page.context["list"].rows) == seen
    assert get(Client(), "tournaments").context["list"].rows == [opened, over]


def test_a_draft_is_not_there_for_anybody_but_its_directors() -> None:
    desk = desks.a_desk()
    draft = desks.a_tournament(desk=desk, opened=False)
    assert get(Client(), "tournament", draft.pk).status_code == 404
    assert (
        get(desks.a_desk("Otto", "Another club").client, "tournament", draft.pk).status_code == 404
    )
    assert get(desk.client, "tournament", draft.pk).status_code == 200


def test_the_first_page_says_in_words_how_it_is_played_and_who_is_in_it() -> None:
    cup = played()
    page = text_of(get(Client(), "tournament", cup.pk))
    assert "Autumn cup" in page
    assert "Tichu club" in page
    assert "Points for a match: 2 for a win, 1 for a draw, 0 for a loss." in page
    assert "Player 1 & Player 2" in page
    assert "Round 1" in page


def test_a_draft_of_a_session_round_is_nobodys_page() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament(desk=desk)
    draft = desks.draw(cup, publish=False)
    match = draft.matches.all()[0]
    for client in (Client(), desk.client):
        assert get(client, "tournament_round", cup.pk, 1, 1).status_code == 404
        assert get(client, "tournament_match", cup.pk, match.pk).status_code == 404
        assert "Round 1" not in text_of(get(client, "tournament", cup.pk))
    publishing.publish_round(draft, desk.user)
    assert get(Client(), "tournament_round", cup.pk, 1, 1).status_code == 200
    assert get(Client(), "tournament_match", cup.pk, match.pk).status_code == 200


def test_a_match_shows_its_hands_and_the_sum_that_made_the_points() -> None:
    cup = desks.a_tournament("german_championship", 4)
    session_round = desks.draw(cup)
    match = desks.play_match(session_round.matches.get())
    page = get(Client(), "tournament_match", cup.pk, match.pk).context["page"]
    (game,) = page.games
    assert len(game.hands) == 4
    assert {(award.id, award.points) for award in page.awards} == {
        (int(who), str(line.get("points", 0))) for who, line in (match.result or {}).items()
    }
    for award in page.awards:
        assert sum(int(points) for _, points in award.parts) == int(award.points)


def test_a_ruling_is_told_with_what_it_gave() -> None:
    cup = played("pairs_swiss", 4)
    session_round = desks.draw(cup, 2)
    match = session_round.matches.all()[0]
    judging.rule_match(match, None, {"kind": "both_average"}, "a spilled coffee")
    page = get(Client(), "tournament_match", cup.pk, match.pk)
    shown = text_of(page)
    assert "Decided by the director" in shown
    assert "Mean of their own rounds, 1 of them" in shown
    desks.play_match(session_round.matches.all()[1])
    publishing.close_round(session_round, None)
    desks.play_round(desks.draw(cup, 3))
    page = get(Client(), "tournament_match", cup.pk, match.pk)
    assert "Mean of their own rounds, 2 of them" in text_of(page)
    result = session_round.matches.get(pk=match.pk).result or {}
    assert [award.points for award in page.context["page"].awards] == [
        str(result[str(award.id)].get("points", 0)) for award in page.context["page"].awards
    ]


def test_names_are_shown_as_people_asked_but_directors_see_them_whole() -> None:
    desk = desks.a_desk()
    cup = played(desk=desk)
    first, second = cup.entrants.all()[:2]
    Entrant.objects.filter(pk=first.pk).update(alias="The <b>foxes</b>")
    Entrant.objects.filter(pk=second.pk).update(hidden=True)
    Entrant.objects.filter(pk__in=(first.pk, second.pk)).update(club_name="Den of foxes")
    for address in every_address(cup):
        page = Client().get(address).content.decode()
        assert "Player 1" not in page
        assert "Player 3" not in page
        assert "Den of foxes" not in page
        assert "The <b>foxes" not in page or address.endswith(".csv")
    assert escape("The <b>foxes</b>") in page_of(Client(), "standings", cup.pk, 1)
    whole = get(desk.client, "standings", cup.pk, 1).content.decode()
    assert "Player 1 &amp; Player 2" in whole
    assert reverse("desk_tournament", args=[cup.pk]) in whole
    assert reverse("desk_tournament", args=[cup.pk]) not in page_of(
        Client(), "standings", cup.pk, 1
    )


def test_what_nobody_knows_answers_404() -> None:
    cup, other = played(), played(desk=desks.a_desk("Otto", "Another club"))
    theirs = other.entrants.all()[0].pk
    match = SessionRound.objects.get(stage__tournament=other).matches.all()[0]
    for name, *args in (
        ("tournament", "00000000-0000-4000-8000-000000000000"),
        ("tournament_round", cup.pk, 1, 2),
        ("tournament_round", cup.pk, 2, 1),
        ("tournament_match", cup.pk, match.pk),
        ("tournament_match", cup.pk, 10**30),
        ("entrant", cup.pk, theirs),
        ("entrant", cup.pk, 10**30),
        ("standings", cup.pk, 2),
        ("standings_value", cup.pk, 1, theirs, "points"),
        ("standings_value", cup.pk, 1, cup.entrants.all()[0].pk, "shoe_size"),
        ("bracket", cup.pk, 7),
        ("cross_table", cup.pk, 7),
        ("standings_csv", cup.pk, 7),
    ):
        assert get(Client(), name, *args).status_code == 404, (name, args)


def test_who_only_asked_to_play_has_no_page() -> None:
    cup = played()
    asked = entering.enter(cup, None, [NewEntrant(("Quirin", "Rosa"))])[0]
    Entrant.objects.filter(pk=asked.pk).update(state=Entrant.State.ASKED)
    assert get(Client(), "entrant", cup.pk, asked.pk).status_code == 404
    assert "Quirin" not in page_of(Client(), "tournament", cup.pk)


def test_games_without_points_show_ranking_points_alone() -> None:
    cup = desks.a_tournament("grand_seigneur", 6)
    desks.play_round(desks.draw(cup))
    (table, *_) = get(Client(), "tournament_round", cup.pk, 1, 1).context["page"].tables
    assert {side.score for side in table.sides} == {""}
    assert all(side.points for side in table.sides)
    page = get(Client(), "tournament_match", cup.pk, table.match_id).context["page"]
    assert page.games[0].totals == []
    assert sorted(gain.score for gain in page.games[0].hands[0]) == sorted(
        str(place) for place in range(1, len(table.sides) + 1)
    )


def test_people_may_enter_where_registration_is_open() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    assert reverse("register", args=[cup.pk]) not in page_of(Client(), "tournament", cup.pk)
    Tournament.objects.filter(pk=cup.pk).update(registration=True)
    assert reverse("register", args=[cup.pk]) in page_of(Client(), "tournament", cup.pk)


def test_nothing_can_be_written_here() -> None:
    cup = played()
    for address in (reverse("tournaments"), *every_address(cup)):
        assert Client().post(address).status_code == 405


def test_a_browser_that_has_a_page_gets_it_again_only_when_something_changed() -> None:
    desk = desks.a_desk()
    cup = played(desk=desk)
    for address in every_address(cup):
        client = Client()
        first = client.get(address)
        assert first["Cache-Control"] == "private, no-cache"
        assert {"Cookie", "Accept-Language"} <= set(first["Vary"].split(", "))
        has = {"If-None-Match": first["ETag"]}
        assert client.get(address, headers=has).status_code == 304
        assert client.get(address, headers=has | {"Accept-Language": "de"}).status_code == 200
        assert desk.client.get(address, headers=has).status_code == 200
    client = Client()
    address = reverse("standings", args=[cup.pk, 1])
    has = {"If-None-Match": client.get(address)["ETag"]}
    drawn = drawing.draw_round(desks.first_stage(cup), None, 2)
    publishing.publish_round(drawn, None)
    assert client.get(address, headers=has).status_code == 200


@pytest.mark.parametrize(
    "preset",
    in_short(
        ["pairs_swiss", "german_championship", "round_robin", "cup"], {"german_championship", "cup"}
    ),
)
def test_no_page_asks_more_often_where_there_are_more_entrants(preset: str) -> None:
    small = played(preset, 4)
    large = played(preset, 8, desk=desks.a_desk("Otto", "Another club"))

    def asked(cup: Tournament) -> list[int]:
        counts = []
        for address in every_address(cup):
            with CaptureQueriesContext(connection) as queries:
                assert Client().get(address).status_code == 200
            counts.append(len(queries))
        return counts

    asked(small)
    asked(large)
    assert asked(small) == asked(large)


def test_the_front_page_leads_to_tournaments_and_to_the_desk() -> None:
    page = page_of(Client(), "front")
    assert reverse("tournaments") in page
    assert reverse("desk") in page


def test_the_page_of_a_finished_tournament_names_the_first_three() -> None:
    cup = desks.a_tournament("cup", 4)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), number)
    page = Client().get(reverse("tournament", args=[cup.pk])).content.decode()
    assert '<ol class="best' not in page
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    standings = ranked(history_of(desks.first_stage(cup)))
    names = names_of(cup)
    best = (
        Client()
        .get(reverse("tournament", args=[cup.pk]))
        .content.decode()
        .partition('<ol class="best')[2]
    )
    found = re.findall(
        r'<li value="(\d)".*?<bdi>(.*?)</bdi>', best.partition("</ol>")[0], re.DOTALL
    )
    told = [(rank, " ".join(re.sub("<[^>]+>", " ", name).split())) for rank, name in found]
    assert told == [(str(row.rank), escape(names[row.id])) for row in standings if row.rank <= 3]
