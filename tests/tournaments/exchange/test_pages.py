"""Downloading a tournament, and making one of a file or of what is pasted."""

import base64
import json
import re
import uuid
import zlib

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.models import Player
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of as text_on
from tests.tournaments.exchange.events import pairs_with_a_history
from tournaments.exchange.writing import document, text_of
from tournaments.models import LogLine, Tournament

pytestmark = pytest.mark.django_db

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


def packed(answer: Response) -> dict[str, str]:
    """The fields of the form that a preview shows."""
    return dict(
        re.findall(
            r'<input type="hidden" name="(club|packed)" value="([^"]*)">', answer.content.decode()
        )
    )


def uploaded(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("autumn-cup.json", text.encode())


def test_a_file_is_looked_at_first_and_becomes_a_draft_of_the_own_club() -> None:
    cup, text = a_file()
    ben = desks.a_desk("Ben", "Harbour club")
    Player.objects.create(club=ben.club, name="Player 3")
    assert "Harbour club" in text_on(ben.client.get(IMPORT))
    shown = ben.client.post(IMPORT, {"club": ben.club.pk, "file": uploaded(text)})
    said = text_on(shown)
    assert shown.status_code == 200
    for words in (
        "Autumn cup",
        "Entrants 5 (pairs)",
        "State open",
        "1 round · 2 matches, 2 with a result",
        "1 is already in the club's list and stays the same person: Player 3",
        "For the club: Harbour club",
    ):
        assert words in said
    assert [one.pk for one in Tournament.objects.all()] == [cup.pk]
    assert Player.objects.filter(club=ben.club).count() == 1
    answer = ben.client.post(IMPORT, packed(shown), follow=True)
    made = Tournament.objects.get(club=ben.club)
    assert answer.redirect_chain == [(reverse("desk_board", args=[made.pk]), 302)]
    assert "The tournament has been imported" in answer.content.decode()
    assert LogLine.objects.get(tournament=made, action="imported").by == ben.user
    # Nobody else sees it before it is opened; but for that it is the same.
    assert Client().get(reverse("tournament", args=[made.pk])).status_code == 404
    copy, original = document(made), document(cup)
    assert (copy["about"].pop("state"), original["about"].pop("state")) == ("draft", "open")
    assert copy == original
    ben.client.post(reverse("desk_turn", args=[made.pk, "open"]))
    assert Client().get(reverse("tournament", args=[made.pk])).status_code == 200


def test_the_document_may_be_pasted_instead() -> None:
    _, text = a_file()
    ben = desks.a_desk("Ben", "Harbour club")
    shown = ben.client.post(IMPORT, {"club": ben.club.pk, "document": f"\n{text}\n", "file": ""})
    assert "1 round · 2 matches" in text_on(shown)
    assert ben.client.post(IMPORT, packed(shown)).status_code == 302


def test_what_is_wrong_is_told_beside_what_was_pasted() -> None:
    _, text = a_file()
    ben = desks.a_desk("Ben", "Harbour club")
    broken = text.replace('"unit":"pair"', '"unit":"<b>"')
    answer = ben.client.post(IMPORT, {"club": ben.club.pk, "document": broken})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert (
        '<code class="where">about.unit</code> unit is &lt;b&gt;; it must be one of: person' in page
    )
    assert "&quot;unit&quot;:&quot;&lt;b&gt;&quot;" in page
    assert not Tournament.objects.filter(club=ben.club).exists()


def test_of_what_does_not_come_to_the_results_that_stand_in_it_nothing_is_made() -> None:
    _, text = a_file()
    ben = desks.a_desk("Ben", "Harbour club")
    wrong = uploaded(text.replace('"done":true', '"done":false'))
    shown = ben.client.post(IMPORT, {"club": ben.club.pk, "file": wrong})
    answer = ben.client.post(IMPORT, packed(shown))
    assert answer.status_code == 422
    assert "its entries give a different result" in answer.content.decode()
    assert not Tournament.objects.filter(club=ben.club).exists()
    assert not Player.objects.filter(club=ben.club).exists()


def test_what_is_no_document_is_said_to_be_none() -> None:
    ben = desks.a_desk("Ben", "Harbour club")
    much = "x" * (settings.LARGEST_DOCUMENT + 5_000)
    for data, words in (
        ({}, "Choose the file"),
        ({"file": uploaded("")}, "Choose the file"),
        ({"document": "  \n"}, "Choose the file"),
        ({"packed": "%"}, "Choose the file"),
        ({"packed": "AAAA"}, "Choose the file"),
        ({"packed": base64.b64encode(zlib.compress(b"{")).decode()}, "is not valid JSON"),
        # A few kB that would be a gigabyte
        (
            {"packed": base64.b64encode(zlib.compress(b"0" * 40_000_000)).decode()},
            "larger than 3 MB",
        ),
        ({"file": SimpleUploadedFile("a.json", b"\xff\xfe{}")}, "is not valid JSON"),
        ({"file": uploaded(much)}, "larger than 3 MB"),
        ({"document": much}, "larger than 3 MB"),
    ):
        answer = ben.client.post(IMPORT, {"club": ben.club.pk, **data})
        assert answer.status_code == 422
        assert words in text_on(answer), data
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("club", ["", "x", "0", "theirs"])
def test_a_tournament_is_made_in_no_other_s_club(club: str) -> None:
    cup, text = a_file()
    ben = desks.a_desk("Ben", "Harbour club")
    chosen = str(cup.club_id) if club == "theirs" else club
    answer = ben.client.post(IMPORT, {"club": chosen, "document": text})
    assert answer.status_code == 422
    assert "Choose one of your clubs." in answer.content.decode()
    assert Tournament.objects.count() == 1


def test_who_directs_no_club_is_told_to_start_one_and_nobody_signed_out_gets_here() -> None:
    stan = desks.signed_in(desks.a_user("Stan"))
    assert "start one at the desk first" in stan.get(IMPORT).content.decode()
    assert stan.post(IMPORT, {"club": "1", "document": "{}"}).status_code == 422
    for answer in (Client().get(IMPORT), Client().post(IMPORT, {"document": "{}"})):
        assert (answer.status_code, answer["Location"]) == (
            302,
            "/account/login/?next=/desk/import/",
        )
    assert stan.put(IMPORT).status_code == 405


def test_no_other_address_takes_a_file_and_this_one_takes_one() -> None:
    ben = desks.a_desk("Ben", "Harbour club")
    for address, files in (
        (reverse("desk_club"), {"name": "x", "file": uploaded("x" * 3_000_000)}),
        (reverse("account_login"), {"file": uploaded("{}")}),
        ("/nowhere/", {"file": uploaded("{}")}),
        (IMPORT, {"club": ben.club.pk, "file": uploaded("{}"), "other": uploaded("{}")}),
    ):
        assert ben.client.post(address, files).status_code in {400, 404, 413}, address
    assert not Tournament.objects.exists()


def test_the_import_reads_a_name_that_would_be_a_tag_as_a_name() -> None:
    cup = pairs_with_a_history()
    Tournament.objects.filter(pk=cup.pk).update(name="<script>alert(1)</script>")
    cup.refresh_from_db()
    ben = desks.a_desk("Ben", "Harbour club")
    shown = ben.client.post(IMPORT, {"club": ben.club.pk, "document": text_of(cup)})
    answer = ben.client.post(IMPORT, packed(shown), follow=True)
    for page in (shown, answer):
        assert page.status_code == 200
        assert "<script>alert" not in page.content.decode()
