"""Every figure on the pages of people, pairs, clubs, years and seasons, beside a recount of the raw
entries: of random clubs with all that happens at their tables.
"""

from collections import Counter
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.utils.timezone import localtime

from scoring.games.host import ClubRole
from scoring.games.permissions import Rights
from scoring.models import Club, Device, Game, Player
from scoring.pages.club_frame import ClubFrame
from scoring.pages.people.merging import Pairing
from scoring.pages.people.pairs import PairPage, VersusPage
from scoring.pages.people.queries import PersonPage, ShareRow
from scoring.pages.people.year import YearCard
from scoring.people.statistics import shares
from scoring.people.statistics.club import numbers_of, seats_of_year
from scoring.people.statistics.drilldown import rounds_of_figure
from tests.scoring.random_clubs import YEAR, a_random_club
from tests.scoring.raw_figures import (
    Cases,
    Share,
    Somebody,
    all_calls,
    calls_of_people,
    doubt,
    evening,
    half_up,
    made,
    nights,
    percent,
    share,
    standings,
    swept_rounds,
)
from tests.scoring.raw_games import RANKS, Sitting, sittings
from tests.tournaments.random_cups import a_random_cup, happens_in, results_of
from tournaments.models import Season, SeasonEvent, Tournament
from tournaments.pages.club.nights import EveningPage
from tournaments.pages.club.queries import ClubPage
from tournaments.pages.season.access import SeasonViewer
from tournaments.pages.season.numbers import numbers_of as numbers_of_season
from tournaments.pages.season.person import SeasonPersonPage
from tournaments.pages.season.queries import SeasonPage
from tournaments.seasons.formula import PLACES, VICTORY, Formula

pytestmark = pytest.mark.django_db

BEST = 3  # results of a season that count
CALLS = ("tichu", "grand")


def told(one: shares.Share) -> Share:
    """A share as the program has it, its percents looked at on the way."""
    found = (one.hits, one.drawn, one.of)
    assert one.percent == percent(found)
    assert one.percents == doubt(found)
    return found


def signed(text: str) -> str:
    return text if text.startswith("\N{MINUS SIGN}") or text in {"0", ""} else f"+{text}"


def mean(total: int, of: int) -> str:
    return half_up(Fraction(total, of)) if of else ""


def is_person(
    page: PersonPage, somebody: Somebody, everybody: list[Sitting], club_calls: Cases
) -> None:
    """All figures of somebody's page, of all games or of a season's. `everybody`: the games of the
    list.
    """
    person, players = page.person, page.person.players
    assert told(person.won) == share(somebody.ends)
    assert (
        "".join("w" if one.won else "d" if one.drawn else "l" for one in person.last)
        == somebody.ends[-10:]
    )
    assert (person.longest_run.games if person.longest_run else 0) == somebody.longest_run
    assert (person.comeback.behind if person.comeback else 0) == somebody.comeback
    assert person.close == somebody.close
    assert (told(page.alone.share) if page.alone else (0, 0, 0)) == somebody.alone
    assert {one.player: told(one.share) for one in person.partners} == somebody.partners
    assert [row.partner for row in page.partners] == person.partners[:12]
    assert [(-row.partner.share.of, -row.partner.share.hits) for row in page.partners] == sorted(
        (-of, -hits) for hits, _drawn, of in somebody.partners.values()
    )[:12]
    is_called(page, somebody, club_calls, all_calls([game for game in everybody if game.teams]))
    is_in_rounds(page, somebody, everybody)
    behind = {
        "rounds": len(somebody.rounds),
        "first": somebody.first_out[0],
        "first-known": somebody.first_out[2],
        "places": len(somebody.places),
        "sweeps": somebody.sweeps[0],
        "swept": somebody.sweeps[1],
    }
    among = getattr(page, "among", None)
    for figure, number in behind.items():
        rounds = rounds_of_figure(players, figure, among)
        assert rounds is not None
        assert (figure, rounds.count()) == (figure, number)


def is_called(page: PersonPage, somebody: Somebody, club_calls: Cases, team_calls: Cases) -> None:
    assert Counter(page.person.calls.cases) == somebody.calls
    for row in page.calls:
        stood = row.figure.split("-")[1:] or ["leading", "level", "trailing"]
        assert told(row.bar.share) == made(somebody.calls, row.call, stood)
        assert row.bar.mean is not None
        assert told(row.bar.mean) == made(club_calls, row.call, stood)
    assert {row.call for row in page.calls} == {
        call for call in CALLS if made(somebody.calls, call)[2]
    }
    is_against(page.against, somebody, team_calls)


def is_against(rows: list[ShareRow], somebody: Somebody, team_calls: Cases | None) -> None:
    assert {row.figure: told(row.bar.share) for row in rows} == {
        f"against-{call}": made(somebody.against, call)
        for call in CALLS
        if made(somebody.against, call)[2]
    }
    for row in rows:
        if team_calls is not None:
            assert row.bar.mean is not None
            assert row.bar.mean.of <= made(team_calls, row.figure.removeprefix("against-"))[2]


def is_in_rounds(page: PersonPage, somebody: Somebody, everybody: list[Sitting]) -> None:
    person, (own, others), n = page.person, somebody.points, len(somebody.rounds)
    places = somebody.places
    assert told(person.out.first) == somebody.first_out
    assert (person.out.rounds, person.out.placed) == (n, len(places))
    assert page.mean_place == (half_up(sum(places, Fraction(0)) / len(places), 2) if places else "")
    assert (person.sums.rounds, person.sums.own_points, person.sums.points_of_others) == (
        n,
        own,
        others,
    )
    assert (page.mean_own, page.mean_left) == (mean(own, n), mean(others, n))
    assert page.mean_ahead == (signed(mean(own - others, n)) if n else "")
    assert (person.sums.sweeps, person.sums.sweeps_of_others) == somebody.sweeps
    columns = [
        points for game in everybody if game.teams for hand in game.hands for points in hand.points
    ]
    assert page.mean_of_everybody == mean(sum(columns), len(columns))
    ranks = person.ranks
    assert somebody.ranks == (
        ranks
        and {
            "rounds": ranks.rounds,
            "mean": page.mean_rank,
            "reigns": ranks.reigns,
            "longest": (ranks.longest_reign, ranks.longest_last),
        }
    )


def is_year(player: Player, games: list[Sitting]) -> None:
    """The card of a year: games of two teams, all of it."""
    card = YearCard(player, YEAR)
    somebody = Somebody(
        [game for game in games if game.teams and game.night.year == YEAR], player.pk
    )
    assert told(card.won) == share(somebody.ends)
    months: dict[int, str] = {}
    for game, seat in somebody.decided:
        months[game.night.month] = months.get(game.night.month, "") + game.end(seat)
    assert {month.first.month: told(month.won) for month in card.of.months if month.games} == {
        month: share(ends) for month, ends in months.items()
    }
    lines = {line.call or line.words: f"{line.figure} {line.beside}" for line in card.lines}
    for call in CALLS:
        hits, _drawn, of = made(somebody.calls, call)
        assert lines.get(call, "") == (f"{hits} of {of} made" if of else "")
    assert (card.of.longest_run.games if card.of.longest_run else 0) == somebody.longest_run
    assert (abs(card.of.closest.margin or 0) if card.of.closest else None) == somebody.closest
    comeback = f"from \N{MINUS SIGN}{somebody.comeback}"
    assert lines.get("Comeback", "").startswith(comeback if somebody.comeback else "")


def is_pair(one: Player, other: Player, games: list[Sitting]) -> None:
    def on_one_side(game: Sitting, seat: int) -> bool:
        return game.teams and other.pk in game.people[seat % 2 :: 2]

    somebody = Somebody(games, one.pk, on_one_side)
    beside = Somebody(
        games, other.pk, lambda game, seat: game.teams and one.pk in game.people[seat % 2 :: 2]
    )
    page = PairPage(one, other, None)
    assert told(page.pair.won) == share(somebody.ends)
    assert {name: told(won) for name, won in page.apart} == {
        who.name: share(Somebody(games, who.pk).ends)
        for who in (one, other)
        if Somebody(games, who.pk).ends
    }
    first = (somebody.first_out[0] + beside.first_out[0], 0, somebody.first_out[2])
    assert told(page.first_out) == first
    assert page.each_first == [somebody.first_out[0], beside.first_out[0]]
    (own, others), n = somebody.points, len(somebody.rounds)
    assert [text for text, _ in page.points] == [
        mean(own, n),
        mean(others, n),
        signed(mean(own - others, n)),
    ]
    assert (page.pair.sums.sweeps, page.pair.sums.sweeps_of_others) == somebody.sweeps
    for caller in page.callers:
        assert told(caller.first) == made(somebody.calls, caller.call)
        assert told(caller.second) == made(beside.calls, caller.call)
    is_against(page.against, somebody, None)
    assert {
        row.rivals.players: told(row.bar.share) for row in page.rivals
    }.items() <= somebody.rivals.items()
    assert len(page.rivals) == min(8, len(somebody.rivals))
    is_best_evening(page, somebody)
    for third, fourth in list(somebody.rivals)[:2]:
        is_versus((one, other), (third, fourth), games)


def is_best_evening(page: PairPage, somebody: Somebody) -> None:
    days: dict[date, str] = {}
    for game, seat in somebody.decided:
        days[game.night] = days.get(game.night, "") + game.end(seat)
    more = [marks.count("w") - marks.count("l") for marks in days.values() if len(marks) > 1]
    best = page.pair.best_evening
    if best is None:
        assert max([0, *more]) == 0
    else:
        assert told(best.won) == share(days[best.day])
        assert best.won.hits - best.won.missed == max(more)


def is_versus(ours: tuple[Player, Player], theirs: tuple[int, ...], games: list[Sitting]) -> None:
    others = list(Player.objects.filter(pk__in=theirs).order_by("pk"))

    def met(sides: tuple[set[int], set[int]]) -> Any:
        return lambda game, seat: (
            game.variant == "nanking"
            and set(game.people[seat % 2 :: 2]) == sides[0]
            and set(game.people[1 - seat % 2 :: 2]) == sides[1]
        )

    us, them = {one.pk for one in ours}, set(theirs)
    own = [Somebody(games, one.pk, met((us, them))) for one in ours]
    other = [Somebody(games, one.pk, met((them, us))) for one in others]
    page = VersusPage(*ours, others, None)
    won, _drawn, of = share(own[0].ends)
    assert told(page.versus.won) == share(own[0].ends)
    assert page.result == (won, own[0].ends.count("l"))
    facing = {row.call or row.words: (row.ours, row.theirs) for row in page.facing}
    for call in CALLS:
        both = [
            sum(made(one.calls, call)[at] for one in side) for side in (own, other) for at in (0, 2)
        ]
        if call in facing:
            assert facing[call] == (f"{both[0]} of {both[1]}", f"{both[2]} of {both[3]}")
        else:
            assert 0 in (both[1], both[3])
    first = [sum(one.first_out[0] for one in side) for side in (own, other)]
    for words, (mine, their) in (
        ("first out", first),
        ("double victories", own[0].sweeps),
        ("points", own[0].points),
    ):
        if mine > 0 or their > 0:
            assert facing[words] == (half_up(Fraction(mine)), half_up(Fraction(their)))
    assert of == len(own[0].decided)


def is_club(club: Club, games: list[Sitting]) -> None:
    """The numbers of the club's years, who won how many games, its evenings."""
    for year in {game.night.year for game in games}:
        of_year = [game for game in games if game.night.year == year]
        found = numbers_of(club, year, seats_of_year(club, year))
        assert (found.games, found.rounds) == (
            len(of_year),
            sum(len(game.hands) for game in of_year),
        )
        assert Counter(found.calls.cases) == all_calls(of_year)
        assert found.sweeps == swept_rounds(of_year)
    frame = ClubFrame(club, Rights(True, ClubRole.NONE), "home")
    for night, played in nights(games).items():
        page = EveningPage(frame, None, night)
        assert [
            (row.rank, row.player, told(row.won))
            for row in sorted(page.rows, key=lambda r: (r.rank, r.player))
        ] == (standings(played))
        assert page.played.games == len(played)
        assert page.has_matches == any(game.of_match for game in played)
        assert page.played.people == len({who for game in played for who in game.people if who})
        drawn = {
            game.key
            for game in played
            if game.over and "d" in map(game.end, range(len(game.people)))
        }
        assert {row.table.game for row in page.tables if row.table.drawn} == drawn
        won = {
            (row.table.game, tuple(names))
            for row in page.tables
            for names, _total, won in row.sides
            if won
        }
        assert len(won) == len(
            [1 for game in played if game.over and "w" in map(game.end, range(len(game.people)))]
        )
    home = ClubPage(frame)
    of_year = [game for game in games if game.night.year == home.year]
    last = max(game.night for game in games)
    assert home.last_day == last
    assert (
        sorted((row.rank, row.player, told(row.won)) for row in home.last_rows)
        == standings(nights(games)[last])[:9]
    )
    everybody = {who: (rank, one) for rank, who, one in standings(of_year)}
    assert all((row.rank, told(row.won)) == everybody[row.player] for row in home.people_rows)
    assert len(home.people_rows) == min(6, len(everybody))


def is_season(club: Club, games: list[Sitting]) -> None:
    """Seasons over the evenings of a year: by places, of which the best count, and by victory
    points.
    """
    of_year = [game for game in games if game.night.year == YEAR]
    formulas = (Formula(PLACES, behind=2, win=3, there=1, best=BEST), Formula(VICTORY, there=1))
    for number, formula in enumerate(formulas):
        first, last = date(YEAR, 1, 1), date(YEAR, 12, 31)
        season = Season.objects.create(
            club=club,
            name=f"Season {number}",
            first=first,
            last=last,
            formula=formula.to_data(),
            planned=2,
        )
        at_home = nights(game for game in of_year if not game.of_match)
        cups = {cup.starts_on: cup for cup in Tournament.objects.filter(club=club)}
        events = [SeasonEvent(season=season, night=night) for night in at_home]
        SeasonEvent.objects.bulk_create(
            [*events, *(SeasonEvent(season=season, tournament=cup) for cup in cups.values())]
        )
        given: dict[int, list[int]] = {}
        for day in sorted([*at_home, *cups]):
            results = results_of(cups[day]) if day in cups else evening(at_home[day])
            for who, (place, victory) in results.items():
                field = len(results) // 2 if day in cups else len(results)  # pairs
                points = (
                    2 * (field - place) + 3 * (place == 1) if formula.kind == PLACES else victory
                )
                given.setdefault(who, []).append(points + 1)
        sums = {
            who: sum(sorted(points, reverse=True)[:BEST] if formula.best else points)
            for who, points in given.items()
        }
        page = SeasonPage(season, SeasonViewer(phone=True), whole=True)
        assert {row.person: (row.rank, row.total) for row in page.rows} == {
            who: (1 + sum(more > total for more in sums.values()), total)
            for who, total in sums.items()
        }
        told_cells = {
            row.person: [cell.worth.total for cell in row.cells if cell] for row in page.rows
        }
        assert told_cells == given
        numbers = numbers_of_season(season)
        assert (numbers is None) == (not of_year)
        if numbers is not None:
            assert (numbers.games, numbers.rounds) == (
                len(of_year),
                sum(len(game.hands) for game in of_year),
            )
            assert told(numbers.tichus) == made(all_calls(of_year), "tichu")
            assert told(numbers.grands) == made(all_calls(of_year), "grand")
            assert numbers.sweeps == swept_rounds(of_year)
    for player in Player.objects.filter(pk__in=sums):
        in_season = SeasonPersonPage(season, player, None)
        is_person(in_season, Somebody(of_year, player.pk), of_year, all_calls(of_year))


def is_right(club: Club, device: Device) -> None:
    kept = Game.objects.filter(club=club, deleted_at__isnull=True)
    games = sittings(kept)
    people = list(Player.objects.filter(club=club))
    for player in people:
        somebody = Somebody(games, player.pk)
        is_person(PersonPage(player, device), somebody, games, calls_of_people(games))
        is_year(player, games)
        page = PersonPage(player, device)
        years = [game.night.year for game, _seat in somebody.decided]
        assert page.last_year == (years[-1] if years else None)
    for at, player in enumerate(people):
        for other in people[at + 1 :]:
            if Somebody(
                games,
                player.pk,
                lambda game, seat, who=other.pk: game.teams and who in game.people[seat % 2 :: 2],
            ).sat:
                is_pair(player, other, games)
    records = Pairing(people[0], people[1]).records
    for record, player in zip(records, people[:2], strict=False):
        somebody = Somebody(games, player.pk)
        # All go along, whatever else counts
        sat = Game.objects.filter(seats__player=player).count()
        assert (record.games, told(record.won)) == (sat, share(somebody.ends))
        assert told(record.tichu) == made(somebody.calls, "tichu")
        assert told(record.grand) == made(somebody.calls, "grand")
    # One that was only started counts on no evening, and in no year
    played = [game for game in games if game.hands]
    is_club(club, played)
    is_season(club, played)


def with_a_cup(seed: int) -> tuple[Club, Device]:
    club, device = a_random_club(seed)
    a_random_cup(club, seed)
    return club, device


@pytest.mark.parametrize("seed", [1, 2])
def test_every_figure_is_that_of_a_recount(seed: int) -> None:
    is_right(*with_a_cup(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 150))
def test_every_figure_is_that_of_a_recount_in_50_clubs(seed: int) -> None:
    is_right(*with_a_cup(seed))


@pytest.mark.slow  # in short: the recounts above
def test_the_random_clubs_have_all_that_happens_at_tables() -> None:
    """Else the tests above would say less than they seem to."""
    in_cups: set[str] = set()
    for seed in (1, 2):
        club, _device = a_random_club(seed)
        in_cups |= happens_in(a_random_cup(club, seed))
    assert in_cups >= {"bye", "absent", "forfeit", "both_lose", "not_played", "correction"}
    games = sittings(Game.objects.filter(deleted_at__isnull=True))
    hands = [hand for game in games for hand in game.hands]
    assert any(game.over and game.teams and game.end(0) == "d" for game in games)
    assert any(hand.swept and len(hand.out) == 1 for hand in hands)
    assert any(hand.swept and len(hand.out) > 1 for hand in hands)
    assert any(not hand.out and not hand.swept for hand in hands)
    assert any(None in game.people for game in games)
    assert any(3 in hand.calls for game in games if len(game.people) == 3 for hand in game.hands)
    assert any(game.variant in RANKS for game in games)
    assert any(localtime(game.at).hour < 5 for game in games)
    assert Game.objects.filter(entries__kind="correction").exists()
    assert Game.objects.filter(entries__kind="undo").exists()
    assert Game.objects.filter(deleted_at__isnull=False).exists()
