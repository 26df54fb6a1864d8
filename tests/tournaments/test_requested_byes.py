"""Byes asked for beforehand: kept by the draw, counted by what they are worth, shown everywhere."""

import json
import random
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, own_page, owner_of, text_of
from tests.tournaments.refusing import refused
from tests.tournaments.standings.recount import Recount
from tournaments.actions import attendance, drawing
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import document
from tournaments.exchange.writing import text_of as text_of_document
from tournaments.models import Absence, LogLine, Match, Place, Tournament
from tournaments.pages.public import cross_table
from tournaments.stage.history import history_of
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import entered_of, ranked
from tournaments.stage.results import results_of

pytestmark = pytest.mark.django_db
WIN, LEVEL = 2, 1  # of the preset pairs_swiss


def off(cup: Tournament, which: int, *rounds: int, worth: str = "half") -> None:
    entrant = cup.entrants.get(number=which)
    attendance.miss_rounds(entrant, desks.first_stage(cup), rounds, None, worth=worth)


def lines(cup: Tournament, which: int) -> list[tuple[int, str, object]]:
    who = cup.entrants.get(number=which).pk
    (own,) = (one for one in entered_of(history_of(desks.first_stage(cup))) if one.id == who)
    return [(line.round, line.kind, line.points) for line in own.lines]


@pytest.mark.parametrize(
    ("worth", "line"),
    [
        ("none", ("absent", 0)),
        ("half", ("absent", LEVEL)),
        ("full", ("bye", WIN)),
        ("", ("absent", 5)),
    ],
)
def test_a_requested_bye_counts_what_it_is_worth(worth: str, line: tuple[str, int]) -> None:
    cup = desks.a_tournament(entrants=5, awards={**desks.AWARDS, "absent_points": 5})
    off(cup, 3, 1, worth=worth)  # before the stage has begun
    drawn = desks.draw(cup)
    assert drawn.places.get(entrant__number=3).kind == Place.Kind.ABSENT
    assert not drawn.places.filter(kind=Place.Kind.BYE).exists()  # four are left
    desks.play_round(drawn)
    assert lines(cup, 3) == [(1, *line)]


def test_a_requested_bye_is_drawn_as_a_bye_unless_it_is_worth_nothing() -> None:
    cup = desks.a_tournament(entrants=7)
    for which, worth in ((1, "half"), (2, "full"), (3, "none")):
        off(cup, which, 1, worth=worth)
    desks.play_round(desks.draw(cup))
    history = history_of(desks.first_stage(cup))
    found = results_of(outcomes_of(history), history)
    numbers = {entrant.pk: entrant.number for entrant in cup.entrants.all()}
    kinds = {numbers[who]: [one.kind for one in results] for who, results in found.items()}
    assert [kinds[which] for which in (1, 2, 3)] == [["bye"], ["bye"], ["absent"]]


def test_the_points_of_a_requested_bye_follow_the_scoring_system() -> None:
    cup = desks.a_tournament("pairs_margin", 5)
    off(cup, 1, 1)
    off(cup, 2, 1, worth="full")
    desks.play_round(desks.draw(cup))
    assert lines(cup, 1) == [(1, "absent", 10)]
    assert lines(cup, 2) == [(1, "bye", 20)]
    desk = desks.desk_of(cup.club)
    other = desks.a_tournament("pairs_swiss", 5, desk=desk, points="difference")
    with refused("no_such_bye"):  # differences of Tichu points know no clear win
        off(other, 1, 1, worth="full")


def test_rounds_off_need_no_answer_to_what_a_missed_round_is_worth() -> None:
    cup = desks.a_tournament(entrants=5, awards={"bye_points": 2, "bye_score": 0})
    off(cup, 1, 1)
    assert desks.draw(cup).places.get(entrant__number=1).kind == Place.Kind.ABSENT
    desks.play_round(cup.stages.get().session_rounds.get())
    off(cup, 2, 2, worth="")
    with refused("absent_not_settled"):
        desks.draw(cup, 2)


def test_a_schedule_and_a_bracket_have_no_requested_byes() -> None:
    league = desks.a_tournament("round_robin", 5)
    for worth in ("none", "half", "full"):
        with refused("no_such_bye"):
            off(league, 1, 1, worth=worth)
    off(league, 1, 1, worth="")
    assert Absence.objects.count() == 1
    with refused("no_round"):
        off(league, 1)


def test_all_rounds_are_noted_or_none() -> None:
    cup = desks.a_tournament(entrants=6)
    desks.draw(cup)
    with refused("round_published"):
        off(cup, 1, 3, 1)
    assert not Absence.objects.exists()


def test_a_round_off_may_get_another_worth_and_be_taken_back() -> None:
    cup = desks.a_tournament(entrants=6)
    off(cup, 1, 2, 3)
    off(cup, 1, 2, worth="none")
    one = cup.entrants.get(number=1)
    attendance.miss_round(one, desks.first_stage(cup), 3, None, missing=False)
    assert list(Absence.objects.values_list("round_number", "worth")) == [(2, "none")]
    assert [line.params.get("bye_half") for line in LogLine.objects.filter(action="absent")] == [
        True,
        True,
        None,
    ]


def test_the_draw_gives_no_bye_to_somebody_with_a_full_one() -> None:
    cup = desks.a_tournament(entrants=5)
    off(cup, 5, 1, worth="full")
    off(cup, 4, 1, worth="half")
    off(cup, 3, 1, worth="half")
    desks.play_round(desks.draw(cup))
    for number in (2, 3, 4, 5):
        drawn = desks.draw(cup, number)
        free = drawn.places.get(kind=Place.Kind.BYE).entrant
        assert free.number != 5, number
        desks.play_round(drawn, number)


def test_a_further_bye_may_be_worth_something_else() -> None:
    awards = {**desks.AWARDS, "bye_points": 2, "bye_again_points": 1}
    cup = desks.a_tournament(entrants=3, awards=awards)
    for number in range(1, 6):
        desks.play_round(desks.draw(cup, number), number)
    for which in (1, 2, 3):
        byes = [points for _, kind, points in lines(cup, which) if kind == "bye"]
        assert byes == [2, 1][: len(byes)]
    assert sum(kind == "bye" for which in (1, 2, 3) for _, kind, _ in lines(cup, which)) == 5


# Recounted
# --------------------------------------------------------------------------------------------------


def record_of(cup: Tournament, asked: dict[tuple[int, int], str], unplayed: str) -> dict[str, Any]:
    """The event as a standings record, from the places and the stored results alone."""
    rounds = []
    for session_round in desks.first_stage(cup).session_rounds.all():
        matches: list[dict[str, Any]] = []
        for match in Match.objects.filter(session_round=session_round):
            one, two = match.places.order_by("side")
            results = [match.result[str(place.entrant_id)] for place in (one, two)]
            names = [str(place.entrant.number) for place in (one, two)]
            matches.append(
                {
                    "a": names[0],
                    "b": names[1],
                    "ba": names[::-1],
                    "kind": "played",
                    "points": [Fraction(row.get("points", 0)) for row in results],
                    "score": [int(row.get("score", 0)) for row in results],
                }
            )
        for place in session_round.places.filter(match=None).select_related("entrant"):
            worth = asked.get((place.entrant.number, session_round.number), "")
            bye = place.kind == "bye"
            points = {"none": 0, "half": LEVEL, "full": WIN}.get(worth, 0)
            matches.append(
                {
                    "a": str(place.entrant.number),
                    "b": None,
                    "ba": [None, None],
                    "kind": "bye" if bye or worth == "full" else "absent",
                    "points": [Fraction(LEVEL if bye else points), Fraction(0)],
                    "score": [0, 0],
                }
            )
        rounds.append(matches)
    names = [str(entrant.number) for entrant in cup.entrants.all()]
    return {"entrants": names, "rounds": rounds, "settings": {"unplayed": unplayed}}


CRITERIA = ["points", "buchholz", "buchholz_cut_1", "sonneborn_berger", "progressive", "wins"]


@pytest.mark.parametrize("unplayed", ["zero", "own_points", "fide_2023", "fide_2026"])
def test_standings_with_requested_byes_are_the_same_when_counted_again(unplayed: str) -> None:
    lot = random.Random(unplayed)
    cup = desks.a_tournament(
        entrants=7,
        unplayed=unplayed,
        criteria=CRITERIA,
        awards={**desks.AWARDS, "bye_points": LEVEL, "bye_score": 0},
    )
    asked = {}
    for _ in range(9):
        which, number = lot.randint(1, 7), lot.randint(1, 5)
        asked[which, number] = lot.choice(["none", "half", "full"])
        off(cup, which, number, worth=asked[which, number])
    for number in range(1, 6):
        desks.play_round(desks.draw(cup, number), number)
    counted = Recount(record_of(cup, asked, unplayed))
    numbers = {entrant.pk: str(entrant.number) for entrant in cup.entrants.all()}
    for row in ranked(history_of(desks.first_stage(cup))):
        for key in CRITERIA:
            assert row.values[key] == counted.value(key, numbers[row.id]), (key, numbers[row.id])


# Pages
# --------------------------------------------------------------------------------------------------


def do(cup: Tournament, which: int, action: str, **data: Any) -> Any:
    entrant = cup.entrants.get(number=which)
    return owner_of(cup).post(at("desk_entrant_do", cup, entrant.pk, action), data)


def page(cup: Tournament, which: int) -> str:
    return text_of(owner_of(cup).get(at("desk_entrant", cup, cup.entrants.get(number=which).pk)))


def test_the_desk_gives_rounds_off_by_chips_before_the_first_draw() -> None:
    cup = desks.a_tournament(entrants=5)
    shown = owner_of(cup).get(at("desk_entrant", cup, cup.entrants.get(number=2).pk))
    card = shown.context["off_rounds"]
    assert list(card.rounds) == [1, 2, 3, 4, 5]
    assert [value for value, _ in card.worths] == ["", "none", "half", "full"]
    assert "a bye worth half: 1 point" in text_of(shown)
    assert do(cup, 2, "off", stage="1", rounds=["1", "4"], worth="half").status_code == 302
    assert "Misses round 1. a bye worth half: 1 point" in page(cup, 2)
    desks.draw(cup)
    card = owner_of(cup).get(at("desk_entrant", cup, cup.entrants.get(number=2).pk)).context
    assert [(one.number, one.fixed) for one in card["off_rounds"].noted] == [(1, True), (4, False)]
    assert list(card["off_rounds"].rounds) == [2, 3, 5]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"worth": "half"}, "Choose at least one round."),
        ({"rounds": ["2"], "worth": "double"}, "no requested byes that are worth this"),
        ({"rounds": ["x", "9" * 5000], "worth": ""}, "Choose at least one round."),
    ],
)
def test_the_form_says_what_is_wrong_beside_it(data: dict[str, Any], message: str) -> None:
    cup = desks.a_tournament(entrants=4)
    answer = do(cup, 1, "off", stage="1", **data)
    assert answer.status_code == 422
    assert message in text_of(answer)
    assert not Absence.objects.exists()


def test_the_card_says_what_happens_in_a_schedule_and_in_a_bracket() -> None:
    league = desks.a_tournament("round_robin", 4)
    assert "played in extra rounds at the end" in page(league, 1)
    cup = desks.a_tournament("cup", 4, desk=desks.desk_of(league.club))
    assert "their opponent has a walkover" in page(cup, 1)


def test_public_pages_and_the_own_page_show_a_requested_bye() -> None:
    cup = desks.a_tournament(entrants=5)
    off(cup, 2, 1)
    off(cup, 2, 3, worth="none")
    one = cup.entrants.get(number=2)
    desks.play_round(desks.draw(cup))
    client = owner_of(cup)
    assert "requested bye, worth half" in text_of(client.get(at("tournament_round", cup, 1, 1)))
    public = text_of(client.get(at("entrant", cup, one.pk)))
    assert "Round 3: requested bye, worth nothing." in public
    assert "Round 1:" not in public.split("Round 3:")[0]
    own = text_of(own_page(one))
    assert "Round 3: requested bye, worth nothing." in own
    assert "Requested bye" in own
    assert "requested bye, worth half" in client.get(at("results_csv", cup)).content.decode()
    assert "requested bye, worth half" in text_of(client.get(at("desk_round", cup, 1, 1)))


def test_the_cross_table_shows_a_requested_bye_as_a_bye() -> None:
    cup = desks.a_tournament(entrants=6)
    off(cup, 2, 1)
    off(cup, 3, 1, worth="")
    desks.play_round(desks.draw(cup))
    found = cross_table._without_table(history_of(desks.first_stage(cup)))
    numbers = {entrant.pk: entrant.number for entrant in cup.entrants.all()}
    assert {numbers[who]: free for (who, _), free in found.items()} == {2: "bye", 3: "absent"}


def test_the_api_names_requested_byes() -> None:
    cup = desks.a_tournament(entrants=5)
    off(cup, 2, 1, worth="full")
    desks.draw(cup)
    (told,) = owner_of(cup).get(f"/api/v1/tournaments/{cup.pk}/rounds/").json()["rounds"]
    assert told["absent"] == [2]
    assert told["requested_byes"] == [{"entrant": 2, "worth": "full"}]


def test_requested_byes_travel_with_the_document() -> None:
    cup = desks.a_tournament(entrants=5)
    off(cup, 2, 1, 2)
    off(cup, 3, 4, worth="")
    desks.play_round(desks.draw(cup))
    written = document(cup)
    copy = import_tournament(cup.club, desks.a_user("Ben"), text_of_document(cup))
    assert [tuple(row.values()) for row in document(copy)["stages"][0]["absences"]] == [
        (2, 1, "half"),
        (2, 2, "half"),
        (3, 4, ""),
    ]
    assert lines(copy, 2) == lines(cup, 2) == [(1, "absent", LEVEL)]
    for row in written["stages"][0]["absences"]:
        del row["worth"]  # as older documents are
    older = import_tournament(cup.club, desks.a_user("Cora"), json.dumps(written))
    assert set(older.stages.get().absences.values_list("worth", flat=True)) == {""}
    assert drawing.next_number(desks.first_stage(copy)) == 2
