"""The picture that messengers show beside a tournament's link: what it says, and what it keeps."""

import io
import re
from xml.etree import ElementTree as ET

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from PIL import Image

from scoring.games.pictures import width
from tests.tournaments import desks
from tournaments.actions import revealing
from tournaments.models import Entrant, Stage, Tournament
from tournaments.pages.public import picture
from tournaments.pages.public.tournament import tournament_page
from tournaments.pages.viewer import Viewer

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The drawings in the order in which they were made a PNG."""
    made: list[str] = []
    monkeypatch.setattr(picture, "as_png", lambda svg: made.append(svg) or b"")
    return made


def texts(cup: Tournament, drawn: list[str]) -> list[str]:
    row = Tournament.objects.get(pk=cup.pk)
    picture.png(row, tournament_page(Viewer(row)))
    return [
        " ".join((each.text or "").split())
        for each in ET.fromstring(drawn[-1]).iter()
        if each.tag.endswith("text")
    ]


def test_it_tells_how_it_is_played_then_who_leads_then_who_won(drawn: list[str]) -> None:
    cup = desks.a_tournament("pairs_swiss", 8)
    before = texts(cup, drawn)
    assert before[1] == "Autumn cup"
    assert "8 entrants" in before
    assert any("rounds" in line for line in before)
    desks.play_round(desks.draw(cup))
    said = texts(cup, drawn)
    assert "After round 1" in said
    first = tournament_page(Viewer(Tournament.objects.get(pk=cup.pk))).best
    assert first is not None
    assert next(line for line in said if "&" in line) == first.groups[0][1][0].name
    assert sum("&" in line for line in said) == picture.MOST_ROWS
    Stage.objects.filter(tournament=cup).update(state=Stage.State.FINISHED)
    Tournament.objects.filter(pk=cup.pk).update(state=Tournament.State.FINISHED)
    assert "Final standings" in texts(cup, drawn)


def test_names_that_are_not_shown_and_results_that_are_kept_are_not_on_it(drawn: list[str]) -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    first, second = cup.entrants.all()[:2]
    Entrant.objects.filter(pk=first.pk).update(alias="The foxes")
    Entrant.objects.filter(pk=second.pk).update(hidden=True)
    desks.play_round(desks.draw(cup))
    told = texts(cup, drawn)
    assert {"The foxes", "No. 2"} <= set(told)
    assert not any("Player 1" in line or "Player 3" in line for line in told)
    desks.play_round(desks.draw(cup, 2), seed=5)
    assert texts(cup, drawn) != told
    revealing.freeze(cup, None, 1, 2)
    assert texts(cup, drawn) == told


def test_nothing_runs_over_its_edge(drawn: list[str]) -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    Tournament.objects.filter(pk=cup.pk).update(name="W" * 60, place="ш" * 60)
    Entrant.objects.filter(tournament=cup).update(label="勝" * 40)
    texts(cup, drawn)
    line = r'class="(\w*)" x="([\d.]+)" y="[\d.]+" font-size="([\d.]+)">([^<]+)<'
    found = [
        (kind, float(x), float(size), text) for kind, x, size, text in re.findall(line, drawn[-1])
    ]
    assert len(found) >= 6
    for kind, x, size, text in found:
        assert x + width(text) * size * (1 if kind else picture.SLIM) <= picture.RIGHT + 1, text


def test_it_is_a_png_that_is_drawn_once_and_asked_for_once() -> None:
    cache.clear()
    cup = desks.a_tournament("pairs_swiss", 4)
    address = reverse("tournament_picture", args=[cup.pk])
    client = Client()
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.size == (1200, 630)
    assert client.get(address).content == answer.content
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    desks.draw(cup)
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 200
    assert client.post(address).status_code == 405
    page = client.get(reverse("tournament", args=[cup.pk])).content.decode()
    assert re.search(
        rf'property="og:image"\s+content="http://testserver{re.escape(address)}"', page
    )


def test_a_tournament_that_is_prepared_has_none_for_strangers() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    Tournament.objects.filter(pk=cup.pk).update(state=Tournament.State.DRAFT)
    assert Client().get(reverse("tournament_picture", args=[cup.pk])).status_code == 404
    assert (
        Client()
        .get(reverse("tournament_picture", args=["00000000-0000-0000-0000-000000000000"]))
        .status_code
        == 404
    )
