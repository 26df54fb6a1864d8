"""Pairs kept apart: noted at the desk, kept by the draw, shown to nobody else."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rules import RuleError
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, own_page, owner_of, text_of
from tests.tournaments.refusing import refused
from tournaments.actions import draft_changes, drawing, entering, keeping_apart
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import document
from tournaments.exchange.writing import text_of as text_of_document
from tournaments.models import Entrant, LogLine, Tournament
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db
WARNING = "are together, although you keep them apart"


def keep(cup: Tournament, one: int, other: int, kind: str = "meet") -> None:
    entrants = {entrant.number: entrant for entrant in cup.entrants.all()}
    keeping_apart.keep_apart(entrants[one], entrants[other], None, kind=kind)


def noted(cup: Tournament) -> list[Any]:
    return list(Tournament.objects.get(pk=cup.pk).kept_apart)


def do(cup: Tournament, which: int, action: str, **data: Any) -> Any:
    entrant = cup.entrants.get(number=which)
    return owner_of(cup).post(at("desk_entrant_do", cup, entrant.pk, action), data)


def test_a_pair_is_noted_once_with_its_last_kind_and_taken_back() -> None:
    cup = desks.a_tournament("german_championship", 8)
    keep(cup, 5, 2)
    keep(cup, 2, 5, "partners")
    keep(cup, 1, 3)
    assert noted(cup) == [[1, 3, "meet"], [2, 5, "partners"]]
    keeping_apart.let_meet(cup.entrants.get(number=5), 2, None)
    assert noted(cup) == [[1, 3, "meet"]]
    with refused("not_kept_apart"):
        keeping_apart.let_meet(cup.entrants.get(number=5), 2, None)
    entering.remove_entrant(cup.entrants.get(number=3), None)
    assert noted(cup) == []


def test_what_makes_no_sense_is_refused() -> None:
    cup = desks.a_tournament(entrants=4)
    with refused("same_entrant"):
        keep(cup, 1, 1)
    with refused("unknown_kind"):
        keep(cup, 1, 2, "partners")  # pairs have their partners
    assert noted(cup) == []


def test_the_draw_keeps_them_apart_and_warns_only_the_desk_where_it_cannot() -> None:
    cup = desks.a_tournament(entrants=4)
    for other in (2, 3):
        keep(cup, 1, other)
    drawn = desks.draw(cup, publish=False)
    met = {
        frozenset(one.places.values_list("entrant__number", flat=True))
        for one in drawn.matches.all()
    }
    assert met == {frozenset({1, 4}), frozenset({2, 3})}
    page = text_of(owner_of(cup).get(at("desk_round", cup, 1, 1)))
    assert "Kept apart as noted at the desk: 2 pairs." in page
    keep(cup, 1, 4)
    again = drawing.redraw_round(drawn, None)
    assert sum(WARNING in str(one.warnings) for one in again.matches.all()) == 1
    assert WARNING in text_of(owner_of(cup).get(at("desk_round", cup, 1, 1)))


def test_an_exchange_by_hand_that_puts_them_together_is_a_warning() -> None:
    cup = desks.a_tournament(entrants=4)
    keep(cup, 1, 2)
    drawn = desks.draw(cup, publish=False)
    one, two = (cup.entrants.get(number=number) for number in (1, 2))
    table = drawn.places.get(entrant=one).match
    beside = Entrant.objects.get(places__match=table, places__session_round=drawn, number__gt=2)
    draft_changes.swap_entrants(drawn, None, beside, two)
    assert WARNING in str(drawn.matches.get(pk=table.pk).warnings)


def test_nobody_else_reads_of_it() -> None:
    cup = desks.a_tournament(entrants=4)
    for one, other in ((1, 2), (1, 3), (1, 4), (2, 3)):
        keep(cup, one, other)
    drawn = desks.draw(cup)
    desks.play_round(drawn)
    stranger = Client()
    pages = [
        stranger.get(at(name, cup, *rest)).content.decode()
        for name, rest in (
            ("tournament", ()),
            ("tournament_round", (1, 1)),
            ("tournament_match", (drawn.matches.first().pk,)),
            ("entrant", (cup.entrants.get(number=1).pk,)),
        )
    ]
    pages.append(own_page(cup.entrants.get(number=1)).content.decode())
    api = f"/api/v1/tournaments/{cup.pk}/"
    pages += [stranger.get(path).content.decode() for path in (api, f"{api}rounds/")]
    for text in pages:
        assert not any(word in text for word in ("kept_apart", "Kept apart", "Keep apart", WARNING))
    lines = LogLine.objects.filter(tournament=cup, action="kept_apart")
    assert lines.count() == 4
    log = own_log(cup)
    assert "Keep apart" not in log


def own_log(cup: Tournament) -> str:
    return text_of(Client().get(reverse("own_log", args=[token_of(cup.entrants.get(number=1))])))


# Pages
# --------------------------------------------------------------------------------------------------


def test_the_desk_notes_a_pair_and_takes_it_back_on_either_page() -> None:
    cup = desks.a_tournament(entrants=4)
    assert do(cup, 1, "apart", other="3").status_code == 302
    for which, name in ((1, "Player 5 & Player 6"), (3, "Player 1 & Player 2")):
        page = owner_of(cup).get(at("desk_entrant", cup, cup.entrants.get(number=which).pk))
        assert [one.name for one in page.context["kept_apart"]] == [name]
    assert do(cup, 3, "let-meet", other="1").status_code == 302
    assert noted(cup) == []


def test_people_may_be_kept_from_being_partners() -> None:
    cup = desks.a_tournament("german_championship", 8)
    do(cup, 1, "apart", other="3", kind="partners")
    assert noted(cup) == [[1, 3, "partners"]]
    page = owner_of(cup).get(at("desk_entrant", cup, cup.entrants.get(number=3).pk))
    assert "not as partners" in text_of(page)
    drawn = desks.draw(cup)
    for match in drawn.matches.all():
        for side in (0, 1):
            assert set(
                match.places.filter(side=side).values_list("entrant__number", flat=True)
            ) != {1, 3}


@pytest.mark.parametrize(
    ("data", "status", "message"),
    [
        ({"other": "1"}, 422, "nobody meets themselves"),
        ({"other": "3", "kind": "partners"}, 422, "Only people can be kept apart as partners"),
        ({"other": "77"}, 404, ""),
        ({}, 404, ""),
    ],
)
def test_a_pair_that_makes_no_sense_is_refused_beside_the_field(
    data: dict[str, str], status: int, message: str
) -> None:
    cup = desks.a_tournament(entrants=4)
    answer = do(cup, 1, "apart", **data)
    assert answer.status_code == status
    assert message in text_of(answer)
    assert noted(cup) == []


def test_pairs_kept_apart_travel_with_the_document() -> None:
    cup = desks.a_tournament(entrants=4)
    keep(cup, 1, 3)
    copy = import_tournament(cup.club, desks.a_user("Ben"), text_of_document(cup))
    assert noted(copy) == [[1, 3, "meet"]]
    written = document(cup)
    del written["about"]["kept_apart"]  # as older documents are
    older = import_tournament(cup.club, desks.a_user("Cora"), json.dumps(written))
    assert noted(older) == []


@pytest.mark.parametrize("pair", [[1, 2], [1, "2", "meet"], [1, 2, "never"], "1-2", [0, 2, "meet"]])
def test_a_document_with_another_kind_of_pair_is_refused(pair: Any) -> None:
    cup = desks.a_tournament(entrants=4)
    written = document(cup)
    written["about"]["kept_apart"] = [pair]
    with pytest.raises(RuleError):
        import_tournament(cup.club, desks.a_user("Ben"), json.dumps(written))
