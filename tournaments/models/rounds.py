"""Session rounds, their seating, and the games played in them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Game
from tournaments.models.entrants import Entrant, a_key
from tournaments.models.tournaments import Stage, a_seed


class SessionRound(models.Model):
    """One session round of a stage: a draft until published, open until closed."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="session_rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.DRAFT)
    seed = models.PositiveIntegerField(default=a_seed)  # seed of the draw
    # Notes (code, text, params): wishes the draw gave up
    relaxed = models.JSONField(default=list)
    warnings = models.JSONField(default=list)
    due_on = models.DateField(null=True, blank=True)  # if entrants choose their own dates
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    drawn_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    # The round clock, see tournaments.clock: pauses push its end back
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    # Total of finished pauses
    clock_paused_seconds = models.PositiveIntegerField(default=0, db_default=0)
    last_hand_at = models.DateTimeField(null=True, blank=True)  # when the last hand was called
    clock_ended_at = models.DateTimeField(null=True, blank=True)  # when the director ended it
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            # Two directors who request a draw at the same time get one.
            models.UniqueConstraint(name="session_round_once_a_stage", fields=["stage", "number"])
        ]

    def __str__(self) -> str:
        return str(self.number)


BOTH_LOSE = "both_lose"  # kind of ruling for a match that both sides lost
# Kind of ruling with a typed result: from a paper sheet, or a correction
PAPER = "paper"


class Match(models.Model):
    """What one table plays in a session round.

    `result` is what its games gave each entrant (see `tournaments.match.results`), rebuilt whenever
    one of them changes. `ruling` is a director's decision that replaces it; the games stay as they
    are.
    """

    class Agreement(models.TextChoices):
        OPEN = "open", _("not yet over")
        WAITING = "waiting", _("waiting for agreement")
        DISPUTED = "disputed", _("disputed")
        AGREED = "agreed", _("agreed")

    class Agreed(models.TextChoices):
        OTHER_PHONE = "other", _("on another phone")
        SAME_PHONE = "same", _("on the phone that wrote it")
        OWN_PAGE = "own", _("on their own page")
        BLIND = "blind", _("same result entered by both sides")
        DESK = "desk", _("at the desk")
        CLOSE = "close", _("as it stood when the round was closed")

    session_round = models.ForeignKey(
        SessionRound, on_delete=models.CASCADE, related_name="matches"
    )
    number = models.PositiveSmallIntegerField()  # of the table
    # Which match at this table it is in its round, see tournaments.room; 0: in the queue, and
    # `number` is its place there
    turn = models.PositiveSmallIntegerField(default=1, db_default=1)
    waiting = models.BooleanField(default=False, db_default=False)  # its table is not free yet
    # When it was called to its table out of the queue, and the finished pauses of the clock by then
    called_at = models.DateTimeField(null=True, blank=True)
    called_paused_seconds = models.PositiveIntegerField(default=0, db_default=0)
    fixture = models.CharField(max_length=30, blank=True)  # place in a bracket or schedule
    # The sides of each game in turn, if they change at the table; empty if the sides play each
    # other throughout
    plan = models.JSONField(default=list)
    # Numbers of the boards that a duplicate table plays, in order; empty in all other formats
    boards = models.JSONField(default=list, db_default=[])
    # What the director gave on single boards in place of a score, by the board's number: the
    # averages of north-south and of east-west
    averages = models.JSONField(default=dict, db_default={})
    reasons = models.JSONField(default=list)
    warnings = models.JSONField(default=list)
    result = models.JSONField(null=True, blank=True)
    # All games of the match have ended, or there is a ruling
    done = models.BooleanField(default=False)
    ruling = models.JSONField(null=True, blank=True)
    # Side index; None if there is no winner (yet)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    # Date the entrants agreed on
    agreed_for = models.DateTimeField(null=True, blank=True)
    # Whether both sides accept the result: see tournaments.actions.agreeing
    agreement = models.CharField(
        max_length=8, choices=Agreement.choices, default=Agreement.OPEN, db_default=Agreement.OPEN
    )
    agreed_how = models.CharField(
        max_length=5, choices=Agreed.choices, blank=True, default="", db_default=""
    )
    # The side that agreed; None for the desk
    agreed_side = models.PositiveSmallIntegerField(null=True, blank=True)
    agreed_at = models.DateTimeField(null=True, blank=True)
    entered = models.JSONField(
        null=True, blank=True
    )  # blind entries by side index: see tournaments.match.figures
    # Sheets from paper that wait for a second person, "first" and "second", each with the account
    # (by), games and winner: see tournaments.match.double_entry
    typed = models.JSONField(null=True, blank=True)
    # In addition to the round clock
    extra_minutes = models.SmallIntegerField(default=0, db_default=0)
    # Double-checked from the checking list
    checked_at = models.DateTimeField(null=True, blank=True)
    checked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    key = models.CharField(max_length=16, default=a_key)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["waiting", "turn", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="table_once_a_session_round", fields=["session_round", "turn", "number"]
            )
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def waits(self) -> bool:
        """Whether its table is not free yet, and it is not decided without one."""
        return self.waiting and not self.done and self.ruling is None

    @property
    def in_queue(self) -> bool:
        """Whether it waits for any table."""
        return self.waits and not self.turn

    @property
    def table_label(self) -> str:
        """The number of its table; a dash if it never had one."""
        return str(self.number) if self.turn else "\N{EN DASH}"

    @property
    def anchor(self) -> str:
        """The end of its id on pages that list a round: of its table, and turn after the first."""
        return str(self.number) if self.turn == 1 else f"{self.number}-{self.turn}"

    @property
    def settled(self) -> bool:
        """Whether it is over and undisputed: only then it counts, on pages and in draws."""
        return self.done and self.agreement != self.Agreement.DISPUTED

    @property
    def both_lost(self) -> bool:
        """Whether it was ruled lost by both sides: in a bracket nobody goes on from it."""
        return self.done and self.winner is None and (self.ruling or {}).get("kind") == BOTH_LOSE

    @property
    def decided(self) -> bool:
        """Whether a ruling replaces the result. A typed result is a result like any other."""
        return self.ruling is not None and self.ruling.get("kind") != PAPER


class Place(models.Model):
    """An entrant's place in a session round: a table, or the reason for having none."""

    class Kind(models.TextChoices):
        TABLE = "table", _("at a table")
        BYE = "bye", _("bye")
        ABSENT = "absent", _("absent")

    session_round = models.ForeignKey(SessionRound, on_delete=models.CASCADE, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="places")
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.TABLE)
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="places"
    )
    side = models.PositiveSmallIntegerField(default=0)
    order = models.PositiveSmallIntegerField(default=0)  # within the side
    # Ids of the players who formed the side here, if others have come in for later rounds; None: as
    # now
    people = models.JSONField(null=True, blank=True)
    # Stand-ins for this match only, as ids of players: (member, stand-in); they are in `people` too
    stand_ins = models.JSONField(default=list, db_default=[])

    class Meta:
        ordering: ClassVar = ["side", "order"]
        constraints: ClassVar = [
            # Each entrant once per round, whatever is drawn, swapped or raced.
            models.UniqueConstraint(
                name="entrant_once_a_session_round", fields=["session_round", "entrant"]
            ),
            models.UniqueConstraint(name="place_once_a_match", fields=["match", "side", "order"]),
            models.CheckConstraint(
                name="place_at_a_table_or_not",
                condition=Q(kind="table", match__isnull=False)
                | (~Q(kind="table") & Q(match__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id}: {self.kind}"


class MatchGame(models.Model):
    """One game of a match. The table's scorer creates `game` when opening it for the first time."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    sides = models.JSONField()  # the ids of the entrants on each side, without those who sit out
    # Replaces the rule set's own length
    hands = models.PositiveSmallIntegerField(null=True, blank=True)
    # The entrant of each seat, once the game has been opened
    seats = models.JSONField(default=list)
    # Numbers of the boards in the order in which this table plays them, if the match is played at
    # two tables at the same time; empty for games that follow each other
    boards = models.JSONField(default=list, db_default=[])
    game = models.OneToOneField(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="match_game"
    )

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="game_once_a_match", fields=["match", "number"])
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def board_numbers(self) -> list[int]:
        """Return the boards whose cards are played in it, in order; empty where cards are dealt."""
        numbers: list[int] = self.boards or self.match.boards
        return numbers
