"""A disputed result counts for nobody, on no page, until the sides agree or the director settles
it: everybody's points counted again from the sheets of the tables that nobody disputes.
"""

from collections import Counter
from fractions import Fraction

import pytest
from django.test import Client

from tests.requests import get
from tests.tournaments import desks
from tests.tournaments.asking_api import read
from tests.tournaments.desk_pages import csv_rows, text_of
from tests.tournaments.recounting import points_of
from tests.worlds import built_once
from tournaments.actions import agreeing, disputes
from tournaments.match.figures import fingerprint
from tournaments.models import Match, Tournament
from tournaments.pages.public.standing import standing_of
from tournaments.pages.viewer import Viewer
from tournaments.stage.history import history_of
from tournaments.stage.outcomes import outcomes_of, read_outcomes
from tournaments.stage.ranking import entered_of, ranked

pytestmark = pytest.mark.django_db


def round_of_eight() -> Tournament:
    """Every table of the first round has played to its end, and nobody has said anything yet."""
    cup = desks.a_tournament("pairs_swiss", 8, points="match", points_settings={})
    desks.play_round(desks.draw(cup), close=False)
    return cup


shared = built_once(round_of_eight)


@pytest.fixture
def cup(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def a_played_match(cup: Tournament) -> Match:
    matches = Match.objects.filter(session_round__stage__tournament=cup).select_related(desks.ROUND)
    return matches.filter(winner__isnull=False, ruling__isnull=True).order_by("number")[0]


def dispute(match: Match) -> None:
    agreeing.dispute_result(match, 1, "that was not the score", None)


def from_the_sheets(cup: Tournament) -> dict[int, Fraction]:
    """Everybody's points by the sheets of the tables that are not disputed."""
    stage = desks.first_stage(cup)
    found: Counter[int] = Counter(dict.fromkeys(cup.entrants.values_list("pk", flat=True), 0))
    for match in Match.objects.filter(session_round__stage=stage):
        if match.agreement != "disputed":
            found.update(points_of(stage, match) or {})
    return {who: Fraction(points) for who, points in found.items()}


def ways_to_read(cup: Tournament) -> list[dict[int, Fraction]]:
    """Everybody's points as each reader of results has them."""
    stage = desks.first_stage(cup)
    history = history_of(stage)
    found = [
        standing_of(Viewer(cup), stage).rows,
        standing_of(Viewer(cup, whole=True), stage).rows,
        ranked(history, entered_of(history, outcomes_of(history))),
        ranked(history, entered_of(history, read_outcomes(stage))),
    ]
    return [{row.id: Fraction(row.points) for row in rows} for rows in found]


def test_nobody_has_points_of_a_disputed_result_until_both_agree(cup: Tournament) -> None:
    match = a_played_match(cup)
    with_it = from_the_sheets(cup)
    assert ways_to_read(cup) == [with_it] * 4
    dispute(match)
    without = from_the_sheets(cup)
    assert without != with_it
    assert ways_to_read(cup) == [without] * 4
    match = desks.reread(match)
    agreeing.agree(match, 1, fingerprint(match), how="other")
    assert ways_to_read(cup) == [with_it] * 4


def test_a_result_the_director_settles_counts(cup: Tournament) -> None:
    match = a_played_match(cup)
    with_it = from_the_sheets(cup)
    dispute(match)
    disputes.settle(desks.reread(match), None, "stands", "both heard")
    assert from_the_sheets(cup) == with_it
    assert ways_to_read(cup) == [with_it] * 4


def test_pages_downloads_and_the_api_say_the_same(cup: Tournament) -> None:
    match = a_played_match(cup)
    won = desks.of_side(match, match.winner or 0)
    dispute(match)
    told = text_of(get(Client(), "standings", cup.pk, 1))
    assert "Round 1 is being played: 1 of its 4 matches have no result yet." in told
    rows = csv_rows(get(Client(), "results_csv", cup.pk))[1:]
    assert len(rows) == 6, "of the eight, two wait"
    (line,) = [row for row in read(cup, "standings/1/")["rows"] if row["entrant"] == won.number]
    assert Fraction(line["points"]) == 0
    (told_of,) = [
        one for one in read(cup, "results/1/1/")["matches"] if one["number"] == match.number
    ]
    assert (told_of["done"], told_of["winner"]) == (False, None)


def test_in_a_bracket_nobody_goes_on_from_a_disputed_match() -> None:
    cup = desks.a_tournament("cup", 4, format_settings={"first_round": "seeds"})
    desks.play_round(desks.draw(cup), close=False)
    match = desks.tables(cup.stages.get().session_rounds.get())[0]
    assert match.winner is not None
    stage = desks.first_stage(cup)

    def gone_on() -> list[int | None]:
        (drawn,) = history_of(stage).past(2)
        return [table.winner for table in drawn.tables]

    before = gone_on()
    dispute(match)
    assert gone_on() == [None, before[1]]
    page = get(Client(), "bracket", cup.pk, 1).content.decode()
    assert page.count("side won") == 1
