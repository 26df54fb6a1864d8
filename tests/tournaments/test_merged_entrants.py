"""Two records of one person where one of them is entered in a tournament: all of it shows the name
that stays.
"""

import pytest
from django.core.management import call_command

from scoring.models import Player
from scoring.people.actions.merging import merge, relations, separate
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.refusing import refused
from tournaments.actions import attendance, entering
from tournaments.actions.new_entrants import NewEntrant
from tournaments.exchange.writing import text_of
from tournaments.models import Entrant, Member, Place

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_a_tournament_shows_the_name_that_stays_and_counts_as_before() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    away = Player.objects.get(name="Player 3")
    entrant = Entrant.objects.get(members__player=away)
    # Who played then is kept by numbers, once somebody else has come in.
    other = Member.objects.get(entrant=entrant, player__name="Player 4")
    attendance.substitute(entrant, None, "Somebody else", instead_of=other)
    before, version = text_of(cup), cup.version
    stays = Player.objects.create(name="Ida Schwarz", club=cup.club)
    device = a_device()
    made = merge(away, stays, device)
    assert text_of(cup) == before.replace('"Player 3"', '"Ida Schwarz"')
    assert any(stays.pk in place.people for place in Place.objects.filter(people__isnull=False))
    cup.refresh_from_db()
    assert cup.version > version  # pages that follow it are drawn anew
    call_command("verify", verbosity=0)  # raises CommandError with the first difference
    separate(made, device)
    assert text_of(cup) == before
    call_command("verify", verbosity=0)


def test_two_who_are_entered_in_one_tournament_are_two_people() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    one, other = Player.objects.filter(name__in=["Player 1", "Player 5"])
    with refused("two_people"):
        merge(one, other, a_device())
    assert Member.objects.filter(tournament=cup, player=one).exists()


def test_a_name_of_before_that_is_entered_means_the_person_and_beside_them_somebody_else() -> None:
    cup = desks.a_tournament("pairs_swiss", 0, opened=False)
    ida, short = (
        Player.objects.create(name=name, club=cup.club) for name in ("Ida Schwarz", "Ida S.")
    )
    merge(short, ida, a_device())
    entering.enter(cup, None, [NewEntrant(("Ida S.", "Beat"))])
    assert Member.objects.filter(player=ida).count() == 1
    entering.enter(cup, None, [NewEntrant(("Ida S.", "Carla"))])
    assert set(Member.objects.values_list("player__name", flat=True)) == {
        "Ida Schwarz",
        "Ida S.",
        "Beat",
        "Carla",
    }


def test_whatever_goes_by_a_person_goes_along_or_follows_from_games() -> None:
    """A relation that is new has to be thought of: whether parting brings it back, what happens
    where both have it.
    """
    of_claims = {"scoring.Claim", "scoring.ClaimLink"}
    assert (
        set(relations())
        == {"scoring.Answer", "scoring.PhoneOwner", "tournaments.Member"} | of_claims
    )
