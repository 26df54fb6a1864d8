"""What everybody sees of a tournament."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks

pytestmark = pytest.mark.django_db


def test_smoke() -> None:
    cup = desks.a_tournament("pairs_swiss", 9)
    r = desks.draw(cup)
    desks.play_round(r)
    r2 = desks.draw(cup, 2)
    client = Client()
    m = r.matches.first()
    e = cup.entrants.first()
    for url in (
        reverse("tournaments"),
        reverse("tournament", args=[cup.pk]),
        reverse("tournament_round", args=[cup.pk, 1, 1]),
        reverse("tournament_round", args=[cup.pk, 1, 2]),
        reverse("tournament_match", args=[cup.pk, m.pk]),
        reverse("standings", args=[cup.pk, 1]),
        *[reverse("standings_value", args=[cup.pk, 1, e.pk, k]) for k in desks.first_stage(cup).criteria],
        reverse("cross_table", args=[cup.pk, 1]),
        reverse("entrant", args=[cup.pk, e.pk]),
        reverse("standings_csv", args=[cup.pk, 1]),
        reverse("results_csv", args=[cup.pk]),
    ):
        response = client.get(url)
        print(url, response.status_code, len(response.content))
        assert response.status_code == 200
        again = client.get(url, headers={"If-None-Match": response.get("ETag", "x")})
        print(again.status_code)
