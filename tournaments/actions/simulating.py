"""Plays a tournament by itself, through the actions of a desk: for demos and tests."""

import random
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.db import transaction

from scoring import simulation
from scoring.games.access.devices import hash_of
from scoring.models import Club, Device, Player
from scoring.rules import Position, Round, RuleError
from tournaments.actions import (
    attendance,
    creating,
    drawing,
    entering,
    judging,
    publishing,
    stages,
)
from tournaments.actions.new_entrants import NewEntrant
from tournaments.actions.playing import play_match, play_matches
from tournaments.models import Entrant, Match, MatchGame, SessionRound, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.plans import Preset, StagePlan
from tournaments.standings.points import SCORING_SYSTEMS

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

AWARDS = {"bye_points": 2, "bye_score": 0, "absent_points": 0, "absent_score": 0}
SIMULATED = "Simulated"  # the phone that writes
SIZES = {"person": 1, "pair": 2, "team": 3}  # people of an entrant
TEAM_OF_FOUR = 4  # at two tables
MOST_ROUNDS = 200  # of a stage; a format that never ends would be a bug


def simulated_phone(club: Club) -> Device:
    """Create the phone that writes, which nobody holds."""
    key = secrets.token_urlsafe(32)
    return Device.objects.create(key_hash=hash_of(key), kind=SIMULATED, club=club)


@dataclass
class Simulation:
    """One simulated tournament.

    `names` are the players, if not invented. `rounds` stops after that many session rounds, `half`
    leaves the last of them half played. `report` receives a line for every session round.
    """

    lot: random.Random
    by: "AbstractBaseUser | None" = None
    late: int = 0
    withdraw: int = 0
    rounds: int | None = None
    half: bool = False
    report: Callable[[str], object] = lambda _line: None
    phone: Device = field(init=False)
    names: list[str] = field(init=False, default_factory=list)
    played: int = 0

    def run(
        self, club: Club, preset: Preset, entrants: int, name: str, plans: Sequence[StagePlan] = ()
    ) -> Tournament:
        """Create the tournament and play it. `plans` replace the preset's stages."""
        self.phone = simulated_phone(club)
        tournament = self.make(club, preset, entrants, name, plans or preset.stages)
        for stage in tournament.stages.order_by("number"):
            if not self.play_stage(stage):
                return tournament
        creating.finish_tournament(tournament, self.by)
        return tournament

    def make(
        self, club: Club, preset: Preset, entrants: int, name: str, plans: Sequence[StagePlan]
    ) -> Tournament:
        """Create the tournament, opened, with everybody who is not late entered and checked in."""
        settled = [replace(plan, awards={**AWARDS, **plan.awards}) for plan in plans]
        tournament = creating.make_tournament(
            club,
            self.by,
            name,
            preset.unit,
            settled,
            preset=preset.key,
            seed=self.lot.getrandbits(31),
        )
        at_two = SCORING_SYSTEMS[plans[0].points].rooms > 1
        self.size = TEAM_OF_FOUR if at_two else SIZES[preset.unit]
        self.names = self.names or simulation.people((entrants + self.late) * self.size, self.lot)
        self.enter(tournament, entrants)
        creating.open_tournament(tournament, self.by)
        tournament.refresh_from_db()
        return tournament

    def enter(self, tournament: Tournament, count: int) -> None:
        """Enter this many more, and check them in."""
        if not count:
            return
        entered = tournament.entrants.count()
        labels = simulation.team_names(entered + count)
        rows = [
            NewEntrant(
                tuple(self.names[at * self.size : (at + 1) * self.size]),
                label=labels[at] if tournament.unit == Tournament.Unit.TEAM else "",
            )
            for at in range(entered, entered + count)
        ]
        with transaction.atomic():
            for entrant in entering.enter(tournament, self.by, rows):
                entering.check_in(entrant, self.by)

    def play_stage(self, stage: Stage) -> bool:
        """Play a stage to its end; False if it is left running."""
        stages.begin_stage(stage, self.by, stages.TieDecision(Stage.AtLine.LOT))
        for number in range(1, MOST_ROUNDS):
            try:
                drawn = drawing.draw_round(stage, self.by, number, seed=self.lot.getrandbits(31))
            except RuleError as error:
                if error.mistakes[0].code != "stage_over":
                    raise
                break
            if not self.play_round(drawn, last=self.is_last(stage, number)):
                return False
            if stage.number == 1 and number == 1:
                self.change_attendance(stage)
        stages.finish_stage(stage, self.by)
        return True

    def is_last(self, stage: Stage, number: int) -> bool:
        """Whether this session round is the tournament's last, or the last requested."""
        if self.rounds is not None:
            return self.played + 1 >= self.rounds
        further = Stage.objects.filter(
            tournament=stage.tournament_id, number__gt=stage.number
        ).exists()
        return not further and number == drawing.total_rounds(stage)

    def play_round(self, drawn: SessionRound, *, last: bool) -> bool:
        """Publish a session round and play its tables. False if the tournament stops here."""
        began = time.perf_counter()
        publishing.publish_round(drawn, self.by)
        matches = (
            Match.objects.filter(session_round=drawn)
            .select_related("session_round__stage__tournament")
            .order_by("number")
        )
        ids = list(matches.values_list("pk", flat=True))
        half = last and self.half
        whole = ids[: (len(ids) + 1) // 2] if half else ids
        hands = play_matches(drawn, self.phone, self.hands, whole)
        for match in matches.filter(pk__in=whole):
            self.settle(match)
        for match in matches[len(whole) : len(whole) + 1]:  # in the middle of its first game
            hands += play_match(match, self.phone, self.hands, most=3)
        if not half:
            publishing.close_round(drawn, self.by)
        self.played += 1
        seconds = time.perf_counter() - began
        stage = drawn.stage
        byes = drawn.places.filter(kind="bye").count()
        self.report(
            f"Stage {stage.number}, round {drawn.number}: {len(ids)} tables, {byes} byes, "
            f"{hands} hands, {seconds:.1f} s"
        )
        return not half and (self.rounds is None or self.played < self.rounds)

    def hands(self, _row: MatchGame, position: Position, people: Sequence[Player]) -> list[Round]:
        """Return plausible hands until the game is over."""
        strong = [simulation.strength(player.name) for player in people]
        return simulation.rounds(position.rules, strong, self.lot, after=position)

    def settle(self, match: Match) -> None:
        """Rule on a knock-out match without a winner, or with an unfinished game."""
        if not match.done:
            judging.rule_match(match, self.by, {"kind": "half"}, "Time was up.")
        elif match.winner is None and FORMATS[match.session_round.stage.format].ranks_itself:
            ruling = {"kind": "given", "points": [2, 0], "score": [5, 0]}
            judging.rule_match(match, self.by, ruling, "One more hand decided.")

    def change_attendance(self, stage: Stage) -> None:
        """After the first round add late entrants, if the format takes them, and let some leave."""
        tournament = Tournament.objects.get(pk=stage.tournament_id)
        entered = list(tournament.entrants.filter(state=Entrant.State.ENTERED))
        if FORMATS[stage.format].takes_late:
            self.enter(tournament, self.late)
        for entrant in self.lot.sample(entered, min(self.withdraw, len(entered))):
            attendance.withdraw(entrant, self.by, "Had to leave.")
