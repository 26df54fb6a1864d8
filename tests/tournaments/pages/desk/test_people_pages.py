"""Who has a say: inviting by a link, joining by it once, another role, taking somebody out."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.rule_errors import codes_of
from tests.tournaments.desk_pages import at, words_of
from tests.tournaments.desks import Desk, a_desk, a_tournament, a_user, let_direct, signed_in
from tichu_site.models import User
from tournaments.actions import club_roles
from tournaments.models import LogLine, OpenClubInvitation, Role, Tournament
from tournaments.pages.desk.people import SENTENCES
from tournaments.permissions import BY_ACCOUNT, MAY

pytestmark = pytest.mark.django_db


def link(desk: Desk, tournament: Tournament, role: str = "director") -> str:
    """The path of a new link, as the owner's page shows it."""
    response = desk.client.post(at("desk_people", tournament), {"invite": role})
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
    assert "Join Tichu club with the role “director”?" in words_of(dora.get(join))
    assert roles(tournament) == [("Olga", "owner")]
    assert dora.post(join)["Location"] == "/desk/"
    assert roles(tournament) == [("Olga", "owner"), ("Dora", "director")]
    assert dora.get(at("desk_board", tournament)).status_code == 200
    assert dora.get(at("desk_people", tournament)).status_code == 404


def test_somebody_without_an_account_makes_one_on_the_way() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    guest = Client()
    typed = {"name": "Gina", "email": "gina@example.org", "password": ""}
    invitation = link(desk, tournament)
    page = guest.get(invitation).content.decode()
    # In the title; the name is a part of its own on the page
    assert page.count("Join Tichu club with the role “director”?") == 1
    assert "Join <bdi>Tichu club</bdi> with the role “director”?" in page
    assert SENTENCES["director"] in page
    response = guest.post(invitation, typed)
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
    assert "It was already used" in words_of(response)
    Role.objects.filter(user__email="dora@example.org").delete()
    assert dora.post(join).status_code == 404
    assert roles(tournament) == [("Olga", "owner")]


def test_an_owner_invites_before_the_first_tournament_from_the_club_s_people() -> None:
    desk = a_desk()
    here = reverse("desk_roles", args=[desk.club.pk])
    assert (
        f'href="{here}"'
        in desk.client.get(reverse("club_people", args=[desk.club.pk])).content.decode()
    )
    assert "These roles apply to all tournaments of Tichu club." in words_of(desk.client.get(here))
    answer = desk.client.post(here, {"invite": "director"})
    found = re.search(r'readonly value="http://testserver([^"]+)"', answer.content.decode())
    assert found
    # It is copied or sent by a button: whole, and with what it is
    assert f'data-link="http://testserver{found[1]}"' in answer.content.decode()
    assert 'data-title="Tichu club: director"' in answer.content.decode()
    dora, emil = signed_in(a_user("Dora")), signed_in(a_user("Emil"))
    join = join_address(dora, found[1])
    assert "Join Tichu club with the role “director”?" in words_of(dora.get(join))
    assert dora.post(join)["Location"] == "/desk/"
    role = Role.objects.get(user__email="dora@example.org")
    assert (role.name, role.club) == ("director", desk.club)
    assert emil.post(join).status_code == 404
    assert dora.get(here).status_code == 404  # for owners
    assert (
        f'href="{here}"'
        not in dora.get(reverse("club_people", args=[desk.club.pk])).content.decode()
    )
    assert desk.client.post(here, {"change": role.pk, "role": "referee"})["Location"] == here
    role.refresh_from_db()
    assert role.name == "referee"
    assert desk.client.post(here, {"remove": role.pk})["Location"] == here
    assert not Role.objects.filter(pk=role.pk).exists()
    assert dora.post(join).status_code == 404  # taken out, and the link stays used
    assert not Tournament.objects.exists()


def test_two_who_use_a_link_at_once_get_one_role() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    found = club_roles.read_invitation(club_roles.invite(tournament, "director", desk.user))
    assert found is not None
    club_roles.join_club(*found, a_user("Dora"))
    assert codes_of(club_roles.join_club, *found, a_user("Emil")) == ["invitation_used"]
    assert roles(tournament) == [("Olga", "owner"), ("Dora", "director")]


def test_a_link_that_was_changed_is_too_old_or_from_an_owner_no_more_opens_nothing(
    monkeypatch: Any,
) -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora = signed_in(a_user("Dora"))
    token = club_roles.invite(tournament, "director", desk.user)
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
    response = desk.client.post(at("desk_people", tournament), {"remove": str(role.pk)})
    assert response["Location"] == at("desk_people", tournament)
    assert roles(tournament) == [("Olga", "owner")]
    assert dora.get(at("desk_board", tournament)).status_code == 404
    assert "Removed Dora from the people at the desk." in words_of(
        desk.client.get(at("desk_log", tournament))
    )


def test_the_last_owner_stays() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    let_direct(desk, "Dora")
    own = Role.objects.get(name="owner")
    response = desk.client.post(at("desk_people", tournament), {"remove": str(own.pk)})
    assert response.status_code == 409
    assert "A club needs an owner" in words_of(response)
    assert roles(tournament) == [("Olga", "owner"), ("Dora", "director")]
    Role.objects.filter(user__email="dora@example.org").update(name="owner")
    assert (
        desk.client.post(at("desk_people", tournament), {"remove": str(own.pk)})["Location"]
        == "/desk/"
    )
    assert roles(tournament) == [("Dora", "owner")]


def test_only_an_owner_of_this_club_invites_and_takes_out() -> None:
    desk, other = a_desk(), a_desk("Otto", "Tichu Basel")
    tournament = a_tournament(desk=desk)
    dora = let_direct(desk, "Dora")
    address = at("desk_people", tournament)
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
    address = at("desk_people", a_tournament(desk=desk))
    assert desk.client.post(address, {"remove": sent}).status_code == 404
    theirs = Role.objects.get(club=other.club)
    assert desk.client.post(address, {"remove": str(theirs.pk)}).status_code == 404
    assert Role.objects.count() == 2


def test_an_invitation_that_waits_is_listed_and_taken_back() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    page = at("desk_people", tournament)
    assert "Open invitations" not in words_of(desk.client.get(page))
    invitation = link(desk, tournament, "referee")
    dora = signed_in(a_user("Dora"))
    join = join_address(dora, invitation)
    listed = words_of(desk.client.get(page))
    assert re.search(r"Open invitations Referee made by Olga, [^ ]+ ", listed)
    (row,) = OpenClubInvitation.objects.all()
    back = desk.client.post(page, {"back": row.pk}, follow=True)
    assert "The invitation was taken back" in words_of(back)
    assert "Open invitations" not in words_of(back)
    assert (dora.get(join).status_code, dora.post(join).status_code) == (404, 404)
    # Nor does the link make an account any more
    typed = {"name": "Gina", "email": "gina@example.org", "password": ""}
    Client().post(invitation, typed)
    assert not User.objects.filter(email="gina@example.org").exists()
    assert roles(tournament) == [("Olga", "owner")]
    line = LogLine.objects.get(action="uninvited")
    assert (line.by, line.params) == (desk.user, {"role": "referee"})
    assert desk.client.post(page, {"back": row.pk}).status_code == 302  # a second tap
    assert LogLine.objects.filter(action="uninvited").count() == 1


def test_an_invitation_that_was_used_or_is_too_old_is_not_listed() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora = signed_in(a_user("Dora"))
    dora.post(join_address(dora, link(desk, tournament)))
    assert not OpenClubInvitation.objects.exists()
    link(desk, tournament)
    assert len(club_roles.open_invitations(tournament.club)) == 1
    OpenClubInvitation.objects.update(made_at=timezone.now() - timedelta(days=8))
    assert club_roles.open_invitations(tournament.club) == []
    link(desk, tournament)  # old ones are removed then
    assert OpenClubInvitation.objects.count() == 1


def test_only_an_owner_of_this_club_takes_invitations_back() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    link(desk, tournament)
    row = OpenClubInvitation.objects.get()
    other = a_desk("Otto", "Another club")
    others = a_tournament(desk=other)
    director = let_direct(desk, "Dora")
    for client, where in (
        (director, tournament),
        (other.client, tournament),
        (other.client, others),
        (Client(), tournament),
    ):
        client.post(at("desk_people", where), {"back": row.pk})
        assert OpenClubInvitation.objects.filter(pk=row.pk).exists()
    for sent in ("", "x", "9" * 30):
        assert desk.client.post(at("desk_people", tournament), {"back": sent}).status_code == 302
    assert desk.client.post(reverse("desk_roles", args=[desk.club.pk]), {"back": row.pk})
    assert not OpenClubInvitation.objects.exists()


def test_a_hundred_open_invitations_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_roles, "MOST_OPEN", 2)
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    for _number in range(2):
        link(desk, tournament)
    answer = desk.client.post(at("desk_people", tournament), {"invite": "desk"})
    assert (answer.status_code, "2 invitations are open" in words_of(answer)) == (409, True)


def test_joining_stands_in_the_log() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora = signed_in(a_user("Dora"))
    dora.post(join_address(dora, link(desk, tournament)))
    assert LogLine.objects.filter(tournament=tournament, action="joined").count() == 1
    assert "Joined: director." in words_of(dora.get(at("desk_log", tournament)))


# Five roles
# --------------------------------------------------------------------------------------------------


def test_every_role_that_an_account_can_have_is_offered_with_what_it_may() -> None:
    desk = a_desk()
    page = desk.client.get(at("desk_people", a_tournament(desk=desk)))
    assert re.findall(r'name="invite" value="(\w+)"', page.content.decode()) == list(BY_ACCOUNT)
    assert all(sentence in words_of(page) for sentence in SENTENCES.values())


@pytest.mark.parametrize("role", BY_ACCOUNT)
def test_whoever_is_invited_reads_as_what_and_gets_that_role(role: str) -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora = signed_in(a_user("Dora"))
    join = join_address(dora, link(desk, tournament, role))
    assert f"Join Tichu club with the role “{role}”? {SENTENCES[role]}" in words_of(dora.get(join))
    answer = dora.post(join, follow=True)
    assert f"You have joined Tichu club: {role}." in words_of(answer)
    assert roles(tournament) == [("Olga", "owner"), ("Dora", role)]
    assert dora.get(at("desk_board", tournament)).status_code == (
        200 if role in MAY["attend"] else 404
    )


@pytest.mark.parametrize("sent", ["", "king", "Owner"])
def test_a_link_is_made_for_one_of_the_roles_alone(sent: str) -> None:
    desk = a_desk()
    response = desk.client.post(at("desk_people", a_tournament(desk=desk)), {"invite": sent})
    assert response.status_code == 422
    assert "Choose what they can do." in words_of(response)
    assert "readonly" not in response.content.decode()


def test_a_further_link_never_takes_anything_away() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora = signed_in(a_user("Dora"))
    for role, becomes in (
        ("desk", "desk"),
        ("referee", "referee"),
        ("screen", "referee"),
        ("director", "director"),
    ):
        dora.post(join_address(dora, link(desk, tournament, role)))
        assert roles(tournament) == [("Olga", "owner"), ("Dora", becomes)]


def test_an_owner_gives_somebody_another_role_and_the_log_says_so() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    dora = let_direct(desk, "Dora")
    role = Role.objects.get(name="director")
    response = desk.client.post(
        at("desk_people", tournament), {"change": str(role.pk), "role": "desk"}, follow=True
    )
    assert "Dora: desk." in words_of(response)
    assert roles(tournament) == [("Olga", "owner"), ("Dora", "desk")]
    assert [
        dora.get(at(name, tournament)).status_code for name in ("desk_board", "desk_about")
    ] == [200, 404]
    assert "Changed the role of Dora: desk." in words_of(
        desk.client.get(at("desk_log", tournament))
    )


def test_the_same_role_again_changes_nothing_and_stands_in_no_log() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    let_direct(desk, "Dora")
    role = Role.objects.get(name="director")
    desk.client.post(at("desk_people", tournament), {"change": str(role.pk), "role": "director"})
    assert not LogLine.objects.filter(action="role_changed").exists()


@pytest.mark.parametrize(("role", "status"), [("king", 409), ("", 409)])
def test_a_role_that_there_is_not_cannot_be_given(role: str, status: int) -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    let_direct(desk, "Dora")
    dora = Role.objects.get(name="director")
    response = desk.client.post(
        at("desk_people", tournament), {"change": str(dora.pk), "role": role}
    )
    assert response.status_code == status
    assert roles(tournament) == [("Olga", "owner"), ("Dora", "director")]


def test_the_last_owner_stays_owner_and_who_gives_it_up_leaves_the_page() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    let_direct(desk, "Dora")
    own = Role.objects.get(name="owner")
    address = at("desk_people", tournament)
    response = desk.client.post(address, {"change": str(own.pk), "role": "desk"})
    assert (response.status_code, "A club needs an owner" in words_of(response)) == (409, True)
    Role.objects.filter(name="director").update(name="owner")
    assert (
        desk.client.post(address, {"change": str(own.pk), "role": "desk"})["Location"] == "/desk/"
    )
    assert sorted(roles(tournament)) == [("Dora", "owner"), ("Olga", "desk")]


@pytest.mark.parametrize("sent", ["0", "x", "-1", "9" * 40, ""])
def test_a_role_that_there_is_not_is_not_changed(sent: str) -> None:
    desk, other = a_desk(), a_desk("Otto", "Tichu Basel")
    address = at("desk_people", a_tournament(desk=desk))
    theirs = Role.objects.get(club=other.club)
    for pk in (sent, str(theirs.pk)):
        assert desk.client.post(address, {"change": pk, "role": "desk"}).status_code == 404
    assert set(Role.objects.values_list("name", flat=True)) == {"owner"}


@pytest.mark.parametrize("role", BY_ACCOUNT)
def test_only_who_sets_up_makes_tournaments_and_takes_documents_in(role: str) -> None:
    desk = a_desk()
    dora = signed_in(a_user("Dora"))
    Role.objects.create(club=desk.club, user=a_user("Dora"), name=role)
    may = role in MAY["direct"]
    new = f"/desk/clubs/{desk.club.pk}/new/"
    assert dora.get(new).status_code == (200 if may else 404)
    # Without the answers to the open questions a director is asked for them.
    assert dora.post(new, {"preset": "pairs_swiss", "name": ""}).status_code == (
        422 if may else 404
    )
    shown = dora.get("/desk/").content.decode()
    assert (f'href="{new}"' in shown) == may
    answer = dora.post("/desk/import/", {"document": "{}", "club": str(desk.club.pk)})
    assert answer.status_code == 422
    assert ("Choose one of your clubs." in answer.content.decode()) == (not may)


def test_the_first_page_leads_each_role_to_what_it_may_see() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    for name, role, leads in (("Dora", "desk", "desk_board"), ("Sven", "screen", "desk_hang")):
        client = signed_in(a_user(name))
        Role.objects.create(club=desk.club, user=a_user(name), name=role)
        page = client.get("/desk/").content.decode()
        assert {*re.findall(rf'href="(/desk/{tournament.pk}/[^"]*)"', page)} == {
            at(leads, tournament)
        }


@pytest.mark.parametrize("network", ["192.168.1.20", ""])
def test_a_link_made_on_the_machine_itself_carries_its_address_in_the_network(
    settings: Settings, network: str
) -> None:
    settings.NETWORK_HOST = lambda: network
    settings.ALLOWED_HOSTS = ["localhost"]
    desk = a_desk()
    tournament = a_tournament(entrants=0, desk=desk)
    answer = desk.client.post(
        at("desk_people", tournament), {"invite": "director"}, headers={"host": "localhost:8000"}
    )
    page = answer.content.decode()
    assert f'value="http://{network or "localhost"}:8000/' in page
    assert ("works on this machine only" in page) is (not network)
