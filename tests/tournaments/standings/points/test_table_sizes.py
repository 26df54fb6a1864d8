"""Equal luck gives equal means, however many sit at a table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from tests.lengths import examples
from tests.tournaments.standings.points.matches import ranked
from tournaments.pairing.evening import games_of
from tournaments.pairing.formats import FORMATS
from tournaments.standings.lines import Award, Hand, Played
from tournaments.standings.points import SCORING_SYSTEMS
from tournaments.standings.points.places import ladder_for
from tournaments.standings.points.scoring_system import scaled

FOUR, FIVE = (1, 2, 3, 4), (1, 2, 3, 4, 5)
HALVES = st.integers(0, 12).map(lambda twice: Fraction(twice, 2))
SCORES = st.tuples(st.integers(-200, 400), st.integers(-200, 400)).map(
    lambda pair: (5 * pair[0], 5 * pair[1])
)
SWEEPS = st.sampled_from((None, 0, 1))
LADDERS = st.lists(HALVES, min_size=1, max_size=6).map(lambda ladder: sorted(ladder, reverse=True))
TWO_SIDED: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
    "match": st.fixed_dictionaries({"win": HALVES, "draw": HALVES, "loss": HALVES}),
    "margin": st.fixed_dictionaries({"scale": st.sampled_from(("twenty", "continuous", "own"))}),
    "hands": st.fixed_dictionaries(
        {"win": HALVES, "draw": HALVES, "loss": HALVES, "sweep": HALVES}
    ),
    "shares": st.fixed_dictionaries({"ladder": LADDERS}),
    "score": st.just({}),
    "difference": st.just({}),
    "boards": st.just({}),
}


def mean_at(
    key: str, people: Sequence[int], matches: int, hand: Hand, settings: Mapping[str, Any]
) -> Any:
    """What somebody at a table has on average when every hand of it goes like this, or the other
    way round.

    At a table of five each match has the part of the hands that makes as many for everybody.
    """
    way = SCORING_SYSTEMS[key]
    played = (hand,) * (matches if len(people) == 5 else 4)
    games = [
        Played(tuple(sides) if at % 2 else tuple(sides[::-1]), played)
        for at, sides in enumerate(games_of(people)[: matches if len(people) == 4 else 5])
    ]
    read = way.read(settings)
    found: Mapping[int, Award] = way.award(games, people, read, 1)
    if len(people) == 5:
        found = scaled(found, way.at_five(read, matches))
    assert all(
        award.line.points == sum(points for *_, points in award.parts) for award in found.values()
    )
    return Fraction(sum(Fraction(award.line.points) for award in found.values()), len(people))


@examples(
    60,
    2000,
    st.sampled_from(sorted(TWO_SIDED)).flatmap(lambda key: st.tuples(st.just(key), TWO_SIDED[key])),
    st.sampled_from(sorted({one.at_four for one in FORMATS.values()})),
    st.builds(Hand, scores=SCORES, sweep=SWEEPS),
)
def test_equal_luck_gives_equal_means_at_tables_of_four_and_of_five(
    counted: tuple[str, Mapping[str, Any]], matches: int, hand: Hand
) -> None:
    key, settings = counted
    four, five = (mean_at(key, people, matches, hand, settings) for people in (FOUR, FIVE))
    assert four == five


def test_every_way_for_two_sides_is_among_them() -> None:
    of_two = {key: way for key, way in SCORING_SYSTEMS.items() if "two_sides" in way.tables}
    assert {key for key, way in of_two.items() if way.rooms == 1} == set(TWO_SIDED)


@examples(60, 2000, st.lists(LADDERS, max_size=1), st.integers(3, 8), st.integers(3, 8))
def test_tables_of_any_size_at_which_everybody_plays_alone_have_one_mean(
    table: list[list[Fraction]], one: int, other: int
) -> None:
    way = SCORING_SYSTEMS["places"]
    settings = way.read({"table": table})
    means = []
    for size in (one, other):
        people = range(1, size + 1)
        found = way.award([ranked(tuple(people))], list(people), settings, 1)
        means.append(Fraction(sum(Fraction(award.line.points) for award in found.values()), size))
        ladder = ladder_for(size, settings)
        assert list(ladder) == sorted(ladder, reverse=True)
    assert means[0] == means[1]
