"""What is kept: who played, under which rules, and every entry a table sent, in the order it came.

Scores, totals and winners come from `scoring.rules` alone, which computes them from the entries
whenever a game is shown; for whoever asks about many games they stand in rows beside them, see
`scoring.models.record_rows`.

Names stand in `Player` alone; entries carry seat numbers, so that a person can be renamed or erased
and the scores stay.
"""

import uuid
from dataclasses import replace
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.games.names.visibility import ALIAS, AS_THE_CLUB, FULL, HIDDEN, INITIAL
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleSet, recording_of

# What a visitor sees of a name: see scoring.games.names.visibility
OF_A_CLUB = [(FULL, _("Full name")), (INITIAL, _("First name and initial")), (HIDDEN, _("Hidden"))]
OF_A_PERSON = [
    (AS_THE_CLUB, _("As the club has it")),
    *OF_A_CLUB[:2],
    (ALIAS, _("Alias")),
    OF_A_CLUB[2],
]


class Club(models.Model):
    """People who share their names: every phone that joined is offered them when a game starts."""

    name = models.CharField(max_length=60)
    # Invented, to be looked at and thrown away
    example = models.BooleanField(default=False, db_default=False)
    # What visitors of its tournaments see of its people who have not chosen themselves
    shown = models.CharField(max_length=7, choices=OF_A_CLUB, default=FULL, db_default=FULL)
    # Everybody may see its page, without people's names
    public = models.BooleanField(default=False, db_default=False)
    found = models.BooleanField(default=False, db_default=False)  # and search engines may list it
    # Being read in from a document, as it was noted last: until that is done it is nobody's, and
    # seen by nobody
    coming = models.DateTimeField(null=True, editable=False)
    # What was read in, as one hash: as long as it is that, all of it can be taken back
    read_in = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Device(models.Model):
    """A browser on a phone or laptop, known by a random cookie of which only the hash is kept."""

    key_hash = models.CharField(max_length=64, unique=True)
    # "iPhone", "Android phone": what people call it
    kind = models.CharField(max_length=40, blank=True)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.kind or 'Device'} {self.code}"

    @property
    def code(self) -> str:
        """Three letters that tell one phone from another in a round's history."""
        return self.key_hash[:3].upper()


class ListedPlayers(models.Manager["Player"]):
    """The people who are there: all but those who were erased, and names of before that somebody
    goes by no more.
    """

    def get_queryset(self) -> models.QuerySet["Player"]:
        return super().get_queryset().filter(erased_at__isnull=True, merged_into__isnull=True)


class Player(models.Model):
    """A person's name, in the list of the phone or of the club that typed it first.

    Of somebody who was erased the row stays, so that the games of the others add up, and the name
    is empty. They are in no list any more: `Player.listed`.

    Where two records were of one person, the name of the one that was merged stays theirs: whoever
    types it means the other from then on. Nothing else goes by it. See
    `scoring.people.actions.merging`.
    """

    name = models.CharField(max_length=80)  # as it is shown: `called`
    device = models.ForeignKey(
        Device, null=True, blank=True, on_delete=models.CASCADE, related_name="players"
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="players"
    )
    # Of a club's list: plays along, and is no member
    guest = models.BooleanField(default=False, db_default=False)
    last_played_at = models.DateTimeField(null=True, blank=True)
    # What a visitor sees of the name; of a minor never all of it
    shown = models.CharField(
        max_length=7, choices=OF_A_PERSON, blank=True, default="", db_default=""
    )
    alias = models.CharField(max_length=80, blank=True, default="", db_default="")
    minor = models.BooleanField(default=False, db_default=False)
    erased_at = models.DateTimeField(null=True, blank=True)
    merged_into = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="merged_names",
    )

    objects: ClassVar[models.Manager["Player"]] = models.Manager()
    listed: ClassVar[models.Manager["Player"]] = ListedPlayers()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="player_in_one_list",
                condition=Q(device__isnull=False, club__isnull=True)
                | Q(device__isnull=True, club__isnull=False),
            ),
            models.UniqueConstraint(
                name="player_once_a_device",
                fields=["device", "name"],
                condition=Q(erased_at__isnull=True),
            ),
            models.UniqueConstraint(
                name="player_once_a_club",
                fields=["club", "name"],
                condition=Q(erased_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def called(self) -> str:
        """The name; "" for somebody who was erased,
        also where a row from elsewhere still has one.
        """
        return self.name if self.erased_at is None else ""


class Game(models.Model):
    """One sitting at one table under one rule set."""

    class State(models.TextChoices):
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")  # by the rules
        STOPPED = "stopped", _("finished early")  # by the people

    class Saving(models.TextChoices):
        ITSELF = "itself", _("saves itself")
        ASKS = "asks", _("asks before saving")

    class Direction(models.TextChoices):
        RIGHT = "right", _("to the right (anticlockwise), as in the rule books")
        LEFT = "left", _("to the left (clockwise)")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    variant = models.CharField(max_length=20)
    settings = models.JSONField(default=dict)  # what differs from the variant's defaults
    preset = models.CharField(max_length=40, blank=True)
    table_name = models.CharField(max_length=40, blank=True)
    direction = models.CharField(max_length=5, choices=Direction.choices, default=Direction.RIGHT)
    saving = models.CharField(max_length=6, choices=Saving.choices, default=Saving.ITSELF)
    # Of the key with which it was begun without a network: see scoring.games.access.handover.
    handover_salt = models.CharField(max_length=32, default="", db_default="", editable=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.RUNNING)
    version = models.PositiveIntegerField(default=1)  # grows with every change
    # A tournament waits for its result
    of_match = models.BooleanField(default=False, db_default=False)
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="games")
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="games"
    )
    rematch_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematches"
    )
    started_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    # Shown nowhere from then on; kept for a while, for undo
    deleted_at = models.DateTimeField(null=True, blank=True)
    # How many entries and events were written, and the last link of their chain: see
    # scoring.games.chain. None before.
    chain_length = models.PositiveIntegerField(null=True, editable=False)
    chain_head = models.BinaryField(max_length=32, null=True, editable=False)

    # Since it was read: what hangs on its chain has to follow, see tournaments.actions.sealing
    has_grown = False
    held: Any = None  # what was locked together with this row, for whoever waits for its result

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["device", "-started_at"], name="games_of_a_device"),
            models.Index(fields=["club", "started_at"], name="games_of_a_club"),
            models.Index(
                fields=["deleted_at"], name="deleted_games", condition=Q(deleted_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.pk}"

    @property
    def is_endless(self) -> bool:
        """Whether its rules never end it: the company does, and that is not early."""
        rules = RuleSet.of(self.variant, self.settings)
        return not rules.target_score and not rules.round_limit

    @property
    def state_word(self) -> str:
        """Its state as people call it."""
        over = self.state == self.State.STOPPED and self.is_endless
        return str((self.State.FINISHED if over else self.State(self.state)).label)


class Seat(models.Model):
    """Who sits where: seat numbers from 0 in the direction of play. Nobody yet: see
    `scoring.games.names.seat_names`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    # See `scoring.models.record_rows`: who plays together in games of two teams whose people all
    # have names; and once the game is over where it ended, from 1, with how many points
    # (None in games of ranks).
    team = models.ForeignKey(
        "scoring.Team", null=True, editable=False, on_delete=models.SET_NULL, related_name="seats"
    )
    place = models.PositiveSmallIntegerField(null=True, editable=False)
    total = models.BigIntegerField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="seat_once_a_game", fields=["game", "number"]),
            models.UniqueConstraint(name="player_once_a_game", fields=["game", "player"]),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.player_id}"


class Entry(models.Model):
    """What a phone sent for a round. Only ever added: a correction or an undo is another entry.

    A round that comes for a place already taken is kept beside the one that counts, as its rival,
    until somebody chooses. `about` is the entry that this one is about: the one it met (a rival),
    equals (the same), picks (a choice) or agrees to.
    """

    class Kind(models.TextChoices):
        ROUND = "round", _("written")
        CORRECTION = "correction", _("corrected")
        UNDO = "undo", _("undone")
        CHOICE = "choice", _("chosen")
        AGREEMENT = "agreement", _("agreed")

    class Outcome(models.TextChoices):
        COUNTED = "counted", _("counted")  # when it came; what counts now stands in Round
        RIVAL = "rival", _("another version")
        SAME = "same", _("the same round from another phone")
        LATE = "late", _("came after the result was locked")

    # Made by the phone: the same entry sent again is the same row
    id = models.UUIDField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.ROUND)
    data = models.JSONField(default=dict)  # scoring.rules.Round.to_data(); empty in an undo
    # The seats of each side as the table saw them: what card points in `data` belong to, whatever
    # is corrected later.
    sides = models.JSONField(default=list)
    replaces = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="replaced_by"
    )
    outcome = models.CharField(max_length=7, choices=Outcome.choices, default=Outcome.COUNTED)
    about = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="answers"
    )
    # A rival: the choice, or its own undo, that closed the matter. Late: what the director took in
    # its place, or itself where it was left out. Open until then, and again where that is taken
    # back.
    settled_by = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="settled"
    )
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # Its place among all entries and events of its game, from 1: that is their order, whatever the
    # clock said. See scoring.games.chain.
    position = models.PositiveIntegerField(null=True, editable=False)
    link = models.BinaryField(max_length=32, null=True, editable=False)
    # The phone's number, also when it was erased
    by_device = models.BigIntegerField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="entry_once_a_position",
                fields=["game", "position"],
                condition=Q(position__isnull=False),
            ),
            # Two corrections of the same entry would be two truths: the later one has to look
            # first.
            models.UniqueConstraint(name="entry_replaced_once", fields=["replaces"]),
        ]
        indexes: ClassVar = [
            models.Index(fields=["game", "number"], name="entries_of_a_round"),
            models.Index(
                fields=["game"],
                name="open_rivals",
                condition=Q(outcome="rival", settled_by__isnull=True),
            ),
            models.Index(fields=["game"], name="late_entries", condition=Q(outcome="late")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    @property
    def played(self) -> PlayedRound:
        """Its round, with how much was recorded of it:
        that may have been changed during the game.
        """
        played = PlayedRound.from_data(self.data)
        return replace(played, recording=recording_of(played))


class Round(models.Model):
    """The place of a round in its game, and the entry that counts there."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="counts_as")
    # The entry, first shown on a phone that did not write it
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="round_once_a_game", fields=["game", "number"])
        ]

    def __str__(self) -> str:
        return str(self.number)


class GameEvent(models.Model):
    """What happened to a game besides its rounds: paused, finished early, reopened, links replaced
    ...

    `data`, where something was put right: {"before": {...}, "after": {...}} with the fields of the
    game that differ, under "seats" the players by seat, as ids: names stand in `Player` alone;
    under "set" the id of a setting that several phones may bring. The quiet ones keep there what
    they tell.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    # A key of scoring.games.lifecycle or scoring.games.access.links, or one of QUIET
    action = models.CharField(max_length=20)
    reason = models.CharField(max_length=200, blank=True)
    # See scoring.games.chain
    reason_seal = models.CharField(max_length=65, default="", db_default="", editable=False)
    data = models.JSONField(null=True, blank=True)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # As of an entry: both stand in one order
    position = models.PositiveIntegerField(null=True, editable=False)
    link = models.BinaryField(max_length=32, null=True, editable=False)
    by_device = models.BigIntegerField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="event_once_a_position",
                fields=["game", "position"],
                condition=Q(position__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.action


class Link(models.Model):
    """A way into a game (or a club) that can be handed on as a QR code, and revoked. The token
    itself is not kept.
    """

    class Role(models.TextChoices):
        VIEWER = "viewer", _("watch")
        SCORER = "scorer", _("write rounds")
        MEMBER = "member", _("join the club")
        FEED = "feed", _("follow the calendar")

    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="links"
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="links"
    )
    role = models.CharField(max_length=6, choices=Role.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=32)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="link_to_one_thing",
                condition=Q(game__isnull=False, club__isnull=True)
                | Q(game__isnull=True, club__isnull=False),
            ),
            models.UniqueConstraint(
                name="one_live_link_a_role",
                fields=["game", "role"],
                condition=Q(revoked_at__isnull=True),
            ),
            models.UniqueConstraint(
                name="one_live_link_a_club",
                fields=["club", "role"],
                condition=Q(revoked_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.role


class Grant(models.Model):
    """A device that may write in a game it did not start, because it followed a scoring link that
    still holds.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="grants")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="grants")
    link = models.ForeignKey(Link, on_delete=models.CASCADE, related_name="grants")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="grant_once", fields=["device", "link"])
        ]

    def __str__(self) -> str:
        return f"{self.device_id} in {self.game_id}"


class Use(models.Model):
    """That something was done which is counted: see `scoring.games.access.limits`. It says of
    nobody who they were.
    """

    what = models.CharField(max_length=60)  # a key of LIMITS
    whose = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["what", "whose", "at"], name="uses_of_somebody"),
            models.Index(fields=["at"], name="uses_by_time"),
        ]

    def __str__(self) -> str:
        return self.what
