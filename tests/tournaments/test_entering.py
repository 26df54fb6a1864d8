"""Entering people: what comes in, what is refused, and who is kept from sitting at two tables."""

import pytest

from scoring.models import Player
from scoring.rules import DUMMY_NAME, RuleError
from tests.tournaments import desks
from tests.tournaments.desks import entered
from tests.tournaments.refusing import refused
from tests.work import GROWTH, grows
from tournaments.actions import (
    attendance,
    entering,
    judging,
    new_entrants,
    paper_results,
    registering,
    stages,
)
from tournaments.actions.entering import enter
from tournaments.actions.new_entrants import NewEntrant, check_rows
from tournaments.models import Entrant, LogLine, Member, Tournament
from tournaments.names import names_of

pytestmark = pytest.mark.django_db


def empty(preset: str = "pairs_swiss") -> Tournament:
    return desks.a_tournament(preset, 0)


def test_pairs_are_entered_in_their_order_with_all_that_is_known() -> None:
    cup = empty()
    enter(
        cup,
        None,
        [
            NewEntrant(("Anna", "Beat"), club_name="Bern", seed=2),
            NewEntrant((" Carla ", "Dino"), label="Dragons", fixed_table=1),
        ],
    )
    assert entered(cup) == ["Anna & Beat", "Dragons"]
    assert list(cup.entrants.values_list("number", "club_name", "seed", "fixed_table")) == [
        (1, "Bern", 2, None),
        (2, "", None, 1),
    ]


def test_people_of_the_club_are_the_same_people_in_every_tournament() -> None:
    desk = desks.a_desk()
    for _ in range(2):
        cup = desks.a_tournament("pairs_swiss", 0, desk=desk)
        enter(cup, None, [NewEntrant(("Anna", "Beat"))])
    assert Player.objects.filter(club=desk.club).count() == 2
    assert Member.objects.count() == 4


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ([NewEntrant(("Anna", "Beat")), NewEntrant(("anna", "Carla"))], ["duplicate_person"]),
        ([NewEntrant(("Anna", "Anna"))], ["duplicate_person"]),
        ([NewEntrant(("Anna",))], ["wrong_size"]),
        ([NewEntrant(("Anna", "Beat", "Carla"))], ["wrong_size"]),
        ([NewEntrant(("A" * 81, "Beat"))], ["name_too_long"]),
        ([NewEntrant((DUMMY_NAME, "Beat"))], ["reserved_name"]),
        ([NewEntrant(("An\0na", "Beat"))], ["bad_character"]),
        ([NewEntrant(("Anna", "Beat"), label="L" * 81)], ["too_long"]),
        ([NewEntrant((" ", ""))], ["wrong_size"]),
    ],
)
def test_what_is_wrong_is_said_and_nobody_is_entered(
    rows: list[NewEntrant], codes: list[str]
) -> None:
    cup = empty()
    with refused(*codes):
        enter(cup, None, rows)
    assert entered(cup) == []


def test_a_name_that_is_entered_already_is_refused_by_name() -> None:
    cup = empty()
    enter(cup, None, [NewEntrant(("Anna", "Beat"))])
    with pytest.raises(RuleError, match="ANNA is already in the list"):
        enter(cup, None, [NewEntrant(("ANNA", "Carla"))])


def test_every_mistake_of_a_list_is_told_with_its_line() -> None:
    cup = empty()
    rows = [
        NewEntrant(("Anna",), line=1),
        NewEntrant(("Beat", "Carla"), line=2),
        NewEntrant(("Carla", "Dino"), line=3),
    ]
    assert [(mistake.field, mistake.code) for mistake in check_rows(cup, rows)] == [
        ("rows.1.name_0", "wrong_size"),
        ("rows.3.name_0", "duplicate_person"),
    ]


def test_five_hundred_names_at_once_are_entered_with_a_few_queries(
    django_assert_max_num_queries: pytest.FixtureRequest,
) -> None:
    cup = empty("german_championship")
    rows = [NewEntrant((name,)) for name in desks.people(500)]
    with django_assert_max_num_queries(48):  # type: ignore[operator]  # one counts for the quota
        enter(cup, None, rows)
    assert cup.entrants.count() == 500


def test_more_than_two_thousand_names_at_once_are_refused() -> None:
    cup = empty("german_championship")
    with refused("too_many_rows"):
        enter(cup, None, [NewEntrant((name,)) for name in desks.people(2001)])


def test_a_full_tournament_takes_nobody_and_says_so() -> None:
    cup = empty()
    Tournament.objects.filter(pk=cup.pk).update(limit=1)
    enter(cup, None, [NewEntrant(("Anna", "Beat"))])
    with refused("tournament_full"):
        enter(cup, None, [NewEntrant(("Carla", "Dino"))])


# By themselves
# ------------------------------------------------------------------------------------------------


def test_who_enters_by_themselves_waits_for_a_director_and_is_nobodys_name_until_then() -> None:
    cup = empty()
    with refused("registration_closed"):
        registering.register(cup, NewEntrant(("Anna", "Beat")))
    Tournament.objects.filter(pk=cup.pk).update(registration=True, limit=1)
    asked = registering.register(cup, NewEntrant(("Anna", "Beat"), label="Dragons"))
    assert (asked.state, asked.asked_names, Player.objects.count()) == (
        "asked",
        ["Anna", "Beat"],
        0,
    )
    registering.confirm(asked, None)
    asked.refresh_from_db()
    assert (asked.state, asked.asked_names, Player.objects.count()) == ("entered", [], 2)
    waiting = registering.register(cup, NewEntrant(("Carla", "Dino")))
    assert waiting.state == "waiting"
    with refused("tournament_full"):
        registering.confirm(waiting, None)
    attendance.withdraw(asked, None)
    assert registering.confirm(waiting, None).state == "entered"


def test_a_refused_request_can_be_confirmed_later_and_an_entered_one_not_refused() -> None:
    cup = empty()
    Tournament.objects.filter(pk=cup.pk).update(registration=True)
    asked = registering.register(cup, NewEntrant(("Anna", "Beat")))
    assert registering.refuse_entrant(asked, None).state == "refused"
    assert registering.refuse_entrant(asked, None, wait=True).state == "waiting"
    assert registering.confirm(asked, None).state == "entered"
    with refused("entered_already"):
        registering.refuse_entrant(asked, None)


def test_somebody_asked_for_a_second_time_under_the_name_of_one_who_is_entered_is_told() -> None:
    cup = empty()
    Tournament.objects.filter(pk=cup.pk).update(registration=True)
    enter(cup, None, [NewEntrant(("Anna", "Beat"))])
    with refused("duplicate_person"):
        registering.register(cup, NewEntrant(("Anna", "Carla")))


# Changing
# --------------------------------------------------------------------------------------------------


def test_public_pages_show_an_alias_or_a_number_and_the_desk_the_names() -> None:
    cup = empty()
    first, second = enter(
        cup, None, [NewEntrant(("Anna", "Beat"), alias="Foxes"), NewEntrant(("Carla", "Dino"))]
    )
    entering.change_entrant(second, None, hidden=True)
    assert list(names_of(cup).values()) == ["Foxes", "No. 2"]
    assert entered(cup) == ["Anna & Beat", "Carla & Dino"]
    assert first.alias == "Foxes"


def test_the_log_names_what_changed_and_nothing_else() -> None:
    cup = empty()
    (pair,) = enter(cup, None, [NewEntrant(("Anna", "Beat"), label="Foxes", seed=3)])
    about = {"label": "Foxes", "club_name": "", "seed": 3, "fixed_table": None, "hidden": False}
    entering.change_entrant(pair, None, **about)
    assert not LogLine.objects.filter(action="entrant_changed").exists()
    entering.change_entrant(pair, None, **{**about, "label": " ", "seed": 4})
    assert LogLine.objects.get(action="entrant_changed").params["what"] == ["label", "seed"]


def test_who_was_never_drawn_can_be_taken_out_and_who_was_withdraws() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    extra = desks.enter(cup, 1, first=100)[0]
    entering.remove_entrant(extra, None)
    assert not Entrant.objects.filter(pk=extra.pk).exists()
    desks.draw(cup)
    with refused("drawn_already"):
        entering.remove_entrant(cup.entrants.first(), None)  # type: ignore[arg-type]


def test_who_has_a_penalty_stays_in_the_list() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    stage = stages.begin_stage(desks.first_stage(cup), None)
    entrant = cup.entrants.get(number=1)
    penalty = judging.penalise(stage, entrant, None, kind="wish", reason="missed")
    with refused("ruled_already"):
        entering.remove_entrant(entrant, None)
    judging.undo_penalty(penalty, None)
    with refused("ruled_already"):  # taken back, it stays on record
        entering.remove_entrant(entrant, None)


def test_checking_in_and_out_again() -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    entrant = cup.entrants.get(number=1)
    assert entering.check_in(entrant, None).checked_in_at is not None
    assert entering.check_in(entrant, None, here=False).checked_in_at is None
    attendance.withdraw(entrant, None)
    with refused("not_entered"):
        entering.check_in(entrant, None)


def test_who_has_played_is_here_once_anybody_is_checked_in() -> None:
    cup = desks.a_tournament("pairs_swiss", 8)
    on_phone, on_paper, not_yet, settled = desks.draw(cup).matches.order_by("number")
    desks.play_match(on_phone)
    paper_results.enter_paper(on_paper, None, paper_results.paper_of([[1000, 500]]), "paper sheet")
    judging.rule_match(settled, None, {"kind": "forfeit", "winner": 0}, "nobody came")
    first = not_yet.places.get(side=0).entrant
    entering.check_in(first, None)
    here = set(cup.entrants.exclude(checked_in_at=None))
    assert here == {first} | {
        place.entrant for match in (on_phone, on_paper) for place in match.places.all()
    }


def test_a_line_of_a_thousand_names_is_told_their_number_and_nothing_of_each() -> None:
    cup = empty()
    row = NewEntrant(tuple(f"Player {number}" for number in range(1000)), line=3)
    (mistake,) = check_rows(cup, [row])
    assert (mistake.code, mistake.field, mistake.params["found"]) == (
        "wrong_size",
        "rows.3.name_999",
        1000,
    )


def test_twice_as_many_names_in_a_line_are_no_more_than_twice_the_work() -> None:
    cup = empty()
    rows = {
        size: [NewEntrant(tuple(f"P {number}" for number in range(size)))] for size in (200, 400)
    }
    assert grows(lambda size: check_rows(cup, rows[size]), 400) <= GROWTH


def test_names_are_looked_at_before_anybody_waits_for_the_tournament(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    came: list[str] = []
    tidy, lock = new_entrants.tidy, entering.lock
    monkeypatch.setattr(new_entrants, "tidy", lambda text: came.append("looked") or tidy(text))
    monkeypatch.setattr(entering, "lock", lambda *args: came.append("locked") or lock(*args))
    enter(empty(), None, [NewEntrant(("Anna", "Beat"))])
    assert came == ["looked", "looked", "locked"]
