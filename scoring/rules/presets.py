"""Ready-made rule sets: the editions, what tournaments and leagues play, and common house rules."""

from dataclasses import dataclass, replace

from .rulesets import RuleSet
from .variants import VARIANTS
from .words import gettext_noop

OFFICIAL = gettext_noop("Official games")
ORGANISED = gettext_noop("Tournaments and leagues")
HOUSE = gettext_noop("House rules")


@dataclass(frozen=True)
class Preset:
    """A rule set with a name and a description (English, marked for translation).

    `group` is the heading under which it is listed, likewise.
    """

    key: str
    name: str
    sentence: str
    rules: RuleSet
    group: str


PRESETS: tuple[Preset, ...] = (
    # The official game of each variant has the variant's key and name.
    *(
        Preset(game.key, game.name, game.sentence, RuleSet.of(game.key), OFFICIAL)
        for game in VARIANTS.values()
    ),
    Preset(
        "short",
        gettext_noop("Short game"),
        gettext_noop("Nanking to 500 points, as in convention matches."),
        RuleSet.of("nanking", {"target_score": 500}),
        ORGANISED,
    ),
    Preset(
        "german_championship",
        gettext_noop("German championship"),
        gettext_noop(
            "Four rounds instead of a target, no Grand Tichu, a double victory is worth 100."
        ),
        RuleSet.of(
            "nanking",
            {"target_score": None, "round_limit": 4, "grand_allowed": False, "sweep_value": 100},
        ),
        ORGANISED,
    ),
    Preset(
        "goettingen",
        gettext_noop("Göttingen"),
        gettext_noop("No Grand Tichu, a double victory is worth 100, four rounds at a table."),
        RuleSet.of(
            "nanking",
            {"target_score": None, "round_limit": 4, "grand_allowed": False, "sweep_value": 100},
        ),
        ORGANISED,
    ),
    Preset(
        "timed",
        gettext_noop("Against the clock"),
        gettext_noop("As many rounds as the time allows, six at most; the points scored count."),
        RuleSet.of("nanking", {"target_score": None, "round_limit": 6}),
        ORGANISED,
    ),
    Preset(
        "duplicate",
        gettext_noop("Duplicate"),
        gettext_noop(
            "Eight boards that every table plays, no Grand Tichu; compared across the tables."
        ),
        RuleSet.of("nanking", {"target_score": None, "round_limit": 8, "grand_allowed": False}),
        ORGANISED,
    ),
    Preset(
        "league_evening",
        gettext_noop("League evening"),
        gettext_noop(
            "Eight hands with the same partner; play three such games, each with a different "
            "partner."
        ),
        RuleSet.of("nanking", {"target_score": None, "round_limit": 8}),
        ORGANISED,
    ),
    Preset(
        "jass_style",
        gettext_noop("Jass style"),
        gettext_noop("Twelve hands with a drawn partner, then the next draw."),
        RuleSet.of("nanking", {"target_score": None, "round_limit": 12}),
        ORGANISED,
    ),
    Preset(
        "cup",
        gettext_noop("Cup match"),
        gettext_noop(
            "Knock-out, one game to 1000; if both teams get there with the same score, they "
            "play another hand."
        ),
        RuleSet.of("nanking", {"target_score": 1000, "tie_at_target": "play_on"}),
        ORGANISED,
    ),
    Preset(
        "league",
        gettext_noop("League match"),
        gettext_noop("One game to 1000 between two fixed teams, on a date they choose."),
        RuleSet.of("nanking", {"target_score": 1000}),
        ORGANISED,
    ),
    Preset(
        "win_by_lead",
        gettext_noop("Win by lead"),
        gettext_noop("To 1000 points, or as soon as one team is 400 ahead."),
        RuleSet.of("nanking", {"mercy_lead": 400}),
        HOUSE,
    ),
    Preset(
        "failed_call_pays",
        gettext_noop("A failed call pays"),
        gettext_noop("The points of a failed call go to the opponents instead of being lost."),
        RuleSet.of("nanking", {"failed_call_pays_opponents": True}),
        HOUSE,
    ),
    Preset(
        "blind_tichu",
        gettext_noop("Blind Tichu"),
        gettext_noop("A call before looking at any card is worth 400."),
        RuleSet.of("nanking", {"extra_calls": {"blind": 400}}),
        HOUSE,
    ),
    Preset(
        "draw_at_target",
        gettext_noop("A draw is a draw"),
        gettext_noop(
            "To 1000 points; if both teams get there with the same score, the game ends in a draw."
        ),
        RuleSet.of("nanking", {"tie_at_target": "draw"}),
        HOUSE,
    ),
    Preset(
        "one_call_a_team",
        gettext_noop("One call a team"),
        gettext_noop("Once one partner has called, the other may not call in that round."),
        RuleSet.of("nanking", {"partners_may_both_call": False}),
        HOUSE,
    ),
)

_BY_KEY = {entry.key: entry for entry in PRESETS}


def is_played_as(rules: RuleSet, named: RuleSet) -> bool:
    """Return whether a game under these rules has the name of those: the level of detail makes no
    difference.
    """
    return replace(rules, recording="") == replace(named, recording="")


def preset(key: str) -> Preset:
    """Return the preset with this key. Raises KeyError if there is none."""
    return _BY_KEY[key]
