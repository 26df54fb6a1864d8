"""A stage said back in sentences that a player can read."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.conf import settings
from django.utils import translation

from tournaments.models import Stage, Tournament
from tournaments.plans import PRESETS, StagePlan
from tournaments.plans.words import course, open_questions, paragraph, typical_points
from tournaments.stage.words import plain_words, plan_of, sentences

SETTLED = {
    "bye_points": 2,
    "bye_score": 0,
    "absent_points": Fraction(-1, 2),
    "absent_score": 0,
    "late_entry": "absent",
}


def of(preset: str, stage: int = 0) -> StagePlan:
    return PRESETS[preset].stages[stage]


def test_the_german_championship_is_said_in_full() -> None:
    plan = replace(of("german_championship"), awards=SETTLED)
    assert sentences(paragraph(plan, "person")) == [
        "Players are ranked; each round everybody gets a new partner.",
        "Rounds: 6.",
        ("Each round draws partners and opponents by lot, avoiding repeated partners."),
        (
            "If the field does not divide by four, up to three have a bye; from 24 players on "
            "there are tables of five, where each sits out one game in turn."
        ),
        "Members of the same club are kept apart where possible.",
        "The game is Tichu Nanking.",
        "A game has 4 hands.",
        "Grand Tichu is not allowed.",
        "Going out together is worth 100 Tichu points.",
        ("Points for each hand: 2 for a win, 1 if level, 3 for a double victory, 0 for a loss."),
        "Ranked by: Points, Tichu points.",
        "A bye counts: points 2, Tichu points 0.",
        "A missed round counts: points \u2212½, Tichu points 0.",
        "Earlier rounds count as missed for latecomers.",
    ]


def test_what_nobody_has_decided_is_said_to_be_open() -> None:
    assert sentences(paragraph(of("german_championship"), "person"))[-3:] == [
        "What a bye is worth is not decided yet.",
        "What a missed round is worth is not decided yet.",
        "Latecomers get nothing for earlier rounds unless this is changed.",
    ]
    assert open_questions(of("german_championship")) == ("bye", "absent")
    assert open_questions(replace(of("german_championship"), awards=SETTLED)) == ()


def test_a_bracket_says_how_many_games_win_and_asks_nothing_about_byes() -> None:
    words = sentences(paragraph(of("team_cup"), "team"))
    assert words[:2] == ["Teams are ranked.", "Lose a match and you are out."]
    assert "A match is the best of 3 games: 2 wins decide it." in words
    assert (
        words[-1]
        == "Ranked by how far they got; among those who got equally far: Points, Difference."
    )
    assert open_questions(of("team_cup")) == ()


def test_a_later_stage_says_who_gets_there_and_what_comes_along() -> None:
    plan = replace(of("groups_and_cup", 1), carry="points")
    words = sentences(paragraph(plan, "pair"))
    assert words[1] == "The first 2 of the previous stage, or of each of its groups, play here."
    assert words[-1] == "All points from the previous stage are carried over."


def test_every_way_of_counting_has_its_sentence() -> None:
    said = {
        preset: sentences(course(of(preset), PRESETS[preset].unit))
        for preset in (
            "pairs_margin",
            "pairs_swiss_timed",
            "league_evening",
            "trichu",
            "grand_seigneur",
            "pairs_swiss",
        )
    }
    assert (
        "In each match the sides share 20 points, depending on the margin: 10 : 10 if level, 11 : "
        "9 from 25 Tichu points ahead, 20 : 0 from 700."
    ) in said["pairs_margin"]
    assert (
        "The Tichu points scored are added up; winning the match counts nothing."
        in said["pairs_swiss_timed"]
    )
    assert (
        "A match has 30 minutes; an unfinished game then counts as it stands."
        in said["pairs_swiss_timed"]
    )
    assert (
        "The games at a table are ranked by the size of the win and give each winner: 3, 2, 1."
        in said["league_evening"]
    )
    assert "At a table of 3, the best place first: 3, 2, 1." in said["trichu"]
    assert (
        "The first gets 12 points, the last 0, those between evenly spaced."
        in said["grand_seigneur"]
    )
    assert "Points for a match: 2 for a win, 1 for a draw, 0 for a loss." in said["pairs_swiss"]
    assert "A game goes to 1000 points." in said["pairs_swiss"]
    assert (
        "In tie-breaks based on opponents' points, an unplayed round adds nothing."
        in said["pairs_swiss"]
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_every_ready_made_event_fits_together_and_can_be_said_in_every_language(
    preset: str,
) -> None:
    unit = PRESETS[preset].unit
    for plan in PRESETS[preset].stages:
        assert plan.mistakes(unit) == []
        for language in ("en", "de"):
            with translation.override(language):
                assert all("%(" not in sentence for sentence in sentences(paragraph(plan, unit)))


def test_a_stage_s_row_and_its_plan_are_the_same() -> None:
    plan = replace(
        of("pairs_margin"),
        awards={"bye_points": 10, "bye_score": 0},
        minutes=40,
        worst_dropped=True,
    )
    stage = Stage(tournament=Tournament(unit="pair"), number=1, **plan.columns())
    assert plan_of(stage).columns() == plan.columns()
    assert "Everybody's worst round is dropped." in plain_words(stage)


def test_what_a_clear_win_and_a_level_match_give_is_there_to_compare_with() -> None:
    assert typical_points(of("german_championship")) == (8, 4)
    assert typical_points(of("pairs_swiss")) == (2, 1)


# Of an entrant, which may be a person, a pair or a team: no verb can agree with all of them.
ENTRANT = r"(?:entrant|who|winner|late|free|gone)"
VERB = r"(?:has|have|is|are|was|were|goes|waits|needs|sits|says?|wins|stays|plays|organises)"
SUBJECT = re.compile(rf"(?:%\({ENTRANT}\)s|\{{\{{ {ENTRANT} \}}\}})(?:</bdi>|</b>)*\s+{VERB}\b")


def test_no_sentence_about_an_entrant_needs_a_verb_to_agree_with_it() -> None:
    root = settings.BASE_DIR
    sources = [*root.glob("tournaments/**/*.py"), *root.glob("templates/tournaments/**/*.html")]
    found = [
        f"{path.name}: {one[0]}"
        for path in sources
        for one in SUBJECT.finditer(path.read_text("utf-8"))
    ]
    assert found == []
