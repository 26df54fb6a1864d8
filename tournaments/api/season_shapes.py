"""The shapes in which the API tells of seasons, for its description."""

from rest_framework import serializers

from scoring.api.read_shapes import Listed, Named
from tournaments.api.shapes import Exact, one_of
from tournaments.seasons.formula import KINDS


class SeasonRow(serializers.Serializer):
    """A season of a club. `public`: anybody may look."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    club = serializers.IntegerField()
    first = serializers.DateField()
    last = serializers.DateField()
    public = serializers.BooleanField()


class SeasonList(Listed):
    """A page of the seasons of the clubs to which the caller belongs, the newest first."""

    seasons = SeasonRow(many=True)


class SeasonEventShown(serializers.Serializer):
    """An event that was played. `tournament` is null for an evening at home tables."""

    name = serializers.CharField()
    day = serializers.DateField()
    tournament = serializers.UUIDField(allow_null=True)


class SeasonShown(SeasonRow):
    """A season: how it ranks, in words, and its events. `coming` are those still to be played."""

    kind = one_of(KINDS)
    heading = serializers.CharField()
    words = serializers.ListField(child=serializers.CharField())
    events = SeasonEventShown(many=True)
    coming = serializers.IntegerField()
    over = serializers.BooleanField()


class SeasonCell(serializers.Serializer):
    """What an event gave somebody who was there, and whether it counts."""

    place = serializers.IntegerField()
    points = Exact()
    counts = serializers.BooleanField()


class SeasonLine(Named):
    """Somebody's line. Cells are in the order of the events, null where they were not there; `best`
    and `worst` are the ranks they can still have, null where nobody can say.
    """

    rank = serializers.IntegerField(allow_null=True)
    total = Exact()
    moved = serializers.IntegerField(allow_null=True)
    cells = serializers.ListField(child=SeasonCell(allow_null=True))
    best = serializers.IntegerField(allow_null=True)
    worst = serializers.IntegerField(allow_null=True)


class SeasonPart(serializers.Serializer):
    """What an event gave, and how that came about: the place of how many, and the sum where it has
    parts.
    """

    event = serializers.CharField()
    day = serializers.DateField()
    place = serializers.IntegerField()
    of = serializers.IntegerField()
    points = Exact()
    sum = serializers.CharField()


class SeasonReasons(serializers.Serializer):
    """Why somebody has their number: what counts, what does not, and in sentences what would change
    it.
    """

    id = serializers.IntegerField()
    counted = SeasonPart(many=True)
    left_out = SeasonPart(many=True)
    change = serializers.ListField(child=serializers.CharField())


class SeasonTable(Listed):
    """A page of a season's table, the first first. `explained` is null unless it was asked for."""

    rows = SeasonLine(many=True)
    explained = SeasonReasons(allow_null=True)
