"""Who directs: inviting by a link, joining by it once, taking somebody out."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from scoring.rules import RuleError
from tests.tournaments.desks import Desk, a_desk, a_tournament, a_user, let_direct, signed_in
from tests.tournaments.test_desk_pages import at, text_of
from tournaments.actions import people
from tournaments.models import LogLine, Role, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def link(desk: Desk, tournament: Tournament, role: str = "director") -> str:
    """The path of a new link, as the owner's page shows it."""
    response = desk.client.post(at(tournament, "desk_people"), {"invite": role})
    assert response.status_code == 200
    found = re.search(r'readonly value="http://testserver([^"]+)"', response.content.decode())
    assert found
    return found[1]


def join_address(client: Client, invitation: str) -> str:
    response = client.get(invitation)
    assert response.status_code == 302
    return str(response["Location"])


def roles(tournament: Tournament) -> list[tuple[str, str]]:
    rows = Role.objects.filter(club=tournament.club).order_by("pk")
    return [(role.user.name, role.name) for role in rows.select_related("user")]


def test_somebody_with_an_account_joins_by_the_link_and_directs() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora = signed_in(a_user("Dora"))
    join = join_address(dora, link(desk, tournament))
    assert "Direct the tournaments of Tichu club?" in text_of(dora.get(join))
    assert roles(tournament) == [("Olga", "owner")]
    assert dora.post(join)["Location"] == "/desk/"
    assert roles(tournament) == [("Olga", "owner"), ("Dora", "director")]
    assert dora.get(at(tournament)).status_code == 200
    assert dora.get(at(tournament, "desk_people")).status_code == 404


def test_somebody_without_an_account_makes_one_on_the_way() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    guest = Client()
    typed = {"name": "Gina", "email": "gina@example.org", "password": ""}
    response = guest.post(link(desk, tournament), typed)
    assert response.status_code == 302
    assert response["Location"].startswith("/desk/join/")
    guest.post(response["Location"])
    assert roles(tournament) == [("Olga", "owner"), ("Gina", "director")]


def test_who_is_not_signed_in_is_asked_to_first() -> None:
    desk = a_desk()
    join = join_address(signed_in(a_user("Dora")), link(desk, a_tournament(desk=desk)))
    asked = f"/account/login/?next={quote(join)}"
    assert Client().get(join)["Location"] == asked
    assert Client().post(join)["Location"] == asked
    assert Role.objects.count() == 1


def test_a_link_works_once() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora, emil = signed_in(a_user("Dora")), signed_in(a_user("Emil"))
    join = join_address(dora, link(desk, tournament))
    dora.post(join)
    response = emil.post(join)
    assert response.status_code == 404
    assert "It was used already" in text_of(response)
    Role.objects.filter(user__email="dora@example.org").delete()
    assert dora.post(join).status_code == 404
    assert roles(tournament) == [("Olga", "owner")]


def test_two_who_use_a_link_at_once_get_one_role() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    found = people.read_invitation(people.invite(tournament, "director", desk.user))
    assert found is not None
    people.join_club(*found, a_user("Dora"))
    with pytest.raises(RuleError) as refused:
        people.join_club(*found, a_user("Emil"))
    assert [mistake.code for mistake in refused.value.mistakes] == ["invitation_used"]
    assert roles(tournament) == [("Olga", "owner"), ("Dora", "director")]


def test_a_link_that_was_changed_is_too_old_or_from_an_owner_no_more_opens_nothing(monkeypatch: Any) -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora = signed_in(a_user("Dora"))
    token = people.invite(tournament, "director", desk.user)
    assert dora.post(f"/desk/join/{token[:-1]}x/").status_code == 404
    assert dora.post("/desk/join/nonsense/").status_code == 404
    later = (timezone.now() + timedelta(days=8)).timestamp()
    with monkeypatch.context() as eight_days_later:
        eight_days_later.setattr("django.core.signing.time.time", lambda: later)
        assert dora.post(f"/desk/join/{token}/").status_code == 404
    Role.objects.filter(user=desk.user).update(name="director")
    assert dora.post(f"/desk/join/{token}/").status_code == 404
    assert roles(tournament) == [("Olga", "director")]


def test_a_director_becomes_owner_by_an_owner_s_link_and_an_owner_stays_one() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora = let_direct(desk, "Dora")
    dora.post(join_address(dora, link(desk, tournament, "owner")))
    assert roles(tournament) == [("Olga", "owner"), ("Dora", "owner")]
    dora.post(join_address(dora, link(desk, tournament, "director")))
    assert roles(tournament) == [("Olga", "owner"), ("Dora", "owner")]


def test_an_owner_takes_a_director_out() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora = let_direct(desk, "Dora")
    role = Role.objects.get(name="director")
    response = desk.client.post(at(tournament, "desk_people"), {"remove": str(role.pk)})
    assert response["Location"] == at(tournament, "desk_people")
    assert roles(tournament) == [("Olga", "owner")]
    assert dora.get(at(tournament)).status_code == 404
    assert "Took Dora out of the directors." in text_of(desk.client.get(at(tournament, "desk_log")))


def test_the_last_owner_stays() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    let_direct(desk, "Dora")
    own = Role.objects.get(name="owner")
    response = desk.client.post(at(tournament, "desk_people"), {"remove": str(own.pk)})
    assert response.status_code == 409
    assert "A club needs an owner" in text_of(response)
    assert roles(tournament) == [("Olga", "owner"), ("Dora", "director")]
    Role.objects.filter(user__email="dora@example.org").update(name="owner")
    assert desk.client.post(at(tournament, "desk_people"), {"remove": str(own.pk)})["Location"] == "/desk/"
    assert roles(tournament) == [("Dora", "owner")]


def test_only_an_owner_of_this_club_invites_and_takes_out() -> None:
    desk, other = a_desk(), a_desk("Otto", "Tichu Basel")
    tournament = a_tournament(desk=desk)
    dora = let_direct(desk, "Dora")
    address = at(tournament, "desk_people")
    role = Role.objects.get(name="director")
    for client in (dora, other.client):
        assert client.get(address).status_code == 404
        assert client.post(address, {"invite": "owner"}).status_code == 404
        assert client.post(address, {"remove": str(role.pk)}).status_code == 404
    assert Client().post(address, {"invite": "owner"})["Location"].startswith("/account/login/")
    assert Role.objects.filter(pk=role.pk).exists()


@pytest.mark.parametrize("sent", ["0", "x", "-1", "9" * 40, ""])
def test_a_role_that_there_is_not_is_not_taken_out(sent: str) -> None:
    desk, other = a_desk(), a_desk("Otto", "Tichu Basel")
    address = at(a_tournament(desk=desk), "desk_people")
    assert desk.client.post(address, {"remove": sent}).status_code == 404
    theirs = Role.objects.get(club=other.club)
    assert desk.client.post(address, {"remove": str(theirs.pk)}).status_code == 404
    assert Role.objects.count() == 2


def test_joining_stands_in_the_log() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora = signed_in(a_user("Dora"))
    dora.post(join_address(dora, link(desk, tournament)))
    assert LogLine.objects.filter(tournament=tournament, action="joined").count() == 1
    assert "Joined the directors." in text_of(dora.get(at(tournament, "desk_log")))
