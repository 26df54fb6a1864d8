"""Games: players, rules, and every entry that a table sent, in the order of arrival.

Scores, totals and winners are computed by `scoring.rules` alone, from the entries, whenever a game
is shown. For queries over many games they are also stored as rows, see
`scoring.models.record_rows`.

Names are in `Player` alone; entries contain seat numbers, so that a person can be renamed or erased
while the scores stay.
"""

import uuid
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q, Value
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.games.names.visibility import ALIAS, AS_THE_CLUB, FULL, HIDDEN, INITIAL
from scoring.games.nights import night_of
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleSet, recording_of

# What visitors see of a name: see scoring.games.names.visibility
OF_A_CLUB = [(FULL, _("Full name")), (INITIAL, _("First name and initial")), (HIDDEN, _("Hidden"))]
OF_A_PERSON = [
    (AS_THE_CLUB, _("As the club has it")),
    *OF_A_CLUB[:2],
    (ALIAS, _("Alias")),
    OF_A_CLUB[2],
]


# How long a closed club can be reopened; links to one that has moved work for longer
KEPT_CLOSED, KEPT_MOVED = timedelta(days=90), timedelta(days=365)


class Club(models.Model):
    """A group that shares a list of names, suggested to every phone that joined when a
    game starts.
    """

    name = models.CharField(max_length=60)
    # An example, to look at and delete
    example = models.BooleanField(default=False, db_default=False)
    # What visitors of its tournaments see of people who have not chosen themselves
    shown = models.CharField(max_length=7, choices=OF_A_CLUB, default=FULL, db_default=FULL)
    # Everybody may see its page, without people's names
    public = models.BooleanField(default=False, db_default=False)
    found = models.BooleanField(default=False, db_default=False)  # and search engines may index it
    # When its import from a document last made progress: until that is done it belongs to nobody
    # and is hidden
    coming = models.DateTimeField(null=True, editable=False)
    # A hash of what was imported: while it matches, the import can be undone
    read_in = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    # Quotas that the server's owner raised, by their names in scoring.games.access.quotas
    quotas: "models.JSONField[Any, Any]" = models.JSONField(
        default=dict, db_default=Value({}, models.JSONField()), editable=False
    )
    # Closed from the morning of this day on, see `tournaments.clubs.actions.closing`
    closes_on = models.DateField(null=True, editable=False)
    # Where it is then, on another server
    moved_to = models.URLField(
        max_length=200, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def closed(self) -> bool:
        return self.closes_on is not None and night_of(timezone.now()) >= self.closes_on

    @property
    def erased_on(self) -> date | None:
        """The day on which a club that is closed, or closes, is erased for good."""
        return self.closes_on and self.closes_on + (KEPT_MOVED if self.moved_to else KEPT_CLOSED)


class Device(models.Model):
    """A browser on a phone or laptop, recognised by a random cookie of which only the hash is
    stored; or several that have the same games: see `scoring.models.phones`.
    """

    key_hash = models.CharField(max_length=64, unique=True)  # the first phone's
    # The first phone was cut off: its key opens nothing any more
    cut_off_at = models.DateTimeField(null=True, blank=True, editable=False)
    # The device that has this one's games and keys since it was brought in
    joined = models.ForeignKey(
        "self", null=True, blank=True, editable=False, on_delete=models.SET_NULL, related_name="+"
    )
    # "iPhone", "Android phone": as people call it
    kind = models.CharField(max_length=40, blank=True)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        kind = self.kind or str(_("Device"))
        return f"{kind} {self.code}"

    @property
    def code(self) -> str:
        """Three letters that tell phones apart in a round's history."""
        return self.key_hash[:3].upper()


class ListedPlayers(models.Manager["Player"]):
    """The people in lists: without erased ones and merged records."""

    def get_queryset(self) -> models.QuerySet["Player"]:
        return super().get_queryset().filter(erased_at__isnull=True, merged_into__isnull=True)


class Player(models.Model):
    """A person's name, in the list of the phone or club that typed it first.

    The row of an erased person stays, with an empty name, so that others' games add up; it is in no
    list (`Player.listed`). The name of a merged record stays, too: typed later, it means the person
    it was merged into. Nothing else refers to it. See `scoring.people.actions.merging`.
    """

    name = models.CharField(max_length=80)  # shown by `called`
    device = models.ForeignKey(
        Device, null=True, blank=True, on_delete=models.CASCADE, related_name="players"
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="players"
    )
    # In a club's list: plays there without being a member
    guest = models.BooleanField(default=False, db_default=False)
    last_played_at = models.DateTimeField(null=True, blank=True)
    # What visitors see of the name; never a minor's in full
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
        """Return the name; "" for an erased person, even if a row from elsewhere still has one."""
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
    settings = models.JSONField(default=dict)  # differences from the variant's defaults
    preset = models.CharField(max_length=40, blank=True)
    # The score it started with: scoring.rules.Carried.to_data()
    carried = models.JSONField(default=dict, blank=True)
    table_name = models.CharField(max_length=40, blank=True)
    direction = models.CharField(max_length=5, choices=Direction.choices, default=Direction.RIGHT)
    saving = models.CharField(max_length=6, choices=Saving.choices, default=Saving.ITSELF)
    # Hash of the key with which it was started offline: see scoring.games.access.handover.
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
    # The night to which it counts if not to that of its start: see `nights.counted_in`
    of_night = models.DateField(null=True, editable=False)
    changed_at = models.DateTimeField(auto_now=True)
    # Hidden from then on; kept for a while to be restored
    deleted_at = models.DateTimeField(null=True, blank=True)
    # The number of entries and events, and the last link of their chain: see scoring.games.chain.
    # None before.
    chain_length = models.PositiveIntegerField(null=True, editable=False)
    chain_head = models.BinaryField(max_length=32, null=True, editable=False)
    # The position after the rounds that count, so that the next one is recorded without playing
    # them again: see scoring.games.queries.keep_position. None before, and after a correction.
    kept = models.JSONField(null=True, editable=False)

    # Since it was loaded: what depends on its chain has to follow, see tournaments.actions.sealing
    has_grown = False
    # what was locked together with this row, by the host that waits for its result
    held: Any = None

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
    def night(self) -> date:
        """Return the night to which it counts: see `scoring.games.nights`."""
        return self.of_night or night_of(self.started_at)

    @property
    def is_endless(self) -> bool:
        """Whether its rules never end it: stopping is then not early."""
        rules = RuleSet.of(self.variant, self.settings)
        return not rules.target_score and not rules.round_limit

    @property
    def state_word(self) -> str:
        """Return its state in words."""
        over = self.state == self.State.STOPPED and self.is_endless
        return str((self.State.FINISHED if over else self.State(self.state)).label)


class SeatsNow(models.Manager["Seat"]):
    """The seats of those who sit now, or sat at the end."""

    def get_queryset(self) -> models.QuerySet["Seat"]:
        return super().get_queryset().filter(last__isnull=True)


class Seat(models.Model):
    """A player's seat, numbered from 0 in the direction of play. Without player: see
    `scoring.games.names.seat_names`.

    If people were exchanged during the game, each of them has a row with the rounds they played:
    `objects` are the seats as they are now, `ever` with those of people who left. See
    `scoring.games.actions.substitutions`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    # The rounds played there by number; no last one while it is theirs
    first = models.PositiveSmallIntegerField(default=1, db_default=1)
    last = models.PositiveSmallIntegerField(null=True, blank=True)
    # The game counts as won or lost for this player: see `scoring.games.sittings`
    counts = models.BooleanField(default=True, db_default=True)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    # See `scoring.models.record_rows`: the team in games of two teams whose people all have names;
    # and once the game is over, the place from 1 and the points (None in games of ranks).
    team = models.ForeignKey(
        "scoring.Team", null=True, editable=False, on_delete=models.SET_NULL, related_name="seats"
    )
    place = models.PositiveSmallIntegerField(null=True, editable=False)
    total = models.BigIntegerField(null=True, editable=False)

    objects: ClassVar[models.Manager["Seat"]] = SeatsNow()
    ever: ClassVar[models.Manager["Seat"]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="seat_once_a_game",
                fields=["game", "number"],
                condition=Q(last__isnull=True),
            ),
            models.UniqueConstraint(
                name="player_once_a_game",
                fields=["game", "player"],
                condition=Q(last__isnull=True),
            ),
            models.UniqueConstraint(name="seat_once_a_round", fields=["game", "number", "first"]),
            models.CheckConstraint(
                name="seat_for_a_round", condition=Q(last__isnull=True) | Q(last__gte=F("first"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.player_id}"


class Entry(models.Model):
    """What a phone sent for a round. Entries are only added: a correction or an undo is another
    entry.

    A round for a number already recorded is kept beside the one that counts, as its rival, until
    one is chosen. `about` is the entry that this one meets (a rival), equals (the same), picks (a
    choice) or confirms (an agreement).
    """

    class Kind(models.TextChoices):
        ROUND = "round", _("written")
        CORRECTION = "correction", _("corrected")
        UNDO = "undo", _("undone")
        CHOICE = "choice", _("chosen")
        AGREEMENT = "agreement", _("agreed")

    class Outcome(models.TextChoices):
        COUNTED = "counted", _("counted")  # on arrival; what counts now is in Round
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
    # For a rival, the choice or undo that settled it. For a late entry, the one that the director
    # made of it, or itself if rejected. None while open, and again if that decision is undone.
    settled_by = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="settled"
    )
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # Its position among all entries and events of its game, from 1: this is their order, whatever
    # the clock said. See scoring.games.chain.
    position = models.PositiveIntegerField(null=True, editable=False)
    link = models.BinaryField(max_length=32, null=True, editable=False)
    # The phone's number, which stays if it is erased
    by_device = models.BigIntegerField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="entry_once_a_position",
                fields=["game", "position"],
                condition=Q(position__isnull=False),
            ),
            # Two corrections of the same entry would contradict each other: the later one has to
            # reload first.
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
        """Return its round, with its level of detail, which may have changed during the game."""
        played = PlayedRound.from_data(self.data)
        return replace(played, recording=recording_of(played))


class Round(models.Model):
    """A round's number in its game, and the entry that counts for it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="counts_as")
    # When another phone than the writer's first showed the entry
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="round_once_a_game", fields=["game", "number"])
        ]

    def __str__(self) -> str:
        return str(self.number)


class GameEvent(models.Model):
    """An event of a game besides its rounds: paused, finished early, reopened, links replaced ...

    For corrections of the setup, `data` is {"before": {...}, "after": {...}} with the fields that
    differ; under "seats" are the players' ids, since names are in `Player` alone; under "set" is
    the id of a setting that several phones may bring. The quiet events keep their details there.
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
    # As in Entry: both share one order
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
    """A revocable link into a game or club, which can be shared as a QR code. The token is not
    stored.
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
    """A device's right to write in a game that it did not start: it followed a scoring link that is
    still valid.
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
    """One use of something limited: see `scoring.games.access.limits`. It does not identify
    anybody.
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


class LimitHit(models.Model):
    """When a limit was last reached, and how often that day: a row a limit, of quotas a row a club.

    It does not say by whom. Written by `scoring.games.access.limit_hits`.
    """

    what = models.CharField(max_length=60)  # a key of LIMITS
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="+")
    last_at = models.DateTimeField()
    day = models.DateField()  # of `last_at`
    times = models.PositiveIntegerField(default=0)  # on that day

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="hit_once_a_club", fields=["what", "club"]),
            models.UniqueConstraint(
                name="hit_once", fields=["what"], condition=Q(club__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.what
