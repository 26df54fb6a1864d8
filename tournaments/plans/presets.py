"""Preset events: what clubs really play, each as a list of stages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.rules import preset as rules_preset
from scoring.rules.words import gettext_noop

from .plan import StagePlan

CHAMPIONSHIP = rules_preset("german_championship").rules.settings()
PERSONS, PAIRS, TEAMS = "person", "pair", "team"
DUPLICATE = StagePlan(
    "duplicate",
    rules={"target_score": None, "round_limit": 3, "grand_allowed": False},
    points="boards",
    criteria=("board_percent", "log_difference", "matchpoints"),
    format_settings={"boards": 3, "rounds": None, "others": "percent"},
)
# Criteria of a session that carries over the boards of the one before
TWO_SESSIONS = ("board_percent", "log_difference", "session_percent")


@dataclass(frozen=True)
class Preset:
    """An event with a name and a sentence for people (English, marked for translation), the ranked
    unit, and its stages.
    """

    key: str
    name: str
    sentence: str
    unit: str
    stages: Sequence[StagePlan]


PRESETS: dict[str, Preset] = {
    one.key: one
    for one in (
        Preset(
            "german_championship",
            gettext_noop("German championship"),
            gettext_noop(
                "Players; six rounds of four hands, a new partner drawn each round; victory "
                "points by the hand."
            ),
            PERSONS,
            [
                StagePlan(
                    "individual",
                    rules=CHAMPIONSHIP,
                    points="hands",
                    criteria=("points", "score"),
                    format_settings={
                        "rounds": 6,
                        "method": "random",
                        "odd": "by_size",
                        "clubs_apart": "always",
                    },
                )
            ],
        ),
        Preset(
            "goettingen",
            gettext_noop("Göttingen evening"),
            gettext_noop(
                "Players; four hands a round with a drawn partner, as many rounds as the evening "
                "allows."
            ),
            PERSONS,
            [
                StagePlan(
                    "individual",
                    rules=CHAMPIONSHIP,
                    points="hands",
                    criteria=("points", "score"),
                    format_settings={
                        "rounds": 5,
                        "method": "level",
                        "odd": "by_size",
                        "clubs_apart": "always",
                    },
                )
            ],
        ),
        Preset(
            "everybody_partners",
            gettext_noop("Everybody with everybody"),
            gettext_noop("Players; a fixed schedule, so everyone partners everyone else once."),
            PERSONS,
            [
                StagePlan(
                    "individual",
                    rules={"target_score": None, "round_limit": 4},
                    points="match",
                    criteria=("points", "difference", "score"),
                    format_settings={"rounds": 7, "method": "schedule", "odd": "byes"},
                )
            ],
        ),
        Preset(
            "pairs_swiss",
            gettext_noop("Pairs, Swiss system"),
            gettext_noop(
                "Pairs; five rounds to 1000 against opponents with similar scores, never the same "
                "pair twice."
            ),
            PAIRS,
            [
                StagePlan(
                    "swiss",
                    points="match",
                    criteria=("points", "buchholz", "difference"),
                    format_settings={"rounds": 5, "clubs_apart": "points"},
                )
            ],
        ),
        Preset(
            "pairs_swiss_timed",
            gettext_noop("Pairs against the clock"),
            gettext_noop(
                "Pairs; three rounds of half an hour and at most six hands; the Tichu points are "
                "added up."
            ),
            PAIRS,
            [
                StagePlan(
                    "swiss",
                    rules={"target_score": None, "round_limit": 6},
                    minutes=30,
                    points="score",
                    criteria=("points", "difference", "wins"),
                    format_settings={"rounds": 3, "clubs_apart": "points"},
                )
            ],
        ),
        Preset(
            "pairs_margin",
            gettext_noop("Pairs, 20 points a match"),
            gettext_noop(
                "Pairs; Swiss, eight hands a match; the sides share 20 victory points, depending "
                "on the margin."
            ),
            PAIRS,
            [
                StagePlan(
                    "swiss",
                    rules={"target_score": None, "round_limit": 8},
                    points="margin",
                    criteria=("points", "buchholz", "difference"),
                    format_settings={"rounds": 5, "clubs_apart": "points"},
                )
            ],
        ),
        Preset(
            "duplicate_evening",
            gettext_noop("Duplicate evening"),
            gettext_noop(
                "Pairs; everybody plays the same cards, three boards a round; ranked by percent, "
                "board by board."
            ),
            PAIRS,
            [DUPLICATE],
        ),
        Preset(
            "duplicate_sessions",
            gettext_noop("Duplicate in two sessions"),
            gettext_noop(
                "Pairs; everybody plays the same cards in two sessions, three boards a round; the "
                "boards of both count, ranked by percent."
            ),
            PAIRS,
            [DUPLICATE, replace(DUPLICATE, carry="points", criteria=TWO_SESSIONS)],
        ),
        Preset(
            "individual_duplicate",
            gettext_noop("Individual duplicate"),
            gettext_noop(
                "8, 12, 16 or 20 players with a new partner every round; everybody plays the same "
                "cards, two boards a round; ranked by percent, board by board."
            ),
            PERSONS,
            [
                StagePlan(
                    "duplicate_individual",
                    rules={"target_score": None, "round_limit": 2, "grand_allowed": False},
                    points="boards",
                    criteria=("board_percent", "log_difference", "matchpoints"),
                    format_settings={"boards": 2, "rounds": None, "others": "percent"},
                )
            ],
        ),
        Preset(
            "teams_of_four",
            gettext_noop("Teams of four, duplicate"),
            gettext_noop(
                "Teams of four people; everybody meets everybody; two tables play the same four "
                "boards, and the swings decide."
            ),
            TEAMS,
            [
                StagePlan(
                    "round_robin",
                    rules={"target_score": None, "round_limit": 4, "grand_allowed": False},
                    points="team_imps",
                    criteria=("points", "match_imps", "head_to_head"),
                )
            ],
        ),
        Preset(
            "groups_and_cup",
            gettext_noop("Groups, then a cup"),
            gettext_noop(
                "Pairs; everybody meets in groups of about four, the first two go on; then "
                "knock-out."
            ),
            PAIRS,
            [
                StagePlan(
                    "groups",
                    name=gettext_noop("Groups"),
                    points="match",
                    criteria=("points", "head_to_head", "difference"),
                    format_settings={"groups": None},
                ),
                StagePlan(
                    "knockout",
                    name=gettext_noop("Cup"),
                    points="match",
                    criteria=("points", "difference"),
                    take=2,
                ),
            ],
        ),
        Preset(
            "cup",
            gettext_noop("Cup"),
            gettext_noop("Pairs or teams; lose and you are out; a game to 1000 decides."),
            PAIRS,
            [
                StagePlan(
                    "knockout",
                    points="match",
                    criteria=("points", "difference"),
                    format_settings={"first_round": "lot", "third_place": True},
                )
            ],
        ),
        Preset(
            "double_elimination",
            gettext_noop("Two losses and out"),
            gettext_noop("Pairs; matches to 500; after one loss you have a second chance."),
            PAIRS,
            [
                StagePlan(
                    "double_elimination",
                    rules={"target_score": 500},
                    points="match",
                    criteria=("points", "difference"),
                    format_settings={"first_round": "lot"},
                )
            ],
        ),
        Preset(
            "team_cup",
            gettext_noop("Team cup, best of three"),
            gettext_noop("Teams of two to four people; knock-out, two wins decide a match."),
            TEAMS,
            [
                StagePlan(
                    "knockout",
                    best_of=3,
                    points="match",
                    criteria=("points", "difference"),
                    format_settings={"first_round": "lot"},
                )
            ],
        ),
        Preset(
            "pairs_league",
            gettext_noop("League of pairs"),
            gettext_noop("Pairs; everybody meets everybody over months, on dates they agree."),
            PAIRS,
            [
                StagePlan(
                    "league", points="match", criteria=("points", "head_to_head", "difference")
                )
            ],
        ),
        Preset(
            "round_robin",
            gettext_noop("Round robin"),
            gettext_noop("Pairs; everybody meets everybody once in an evening of short matches."),
            PAIRS,
            [
                StagePlan(
                    "round_robin",
                    rules={"target_score": None, "round_limit": 4},
                    points="match",
                    criteria=("points", "head_to_head", "difference"),
                )
            ],
        ),
        Preset(
            "league_evening",
            gettext_noop("League evening of four"),
            gettext_noop(
                "Players; tables of four, three rounds of eight hands, everyone partners everyone "
                "else; 3-2-1 points."
            ),
            PERSONS,
            [
                StagePlan(
                    "evening_of_four",
                    rules=rules_preset("league_evening").rules.settings(),
                    points="shares",
                    criteria=("points", "difference"),
                    format_settings={"rounds": 10, "odd": "byes"},
                )
            ],
        ),
        Preset(
            "jass_style",
            gettext_noop("Four rounds, the worst dropped"),
            gettext_noop(
                "Players; twelve hands a round with a drawn partner; the worst of four rounds is "
                "dropped."
            ),
            PERSONS,
            [
                StagePlan(
                    "individual",
                    rules={"target_score": None, "round_limit": 12},
                    points="score",
                    criteria=("points", "best_round"),
                    format_settings={
                        "rounds": 4,
                        "method": "random",
                        "odd": "by_size",
                        "clubs_apart": "always",
                    },
                    worst_dropped=True,
                )
            ],
        ),
        Preset(
            "tientsin_teams",
            gettext_noop("Tientsin teams"),
            gettext_noop("Teams of three; Swiss, four rounds to 1000."),
            TEAMS,
            [
                StagePlan(
                    "swiss",
                    variant="tientsin",
                    points="match",
                    criteria=("points", "buchholz", "difference"),
                    format_settings={"rounds": 4, "clubs_apart": "points"},
                )
            ],
        ),
        Preset(
            "trichu",
            gettext_noop("Trichu tables"),
            gettext_noop(
                "Players; tables of three, nine hands each, changing company; 3-2-1 points by "
                "place."
            ),
            PERSONS,
            [
                StagePlan(
                    "tables_of_three",
                    variant="trichu",
                    points="places",
                    points_settings={"table": [[3, 2, 1]]},
                    criteria=("points", "score"),
                    format_settings={"rounds": 3},
                )
            ],
        ),
        Preset(
            "wu_wang",
            gettext_noop("Wu Wang tables"),
            gettext_noop(
                "Players; tables of three, nine hands each; the Tichu points are added up."
            ),
            PERSONS,
            [
                StagePlan(
                    "tables_of_three",
                    variant="wu_wang",
                    points="score",
                    criteria=("points", "best_round"),
                    format_settings={"rounds": 3},
                )
            ],
        ),
        Preset(
            "grand_seigneur",
            gettext_noop("Grand Seigneur evening"),
            gettext_noop(
                "Players; tables of five to eight, six hands a round, then new tables; points by "
                "place."
            ),
            PERSONS,
            [
                StagePlan(
                    "large_tables",
                    variant="grand_seigneur",
                    rules={"round_limit": 6},
                    points="places",
                    criteria=("points", "mean_place"),
                    format_settings={"rounds": 3, "least": 5, "most": 8, "prefer": 6},
                )
            ],
        ),
        Preset(
            "always_last",
            gettext_noop("Somebody is always last, an evening"),
            gettext_noop(
                "Players; tables of five to eight, six hands a round; ranked by the mean place."
            ),
            PERSONS,
            [
                StagePlan(
                    "large_tables",
                    variant="always_last",
                    rules={"round_limit": 6},
                    points="places",
                    criteria=("mean_place", "points"),
                    format_settings={"rounds": 3, "least": 5, "most": 8, "prefer": 6},
                )
            ],
        ),
        Preset(
            "open_day",
            gettext_noop("Open house"),
            gettext_noop(
                "Players who come and go all day: a new draw for each round; ranked by points per "
                "round."
            ),
            PERSONS,
            [
                StagePlan(
                    "individual",
                    rules=CHAMPIONSHIP,
                    points="hands",
                    criteria=("points_per_round", "points"),
                    format_settings={
                        "rounds": 24,
                        "method": "random",
                        "odd": "by_size",
                        "clubs_apart": "always",
                    },
                )
            ],
        ),
    )
}
