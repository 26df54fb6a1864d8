"""The club to look around in: whole, as it was written, and with everything in it that there is to
show.
"""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localdate

from scoring.models import Club, Game, Merge, Player
from scoring.rules import VARIANTS
from tests.tournaments import desks
from tournaments.clubs.actions import demo_club
from tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db


def demo(**options: str) -> Club:
    said = StringIO()
    call_command("demo", stdout=said, **options)
    phone = Client()
    assert phone.post(said.getvalue().split()[-1]).status_code == 302
    club = Club.objects.get(name=demo_club.NAME)
    for name in ("club_home", "club_people", "club_evenings", "club_ratings"):
        assert phone.get(reverse(name, args=[club.pk])).status_code == 200
    return club


def checked(club: Club) -> None:
    call_command("verify", verbosity=0)  # raises CommandError with the first difference
    assert Merge.objects.filter(club=club).count() == 1
    assert Player.objects.filter(club=club, erased_at__isnull=False, name="").count() == 1
    assert {tournament.state for tournament in Tournament.objects.filter(club=club)} == {"finished"}


def test_a_short_one_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_club, "NIGHTS", 4)
    monkeypatch.setattr(demo_club, "EVENTS", 1)
    desks.an_owner()
    now = timezone.now
    club = demo(owner="olga@example.org")
    assert timezone.now is now, "the clock is the real one again"
    checked(club)
    assert Role.objects.get(club=club).name == "owner"
    (cup,) = Tournament.objects.filter(club=club)
    assert localdate(cup.created_at) < localdate()
    assert Game.objects.filter(club=club, of_match=False).count() == 4 * 6
    assert [season.public for season in club.seasons.order_by("first")] == [False, True]
    assert club.evenings.filter(called_off_at__isnull=False).count() == 1


@pytest.mark.slow  # in short: the test before
def test_the_whole_club_has_everything_that_there_is_to_show() -> None:
    club = demo()
    checked(club)
    assert Player.listed.filter(club=club).count() >= 40
    assert Tournament.objects.filter(club=club).count() == 12
    assert Game.objects.filter(club=club, of_match=False).count() == 300
    assert set(Game.objects.filter(club=club).values_list("variant", flat=True)) == set(VARIANTS)
