"""The shapes that the API accepts and returns."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from scoring.api.fields import Choice, Id, Moment, RoundField, Several, Text, Whole
from scoring.games.access.handover import MOST_ENTRIES
from scoring.games.carried import MOST_POINTS, MOST_ROUNDS
from scoring.games.queries import Line
from scoring.models import Entry, Game, Seat
from scoring.rules import VARIANTS, Round, recording_of
from scoring.rules.recordings import RECORDINGS


class CarriedScore(serializers.Serializer):
    """A score that a game starts with. In games of ranks without totals: `players` are then in the
    order of their ranks.
    """

    rounds = Whole(min_value=0, max_value=MOST_ROUNDS, help_text="How many were played.")
    totals = Several(
        child=Whole(min_value=-MOST_POINTS, max_value=MOST_POINTS),
        max_length=12,
        required=False,
        help_text="Points by score column, multiples of 5.",
    )


class NewGame(serializers.Serializer):
    """A game to start. With `id`, a second attempt returns the game of the first."""

    id = Id(required=False)
    variant = Choice(choices=list(VARIANTS))
    settings = serializers.DictField(
        required=False, help_text="What differs from the variant's defaults."
    )
    preset = Text(
        required=False, max_length=40, help_text="A named rule set in the place of settings."
    )
    carried = CarriedScore(
        required=False,
        allow_null=True,
        help_text="The score with which it starts, where it was begun elsewhere.",
    )
    players = Several(
        child=Text(max_length=200, trim_whitespace=False, allow_blank=True),
        max_length=20,
        help_text="Names in the direction of play, empty where a seat has none yet.",
    )
    table_name = Text(required=False, allow_blank=True, max_length=200)
    direction = Choice(choices=Game.Direction.choices, required=False)
    saving = Choice(choices=Game.Saving.choices, required=False)
    waited = Whole(
        required=False,
        min_value=0,
        max_value=10**9,
        help_text="Seconds since it was begun, where it waited for a network: nobody who was "
        "erased since is seated.",
    )
    handover_key = Id(
        required=False,
        help_text="Random, made by the phone that began the game without a network and read off "
        "its screen by another: "
        "both start the same game with it, whichever comes first, and both may write in it.",
    )


SEATS, UNDO_SEATS = "seats", "undo_seats"
SEATING_KINDS = [(SEATS, "seats changed"), (UNDO_SEATS, "change of seats taken back")]


class NewEntry(serializers.Serializer):
    """An entry as a phone sends it, once or repeatedly.

    `people` belongs to the kind seats: who sits here from round `number` on; `about` to undo_seats,
    the id of the change to take back.

    `round` belongs to the kinds round and correction; `replaces` (the entry that the sender saw) to
    a correction; `about` to an undo (the entry to undo, if known), a choice (the version to count)
    and an agreement (the entry agreed to).
    """

    id = Id()
    kind = Choice(choices=[*Entry.Kind.choices, *SEATING_KINDS], default=Entry.Kind.ROUND)
    number = Whole(min_value=1, max_value=9999, help_text="The round, from 1.")
    people = Several(
        child=Text(max_length=200, trim_whitespace=False, allow_blank=True),
        required=False,
        max_length=13,
        help_text="Names by seat of a change of seats; an empty one leaves the seat as it is.",
    )
    waited = Whole(
        required=False,
        min_value=0,
        max_value=10**9,
        help_text="Of a change of seats, the seconds for which it waited for a network: nobody who "
        "was erased since is seated.",
    )
    round = RoundField(required=False)
    sides = Several(
        child=Several(child=Whole(min_value=0, max_value=12), max_length=12),
        required=False,
        allow_null=True,
        max_length=2,
        help_text="The seats of each side as the sender's screen showed them.",
    )
    names = Several(
        child=Text(max_length=200, trim_whitespace=False, allow_blank=True),
        required=False,
        allow_null=True,
        max_length=13,
        help_text="The names by seat as the sender's screen showed them.",
    )
    recording = Choice(
        choices=list(RECORDINGS),
        required=False,
        allow_null=True,
        help_text="How much the sender's screen asked for of this round; not given, as much as the "
        "game records.",
    )
    replaces = Id(required=False, allow_null=True)
    about = Id(required=False, allow_null=True)
    versions = Whole(
        required=False,
        allow_null=True,
        min_value=2,
        max_value=999,
        help_text="Of a choice, and of a correction of a disputed round: how many versions the "
        "person saw.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        needed = {
            "round": "round",
            "correction": "round",
            "choice": "about",
            "agreement": "about",
            SEATS: "people",
            UNDO_SEATS: "about",
        }.get(attrs["kind"])
        missing = [needed] if needed and attrs.get(needed) is None else []
        if attrs["kind"] == Entry.Kind.CORRECTION and attrs.get("replaces") is None:
            missing.append("replaces")
        if missing:
            field = self.fields[missing[0]]
            text = field.error_messages["required"]
            raise serializers.ValidationError(
                {name: serializers.ErrorDetail(text, "required") for name in missing}
            )
        return attrs


class AskedEntries(serializers.Serializer):
    """Entries that a phone believes to be on the server."""

    entry = Several(child=Id(), max_length=100)


class UnknownEntries(serializers.Serializer):
    """Those of them that this game does not have."""

    game = serializers.UUIDField()
    unknown = serializers.ListField(child=serializers.UUIDField())


class RecordedEntry(serializers.Serializer):
    """The outcome of an entry: the same however often it is sent."""

    id = serializers.UUIDField()
    game = serializers.UUIDField(source="game_id")
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=[*Entry.Kind.choices, *SEATING_KINDS])
    outcome = serializers.ChoiceField(choices=Entry.Outcome.choices)
    about = serializers.UUIDField(source="about_id", allow_null=True)
    recorded_at = Moment(source="created_at")


class PhoneCode(serializers.CharField):
    """The code of the phone that sent an entry."""

    def to_representation(self, entry: Entry) -> str:
        return entry.device.code if entry.device else ""


class SyncState(serializers.ChoiceField):
    """How far an entry has travelled, by the context's `agreements`."""

    def to_representation(self, entry: Entry) -> str:
        return self.context["agreements"].sync_state(entry)


class RecordingOf(serializers.ChoiceField):
    """The level of detail of a round, by the context's `rules`."""

    def to_representation(self, played: Round) -> str:
        return recording_of(played, self.context["rules"].recording)


class Rivals(serializers.ListSerializer):
    """The other versions of a round, by the context's `agreements`."""

    def get_attribute(self, line: Line) -> Sequence[Entry]:
        return self.context["agreements"].rivals.get(line.number, ())


class Version(serializers.Serializer):
    """A version of a round."""

    entry = serializers.UUIDField(source="pk")
    round = RoundField(source="data")
    phone = PhoneCode(
        source="*", allow_blank=True, help_text="Three letters that tell phones apart."
    )

    class Meta:
        list_serializer_class = Rivals


class RoundShown(serializers.Serializer):
    """A round as it counts, and how far it has travelled."""

    number = serializers.IntegerField()
    entry = serializers.UUIDField(source="entry.pk")
    round = RoundField(source="entry.data")
    phone = PhoneCode(
        source="entry", allow_blank=True, help_text="Three letters that tell phones apart."
    )
    scores = serializers.ListField(source="result.scores", child=serializers.IntegerField())
    totals = serializers.ListField(source="result.totals", child=serializers.IntegerField())
    place = SyncState(source="entry", choices=["server", "seen", "agreed"])
    recording = RecordingOf(
        source="played",
        choices=list(RECORDINGS),
        help_text="How much is recorded of it: the game's setting may have changed since.",
    )
    others = Version(
        many=True, help_text="Other versions of the round, of which one is to be chosen."
    )


class SeatShown(serializers.Serializer):
    """A person's rounds on a seat that somebody else has now."""

    seat = serializers.IntegerField(source="number")
    name = serializers.SerializerMethodField(help_text="Empty if it was erased or never given.")
    first = serializers.IntegerField(help_text="The first round played there.")
    last = serializers.IntegerField()

    def get_name(self, row: Seat) -> str:
        return row.player.called() if row.player else ""


class GameShown(serializers.Serializer):
    """A game as it is now. `version` grows with every change."""

    id = serializers.UUIDField(source="table.game.pk")
    version = serializers.IntegerField(source="table.game.version")
    state = serializers.ChoiceField(source="table.game.state", choices=Game.State.choices)
    role = serializers.ChoiceField(choices=["owner", "scorer"])
    variant = serializers.ChoiceField(source="table.game.variant", choices=list(VARIANTS))
    settings = serializers.DictField(source="table.game.settings")
    carried = serializers.DictField(
        source="table.game.carried",
        help_text="The score with which it started: `rounds` and `totals`; empty without one.",
    )
    players = serializers.ListField(
        source="table.names",
        child=serializers.CharField(),
        help_text="By seat; a word of the language asked for where nobody is named yet.",
    )
    seat_changes = SeatShown(
        source="table.former",
        many=True,
        help_text="People who played earlier rounds, before others took over their seats.",
    )
    next = serializers.IntegerField(
        source="table.position.number", help_text="The number of the round that comes next."
    )
    sides = serializers.ListField(
        source="table.position.sides",
        child=serializers.ListField(child=serializers.IntegerField()),
    )
    totals = serializers.ListField(source="table.position.totals", child=serializers.IntegerField())
    rounds = RoundShown(source="table.lines", many=True)


class StartedGame(GameShown):
    """A game just started; `key` only if the client had none."""

    key = serializers.CharField(
        required=False, help_text="For the Authorization header: `Device <key>`."
    )


class Session(serializers.Serializer):
    """What a page needs to send again after being open for long."""

    csrf = serializers.CharField(help_text="For the header X-CSRFToken.")
    known = serializers.BooleanField(help_text="Whether this phone is known.")


class Depth(serializers.Serializer):
    """The level of detail of future rounds, as set on the phone that recorded."""

    id = Id(help_text="Of the setting, random: whichever phone brings it first, it holds once.")
    recording = Choice(choices=list(RECORDINGS))


class Handover(serializers.Serializer):
    """Entries of a game brought by another phone than the one that recorded them, in one or more
    requests.
    """

    game = Id()
    names = Several(
        child=Text(max_length=200, trim_whitespace=False, allow_blank=True),
        required=False,
        allow_null=True,
        max_length=13,
        help_text="Of all entries that say nothing else.",
    )
    entries = Several(
        child=NewEntry(),
        max_length=MOST_ENTRIES,
        error_messages={
            "max_length": _(
                "At most {max_length} entries at a time. Reload this page: it sends them in parts."
            )
        },
    )
    depth = Depth(required=False, allow_null=True)
    takes = serializers.BooleanField(
        default=False,
        help_text="Whether the phone that sends goes on writing: it may from then on.",
    )

    # Not a valid name of a Python attribute.
    def get_fields(self) -> dict[str, serializers.Field]:
        return {**super().get_fields(), "pass": Text(max_length=400)}


class HandedEntry(serializers.Serializer):
    """The outcome of one entry of a handover."""

    id = serializers.UUIDField()
    outcome = serializers.ChoiceField(choices=Entry.Outcome.choices, required=False)
    errors = serializers.ListField(child=serializers.DictField(), required=False)


class HandedOver(serializers.Serializer):
    """The outcome of a handover, entry by entry."""

    game = serializers.UUIDField()
    entries = HandedEntry(many=True)
    depth_errors = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        help_text="Why `depth` was not taken; not there where it was.",
    )
    next = serializers.IntegerField(
        allow_null=True,
        help_text="The round that the phone that sends may write now; null where it may not.",
    )


class Error(serializers.Serializer):
    """One mistake: its code, its field, and a message for people."""

    code = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class Errors(serializers.Serializer):
    """All mistakes."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return {"errors": Error(many=True)}  # `errors` is an attribute of every serializer
