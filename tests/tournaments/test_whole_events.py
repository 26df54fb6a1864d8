"""One whole event of every preset through the actions, with all that happens at an event, and
counted again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, groupby
from random import Random
from typing import Any

import pytest

from scoring.rules import RuleError
from tests.tournaments import desks
from tests.tournaments.playing import play_matches
from tests.tournaments.recounting import hands_of, points_of, scores_of, shared_points
from tournaments.actions import attendance, creating, drawing, judging, publishing, stages
from tournaments.actions.simulating import AWARDS, Simulation
from tournaments.models import Entrant, Match, Participation, SessionRound, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.plans import PRESETS, Preset, StagePlan
from tournaments.stage.history import history_of
from tournaments.stage.ranking import Ranked, entered_of, ranked
from tournaments.standings.lines import Entered

pytestmark = pytest.mark.django_db

# Their format and their game are played by another event of this set as well, or through the pages.
COVERED_BY_ANOTHER = frozenset(
    {
        *(
            "german_championship",
            "goettingen",
            "everybody_partners",
            "pairs_swiss_timed",
            "pairs_margin",
        ),
        *("cup", "jass_style", "open_day"),
    }
)

SHORT = {"target_score": None, "round_limit": 2}
FOUR = {"target_score": None, "round_limit": 4}  # hands for a table of five
# How many enter, and what is made shorter: settings of the format, rules.
EVENTS: Mapping[str, tuple[int, Mapping[str, Any], Mapping[str, Any]]] = {
    "german_championship": (9, {"rounds": 3, "odd": "fives"}, FOUR),
    "goettingen": (6, {"rounds": 3}, FOUR),
    "everybody_partners": (7, {"rounds": 3}, SHORT),
    "pairs_swiss": (7, {"rounds": 4}, SHORT),
    "pairs_swiss_timed": (5, {"rounds": 3}, SHORT),
    "pairs_margin": (6, {"rounds": 3}, SHORT),
    "duplicate_evening": (7, {"boards": 2, "rounds": 4}, SHORT),
    "duplicate_sessions": (6, {"boards": 1, "rounds": 3}, SHORT),
    "individual_duplicate": (8, {"boards": 1, "rounds": 4}, SHORT),
    "groups_and_cup": (7, {"groups": 2}, SHORT),
    "cup": (7, {}, SHORT),
    "double_elimination": (6, {}, SHORT),
    "team_cup": (5, {}, SHORT),
    "teams_of_four": (5, {}, SHORT),
    "pairs_league": (5, {}, SHORT),
    "round_robin": (5, {}, SHORT),
    "league_evening": (6, {"rounds": 3}, SHORT),
    "jass_style": (9, {"rounds": 3, "odd": "fives"}, FOUR),
    "tientsin_teams": (5, {"rounds": 3}, SHORT),
    "trichu": (7, {"rounds": 3}, SHORT),
    "wu_wang": (8, {"rounds": 3}, SHORT),
    "grand_seigneur": (11, {"rounds": 3}, {"round_limit": 2}),
    "always_last": (7, {"rounds": 3}, {"round_limit": 2}),
    "open_day": (10, {"rounds": 3}, FOUR),
}


class Evening:
    """An event with everything that happens at one: who is late, away, gone or replaced, and what
    is ruled.
    """

    def __init__(self, preset: Preset) -> None:
        entrants, format_settings, rules = EVENTS[preset.key]
        self.tables = Simulation(Random(preset.key), late=1)
        self.desk = desks.a_desk()
        self.seed = self.tables.lot.randrange(100)
        plans = [
            self.short(plan, format_settings if number == 0 else {}, rules)
            for number, plan in enumerate(preset.stages)
        ]
        self.tournament = self.tables.make(self.desk.club, preset, entrants, preset.key, plans)
        self.ruled: set[int] = set()  # matches
        self.takes_late = FORMATS[plans[0].format].takes_late

    @staticmethod
    def short(
        plan: StagePlan, format_settings: Mapping[str, Any], rules: Mapping[str, Any]
    ) -> StagePlan:
        return replace(
            plan,
            format_settings={**plan.format_settings, **format_settings},
            rules={**plan.rules, **rules},
        )

    def play(self) -> Tournament:
        for stage in self.tournament.stages.select_related("tournament").order_by("number"):
            stages.begin_stage(stage, None)
            while self.play_round(stage):
                pass
            stages.finish_stage(stage, None)
        return creating.finish_tournament(self.tournament, None)

    def play_round(self, stage: Stage) -> bool:
        number = drawing.next_number(stage)
        if stage.number == 1:
            self.before(stage, number)
        try:
            drawn = drawing.draw_round(stage, None, number)
        except RuleError as error:
            if error.mistakes[0].code != "stage_over":
                raise
            return False
        publishing.publish_round(drawn, None)
        play_matches(drawn, seed=self.seed)
        matches = Match.objects.filter(session_round=drawn).select_related(
            "session_round__stage__tournament"
        )
        for match in matches:
            self.tables.settle(match)
        if stage.number == 1 and number == 1:
            self.rule(matches[0])
        self.ruled |= {match.pk for match in matches.all() if match.ruling is not None}
        publishing.close_round(drawn, None)
        return True

    def before(self, stage: Stage, number: int) -> None:
        """What happens between the session rounds: one comes late, one misses round 2, one leaves
        after it.
        """
        first, second, third = self.tournament.entrants.order_by("number")[:3]
        if number == 2:
            if self.takes_late:
                self.tables.enter(self.tournament, 1)
            attendance.miss_round(first, stage, 2, None)
            if self.tournament.unit != Tournament.Unit.PERSON:
                attendance.substitute(
                    third, None, "Somebody Else", instead_of=third.members.first(), reason="Ill."
                )
            judging.penalise(
                stage, third, None, kind="penalty", reason="Came late.", points=-1, round_number=1
            )
        if number == 3:
            attendance.withdraw(second, None, "The last tram.")

    def rule(self, match: Match) -> None:
        """The first table's match is decided by the director: the first side has most."""
        sides = {place.side for place in match.places.all()}
        points = [len(sides) - side for side in sorted(sides)]
        judging.rule_match(
            match,
            None,
            {"kind": "given", "points": points, "score": [0] * len(sides)},
            "Cards fell.",
        )


@pytest.mark.parametrize(
    "preset",
    [
        pytest.param(key, marks=pytest.mark.slow) if key in COVERED_BY_ANOTHER else key
        for key in PRESETS
    ],
)
def test_an_event_of_every_preset_is_played_to_its_end_and_counts_what_the_tables_wrote(
    preset: str,
) -> None:
    evening = Evening(PRESETS[preset])
    tournament = evening.play()
    assert tournament.state == Tournament.State.FINISHED
    for stage in tournament.stages.select_related("tournament"):
        check_lines(stage)
        check_ranks(stage)
        check_sums(stage, evening.ruled)
        if FORMATS[stage.format].whole_stage and not FORMATS[stage.format].compares_boards:
            check_everybody_met(stage)
    check_what_happened(evening)


def check_lines(stage: Stage) -> None:
    """Everybody has a line for every session round."""
    numbers = list(stage.session_rounds.values_list("number", flat=True))
    assert numbers
    lines = {one.id: [line.round for line in one.lines] for one in entered_of(history_of(stage))}
    assert lines == {row.entrant_id: numbers for row in Participation.objects.filter(stage=stage)}


def check_ranks(stage: Stage) -> None:
    """Everybody is ranked once, in groups by group; who is level shares the rank, and the next has
    as many less.
    """
    rows = ranked(history_of(stage))
    assert sorted(row.id for row in rows) == sorted(
        stage.participations.values_list("entrant_id", flat=True)
    )
    if FORMATS[stage.format].ranks_itself:
        assert [row.rank for row in rows][:2] == [1, 2]
        assert [row.rank for row in rows] == sorted(row.rank for row in rows)
        return
    for _, group in groupby(rows, key=lambda row: row.group):
        of_group = list(group)
        assert_shared(of_group)
        assert_best_first(stage, of_group)


def assert_shared(rows: Sequence[Ranked]) -> None:
    for place, row in enumerate(rows, start=1):
        before = rows[place - 2]
        level = place > 1 and row.rank == before.rank
        assert row.rank == (before.rank if level else place)
        same = place > 1 and dict(row.values) == dict(before.values)
        # Whose value is that of the first time
        assert level == same or (same and "head_to_head" in row.values)


def assert_best_first(stage: Stage, rows: Sequence[Ranked]) -> None:
    lower = {"mean_place", "score_against", "fewest_penalties"}
    key = stage.criteria[0]
    values = [
        -row.values[key] if key in lower else row.values[key]
        for row in rows
        if row.values[key] or key not in lower
    ]
    assert values == sorted(values, reverse=True)


def check_sums(stage: Stage, ruled: set[int]) -> None:
    """Each line holds what the sheets say, and everybody's points are the sum of the lines."""
    entered = {one.id: one for one in entered_of(history_of(stage))}
    penalties = {(row.entrant_id, row.round_number): row for row in stage.rulings.all()}
    for match in Match.objects.filter(session_round__stage=stage).select_related("session_round"):
        number = match.session_round.number
        people = sorted(match.places.values_list("entrant_id", flat=True))
        lines = {
            who: next(line for line in entered[who].lines if line.round == number) for who in people
        }
        gone = {
            who: Fraction(penalties[who, number].points) if (who, number) in penalties else 0
            for who in people
        }
        points = {who: Fraction(lines[who].points) for who in people}
        assert {who: Fraction(lines[who].penalty_points) for who in people} == gone
        if match.pk in ruled:
            continue
        scores, hands = scores_of(match), hands_of(match)
        assert {who: lines[who].score for who in people} == {who: scores[who] for who in people}
        assert {who: lines[who].hands for who in people} == {who: hands[who] for who in people}
        expected = points_of(stage, match)
        if expected is not None:
            assert points == expected
        whole = shared_points(stage, list(points.values()))
        if whole is not None:
            assert sum(points.values()) == whole
    for row in ranked(history_of(stage)):
        if FORMATS[stage.format].compares_boards:  # by what the boards are worth
            assert row.points == row.values["board_percent"]
            continue
        assert row.points == total(entered[row.id], worst_dropped=stage.worst_dropped)


def check_everybody_met(stage: Stage) -> None:
    """Who was late or missed a round has played the matches that were left, in the end."""
    history = history_of(stage)
    met = {frozenset(table.everybody) for rows in history.past(1000) for table in rows.tables}
    stayed = [row for row in history.participations if row.last_round is None]
    assert [
        (one.entrant_id, other.entrant_id)
        for one, other in combinations(stayed, 2)
        if one.group == other.group and frozenset((one.entrant_id, other.entrant_id)) not in met
    ] == []


def total(one: Entered, *, worst_dropped: bool) -> Fraction:
    rounds = sorted(Fraction(line.points) for line in one.lines if line.kind != "void")
    counted = rounds[1:] if worst_dropped and len(rounds) > 1 else rounds
    beside = (one.carried_points, one.extra_points, *(line.penalty_points for line in one.lines))
    return sum((Fraction(number) for number in beside), sum(counted, Fraction(0)))


def kinds_after_leaving(stage: Stage, entrant: Entrant) -> set[str]:
    """What the lines of one who has left may be."""
    if stage.participations.get(entrant=entrant).void:
        return {"void"}
    schedule = FORMATS[stage.format].ends_at_half(stage.format_settings)
    return {"forfeit", "bye"} if schedule else {"absent"}


def check_what_happened(evening: Evening) -> None:
    """The one who was late, away, gone or ruled on stands in the standings as such."""
    stage = desks.first_stage(evening.tournament)
    first, second, third = evening.tournament.entrants.order_by("number")[:3]
    entered = {one.id: one for one in entered_of(history_of(stage))}
    kinds = {one.id: [line.kind for line in one.lines] for one in entered.values()}
    assert kinds[first.pk][1] == "absent"
    assert set(kinds[second.pk][2:]) <= kinds_after_leaving(stage, second)
    assert second.state == Entrant.State.WITHDRAWN
    assert entered[third.pk].lines[0].penalties >= 1
    late = evening.tournament.entrants.order_by("number").last()
    assert late is not None
    assert (kinds[late.pk][0] == "absent") == evening.takes_late
    given = Match.objects.filter(
        session_round__stage=stage, session_round__number=1, ruling__isnull=False
    )
    assert [row.ruling["kind"] for row in given if row.ruling].count("given") >= 1


def test_every_game_and_every_format_is_played_in_one_of_these_events() -> None:
    assert set(EVENTS) == set(PRESETS)
    plans = [plan for preset in PRESETS.values() for plan in preset.stages]
    assert {plan.variant for plan in plans} == {
        *("nanking", "tientsin", "trichu", "wu_wang", "grand_seigneur", "always_last")
    }
    assert {plan.format for plan in plans} == set(FORMATS)
    assert AWARDS["bye_points"] == 2
    assert SessionRound.objects.count() == 0
