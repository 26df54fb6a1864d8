"""Games of matches rate their people while their tournament is over, and not before."""

import pytest

from scoring.models import RatingChange, RatingList
from scoring.people.rated.lists import bring_up_to_date
from scoring.people.rated.queries import rating_of
from tests.tournaments import desks
from tournaments.actions import creating, revealing, stages
from tournaments.models import Member, Tournament

pytestmark = pytest.mark.django_db


def test_a_tournament_rates_its_people_while_it_is_over() -> None:
    cup = desks.a_tournament("pairs_swiss_timed", 4)
    desks.play_round(desks.draw(cup, 1))
    bring_up_to_date()
    assert not RatingChange.objects.exists()
    stages.finish_stage(desks.first_stage(cup), None)
    cup = creating.finish_tournament(cup, None)
    everybody = [member.player for member in Member.objects.filter(entrant__tournament=cup)]
    found = [rating_of(player, "teams") for player in everybody]
    assert [one.games for one in found if one] == [1] * 8
    assert set(RatingList.objects.filter(changes__isnull=False).values_list("club", flat=True)) == {
        cup.club_id
    }
    Tournament.objects.filter(pk=cup.pk).update(frozen_stage=1, frozen_round=1)
    creating.reopen_tournament(cup, None)
    cup = creating.finish_tournament(cup, None)
    # Before the prize-giving
    assert [rating_of(player, "teams") for player in everybody] == [None] * 8
    revealing.unfreeze(cup, None)
    assert [one.games for player in everybody if (one := rating_of(player, "teams"))] == [1] * 8
    creating.reopen_tournament(cup, None)
    assert [rating_of(player, "teams") for player in everybody] == [None] * 8
