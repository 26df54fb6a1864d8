"""A league of two divisions over two seasons: one pair leaves before half of its matches, another
after, two go up and two go down, and everything is counted again from the hands alone.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from tests.lengths import in_short
from tests.scoring.raw_games import sittings
from tests.tournaments import desks
from tests.tournaments.desk_pages import csv_rows, rows_of
from tests.tournaments.leagues import again, fields
from tournaments.actions import attendance, creating, stages
from tournaments.models import MatchGame, Participation, Tournament
from tournaments.names import names_of

pytestmark = pytest.mark.django_db

WIN, LEVEL = 2, 1
UP = DOWN = 2
Table = list[tuple[int, str]]  # rank and name, best first
Played = dict[frozenset[str], list[dict[str, int]]]  # of two pairs: Tichu points in each match


# From the hands to the table
# -------------------------------------------------------------------------------------------------


def hands_of(cup: Tournament) -> Played:
    """What every two pairs have played against each other, from the entries of their games."""
    names, found = names_of(cup), defaultdict(list)
    rows = MatchGame.objects.filter(match__session_round__stage__tournament=cup)
    for row in rows.exclude(game=None).select_related("game"):
        assert row.game
        (sitting,) = sittings([row.game])
        sides = [{names[row.seats[seat]] for seat in seats} for seats in sitting.columns]
        score = {name: total for (name,), total in zip(sides, sitting.totals, strict=True)}
        found[frozenset(score)].append(score)
    return found


class Division:
    """A division counted again. `gone`: how many matches each pair that left had played."""

    def __init__(
        self, everybody: Sequence[str], played: Played, legs: int, gone: Mapping[str, int]
    ) -> None:
        whole = legs * (len(everybody) - 1)
        self.void = {name for name, matches in gone.items() if 2 * matches < whole}
        self.ranked = [name for name in everybody if name not in self.void]
        self.points: Counter[tuple[str, str]] = Counter()  # of one against another
        self.difference: Counter[str] = Counter()
        for one, other in combinations(self.ranked, 2):
            matches = played[frozenset((one, other))]
            for score in matches:
                self.count(one, other, score[one] - score[other])
                self.count(other, one, score[other] - score[one])
            left = legs - len(matches)
            assert left == 0 or {one, other} & set(gone)
            for name, against in ((one, other), (other, one)):
                if name not in gone:
                    self.points[name, against] += WIN * left

    def count(self, name: str, against: str, ahead: int) -> None:
        self.points[name, against] += WIN * (ahead > 0) + LEVEL * (ahead == 0)
        self.difference[name] += ahead

    def among(self, name: str, others: Sequence[str]) -> int:
        return sum(self.points[name, other] for other in others)

    @property
    def table(self) -> Table:
        """By points, then by the matches among those who are level, as long as that parts any, then
        by the difference; who is level on all shares a rank.
        """
        found: Table = []
        for level in self.parted(self.ranked, self.ranked):
            found += [(len(found) + 1, name) for name in sorted(level)]
        last = len(found) + 1
        return found + [(last, name) for name in sorted(self.void)]

    def parted(self, names: Sequence[str], others: Sequence[str]) -> Iterator[list[str]]:
        """These names in groups that are level, best first, compared by their matches against the
        others.
        """
        groups = grouped(names, {name: self.among(name, others) for name in names})
        for group in groups:
            if len(group) == 1:
                yield group
            elif len(group) < len(others):
                yield from self.parted(group, group)
            else:
                yield from grouped(group, self.difference)


def grouped(names: Sequence[str], values: Mapping[str, int]) -> list[list[str]]:
    return [
        [name for name in names if values[name] == value]
        for value in sorted({values[name] for name in names}, reverse=True)
    ]


# The seasons
# -------------------------------------------------------------------------------------------------


def shown(cup: Tournament) -> dict[str, Table]:
    """The tables of the divisions, as the public spreadsheet has them."""
    found: dict[str, Table] = defaultdict(list)
    for division, rank, name, *_ in csv_rows(
        Client().get(reverse("standings_csv", args=[cup.pk, 1]))
    )[1:]:
        found[division].append((int(rank), name))
    return {division: sorted(table) for division, table in found.items()}


def play(cup: Tournament, rounds: int, leaving: Mapping[int, str]) -> None:
    for number in range(1, rounds + 1):
        desks.play_round(desks.draw(cup, number), seed=number)
        if number in leaving:
            pk = {name: pk for pk, name in names_of(cup).items()}[leaving[number]]
            attendance.withdraw(cup.entrants.get(pk=pk), None)
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    cup.refresh_from_db()


def next_season(cup: Tournament, tables: Mapping[str, Table]) -> Tournament:
    """The league again with the divisions that the desk proposes: two up, two down."""
    client = desks.desk_of(cup.club).client
    proposed = fields(cup, client.get(again(cup)).content.decode())
    still = {
        division: [name for _, name in table if proposed.get(f"division-{pk_of(cup, name)}")]
        for division, table in tables.items()
    }
    wanted = {
        "A": [*still["A"][:-DOWN], *still["B"][:UP]],
        "B": [*still["A"][-DOWN:], *still["B"][UP:]],
    }
    assert proposed == {
        f"division-{pk_of(cup, name)}": division
        for division, names in wanted.items()
        for name in names
    }
    answer = client.post(
        again(cup), {"name": "Second season", "people": "1", "starts_on": ""} | proposed
    )
    assert answer.status_code == 302
    made = Tournament.objects.get(name="Second season")
    creating.open_tournament(made, None)
    return made


def pk_of(cup: Tournament, name: str) -> int:
    return next(pk for pk, called in names_of(cup).items() if called == name)


def divided(cup: Tournament) -> dict[str, list[str]]:
    names, found = names_of(cup), defaultdict(list)
    rows = Participation.objects.filter(stage__tournament=cup)
    for entrant, division in rows.values_list("entrant", "group"):
        found[division].append(names[entrant])
    return {division: sorted(own) for division, own in found.items()}


def places(tables: Mapping[str, Table], void: str = "") -> dict[str, int]:
    """Everybody's place, the second division behind the first; nobody's who does not count."""
    found: dict[str, int] = {}
    for division in "AB":
        before = len(found)
        for rank, name in tables[division]:
            if name != void:
                found[name] = before + rank
    return {person: place for name, place in found.items() for person in name.split(" & ")}


def all_time(seasons: Sequence[Mapping[str, int]]) -> list[list[str]]:
    """Rank, name, titles, second and third places, best place and participations."""
    ranks: dict[str, list[int]] = defaultdict(list)
    for season in seasons:
        for person, place in season.items():
            ranks[person].append(place)
    keys = {
        who: (*(-own.count(place) for place in (1, 2, 3)), min(own)) for who, own in ranks.items()
    }
    return sorted(
        [
            str(1 + sum(other < keys[who] for other in keys.values())),
            who,
            *(str(own.count(place) or "–") for place in (1, 2, 3)),
            str(min(own)),
            str(len(own)),
        ]
        for who, own in ranks.items()
    )


@pytest.mark.parametrize("legs", in_short([1, 2], [1]))
def test_a_league_of_two_seasons_is_that_of_a_recount(legs: int) -> None:
    settings = {"groups": 2, "up": UP, "down": DOWN, "weeks": 0, "legs": legs, "numbers": "seeds"}
    rules = {"target_score": None, "round_limit": 2}
    cup = desks.a_tournament("pairs_league", 12, format_settings=settings, rules=rules)
    everybody = list(names_of(cup).values())
    first, second = everybody[:6], everybody[6:]
    early, late = (5 * legs - 1) // 2, (5 * legs + 1) // 2
    play(cup, 5 * legs, {early: first[2], late: second[3]})
    played = hands_of(cup)
    tables = {
        "A": Division(first, played, legs, {first[2]: early}).table,
        "B": Division(second, played, legs, {second[3]: late}).table,
    }
    assert shown(cup) == tables
    following = next_season(cup, tables)
    play(following, 5 * legs, {})
    again_played = hands_of(following)
    later = {
        division: Division(names, again_played, legs, {}).table
        for division, names in divided(following).items()
    }
    assert [len(table) for table in later.values()] == [5, 5]
    assert shown(following) == later
    rows = rows_of(desks.desk_of(cup.club).client, reverse("club_all_time", args=[cup.club_id]))
    assert sorted(rows) == all_time([places(tables, void=first[2]), places(later)])
