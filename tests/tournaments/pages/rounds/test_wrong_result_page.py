"""From "A result is wrong" on a finished tournament's board to everything that says so."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games.nights import night_of
from scoring.models import Club
from scoring.templatetags.figures import full_day
from tests.requests import html_of
from tests.tournaments import desks
from tests.tournaments.desk_pages import (
    at,
    confirm,
    csv_rows,
    kept_out,
    owner_of,
    preview,
    queries,
    said,
    text_of,
)
from tests.tournaments.hall import Forms
from tests.worlds import built_once
from tournaments.actions import creating, paper_results, revealing, stages
from tournaments.clubs.actions import seasons
from tournaments.models import Match, Role, Season, Tournament
from tournaments.pages.season.events import places_in
from tournaments.seasons.formula import Formula

pytestmark = pytest.mark.django_db

WHY = "their sheet was read the wrong way round"
LOW, HIGH = 100, 1000


def results(drawn: Any, high: int) -> None:
    """Sides `high` of all tables win, with their sums on paper."""
    for match in drawn.matches.select_related("session_round__stage__tournament"):
        sums = [HIGH, LOW + match.number] if high == 0 else [LOW + match.number, HIGH]
        paper_results.enter_paper(match, None, paper_results.paper_of([sums]), "paper sheet")


def played(rounds: int = 2) -> Tournament:
    cup = desks.a_tournament("pairs_swiss", 4)
    for number in range(1, rounds + 1):
        drawn = desks.draw(cup, number)
        results(drawn, 0)
        desks.play_round(drawn)
    return cup


def finish(cup: Tournament) -> Tournament:
    stages.finish_stage(desks.first_stage(cup), None)
    return creating.finish_tournament(cup, None)


shared = built_once(lambda: finish(played()))


@pytest.fixture
def cup(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def in_season(cup: Tournament) -> Season:
    today = timezone.localdate()
    Club.objects.filter(pk=cup.club_id).update(public=True)
    season = seasons.make_season(
        cup.club, None, "The season", Formula(there=1, win=3), 3, today.year
    )
    seasons.show_season(season, public=True)
    return seasons.choose_events(season, {cup.pk}, set())


def last_match(cup: Tournament) -> Match:
    return desks.first_match(cup, 2)


def correct(cup: Tournament, reason: str = WHY) -> tuple[str, list[str]]:
    """Take back who won the last round's first table; what the preview said, and what was said
    afterwards.
    """
    client, match = owner_of(cup), last_match(cup)
    address = at("desk_correct", cup, match.pk)
    page = client.get(address)
    (form,) = [one for one in Forms(page.content.decode()).found if "sum_1_0" in one.fields]
    sums = {"sum_1_0": str(LOW), "sum_1_1": str(HIGH), "fine": "on"}
    shown = preview(client, address, **form.fields | sums)
    return text_of(shown), said(client, confirm(client, shown, address, reason))


def corrected() -> str:
    return f"Corrected on {full_day(timezone.now())}: {WHY}"


# The way there
# --------------------------------------------------------------------------------------------------


def test_the_board_of_a_finished_tournament_leads_to_the_match_by_name_and_by_round(
    cup: Tournament,
) -> None:
    client, address = owner_of(cup), at("desk_wrong", cup)
    assert address in html_of(client, at("desk_board", cup))
    assert "Correct Table 1" not in text_of(client.get(address))
    match = last_match(cup)
    for query in ({"q": "Player 1"}, {"round": "1-2"}):
        assert at("desk_match", cup, match.pk) in client.get(address, query).content.decode()
    assert "No match with a result was found." in text_of(client.get(address, {"q": "nobody"}))
    first = client.get(address, {"round": "1-1"}).content.decode()
    assert at("desk_match", cup, match.pk) not in first


def test_a_referee_finds_it_and_the_desk_and_strangers_do_not(cup: Tournament) -> None:
    desk = desks.desk_of(cup.club)
    address = at("desk_wrong", cup)
    referee = desks.in_role(desk, Role.Name.REFEREE, "Rita")
    assert referee.get(address).status_code == 200
    assert address in html_of(referee, at("desk_board", cup))
    helper = desks.in_role(desk, Role.Name.DESK, "Dora")
    assert helper.get(address).status_code == 404
    assert address not in html_of(helper, at("desk_board", cup))
    kept_out(address, cup, post=False)
    assert owner_of(cup).post(address).status_code == 405


def test_a_longer_list_takes_no_more_queries(cup: Tournament) -> None:
    address = at("desk_wrong", cup)
    few = queries(owner_of(cup), f"{address}?q=Player 1")
    assert queries(owner_of(cup), f"{address}?q=Player") == few


def test_nobody_is_offered_it_while_the_tournament_is_played() -> None:
    cup = played(1)
    assert at("desk_wrong", cup) not in html_of(owner_of(cup), at("desk_board", cup))


# What is shown before, and what follows
# --------------------------------------------------------------------------------------------------


def test_the_preview_has_ranks_podium_and_season_and_asks_for_a_reason(cup: Tournament) -> None:
    in_season(cup)
    version = cup.version
    told, message = correct(cup)
    assert "Why?" in told
    assert "Standings" in told
    assert "Podium" in told
    assert "The season" in told
    assert message == ["The result of table 1 has been corrected."]
    cup.refresh_from_db()
    assert (cup.state, cup.version > version) == (Tournament.State.FINISHED, True)
    assert cup.version < 1000, "the preview left nothing behind"


def test_a_preview_that_is_left_does_not_stay_in_what_pages_keep(cup: Tournament) -> None:
    client, match = owner_of(cup), last_match(cup)
    address = at("desk_correct", cup, match.pk)
    for sums in ((LOW, HIGH), (HIGH, LOW)):  # another wins; the same wins by more
        fields = {"sum_1_0": str(sums[0]), "sum_1_1": str(sums[1])}
        shown = preview(client, address, **fields)
    confirm(client, shown, address, WHY)
    cup.refresh_from_db()
    assert places_in(cup.pk, cup.version) == places_in.__wrapped__(cup.pk, cup.version)


def test_without_a_reason_nothing_is_corrected(cup: Tournament) -> None:
    client, match = owner_of(cup), last_match(cup)
    address = at("desk_correct", cup, match.pk)
    fields = {"sum_1_0": "100", "sum_1_1": "1000", "fine": "on", "sure": "1", "reason": ""}
    answer = client.post(address, fields)
    assert "Give a reason: everybody concerned can read it." in text_of(answer)
    assert last_match(cup).winner == match.winner


def test_all_that_depends_on_it_says_once_when_and_why(cup: Tournament) -> None:
    season = in_season(cup)
    year = night_of(cup.created_at).year
    places = [
        at("tournament", cup),
        at("standings", cup, 1),
        at("cross_table", cup, 1),
        at("entrant", cup, cup.entrants.all()[0].pk),
        reverse("season", args=[season.pk]),
    ]
    owned = [
        reverse("club_year", args=[cup.club_id, year]),
        at("desk_print_page", cup, "standings"),
        at("desk_print_page", cup, "cross_table"),
        f"{at('desk_print_page', cup, 'certificates')}?count=1",
    ]
    visitor, owner = Client(), owner_of(cup)
    for address in (*places, *owned):
        assert "Corrected on" not in text_of(owner.get(address)), address
    correct(cup)
    for address in places:
        assert text_of(visitor.get(address)).count(corrected()) == 1, address
    for address in owned:
        assert text_of(owner.get(address)).count(corrected()) == 1, address
    embedded = visitor.get(at("standings", cup, 1), {"embed": ""})
    assert text_of(embedded).count(corrected()) == 1


def test_files_and_the_api_have_it_as_a_field(cup: Tournament) -> None:
    visitor = Client()
    day = timezone.localdate().isoformat()
    assert csv_rows(visitor.get(at("standings_csv", cup, 1)))[0][-1] != "Corrected"
    correct(cup)
    head, *rows = csv_rows(visitor.get(at("standings_csv", cup, 1)))
    assert (head[-1], {row[-1] for row in rows}) == ("Corrected", {day})
    head, *rows = csv_rows(visitor.get(at("results_csv", cup)))
    assert head[-1] == "Corrected"
    of_table = {(row[1], row[2]): row[-1] for row in rows}
    assert of_table == {
        ("1", "1"): "",
        ("1", "2"): "",
        ("2", "1"): f"{day} {WHY}",
        ("2", "2"): "",
    }
    (found,) = json.loads(visitor.get(at("api_tournament", cup)).content)["corrections"]
    assert found.pop("at").startswith(f"{timezone.now().year}-")
    assert found == {
        "action": "result_corrected",
        "reason": WHY,
        "stage": 1,
        "round": 2,
        "table": 1,
    }


def test_what_is_kept_for_the_prize_giving_is_said_after_it() -> None:
    cup = played()
    revealing.freeze(cup, None, 1, 2)
    cup = finish(cup)
    correct(cup)
    visitor, owner = Client(), owner_of(cup)
    for address in (at("tournament", cup), at("standings", cup, 1)):
        assert WHY not in visitor.get(address).content.decode()
        assert WHY in owner.get(address).content.decode()
    assert json.loads(visitor.get(at("api_tournament", cup)).content)["corrections"] == []
    revealing.unfreeze(cup, None)
    assert corrected() in text_of(visitor.get(at("standings", cup, 1)))


def test_a_penalty_after_the_end_shows_its_consequences_first(cup: Tournament) -> None:
    client, address = owner_of(cup), at("desk_penalties", cup)
    who = cup.entrants.all()[0]
    fields = {"entrant": str(who.pk), "where": "1", "kind": "penalty", "points": "1"}
    shown = preview(client, address, **fields)
    assert "Standings" in text_of(shown)
    assert confirm(client, shown, address, WHY).status_code == 302
    assert corrected() in text_of(Client().get(at("standings", cup, 1)))
