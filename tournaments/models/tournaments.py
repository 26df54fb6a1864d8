"""A club's desk roles, its tournaments, and the stages of each."""

import secrets
import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models import Club, Device
from scoring.rules import USUAL


def a_seed() -> int:
    """Return a seed for draws: 31 random bits, so that it can be read out and typed."""
    return secrets.randbits(31)


class Role(models.Model):
    """An account's role in a club's tournaments."""

    class Name(models.TextChoices):
        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        REFEREE = "referee", _("referee")
        DESK = "desk", _("desk")
        SCREEN = "screen", _("screen")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="roles"
    )
    name = models.CharField(max_length=8, choices=Name.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="role_once_a_club", fields=["club", "user"])
        ]

    def __str__(self) -> str:
        return self.name


class OpenClubInvitation(models.Model):
    """An invitation to a club's desk that can still be used or taken back. The link itself is not
    stored.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    key = models.CharField(max_length=32, unique=True)
    role = models.CharField(max_length=8, choices=Role.Name.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.key


class UsedClubInvitation(models.Model):
    """An invitation to a club's desk that was used or taken back: it lets nobody else in."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="used_invitations")
    key = models.CharField(max_length=32, unique=True)
    used_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "tournaments_usedinvitation"

    def __str__(self) -> str:
        return self.key


class Tournament(models.Model):
    """One event of a club, from the list of names to the final standings."""

    class State(models.TextChoices):
        DRAFT = "draft", _("being prepared")  # visible only to its directors
        OPEN = "open", _("open")
        FINISHED = "finished", _("finished")

    class Unit(models.TextChoices):
        PERSON = "person", _("players")
        PAIR = "pair", _("pairs")
        TEAM = "team", _("teams")

    class Agreement(models.TextChoices):
        TRUST = "trust", _("the table's result counts")
        CONFIRM = "confirm", _("the other side agrees with a tap")
        BLIND = "blind", _("both sides enter the result without seeing the other's")

    class Unfinished(models.TextChoices):
        HAND = "hand", _("the current hand is finished, then the match counts as it stands")
        NOW = "now", _("the match counts as it stands, without an unfinished hand")
        PLAYS_ON = "plays_on", _("the match is played to its end")
        RULING = "ruling", _("the director decides each of them")

    class RoomPlan(models.TextChoices):
        SHIFTS = "shifts", _("in shifts")
        QUEUE = "queue", _("in a queue")

    class GivingOrder(models.TextChoices):
        UP = "up", _("from the last place up")
        PODIUM = "podium", _("from fourth place down, then third, second and first")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    # The desk acts as the phone that starts the tables' games; no client holds its key.
    desk = models.OneToOneField(Device, on_delete=models.PROTECT, related_name="tournament")
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=80, blank=True)
    starts_on = models.DateField(null=True, blank=True)
    preset = models.CharField(max_length=40, blank=True)
    unit = models.CharField(max_length=6, choices=Unit.choices, default=Unit.PAIR)
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    # People may enter themselves; a director confirms
    registration = models.BooleanField(default=False)
    # of entrants; later ones go on the waiting list
    limit = models.PositiveIntegerField(null=True, blank=True)
    seed = models.PositiveIntegerField(default=a_seed)
    # How the evening is run
    agreement = models.CharField(
        max_length=7,
        choices=Agreement.choices,
        default=Agreement.CONFIRM,
        db_default=Agreement.CONFIRM,
    )
    unfinished = models.CharField(
        max_length=8,
        choices=Unfinished.choices,
        default=Unfinished.HAND,
        db_default=Unfinished.HAND,
    )
    last_hand_minutes = models.PositiveSmallIntegerField(
        default=5, db_default=5
    )  # before the end, to call the last hand; 0: never
    objection_minutes = models.PositiveSmallIntegerField(
        default=30, db_default=30
    )  # after a result was published; 0: none
    # In the room; None: as many as a round needs
    tables = models.PositiveSmallIntegerField(null=True, blank=True)
    # How a round is played that needs more: see tournaments.room
    room_plan = models.CharField(
        max_length=6,
        choices=RoomPlan.choices,
        default=RoomPlan.SHIFTS,
        db_default=RoomPlan.SHIFTS,
    )
    # Each paper sheet is typed by two people, and counts once they agree
    papers_twice = models.BooleanField(default=False, db_default=False)
    # In a league: entrants may name stand-ins for a match themselves, and how many matches a person
    # may stand in; None: any number
    names_stand_ins = models.BooleanField(default=False, db_default=False)
    stand_in_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    # Entrants may withdraw on their own page
    may_leave = models.BooleanField(default=True, db_default=True)
    # What the public sees of the standings: frozen before this session round of this stage, and
    # since the prize-giving began, so many ranks
    frozen_stage = models.PositiveSmallIntegerField(null=True, blank=True)
    frozen_round = models.PositiveSmallIntegerField(null=True, blank=True)
    revealed = models.PositiveIntegerField(null=True, blank=True)
    # Its steps in the order in which they were announced, each as the number of ranks from the
    # bottom up to its end; empty: from the bottom up
    announced = models.JSONField(default=list, db_default=[])
    giving_order = models.CharField(
        max_length=6, choices=GivingOrder.choices, default=GivingOrder.UP, db_default=GivingOrder.UP
    )
    # How many of a cup's best are announced individually
    one_by_one = models.PositiveSmallIntegerField(default=4, db_default=4)
    # Sites that may embed its pages: see framing
    shown_on = models.JSONField(default=list, db_default=[])
    # Entrants to keep apart in draws: (number, number, kind), see tournaments.pairing.kept_apart
    kept_apart = models.JSONField(default=list, db_default=[])
    # Over, and hidden from visitors
    concealed = models.BooleanField(default=False, db_default=False)
    # Search engines may list its public pages
    found = models.BooleanField(default=False, db_default=False)
    backed_up_at = models.DateTimeField(null=True, blank=True)
    # increases with every change that a page may show
    version = models.PositiveIntegerField(default=1)
    # Increases only with what the whole hall waits for: draws, the clock, the end of a round,
    # standings revealed
    hall_version = models.PositiveIntegerField(default=1, db_default=1)
    # Length of its chain, and the last link: see tournaments.seals. None before the first.
    chain_length = models.PositiveIntegerField(null=True, editable=False)
    chain_head = models.BinaryField(max_length=32, null=True, editable=False)
    # Of the newest hash of what determines the ranking
    chain_salt = models.BinaryField(max_length=16, null=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["club", "-created_at"], name="tournaments_of_a_club")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def stage_now(self) -> int:
        """Return the number of the current stage: the last one started, else the first. One
        query.
        """
        begun = self.stages.exclude(state="waiting").aggregate(last=models.Max("number"))["last"]
        return begun or 1


class Stage(models.Model):
    """A part of a tournament with one format, rule set, match length and scoring system.

    All of it is data: `format` is a key of `tournaments.pairing.FORMATS`, `points` one of
    `tournaments.standings.points.SCORING_SYSTEMS`, `criteria` keys of
    `tournaments.standings.CRITERIA` in their order.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("not begun")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class Carry(models.TextChoices):
        NOTHING = "none", _("nothing: everybody starts at 0")
        POINTS = "points", _("all points")
        MATCHES = "matches", _("matches against others who qualified")

    class AtLine(models.TextChoices):
        PLAY_OFF = "play_off", _("Play-off, one hand")
        LOT = "lot", _("Lot")
        ALL = "all", _("All of them go on")

    class Unplayed(models.TextChoices):
        ZERO = "zero", _("nothing")
        OWN_POINTS = "own_points", _("an opponent with as many points as their own")
        FIDE_2023 = "fide_2023", _("as in chess (FIDE 2023)")
        FIDE_2026 = "fide_2026", _("as in chess (FIDE 2026)")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    format = models.CharField(max_length=30)
    format_settings = models.JSONField(default=dict)
    # The game: a variant, its non-default settings, the number of games in a match, the time limit
    variant = models.CharField(max_length=20, default=USUAL)
    rules = models.JSONField(default=dict)
    best_of = models.PositiveSmallIntegerField(default=1)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    # From games to points, from points to ranks
    points = models.CharField(max_length=20, default="match")
    points_settings = models.JSONField(default=dict)
    # Points for byes, absences and late entries: see points.adjust
    awards = models.JSONField(default=dict)
    criteria = models.JSONField(default=list)
    # Settings of single criteria: see tournaments.standings.criteria_settings
    criteria_settings = models.JSONField(default=dict, db_default={})
    unplayed = models.CharField(max_length=10, choices=Unplayed.choices, default=Unplayed.ZERO)
    worst_dropped = models.BooleanField(default=False)
    # Qualifiers from the previous stage: the first `take` of each group (or of all), with or
    # without their points
    take = models.PositiveSmallIntegerField(null=True, blank=True)
    carry = models.CharField(max_length=8, choices=Carry.choices, default=Carry.NOTHING)
    # Default answer if a shared rank crosses the qualifying line
    at_line = models.CharField(
        max_length=8, choices=AtLine.choices, default=AtLine.PLAY_OFF, db_default=AtLine.PLAY_OFF
    )
    # Boards of duplicate with other cards from some table on, by the board's number: the round and
    # table from which each further deal was played; an empty list if the board is struck out
    fouled_boards = models.JSONField(default=dict, db_default={})

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="stage_once_a_number", fields=["tournament", "number"])
        ]

    def __str__(self) -> str:
        return self.name or str(self.number)
