"""`manage.py simulate`: a tournament to look at."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.models import Club, Entry
from tests.lengths import in_short
from tests.tournaments import desks
from tournaments.models import Entrant, Match, Role, SessionRound, Tournament
from tournaments.plans import PRESETS
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

pytestmark = pytest.mark.django_db


def simulate(**options: object) -> tuple[Tournament, list[str]]:
    """The tournament and what the command said."""
    out = StringIO()
    call_command("simulate", stdout=out, **options)
    said = out.getvalue().splitlines()
    return Tournament.objects.order_by("created_at").last() or Tournament(), said


def states(tournament: Tournament) -> list[str]:
    rounds = SessionRound.objects.filter(stage__tournament=tournament).order_by(
        "stage__number", "number"
    )
    return [row.state for row in rounds]


def test_it_plays_a_tournament_to_its_end_and_names_its_page() -> None:
    tournament, said = simulate(entrants=5, preset="pairs_swiss_timed")
    assert tournament.state == Tournament.State.FINISHED
    assert states(tournament) == ["closed"] * 3
    assert [line.rsplit(",", 1)[0] for line in said[:-1]] == [
        f"Stage 1, round {number}: 2 tables, 1 byes, 12 hands" for number in (1, 2, 3)
    ]
    assert said[-1] == reverse("tournament", args=[tournament.pk])
    assert tournament.club.name == "Simulation"
    assert tournament.entrants.exclude(checked_in_at=None).count() == 5


def test_groups_go_on_into_their_cup() -> None:
    tournament, _ = simulate(entrants=5, preset="groups_and_cup")
    assert [stage.state for stage in tournament.stages.all()] == ["finished", "finished"]


def test_it_stops_after_so_many_rounds_and_leaves_it_running() -> None:
    tournament, said = simulate(entrants=4, preset="pairs_swiss_timed", rounds=2)
    assert (tournament.state, states(tournament), len(said)) == (
        Tournament.State.OPEN,
        ["closed", "closed"],
        3,
    )


def test_the_last_round_can_be_left_half_played() -> None:
    tournament, _ = simulate(entrants=8, preset="pairs_swiss_timed", rounds=2, half_played=True)
    assert states(tournament) == ["closed", "published"]
    matches = Match.objects.filter(
        session_round__stage__tournament=tournament, session_round__number=2
    )
    hands = [
        Entry.objects.filter(counts_as__game__match_game__match=match).count() for match in matches
    ]
    assert [match.done for match in matches] == [True, True, False, False]
    assert hands == [6, 6, 3, 0]


def test_without_a_number_of_rounds_it_is_the_last_one_that_is_left_half_played() -> None:
    tournament, _ = simulate(entrants=4, preset="pairs_swiss_timed", half_played=True)
    assert (tournament.state, states(tournament)) == (
        Tournament.State.OPEN,
        ["closed", "closed", "published"],
    )


def test_some_come_late_and_some_leave() -> None:
    tournament, _ = simulate(entrants=6, preset="pairs_swiss_timed", late=2, withdraw=1)
    assert tournament.entrants.count() == 8
    assert tournament.entrants.filter(state=Entrant.State.WITHDRAWN).count() == 1
    assert tournament.stages.get().participations.filter(first_round=2).count() == 2


def test_the_same_seed_gives_the_same_evening() -> None:
    def evening(seed: int) -> list[tuple[str, str]]:
        """Everybody's name and points after a round, best first."""
        tournament, _ = simulate(entrants=5, preset="pairs_swiss_timed", rounds=1, seed=seed)
        names = dict(tournament.entrants.values_list("pk", "members__player__name"))
        return [
            (names[row.id], str(row.points))
            for row in ranked(history_of(desks.first_stage(tournament)))
        ]

    assert evening(3) == evening(3)
    assert evening(3) != evening(4)


@pytest.mark.parametrize(
    "preset",
    in_short(
        ["team_cup", "grand_seigneur", "trichu", "tientsin_teams", "league_evening"],
        {"grand_seigneur"},
    ),
)
def test_every_kind_of_event_can_be_looked_at(preset: str) -> None:
    tournament, _ = simulate(entrants=8, preset=preset, rounds=1)
    assert (tournament.preset, tournament.unit) == (preset, PRESETS[preset].unit)
    assert states(tournament) == ["closed"]


def test_an_account_can_own_the_club_it_is_played_in() -> None:
    desk, user = desks.a_desk(), desks.a_user("Dora")
    tournament, _ = simulate(
        entrants=4,
        preset="pairs_swiss_timed",
        rounds=1,
        club=desk.club.pk,
        owner="DORA@example.org",
    )
    assert tournament.club == desk.club
    assert set(Role.objects.filter(club=desk.club).values_list("user__email", "name")) == {
        (desk.user.email, "owner"),
        (user.email, "owner"),
    }


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"club": 99}, "There is no club 99."),
        (
            {"owner": "nobody@example.org"},
            "There is no account with the address nobody@example.org: sign up first.",
        ),
        ({"entrants": 0}, "--entrants must be 1 or more."),
        ({"preset": "trichu", "entrants": 2}, "there are 2"),
    ],
)
def test_what_cannot_be_simulated_is_refused_with_a_reason(
    options: dict[str, object], said: str
) -> None:
    with pytest.raises(CommandError) as error:
        simulate(**options)
    assert said in str(error.value)
    assert not Tournament.objects.filter(state=Tournament.State.FINISHED).exists()
    assert Club.objects.count() <= 1
