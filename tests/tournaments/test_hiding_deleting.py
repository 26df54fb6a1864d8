"""A tournament that is over: hidden from visitors, and deleted with what its owner was told
beforehand.
"""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.actions.starting import start_game
from scoring.models import Device, Game, Player, RatingChange
from scoring.rules import RuleError, RuleSet
from tests.scoring.games import a_device
from tests.tournaments import desks
from tournaments.actions import creating, hiding_deleting, stages
from tournaments.models import LogLine, Seal, Tournament
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db
PUBLIC = ("tournament", "tournament_picture", "results_csv", "api_tournament", "tournament_rounds")


@pytest.fixture
def cup(desk: desks.Desk) -> Tournament:
    """Four pairs, one round, over; Player 1 has played at home as well, and there is another
    tournament.
    """
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    desks.play_round(desks.draw(cup))
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, desk.user)
    Device.objects.filter(pk=a_device().pk).update(club=desk.club)
    start_game(
        Device.objects.get(pk=a_device().pk),
        RuleSet.of("nanking", {}),
        ["Player 1", "Xaver", "Yves", "Zoe"],
    )
    desks.a_tournament("pairs_swiss", 0, desk=desk)
    return Tournament.objects.get(pk=cup.pk)


def statuses(cup: Tournament, client: Client | None = None) -> set[int]:
    return {(client or Client()).get(reverse(name, args=[cup.pk])).status_code for name in PUBLIC}


def test_a_hidden_tournament_is_nowhere_for_visitors(cup: Tournament, desk: desks.Desk) -> None:
    address = reverse("desk_over", args=[cup.pk])
    assert statuses(cup) <= {200, 302}
    assert desk.client.post(address, {"concealed": "1"}).status_code == 302
    assert statuses(cup) == {404}
    assert str(cup.pk) not in Client().get(reverse("tournaments")).content.decode()
    assert str(cup.pk) not in Client().get(reverse("api_tournaments")).content.decode()
    assert statuses(cup, desk.client) <= {200, 302}
    own = token_of(cup.entrants.first())
    page = Client().get(reverse("own_page", args=[own]))
    assert page.status_code == 200
    assert reverse("tournament", args=[cup.pk]) not in page.content.decode()
    desk.client.post(address, {"concealed": "0"})
    assert statuses(cup) <= {200, 302}
    assert list(LogLine.objects.filter(tournament=cup).values_list("action", flat=True))[-2:] == [
        "concealed",
        "shown_again",
    ]


def test_only_what_is_finished_is_hidden_and_reopened_it_is_seen(
    cup: Tournament, desk: desks.Desk
) -> None:
    hiding_deleting.conceal(cup, desk.user, concealed=True)
    creating.reopen_tournament(cup, desk.user)
    assert statuses(cup) <= {200, 302}
    with pytest.raises(RuleError):
        hiding_deleting.conceal(cup, desk.user, concealed=True)
    with pytest.raises(RuleError):
        hiding_deleting.delete_finished(cup, desk.user, hiding_deleting.deletion_of(cup).mark)
    assert (
        desk.client.post(reverse("desk_over", args=[cup.pk]), {"concealed": "1"}).status_code == 409
    )


def test_what_was_told_goes_and_nothing_else(cup: Tournament, desk: desks.Desk) -> None:
    page = desk.client.get(reverse("desk_over", args=[cup.pk]), {"delete": "1"})
    going = page.context["going"]
    assert (going.entrants, going.rounds, going.games, going.people) == (4, 1, 2, 7)
    assert going.hands
    asked = reverse("desk_delete", args=[cup.pk])
    assert desk.client.post(asked).status_code == 409  # without a look
    assert Tournament.objects.filter(pk=cup.pk).exists()
    assert desk.client.post(asked, {"seen": going.mark}).status_code == 302
    # The other one
    assert list(Tournament.objects.values_list("club", flat=True)) == [desk.club.pk]
    assert Game.objects.filter(of_match=True).count() == 0
    assert not Seal.objects.filter(tournament=cup.pk).exists()
    assert not RatingChange.objects.exists()
    assert set(Player.objects.values_list("name", flat=True)) == {
        "Player 1",
        "Xaver",
        "Yves",
        "Zoe",
    }
    assert desk.client.post(asked, {"seen": going.mark}).status_code == 404  # a double tap


def test_what_has_changed_since_is_told_anew(cup: Tournament, desk: desks.Desk) -> None:
    seen = hiding_deleting.deletion_of(cup).mark
    Tournament.objects.filter(pk=cup.pk).update(state=Tournament.State.OPEN)
    stages.reopen_stage(desks.first_stage(cup), None)
    desks.play_round(desks.draw(cup, 2))
    Tournament.objects.filter(pk=cup.pk).update(state=Tournament.State.FINISHED)
    answer = desk.client.post(reverse("desk_delete", args=[cup.pk]), {"seen": seen})
    assert answer.status_code == 409
    assert answer.context["going"].rounds == 2
    assert Tournament.objects.filter(pk=cup.pk).exists()


def test_only_an_owner_hides_and_deletes(cup: Tournament, desk: desks.Desk) -> None:
    director = desks.let_direct(desk, "Dora")
    for name in ("desk_over", "desk_delete"):
        assert director.post(reverse(name, args=[cup.pk]), {"seen": "x"}).status_code == 404
