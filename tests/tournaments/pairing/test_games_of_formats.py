"""Games for a home table alone: no format of a tournament offers them."""

from scoring.rules import VARIANTS
from tournaments.pairing.formats import FORMATS
from tournaments.plans.plan import ALONE, tables_of

AT_HOME = {key for key, game in VARIANTS.items() if not game.in_tournaments}


def test_games_in_which_somebody_sits_out_are_for_a_home_table() -> None:
    assert {key for key, game in VARIANTS.items() if game.turns} == AT_HOME != set()


def test_no_format_plays_them() -> None:
    assert not any(AT_HOME & set(one.variants) for one in FORMATS.values())
    # A format for all games of two sides does not take them either
    assert {tables_of(key) for key in AT_HOME} == {ALONE}
