"""Every field of every form at the desk filled with nonsense, one after the other: never an error
page.
"""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.hall import Form, Forms
from tests.tournaments.refusing import NONSENSE
from tests.worlds import undone
from tournaments.actions import creating
from tournaments.models import SessionRound, Tournament
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

ANSWERED = {200, 302, 303, 404, 409, 422}


def pages_of(tournament: Tournament, desk: desks.Desk) -> list[str]:
    """The pages of the desk and of those who play that hold forms."""
    at = [tournament.pk]
    entrant = tournament.entrants.first()
    assert entrant
    pages = [
        reverse(name, args=at)
        for name in (
            "desk_tournament",
            "desk_about",
            "desk_draw",
            "desk_entrants",
            "desk_list",
            "desk_penalties",
            "desk_people",
            "register",
        )
    ]
    pages += [
        reverse("desk"),
        reverse("desk_new", args=[desk.club.pk]) + "?preset=pairs_swiss",
        reverse("desk_stage", args=[*at, 1]),
        reverse("desk_entrant", args=[*at, entrant.pk]),
        reverse("own_page", args=[token_of(entrant)]),
    ]
    for row in SessionRound.objects.filter(stage__tournament=tournament):
        pages.append(reverse("desk_round", args=[*at, 1, row.number]))
        for match in row.matches.all()[:1]:
            pages += [
                reverse("desk_match", args=[*at, match.pk]),
                reverse("match", args=[token_of(match)]),
            ]
    return pages


def forms_of(client: Client, page: str) -> list[Form]:
    answer = client.get(page)
    if answer.status_code != 200:
        return []
    forms = Forms(answer.content.decode()).found
    return [form for form in forms if not form.action.startswith(("/language/", "/account/"))]


def bad_answers(
    client: Client, page: str, form: Form, start: int, count: int, every: int = 1
) -> list[tuple[str, str, str, int]]:
    """What a form answers with that is no answer: its address, the field, the nonsense, the status.

    Only each `every`-th field is asked, from another one on in each form.
    """
    found = []
    names = {
        *form.fields,
        *(name for name, _ in form.buttons),
        "reason",
        "kind",
        "winner",
        "name",
        "second",
        "seen",
    }
    for index, name in enumerate(sorted(names)):
        if (start + index) % every:
            continue
        for step in range(count):
            typed = NONSENSE[(start + index + step) % len(NONSENSE)]
            with undone():
                send = client.get if form.asks else client.post
                status = send(form.action or page, {**form.fields, name: typed}).status_code
            if status not in ANSWERED:
                found.append((form.action or page, name, typed[:10], status))
    return found


def a_tournament_in(state: str, desk: desks.Desk) -> Tournament:
    tournament = desks.a_tournament(entrants=5, desk=desk, opened=state != "preparing")
    if state in {"drawn", "playing", "closed"}:
        drawn = desks.draw(tournament, publish=state != "drawn")
        if state == "closed":
            desks.play_round(drawn)
    creating.change_tournament(tournament, None, registration=True)
    return tournament


def sweep(state: str, per_field: int, every: int = 1) -> None:
    desk = desks.a_desk()
    tournament = a_tournament_in(state, desk)
    desk.client.raise_request_exception = False
    found, forms = [], 0
    for page in pages_of(tournament, desk):
        for form in forms_of(desk.client, page):
            found += bad_answers(desk.client, page, form, forms, per_field, every)
            forms += 1
    assert forms > 15
    assert found == []


@pytest.mark.parametrize("state", ["drawn", pytest.param("playing", marks=pytest.mark.slow)])
def test_nonsense_in_the_forms_of_the_desk_is_answered(state: str) -> None:
    sweep(state, 1, every=10)


@pytest.mark.slow
@pytest.mark.parametrize("state", ["preparing", "open", "drawn", "playing", "closed"])
def test_all_nonsense_in_all_forms_of_the_desk_is_answered(state: str) -> None:
    sweep(state, len(NONSENSE) // 3)
