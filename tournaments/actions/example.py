"""An invented evening to look around in, in a club of its own, deleted with it."""

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext

from scoring.models import Club, Device, Player
from scoring.rules.words import gettext_noop
from tournaments.actions import agreeing, drawing, publishing, timing
from tournaments.actions.common import conflict
from tournaments.actions.hiding_deleting import erase_tournaments
from tournaments.actions.playing import play_match
from tournaments.actions.simulating import SIMULATED, Simulation
from tournaments.match.agreement import How, writing_side
from tournaments.match.figures import figures_now, fingerprint
from tournaments.models import Match, Role, Stage, Tournament
from tournaments.plans import PRESETS
from tournaments.plans.usual import usual_awards

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

PRESET = "pairs_swiss_timed"
ENTRANTS = 12
ROUNDS = 2  # played; the third is in progress
SEED = 7
# Hands each table has played of the third round, by table number; None: all of them.
TABLES = (None, None, None, 5, 3, 2)
AGREED, DISPUTED, CALLS = 0, 2, 4  # places in `TABLES`


def make_example(by: "AbstractBaseUser") -> Tournament:
    """Create an evening of pairs in the middle of round three, directed only by `by`.

    Returns an existing one. Each round is a transaction of its own, so that real tables do not wait
    for invented ones. Raises RuleError if the site cannot open tournaments, or if the same account
    is creating its example at this moment.
    """
    club = _club_of(by)
    existing = Tournament.objects.filter(club=club).first()
    if existing is not None:
        return existing
    lot = random.Random(SEED)  # noqa: S311 - an evening, not a secret
    evening = Simulation(lot, by, rounds=ROUNDS)
    preset = PRESETS[PRESET]
    plans = [replace(plan, awards=usual_awards(plan)) for plan in preset.stages]
    tournament = evening.run(club, preset, ENTRANTS, gettext("An evening to look around in"), plans)
    stage = Stage.objects.select_related("tournament").get(tournament=tournament)
    _third_round(evening, stage, by)
    tournament.refresh_from_db()
    return tournament


def _club_of(by: "AbstractBaseUser") -> Club:
    """Return the club of an account's example, created if needed. Concurrent requests wait for
    it.
    """
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).get(pk=by.pk)
        club = Club.objects.filter(example=True, roles__user=by.pk).first()
        if club is None:
            club = Club.objects.create(name=gettext("Example"), example=True)
            Role.objects.create(club=club, user_id=by.pk, name=Role.Name.OWNER)
    return club


def _third_round(evening: Simulation, stage: Stage, by: "AbstractBaseUser") -> None:
    """Play a round with all states of a table: agreed, waiting, disputed, in play, and a call."""
    drawn = drawing.draw_round(stage, by, ROUNDS + 1, seed=SEED)
    publishing.publish_round(drawn, by)
    timing.start_clock(drawn, by)
    for place, match in enumerate(Match.objects.filter(session_round=drawn).order_by("number")):
        play_match(match, evening.phone, evening.hands, TABLES[place])
        _add_remarks(
            Match.objects.select_related("session_round__stage__tournament").get(pk=match.pk), place
        )


def _add_remarks(match: Match, place: int) -> None:
    """Add the remark of the side that did not write."""
    other = 1 - (writing_side(match) or 0)
    if place == AGREED:
        agreeing.agree(match, other, fingerprint(match), how=How.OWN_PAGE)
    elif place == DISPUTED:
        figures = figures_now(match)
        figures[0][other] += 100
        agreeing.dispute_result(
            match, other, gettext("Our Tichu in the fourth hand is missing."), figures
        )
    elif place == CALLS:
        agreeing.call_director(match, other, gettext("A card was shown."))


def delete_example(club: Club) -> None:
    """Delete an example with everything in it. People who have played elsewhere stay, and so does
    their club.

    Raises RuleError for a club that is not an example.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        if not club.example:
            raise conflict(
                "no_example", "club", gettext_noop("Only an example can be deleted here.")
            )
        tournaments = Tournament.objects.select_for_update().filter(club=club)
        keys = [row.pk for row in tournaments]
        erase_tournaments(keys)
        Device.objects.filter(club=club, kind=SIMULATED, games__isnull=True).delete()
        Player.objects.filter(club=club, seats__isnull=True).delete()
        if club.players.exists():
            Club.objects.filter(pk=club.pk).update(example=False)
        else:
            club.delete()
