"""How the players of a league reach each other: who writes it, who sees it, when it is gone."""

import json
from collections.abc import Sequence
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.pages.people.personal_data import written
from scoring.people.actions.erasing import erase
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.leagues import being_played as league
from tests.tournaments.roles.ways import WAYS
from tests.tournaments.roles.world import EVERYBODY, NOBODY, World, the_world
from tests.worlds import built_once
from tichu_site import housekeeping
from tichu_site.housekeeping import Backups
from tournaments.actions import attendance, contacts, creating, stages
from tournaments.actions.contacts import remove_old_contacts
from tournaments.exchange.writing import text_of as document_of
from tournaments.models import Entrant, LogLine, Member, Tournament
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

world = built_once(the_world)
NUMBER = "+41 79 555 01 23"


def page_of(entrant: Entrant) -> str:
    return reverse("own_contacts", args=[token_of(entrant)])


def number(cup: Tournament, which: int) -> Entrant:
    return cup.entrants.select_related("tournament").get(number=which)


def rosa(cup: Tournament) -> Member:
    return Member.objects.select_related("player").get(tournament=cup, player__name="Player 1")


def share(cup: Tournament, **sent: Any) -> Any:
    form = {"member": rosa(cup).pk, "contact": NUMBER, "agreed": "on", **sent}
    return Client().post(page_of(number(cup, 1)), {key: one for key, one in form.items() if one})


def test_with_consent_the_others_of_the_league_see_it_and_it_is_taken_back() -> None:
    cup = league()
    assert (
        page_of(number(cup, 1))
        in Client().get(reverse("own_page", args=[token_of(number(cup, 1))])).content.decode()
    )
    assert share(cup).status_code == 303
    assert rosa(cup).contact_agreed_at is not None
    for which in (2, 3, 4):
        text = text_of(Client().get(page_of(number(cup, which))))
        assert f"Player 1 · {NUMBER}" in text
    assert share(cup, contact="", remove="1").status_code == 303
    assert NUMBER not in text_of(Client().get(page_of(number(cup, 2))))
    assert (rosa(cup).contact, rosa(cup).contact_agreed_at) == ("", None)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"agreed": ""}, "Tick the box to let the others of this league see it."),
        ({"contact": "x" * 130}, "most 120 characters"),
        ({"member": "999999"}, "They do not play for this side"),
    ],
)
def test_what_is_refused_keeps_what_was_typed(sent: dict[str, str], said: str) -> None:
    cup = league()
    answer = share(cup, **sent)
    assert answer.status_code in {409, 422}
    if "member" not in sent:
        assert said in text_of(answer)
        assert sent.get("contact", NUMBER)[:100] in answer.content.decode()
    assert not Member.objects.exclude(contact="").exists()


def test_nobody_writes_for_others() -> None:
    cup = league()
    theirs = number(cup, 2).members.first()
    assert theirs is not None
    share(cup, member=theirs.pk)
    assert not Member.objects.exclude(contact="").exists()
    Member.objects.filter(pk=theirs.pk).update(contact=NUMBER)
    share(cup, member=theirs.pk, remove="1")
    assert Member.objects.exclude(contact="").count() == 1


def test_only_in_a_league() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    own = reverse("own_page", args=[token_of(number(cup, 1))])
    assert page_of(number(cup, 1)) not in Client().get(own).content.decode()
    answer = share(cup)
    assert (answer.status_code, answer["Location"]) == (302, own)
    assert not Member.objects.exclude(contact="").exists()


# Who sees it
# --------------------------------------------------------------------------------------------------

# The addresses that show it, with the roles that see it there
SHOWN = {"desk_entrant": {"owner", "director"}}


def shown_at(world: World, roles: Sequence[str]) -> dict[str, set[str]]:
    """Every address that can be looked at and shows it, with those of these roles who see it."""
    Member.objects.filter(tournament=world.tournament).update(
        contact=NUMBER, contact_agreed_at=timezone.now()
    )
    seen: dict[str, set[str]] = {}
    for key, way in WAYS.items():
        if "GET" not in way.methods:
            continue
        for role in roles:
            answer = world.clients[role].get(way.address(key, world, role))
            whole = b"".join(answer) if answer.streaming else answer.content
            if NUMBER.encode() in whole or NUMBER.replace(" ", "").encode() in whole:
                seen.setdefault(key, set()).add(role)
    return seen


@pytest.mark.slow  # in short: test_contacts.py
def test_no_address_shows_it_to_anybody_but_those_that_are_meant_to(world: World) -> None:
    assert shown_at(world, EVERYBODY) == SHOWN


def test_no_address_shows_it_to_an_owner_or_a_stranger_but_those_that_are_meant_to(
    world: World,
) -> None:
    assert shown_at(world, ["owner", NOBODY]) == {"desk_entrant": {"owner"}}


def test_of_links_only_those_of_the_league_s_own_entrants_open_it() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    elsewhere = league(desk)
    share(cup)
    match = cup.stages.get().session_rounds.first().matches.first()
    seen = {
        "own": NUMBER in text_of(Client().get(page_of(number(cup, 1)))),
        "of the league": NUMBER in text_of(Client().get(page_of(number(cup, 2)))),
        "of another league": NUMBER in text_of(Client().get(page_of(number(elsewhere, 2)))),
        "of a match": NUMBER
        in text_of(Client().get(reverse("own_contacts", args=[token_of(match)]))),
        "made up": NUMBER in text_of(Client().get(reverse("own_contacts", args=["1-nonsense"]))),
    }
    # One's own is in a field of the form
    assert f'value="{NUMBER}"' in Client().get(page_of(number(cup, 1))).content.decode()
    assert seen == {
        "own": False,
        "of the league": True,
        "of another league": False,
        "of a match": False,
        "made up": False,
    }
    for state in ("asked", "waiting", "refused", "withdrawn"):
        Entrant.objects.filter(pk=number(cup, 2).pk).update(state=state)
        assert Client().get(page_of(number(cup, 2))).status_code == 302


def test_an_alias_stays_one() -> None:
    cup = league()
    share(cup)
    cup.entrants.filter(number=1).update(alias="The Owls")
    text = text_of(Client().get(page_of(number(cup, 2))))
    assert ("The Owls" in text, NUMBER in text, "Player 1" in text) == (True, True, False)


def test_no_document_no_print_and_no_log_has_it() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    share(cup)
    assert NUMBER not in document_of(cup)
    for what in ("pairings", "names", "door", "own", "standings", "together"):
        answer = desk.client.get(at("desk_print_page", cup, what))
        assert NUMBER not in answer.content.decode(), what
    assert not [line for line in LogLine.objects.all() if NUMBER in json.dumps(line.params)]


# When it is gone
# --------------------------------------------------------------------------------------------------


def test_it_goes_with_the_member_the_entrant_and_the_person() -> None:
    cup = league()
    share(cup)
    attendance.substitute(number(cup, 1), None, "Zoe", instead_of=rosa(cup))
    assert not Member.objects.exclude(contact="").exists()

    cup = league()
    share(cup)
    attendance.withdraw(number(cup, 1), None)
    assert not Member.objects.exclude(contact="").exists()

    cup = league()
    share(cup, contact="Player 1, after six")
    other = number(cup, 2).members.first()
    Member.objects.filter(pk=other.pk).update(contact="ask Player 1")  # type: ignore[union-attr]
    erase(rosa(cup).player, cup.desk)
    left = list(Member.objects.exclude(contact="").values_list("contact", flat=True))
    assert len(left) == 1
    assert "Player 1" not in left[0]


def test_it_is_removed_a_month_after_the_league() -> None:
    cup = league()
    share(cup)
    running = league()
    share(running)
    for drawn in cup.stages.get().session_rounds.all():
        desks.play_round(drawn, drawn.number)
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    own = Client().get(page_of(number(cup, 1)))
    assert NUMBER in text_of(own)  # to be removed: nothing can be written any more
    assert share(cup).status_code == 409
    for days, left in ((29, 2), (31, 1)):
        remove_old_contacts(timezone.now() + timedelta(days=days))
        assert Member.objects.exclude(contact="").count() == left
    assert rosa(running).contact == NUMBER


def test_a_running_server_removes_it_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    cup = league()
    share(cup)
    monkeypatch.setattr(Backups, "_write", lambda _self: None)
    monkeypatch.setattr(housekeeping, "connections", SimpleNamespace(close_all=lambda: None))
    monkeypatch.setattr(contacts, "KEPT_FOR", timedelta(seconds=-1))
    Backups().run_once()
    assert rosa(cup).contact == NUMBER
    for drawn in cup.stages.get().session_rounds.all():
        desks.play_round(drawn, drawn.number)
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    Backups().run_once()
    assert rosa(cup).contact == ""


def test_the_person_s_own_data_and_the_privacy_page_have_it() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    share(cup)
    data = json.loads("".join(written(rosa(cup).player)))
    assert data["contacts"] == [{"for": cup.name, "contact": NUMBER}]
    said = text_of(Client().get(reverse("privacy")))
    assert "Contacts that players of a league left for each other" in said
    assert "30 days after the league" in said
