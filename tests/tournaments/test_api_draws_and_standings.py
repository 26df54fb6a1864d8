"""The API of tournaments: what is told of stages, draws, results and standings."""

import json
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.scoring.reading_api import described
from tests.tournaments import desks
from tests.tournaments.asking_api import ADDRESSES, at, listed, read, told
from tests.tournaments.exchange.events import matches
from tournaments.actions import entering, judging, publishing
from tournaments.api import tournament_data
from tournaments.match.played_games import played_of
from tournaments.models import Entrant, Match, Tournament
from tournaments.names import shown_name
from tournaments.pairing.values import Id, Note
from tournaments.stage.notes import note_data

pytestmark = pytest.mark.django_db

CLUB_AVOIDED = (
    "%(own)s and %(nearer)s are closer in the standings but are kept apart: both are from the club "
    "%(club)s."
)

# What is told
# -------------------------------------------------------------------------------------------------


def test_stages_are_told_as_data_and_in_words() -> None:
    (stage,) = read(desks.a_tournament(entrants=0))["stages"]
    words = stage.pop("words")
    assert all(isinstance(sentence, str) and sentence for sentence in words)
    assert stage == {
        "number": 1,
        "name": "Stage 1",
        "state": "waiting",
        "format": "swiss",
        "format_settings": {"rounds": 5, "clubs_apart": "points"},
        "variant": "nanking",
        "rules": {},
        "best_of": 1,
        "minutes": None,
        "points": "match",
        "points_settings": {},
        "awards": desks.AWARDS,
        "criteria": ["points", "buchholz", "difference"],
        "criteria_settings": {},
        "unplayed": "zero",
        "worst_dropped": False,
        "take": None,
        "carry": "none",
    }


def test_a_draw_is_told_with_numbers_of_entrants_and_its_reasons_with_names() -> None:
    cup = desks.a_tournament(entrants=5)
    drawn = desks.draw(cup)
    told = read(cup, "rounds/1/1/")
    by_row = dict(Entrant.objects.values_list("pk", "number"))
    (bye,) = drawn.places.filter(kind="bye").values_list("entrant", flat=True)
    sides = [
        [[by_row[place.entrant_id]] for place in match.places.order_by("side")]
        for match in matches(cup, 1)
    ]
    assert {key: told[key] for key in ("stage", "number", "state", "due_on", "byes", "absent")} == {
        "stage": 1,
        "number": 1,
        "state": "published",
        "due_on": None,
        "byes": [by_row[bye]],
        "absent": [],
    }
    assert [table["sides"] for table in told["tables"]] == sides
    assert all(table["games"] == [] for table in told["tables"])
    reasons = [reason for table in told["tables"] for reason in table["reasons"]]
    assert reasons
    assert all(
        set(reason) == {"code", "message"} and "%(" not in reason["message"] for reason in reasons
    )
    assert read(cup, "rounds/") == {"rounds": [told]}


def test_results_are_told_by_entrant_and_by_game_without_ids_of_games() -> None:
    cup = desks.a_tournament(entrants=4)
    drawn = desks.draw(cup)
    desks.play_round(drawn, close=False)
    first, second = matches(cup, 1)
    judging.rule_match(
        second,
        None,
        {"kind": "given", "winner": None, "points": ["5/2", 1], "score": [0, -100]},
        "why",
    )
    told = read(cup, "results/1/1/")
    by_row = dict(Entrant.objects.values_list("pk", "number"))
    assert (told["stage"], told["number"], told["state"]) == (1, 1, "published")
    first.refresh_from_db()
    result = {
        by_row[int(who)]: (line.get("points", 0), line.get("score", 0))
        for who, line in first.result.items()
    }
    one, other = told["matches"]
    assert [one["done"], one["ruled"], one["winner"], one["number"]] == [
        True,
        False,
        first.winner,
        1,
    ]
    assert {row["entrant"]: (row["points"], row["score"]) for row in one["entrants"]} == result
    game = first.games.get().game
    (shown,) = one["games"]
    assert (shown["number"], shown["state"], shown["sides"]) == (1, "finished", one["sides"])
    assert shown["hands"] == game.rounds.count()
    assert dict(zip([side[0] for side in shown["sides"]], shown["totals"], strict=True)) == {
        who: score for who, (_, score) in result.items()
    }
    assert (other["ruled"], [(row["points"], row["score"]) for row in other["entrants"]]) == (
        True,
        [("5/2", 0), (1, -100)],
    )
    whole = json.dumps(told)
    assert not any(str(pk) in whole for pk in Match.objects.values_list("games__game", flat=True))


def test_a_game_that_nobody_has_opened_waits_and_one_without_hands_has_no_totals_yet() -> None:
    cup = desks.a_tournament(entrants=4)
    desks.draw(cup)
    publishing.open_game(matches(cup, 1)[0], 1, desks.table_phone())
    games = [match["games"] for match in read(cup, "results/1/1/")["matches"]]
    assert [[(one["state"], one["hands"], one["totals"]) for one in own] for own in games] == [
        [("running", 0, [])],
        [("waiting", 0, [])],
    ]


def test_however_much_is_played_an_answer_scores_the_games_of_one_session_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup = desks.a_tournament(entrants=4)
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number))
    scored: list[int] = []
    monkeypatch.setattr(
        tournament_data,
        "played_of",
        lambda row, table: scored.append(row.pk) or played_of(row, table),
    )
    for number in (1, 2, 3):
        told = read(cup, f"results/1/{number}/")
        assert (told["stage"], told["number"], len(told["matches"])) == (1, number, 2)
        assert sorted(scored) == sorted(
            row.pk for match in matches(cup, number) for row in match.games.all()
        )
        scored.clear()
    for rest in ("results/", "results/?stage=1", "results/?round=2"):
        assert Client().get(at(cup, rest)).status_code == 404
    assert scored == []


# Clubs
# --------------------------------------------------------------------------------------------------


def club_notes(cup: Tournament, client: Client | None = None) -> list[str]:
    """What the draws tell of clubs, table by table."""
    tables = [
        table for drawn in read(cup, "rounds/", client)["rounds"] for table in drawn["tables"]
    ]
    return [
        note["message"]
        for table in tables
        for note in table["reasons"]
        if note["code"] in tournament_data.REVEALING_CLUBS
    ]


@pytest.mark.parametrize(
    "shown", [{"alias": "The foxes"}, {"hidden": True}], ids=["alias", "number"]
)
@pytest.mark.parametrize("which", ["own", "nearer"])
def test_the_reasons_of_a_draw_tell_no_club_of_somebody_who_is_not_shown_by_name(
    shown: Any, which: str
) -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament(
        entrants=0, desk=desk, format_settings={"rounds": 5, "clubs_apart": "never"}
    )
    desks.enter(cup, 4, club_name="Harbour")
    desks.draw(cup)
    one, other = matches(cup, 1)
    first, second = (
        Entrant.objects.get(places__match=match, places__side=0) for match in (one, other)
    )
    note = Note(
        "club_avoided",
        CLUB_AVOIDED,
        {"own": Id(first.pk), "nearer": Id(second.pk), "club": "Harbour"},
    )
    nameless = Note("same_club", "Both are from %(club)s.", {"club": "Harbour"})
    one.reasons = note_data([note, nameless])
    one.save()
    own, nearer = (
        shown_name(who, [m.player.name for m in who.members.all()]) for who in (first, second)
    )
    said = [
        (
            f"{own} and {nearer} are closer in the standings but are kept apart: both are from the "
            "club Harbour."
        ),
        "Both are from Harbour.",
    ]
    assert club_notes(cup) == said
    seen_less = {"own": first, "nearer": second}[which]
    entering.change_entrant(seen_less, None, **shown)
    # The second note names nobody: it is about those at the table, of whom `nearer` is none.
    assert club_notes(cup) == (said[1:] if which == "nearer" else [])
    assert ("Harbour" in json.dumps(read(cup, "rounds/"))) == (which == "nearer")
    assert club_notes(cup, desk.client) == said


def test_a_draw_that_keeps_clubs_apart_writes_the_notes_that_are_looked_for() -> None:
    """The codes are those of the draw: with others the club would be told."""
    cup = desks.a_tournament(
        entrants=0, format_settings={"rounds": 3, "first_round": "slide", "clubs_apart": True}
    )
    for seed in range(1, 9):  # the seeds 1 and 5 would meet
        desks.enter(
            cup, 1, first=10 * seed, seed=seed, club_name="Club of both" if seed in {1, 5} else ""
        )
    desks.draw(cup)
    kept = [
        note for match in Match.objects.all() for note in match.reasons if "club" in note["params"]
    ]
    assert kept
    assert {note["code"] for note in kept} <= tournament_data.REVEALING_CLUBS
    assert len(club_notes(cup)) == len(kept)
    cup.entrants.update(hidden=True)
    assert club_notes(cup) == []
    assert "Club of both" not in json.dumps(read(cup, "rounds/"))


def test_standings_have_exact_values_and_the_parts_that_add_up_to_them() -> None:
    cup = desks.a_tournament(
        entrants=5, criteria=["points", "buchholz_median", "opponents_average", "lot"]
    )
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number), number)
    told = read(cup, "standings/1/")
    assert (told["stage"], told["state"], told["explained"]) == (1, "running", None)
    assert [row["rank"] for row in told["rows"]] == [1, 2, 3, 4, 5]
    assert {row["entrant"]: row["name"] for row in told["rows"]} == {
        number: f"Player {2 * number - 1} & Player {2 * number}" for number in range(1, 6)
    }
    for row in told["rows"]:
        explained = read(cup, f"standings/1/?explain={row['entrant']}")["explained"]
        assert explained["entrant"] == row["entrant"]
        assert {one["criterion"]: one["value"] for one in explained["criteria"]} == row["values"]
        for one in explained["criteria"]:
            assert sum(Fraction(part["number"]) for part in one["parts"]) == Fraction(one["value"])
            assert all(part["message"] and "%(" not in part["message"] for part in one["parts"])
        messages = " ".join(
            part["message"] for one in explained["criteria"] for part in one["parts"]
        )
        assert "Player" in messages
        assert "#" not in messages


def test_a_row_that_there_is_not_is_not_explained() -> None:
    cup = desks.a_tournament(entrants=4)
    desks.draw(cup)
    assert told(Client().get(at(cup, "standings/1/?explain=77"))) == (
        422,
        [("unknown_entrant", "explain")],
    )
    assert told(Client().get(at(cup, "standings/1/?explain=-1"))) == (
        422,
        [("wrong_type", "explain")],
    )


# The description, the queries
# ---------------------------------------------------------------------------------


def test_what_is_answered_has_the_keys_that_are_described() -> None:
    shapes = described()["components"]["schemas"]
    cup = desks.a_tournament(entrants=5)
    desks.play_round(desks.draw(cup))

    def is_as_described(data: dict[str, Any], name: str) -> None:
        assert set(data) == set(shapes[name]["properties"])

    is_as_described(listed(Client()), "TournamentList")
    is_as_described(listed(Client())["tournaments"][0], "TournamentRow")
    whole = read(cup)
    is_as_described(whole, "TournamentShown")
    is_as_described(whole["stages"][0], "StageShown")
    is_as_described(whole["entrants"][0], "EntrantShown")
    drawn = read(cup, "rounds/1/1/")
    is_as_described(drawn, "RoundDrawn")
    is_as_described(drawn["tables"][0], "TableDrawn")
    is_as_described(drawn["tables"][0]["reasons"][0], "NoteShown")
    results = read(cup, "results/1/1/")
    is_as_described(results, "RoundResults")
    is_as_described(results["matches"][0], "MatchResult")
    is_as_described(results["matches"][0]["entrants"][0], "EntrantResult")
    is_as_described(results["matches"][0]["games"][0], "GameResult")
    standings = read(cup, "standings/1/?explain=1")
    is_as_described(standings, "StandingsShown")
    is_as_described(standings["rows"][0], "StandingsRow")
    is_as_described(standings["explained"], "Explained")
    is_as_described(standings["explained"]["criteria"][0], "CriterionExplained")
    is_as_described(standings["explained"]["criteria"][0]["parts"][0], "PartShown")


def queries(address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert Client().get(address).status_code == 200
    return len(asked)


def test_no_answer_asks_more_where_there_is_more() -> None:
    small, large = desks.a_tournament(entrants=4), desks.a_tournament(entrants=8)
    for number in (1, 2, 3):
        if number == 1:
            desks.play_round(desks.draw(small, number))
        desks.play_round(desks.draw(large, number))
    counted = {rest: (queries(at(small, rest)), queries(at(large, rest))) for rest in ADDRESSES}
    assert all(few == many for few, many in counted.values()), counted
    assert max(many for _, many in counted.values()) <= 11
    before = queries("/api/v1/tournaments/")
    desks.a_tournament(entrants=0)
    assert queries("/api/v1/tournaments/") == before <= 2
