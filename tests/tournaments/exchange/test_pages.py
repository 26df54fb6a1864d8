"""Downloading a tournament, and making one of what is pasted."""

import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.exchange.events import pairs_with_a_history
from tournaments.exchange.writing import document, text_of
from tournaments.models import LogLine, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

IMPORT = "/desk/import/"


def a_file() -> tuple[Tournament, str]:
    cup = desks.a_tournament("pairs_swiss", 5)
    desks.play_round(desks.draw(cup))
    return cup, text_of(cup)


def export(tournament: Tournament) -> str:
    return reverse("desk_export", args=[tournament.pk])


def test_a_director_downloads_the_whole_tournament_as_a_file() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament(desk=desk)
    director = desks.let_direct(desk, "Dora")
    for client in (desk.client, director):
        answer = client.get(export(cup))
        assert answer.status_code == 200
        assert json.loads(answer.content) == document(cup)
        assert answer["Content-Type"] == "application/json"
        assert answer["Content-Disposition"] == 'attachment; filename="autumn-cup.json"'
        assert answer["Cache-Control"] == "no-store, private"


def test_others_do_not_download_it() -> None:
    cup = desks.a_tournament()
    assert Client().get(export(cup))["Location"].startswith("/account/login/")
    assert desks.a_desk("Ben", "Other").client.get(export(cup)).status_code == 404
    assert desks.signed_in(desks.a_user("Stan")).get(export(cup)).status_code == 404
    owner = desks.a_desk().client
    assert owner.post(export(cup)).status_code == 405
    assert owner.get(reverse("desk_export", args=[uuid.uuid4()])).status_code == 404


def test_a_pasted_document_becomes_a_tournament_of_the_own_club() -> None:
    cup, text = a_file()
    ben = desks.a_desk("Ben", "Harbour club")
    page = ben.client.get(IMPORT)
    assert page.status_code == 200
    assert "Harbour club" in page.content.decode()
    answer = ben.client.post(IMPORT, {"club": ben.club.pk, "document": f"\n{text}\n"}, follow=True)
    made = Tournament.objects.get(club=ben.club)
    assert answer.redirect_chain == [(reverse("desk_tournament", args=[made.pk]), 302)]
    assert "The tournament is here" in answer.content.decode()
    assert document(made) == document(cup)
    line = LogLine.objects.get(tournament=made, action="imported")
    assert line.by == ben.user


def test_what_is_wrong_is_told_beside_what_was_pasted() -> None:
    _, text = a_file()
    ben = desks.a_desk("Ben", "Harbour club")
    broken = text.replace('"unit":"pair"', '"unit":"<b>"')
    answer = ben.client.post(IMPORT, {"club": ben.club.pk, "document": broken})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert '<code class="where">about.unit</code> unit is &lt;b&gt;; it must be one of: person' in page
    assert "&quot;unit&quot;:&quot;&lt;b&gt;&quot;" in page
    assert not Tournament.objects.filter(club=ben.club).exists()


@pytest.mark.parametrize("club", ["", "x", "0", "theirs"])
def test_a_tournament_is_made_in_no_other_s_club(club: str) -> None:
    cup, text = a_file()
    ben = desks.a_desk("Ben", "Harbour club")
    chosen = str(cup.club_id) if club == "theirs" else club
    answer = ben.client.post(IMPORT, {"club": chosen, "document": text})
    assert answer.status_code == 422
    assert "Please choose one of your clubs." in answer.content.decode()
    assert Tournament.objects.count() == 1


def test_who_directs_no_club_is_told_to_start_one_and_nobody_signed_out_gets_here() -> None:
    stan = desks.signed_in(desks.a_user("Stan"))
    assert "start one at the desk first" in stan.get(IMPORT).content.decode()
    assert stan.post(IMPORT, {"club": "1", "document": "{}"}).status_code == 422
    for answer in (Client().get(IMPORT), Client().post(IMPORT, {"document": "{}"})):
        assert (answer.status_code, answer["Location"]) == (302, "/account/login/?next=/desk/import/")
    assert stan.put(IMPORT).status_code == 405


def test_a_file_is_not_taken() -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    ben = desks.a_desk("Ben", "Harbour club")
    answer = ben.client.post(IMPORT, {"club": ben.club.pk, "document": SimpleUploadedFile("a.json", b"{}")})
    assert answer.status_code == 400
    assert not Tournament.objects.exists()


def test_the_import_reads_a_name_that_would_be_a_tag_as_a_name() -> None:
    cup = pairs_with_a_history()
    Tournament.objects.filter(pk=cup.pk).update(name="<script>alert(1)</script>")
    cup.refresh_from_db()
    ben = desks.a_desk("Ben", "Harbour club")
    answer = ben.client.post(IMPORT, {"club": ben.club.pk, "document": text_of(cup)}, follow=True)
    assert answer.status_code == 200
    assert "<script>alert" not in answer.content.decode()
