"""Results typed from paper: the evening counts who came and the matches, people their matches won
and drawn; counted again from what was typed and from who sat there then.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.games.nights import night_of
from scoring.models import Device, Game, Player
from scoring.people.actions.merging import merge
from scoring.rules import Round
from tests.lengths import in_short
from tests.scoring.clubs import moved
from tests.scoring.games import a_game
from tests.tournaments import desks
from tests.tournaments.desk_pages import queries, text_of
from tournaments.actions import attendance, creating, match_dates, paper_results, publishing, stages
from tournaments.models import Match, SessionRound, Tournament
from tournaments.names import names_of
from tournaments.stage.history import seated_match

pytestmark = pytest.mark.django_db


@dataclass
class Typed:
    """A sheet as the director holds it: the names of both sides, and their totals."""

    sides: tuple[frozenset[str], frozenset[str]]
    totals: tuple[int, int]

    def ended(self, person: str) -> str:
        own = 0 if person in self.sides[0] else 1
        ahead = self.totals[own] - self.totals[1 - own]
        return "won" if ahead > 0 else "lost" if ahead else "drawn"


def people_at(match: Match) -> tuple[frozenset[str], frozenset[str]]:
    """Who sits at a table now, by the names of the entrants."""
    names = names_of(desks.cup_of(match), public=False)
    one, other = seated_match(match).sides
    return tuple(  # type: ignore[return-value]
        frozenset(person for who in side for person in names[who].split(" & "))
        for side in (one, other)
    )


def type_in(match: Match, totals: tuple[int, int]) -> Typed:
    match = desks.reread(match)
    sheet = paper_results.paper_of([totals])
    paper_results.enter_paper(match, None, sheet, "paper sheet")
    return Typed(people_at(match), totals)


def typed_round(row: SessionRound, chance: Random) -> Iterator[Typed]:
    for match in Match.objects.filter(session_round=row):
        own = chance.choice([1040, 800, 500])
        yield type_in(match, (own, chance.choice([760, 500, own])))
    publishing.close_round(row, None)


def finish(cup: Tournament) -> None:
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    cup.refresh_from_db()


def page(cup: Tournament, name: str, *args: object) -> str:
    return text_of(desks.desk_of(cup.club).client.get(reverse(name, args=args)))


def person(cup: Tournament, name: str) -> Player:
    return Player.objects.get(club=cup.club, name=name)


def on_paper(words: str) -> dict[str, int]:
    """What a page says of matches on paper."""
    part = words.partition("figure here, and are not rated.")[2]
    found = re.match(r" (\d+) match(?:es)? (\d+) won(?: (\d+) drawn)?", part)
    if found is None:
        return {}
    kinds = ("match", "won", "drawn")
    return {kind: int(n) for kind, n in zip(kinds, found.groups(), strict=True) if n}


def counted(sheets: list[Typed], *people: str) -> dict[str, int]:
    """The same from the sheets on which all of these people are on one side."""
    ends = Counter(
        sheet.ended(people[0])
        for sheet in sheets
        if any(side.issuperset(people) for side in sheet.sides)
    )
    if not ends:
        return {}
    found = {"match": ends.total(), "won": ends["won"]}
    return found | ({"drawn": ends["drawn"]} if ends["drawn"] else {})


PAIRS, ALONE = "pairs_swiss", "german_championship"
EVENTS = [(PAIRS, 0), (PAIRS, 1), (PAIRS, 2), (ALONE, 0), (ALONE, 1), (ALONE, 2)]


@pytest.mark.parametrize("event", in_short(EVENTS, [(ALONE, 0)]))
def test_people_and_pairs_have_what_was_typed(event: tuple[str, int]) -> None:
    preset, seed = event
    chance, people = Random(seed), 8
    cup = desks.a_tournament(
        preset,
        people // (2 if preset == "pairs_swiss" else 1),
        points="match",
        points_settings={},
        criteria=["points"],
    )
    sheets = []
    for number in (1, 2):
        sheets += typed_round(desks.draw(cup, number), chance)
    everybody = desks.people(people)
    assert on_paper(page(cup, "person", person(cup, everybody[0]).pk)) == {}  # not over yet
    finish(cup)
    for name in everybody:
        assert on_paper(page(cup, "person", person(cup, name).pk)) == counted(sheets, name)
    for one, other in pairwise(everybody):
        pair = [person(cup, name).pk for name in (one, other)]
        assert on_paper(page(cup, "person_with", *pair)) == counted(sheets, one, other)
    tonight = night_of(timezone.now()).isoformat()
    cup.starts_on = night_of(timezone.now())
    cup.save()
    evening = page(cup, "club_evening", cup.club_id, tonight)
    assert f"{people} people {len(sheets)} matches on paper" in evening
    assert "0 games" not in evening
    said = f"{len(sheets)} matches on paper"
    assert f"{people} people, {said}" in page(cup, "club_evenings", cup.club_id)
    year = night_of(timezone.now()).year
    assert page(cup, "club_year", cup.club_id, year).count(said) == 2  # its head and the evening


def read(cup: Tournament, name: str, *args: object) -> dict[str, Any]:
    client = desks.desk_of(cup.club).client
    found: dict[str, Any] = client.get(reverse(name, args=args)).json()
    return found


def test_the_api_lists_them_as_the_pages_do() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, points="match", points_settings={})
    sheets = list(typed_round(desks.draw(cup), Random(2)))
    night, club = night_of(timezone.now()), cup.club_id
    one, other = (person(cup, name) for name in desks.people(2))
    assert read(cup, "api_person_statistics", one.pk)["matches_on_paper"]["played"] == 0
    finish(cup)
    played = {"people": 8, "games": 0, "matches_on_paper": len(sheets)}
    assert read(cup, "api_club_evening", club, night.isoformat())["played"] == played
    (row,) = read(cup, "api_club_evenings", club)["evenings"]
    assert row["played"] == played
    year = read(cup, "api_club_year", club, night.year)
    assert (year["matches_on_paper"], year["games"], year["evenings"]) == (len(sheets), 0, 1)
    expected = counted(sheets, one.name)
    for found in (
        read(cup, "api_person_statistics", one.pk),
        read(cup, "api_person_with", one.pk, other.pk),
    ):
        assert found["matches_on_paper"] == {
            "played": expected["match"],
            "won": expected["won"],
            "drawn": expected.get("drawn", 0),
        }


def test_a_match_that_a_phone_has_recorded_is_no_match_on_paper() -> None:
    """Its rounds count, whatever the sheet says; of the others nothing but the sheet is known."""
    cup = desks.a_tournament("pairs_swiss", 4)
    first, second = desks.tables(desks.draw(cup))
    desks.play_match(first)
    type_in(first, (900, 100))
    sheet = type_in(second, (600, 600))
    publishing.close_round(SessionRound.objects.get(), None)
    finish(cup)
    for side in sheet.sides:
        for name in side:
            assert on_paper(page(cup, "person", person(cup, name).pk)) == {
                "match": 1,
                "won": 0,
                "drawn": 1,
            }
    (recorded,) = people_at(first)[:1]
    for name in recorded:
        words = page(cup, "person", person(cup, name).pk)
        assert on_paper(words) == {}
        assert "of 1 team game" in words
    night = night_of(timezone.now()).isoformat()
    assert "8 people 1 game 1 match on paper" in page(cup, "club_evening", cup.club_id, night)


def test_a_match_is_of_those_who_played_it_then() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    sheets = list(typed_round(desks.draw(cup), Random(3)))
    one = cup.entrants.select_related("tournament").get(number=1)
    gone = one.members.get(player__name="Player 1")
    attendance.substitute(one, None, "Zoe", instead_of=gone)
    sheets += typed_round(desks.draw(cup, 2), Random(4))
    finish(cup)
    for name in ("Player 1", "Player 2", "Zoe"):
        assert on_paper(page(cup, "person", person(cup, name).pk)) == counted(sheets, name)
    pair = [person(cup, name).pk for name in ("Zoe", "Player 2")]
    assert on_paper(page(cup, "person_with", *pair)) == counted(sheets, "Zoe", "Player 2")
    merge(person(cup, "Zoe"), person(cup, "Player 1"), desks.table_phone())
    words = page(cup, "person", person(cup, "Player 1").pk)
    assert on_paper(words)["match"] == 2


def test_a_match_of_a_league_belongs_to_the_night_it_was_agreed_for() -> None:
    cup = desks.a_tournament("pairs_league", 4)
    row = desks.draw(cup)
    first = desks.tables(row)[0]
    when = timezone.now() - timedelta(days=40)
    match_dates.fix_date(first, None, when)
    list(typed_round(row, Random(1)))
    finish(cup)
    night = night_of(when).isoformat()
    assert "4 people 1 match on paper" in page(cup, "club_evening", cup.club_id, night)


def test_the_last_evening_of_a_club_may_be_one_on_paper() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    list(typed_round(desks.draw(cup), Random(1)))
    assert "No games yet" in page(cup, "club_home", cup.club_id)
    finish(cup)
    home = page(cup, "club_home", cup.club_id)
    assert "Last evening 8 people 2 matches on paper" in home
    assert "No games yet" not in home
    device = desks.table_phone()
    Device.objects.filter(pk=device.pk).update(club=cup.club)
    device.refresh_from_db()
    two = [Round(out=(0, 2)), Round(out=(0, 2))]
    moved(a_game(rounds=two, device=device), timezone.now() - timedelta(days=30))
    home = page(cup, "club_home", cup.club_id)
    assert "Last evening 8 people 2 matches on paper" in home
    assert home.count("Last evening") == 1
    assert re.search(r"Games won \w+ \d+ \w+(?: \d{4})? · 4 people", home)
    moved(Game.objects.get(), timezone.now())
    home = page(cup, "club_home", cup.club_id)
    assert "Last evening 12 people 1 game 2 matches on paper" in home
    assert home.count("Last evening") == 2


def test_more_matches_cost_no_more_queries() -> None:
    counts = []
    for owner, rounds in (("Olga", 1), ("Ben", 2)):
        cup = desks.a_tournament("pairs_swiss", 4, desk=desks.a_desk(owner, owner))
        for number in range(1, rounds + 1):
            list(typed_round(desks.draw(cup, number), Random(number)))
        finish(cup)
        client = desks.desk_of(cup.club).client
        one, other = (person(cup, name).pk for name in ("Player 1", "Player 2"))
        night = night_of(timezone.now()).isoformat()
        addresses = (
            ("person", [one]),
            ("person_with", [one, other]),
            ("club_evening", [cup.club_id, night]),
            ("club_evenings", [cup.club_id]),
        )
        counts.append([queries(client, reverse(name, args=args)) for name, args in addresses])
    assert counts[0] == counts[1]
