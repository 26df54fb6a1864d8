"""API data of people and clubs, from the same queries as the pages. Nothing is computed here."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.models import Evening, Player
from scoring.people.rated.queries import Point, Rated
from scoring.people.statistics.calls import LEADING, LEVEL, TRAILING, Counted, position_rows
from scoring.people.statistics.games import PlayedGame, people_met, share_of
from scoring.people.statistics.person import Partner, Person, Ranks, Run, best_of
from scoring.people.statistics.shares import Share
from scoring.people.statistics.together import Pair, Versus
from scoring.people.statistics.year import Year, years_of
from scoring.rules.settings import GRAND, TICHU
from tournaments.pages.club.nights import EveningRow
from tournaments.pages.club.queries import Night

Met = tuple[Mapping[int, str], Collection[int]]  # as in `people_met`
EVERY = (LEADING, LEVEL, TRAILING)


def share(one: Share) -> dict[str, Any] | None:
    """Return a share with its confidence interval. None without cases."""
    if not one.of:
        return None
    low, high = one.percents
    return {"hits": one.hits, "of": one.of, "percent": one.percent, "low": low, "high": high}


def games_won(one: Share) -> dict[str, Any] | None:
    """Return the share of finished games that were won. Some have no winner."""
    data = share(one)
    return data and data | {"drawn": one.drawn}


# Clubs
# --------------------------------------------------------------------------------------------------


def person_row(player: Player) -> dict[str, Any]:
    """Return a person in a list. Needs the annotations `n_games` and `last_seen`."""
    return {
        "id": player.pk,
        "name": player.name,
        "club": player.club_id,
        "guest": player.guest,
        "games": player.n_games,  # type: ignore[attr-defined]  # see `with_games`
        "last_game_at": player.last_seen,  # type: ignore[attr-defined]
    }


def planned(evening: Evening | None) -> dict[str, Any] | None:
    if evening is None:
        return None
    return {
        "starts_at": evening.starts_at,
        "title": evening.title,
        "place": evening.place,
        "words": evening.words,
        "called_off": evening.called_off,
    }


def played(night: Night | None) -> dict[str, int] | None:
    return {"people": night.people, "games": night.games} if night and night.games else None


def evening_row(row: EveningRow) -> dict[str, Any]:
    return {
        "night": row.day,
        "planned": planned(row.planned),
        "played": played(row.played),
        "events": [{"name": one.name, "address": one.address} for one in row.events],
    }


# People
# --------------------------------------------------------------------------------------------------


def calls(counted: Counted) -> list[dict[str, Any]]:
    """Return the shares of calls, each with how often they were made by the caller's position."""
    return [
        {
            "call": call,
            "made": share(counted.share(call)),
            "by_standing": [
                {"stood": list(stood), "made": share(counted.share(call, stood))}
                for stood in position_rows(counted, call)
            ],
        }
        for call in (TICHU, GRAND)
        if counted.share(call, EVERY).of
    ]


def companion(player: int, met: Met) -> dict[str, Any]:
    """Return someone they played with; without an id if erased."""
    names, present = met
    return {"id": player if player in present else None, "name": names.get(player, "?")}


def partners(found: Sequence[Partner]) -> list[dict[str, Any]]:
    """Return the partners. One query."""
    best, met = best_of(found), people_met(one.player for one in found)
    return [
        companion(one.player, met) | {"won": games_won(one.share), "best": one is best}
        for one in found
    ]


def sums(person: Person) -> dict[str, Any]:
    found = person.sums
    return {
        "rounds": found.rounds,
        "points": found.own_points,
        "points_of_others": found.points_of_others,
        "sweeps": found.sweeps,
        "sweeps_of_others": found.sweeps_of_others,
        "mean_ahead": number(found.mean_ahead),
    }


def number(mean: Fraction | None) -> float | None:
    return None if mean is None else float(mean)


def ranks(found: Ranks | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "rounds": found.rounds,
        "first": found.first,
        "mean": number(found.mean),
        "reigns": found.reigns,
        "longest_reign": found.longest_reign,
        "longest_last": found.longest_last,
    }


def run(found: Run | None) -> int:
    return found.games if found else 0


def whole_person(player: Player) -> dict[str, Any]:
    """Return all figures of a person's page. At most ten queries."""
    person = Person(player)
    against, out = person.against.share(TICHU), person.out
    return {
        "id": player.pk,
        "name": player.name,
        "won": games_won(person.won),
        "won_alone": games_won(share_of(person.alone)),
        "close_games": person.close,
        "longest_run": run(person.longest_run),
        "comeback": person.comeback.behind if person.comeback else None,
        "first_out": share(out.first),
        "mean_place": number(out.mean_place),
        "rounds_with_order": out.placed,
        "calls": calls(person.calls),
        "tichus_of_others": share(against),
        "rounds": sums(person),
        "ranks": ranks(person.ranks),
        "partners": partners(person.partners),
        "years": years_of(person),
    }


def year_of_person(player: Player, year: int) -> dict[str, Any] | None:
    """Return a year as its card shows it. None without a finished game of two teams. At most five
    queries.
    """
    found = Year(player, year)
    if not found.won.of:
        return None
    return {
        "id": player.pk,
        "name": player.name,
        "year": year,
        "won": games_won(found.won),
        "months": [
            {
                "month": month.first.month,
                "won": month.won.hits,
                "drawn": month.won.drawn,
                "games": month.won.of,
            }
            for month in found.months
        ],
        "longest_run": run(found.longest_run),
        "closest": _margin(found.closest),
        "calls": calls(found.calls),
        "partners": partners(found.partners),
    }


def _margin(game: PlayedGame | None) -> int | None:
    return game.margin if game else None


def named(player: Player) -> dict[str, Any]:
    return {"id": player.pk, "name": player.name}


def calls_together(pair: Pair, people: Sequence[int]) -> list[dict[str, Any]]:
    rows = [(call, pair.share_of_calls(people, call)) for call in (TICHU, GRAND)]
    return [{"call": call, "made": share(found)} for call, found in rows if found.of]


def side(pair: Pair, people: Sequence[Player]) -> list[dict[str, Any]]:
    """Return each person of a side: how often they went out first, and their calls."""
    return [
        named(one)
        | {"first_out": pair.first_places[one.pk], "calls": calls_together(pair, [one.pk])}
        for one in people
    ]


def pair_of(player: Player, partner: Player) -> dict[str, Any]:
    """Return two people as partners. At most ten queries."""
    pair = Pair(player, partner)
    met = people_met(one for row in pair.rivals for one in row.players)
    return {
        "people": side(pair, [player, partner]),
        "won": games_won(pair.won),
        "won_with_anybody": [
            named(one.player) | {"won": games_won(one.won)}
            for one in (pair.of_first, pair.of_second)
        ],
        "close_games": pair.close,
        "longest_run": run(pair.longest_run),
        "rounds": sums(pair),
        "rivals": [
            {"people": [companion(one, met) for one in row.players], "won": games_won(row.share)}
            for row in pair.rivals
        ],
    }


def pairs_of(
    player: Player, partner: Player, others: Sequence[Player], chance: int | None
) -> dict[str, Any]:
    """Return two pairs against each other, from the first pair's side. At most nine queries."""
    versus = Versus(player, partner, others)
    return {
        "people": side(versus, [player, partner]),
        "others": side(versus, others),
        "won": games_won(versus.won),
        "close_games": versus.close,
        "longest_run": run(versus.longest_run),
        "rounds": sums(versus),
        "chance": chance,
    }


# Ratings
# --------------------------------------------------------------------------------------------------


def rated(one: Rated, names: Mapping[int, str], before: Mapping[int, int]) -> dict[str, Any]:
    was = before.get(one.player)
    return {
        "rank": one.rank,
        "id": one.player,
        "name": names[one.player],
        "rating": one.shown.rating,
        "band": one.shown.band,
        "games": one.games,
        "provisional": one.provisional,
        "moved": was - one.rank if was and one.rank else None,
    }


def point(one: Point) -> dict[str, Any]:
    return {
        "game": one.games,
        "at": one.at,
        "rating": one.rating,
        "band": one.band,
        "change": one.change,
        "provisional": one.provisional,
        "chance": one.chance,
    }
