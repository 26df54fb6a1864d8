"""A made-up seventh game, for tests: Tichu Hermitage, three players and a dummy called the Hermit.

It does in each place what none of the six does in just that way:

- The Abbot plays with the Hermit, and the office goes to the next in the direction of play after
  every round, whatever the round brings (in Trichu a setting decides where it goes, in Wu Wang the
  round).
- The Hermit's cards lie between the two who play against the Abbot.
- Three rounds.
"""

from scoring.rules.dummies import DummyGame
from scoring.rules.leads import Lead
from scoring.rules.point_game import point_settings

HERMITAGE = DummyGame(
    key="hermitage",
    code=200,
    name="Tichu Hermitage",
    company="3 players and the Hermit",
    sentence="Three players; the Abbot plays with the Hermit, for three rounds.",
    min_players=3,
    max_players=3,
    settles=("dealer",),
    lead=Lead(
        field="dealer",
        line="%(name)s is Abbot and feeds the Hermit",
        coming="%(name)s is Abbot, and feeds the Hermit against %(one)s and %(other)s.",
        role="Abbot",
        part="abbot",
        sign="A",
        first="Seat 1 is the first Abbot.",
        steps={"": 1},
    ),
    settings=point_settings(target_score=None, round_limit=3, sweep_value=250),
    dummy_name="the Hermit",
    dummy_between=True,
)
