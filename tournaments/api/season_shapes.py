"""Serializers of seasons, for the API's schema."""

from rest_framework import serializers

from tournaments.api.people_shapes import Listed, Named
from tournaments.api.shapes import Exact, one_of
from tournaments.seasons.formula import KINDS


class SeasonRow(serializers.Serializer):
    """A season of a club. `public`: anyone may look."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    club = serializers.IntegerField()
    first = serializers.DateField()
    last = serializers.DateField()
    public = serializers.BooleanField()


class SeasonList(Listed):
    """A page of the seasons of the caller's clubs, newest first."""

    seasons = SeasonRow(many=True)


class SeasonEventShown(serializers.Serializer):
    """An event that was played. `tournament` is null for an evening at home tables."""

    name = serializers.CharField()
    day = serializers.DateField()
    tournament = serializers.UUIDField(allow_null=True)


class SeasonShown(SeasonRow):
    """A season: how it is ranked, in words, and its events. `coming` are the planned ones."""

    kind = one_of(KINDS)
    heading = serializers.CharField()
    words = serializers.ListField(child=serializers.CharField())
    events = SeasonEventShown(many=True)
    coming = serializers.IntegerField()
    over = serializers.BooleanField()


class SeasonCell(serializers.Serializer):
    """What one event gave a person who attended, and whether it counts."""

    place = serializers.IntegerField()
    points = Exact()
    counts = serializers.BooleanField()


class SeasonLine(Named):
    """A person's line. Cells are in the order of the events, null if not attended. `best` and
    `worst` are the ranks still possible, null if unknown.
    """

    rank = serializers.IntegerField(allow_null=True)
    total = Exact()
    moved = serializers.IntegerField(allow_null=True)
    cells = serializers.ListField(child=SeasonCell(allow_null=True))
    best = serializers.IntegerField(allow_null=True)
    worst = serializers.IntegerField(allow_null=True)


class SeasonPart(serializers.Serializer):
    """What an event gave, and why: the place among how many, and the addends if it has parts."""

    event = serializers.CharField()
    day = serializers.DateField()
    place = serializers.IntegerField()
    of = serializers.IntegerField()
    points = Exact()
    sum = serializers.CharField()


class SeasonReasons(serializers.Serializer):
    """The reasons for a person's total: what counts, what does not and, in sentences, what would
    change it.
    """

    id = serializers.IntegerField()
    counted = SeasonPart(many=True)
    left_out = SeasonPart(many=True)
    change = serializers.ListField(child=serializers.CharField())


class SeasonTable(Listed):
    """A page of a season's table, best first. `explained` is null unless requested."""

    rows = SeasonLine(many=True)
    explained = SeasonReasons(allow_null=True)
