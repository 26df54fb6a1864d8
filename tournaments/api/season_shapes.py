"""Serializers of seasons."""

from rest_framework import serializers

from tournaments.api.people_shapes import Listed, Named
from tournaments.api.shapes import Exact, one_of
from tournaments.pages.season.queries import Line
from tournaments.seasons.formula import KINDS


class SeasonRow(serializers.Serializer):
    """A season of a club. `public`: anyone may look."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    club = serializers.IntegerField(source="club_id")
    first = serializers.DateField()
    last = serializers.DateField()
    public = serializers.BooleanField()


class SeasonList(Listed):
    """A page of the seasons of the caller's clubs, newest first."""

    seasons = SeasonRow(many=True)


class SeasonEventShown(serializers.Serializer):
    """An event that was played. `tournament` is null for an evening at home tables."""

    name = serializers.CharField()
    day = serializers.DateField(source="held.day")
    tournament = serializers.UUIDField(source="held.tournament.pk", allow_null=True)


class SeasonShown(serializers.Serializer):
    """A season: how it is ranked, in words, and its events. `coming` are the planned ones."""

    id = serializers.UUIDField(source="season.pk")
    name = serializers.CharField(source="season.name")
    club = serializers.IntegerField(source="season.club_id")
    first = serializers.DateField(source="season.first")
    last = serializers.DateField(source="season.last")
    public = serializers.BooleanField(source="season.public")
    kind = one_of(KINDS, source="season.formula.kind")
    heading = serializers.CharField()
    words = serializers.ListField(child=serializers.CharField())
    events = SeasonEventShown(source="columns", many=True)
    coming = serializers.IntegerField(source="course.coming")
    over = serializers.BooleanField()


class SeasonCell(serializers.Serializer):
    """What one event gave a person who attended, and whether it counts."""

    place = serializers.IntegerField(source="result.place")
    points = Exact(source="worth.total")
    counts = serializers.BooleanField()


class SeasonLine(Named):
    """A person's line. Cells are in the order of the events, null if not attended. `best` and
    `worst` are the ranks still possible, null if unknown.
    """

    id = serializers.IntegerField(source="row.person")
    rank = serializers.SerializerMethodField()
    total = Exact(source="row.total")
    moved = serializers.IntegerField(source="row.moved", allow_null=True)
    cells = serializers.ListField(source="row.cells", child=SeasonCell(allow_null=True))
    best = serializers.IntegerField(source="reach.best", allow_null=True)
    worst = serializers.IntegerField(source="reach.worst", allow_null=True)

    def get_rank(self, line: Line) -> int | None:
        return line.row.rank or None


class SeasonPart(serializers.Serializer):
    """What an event gave, and why: the place among how many, and the addends if it has parts."""

    event = serializers.CharField(source="column.name")
    day = serializers.DateField(source="column.held.day")
    place = serializers.IntegerField(source="cell.result.place")
    of = serializers.IntegerField(source="size")
    points = Exact(source="cell.worth.total")
    sum = serializers.CharField()


class SeasonReasons(serializers.Serializer):
    """The reasons for a person's total: what counts, what does not and, in sentences, what would
    change it.
    """

    id = serializers.IntegerField(source="row.person")
    counted = SeasonPart(source="opened.counted", many=True)
    left_out = SeasonPart(source="opened.left_out", many=True)
    change = serializers.ListField(source="opened.change", child=serializers.CharField())


class SeasonTable(Listed):
    """A page of a season's table, best first. `explained` is null unless requested."""

    rows = SeasonLine(many=True)
    explained = SeasonReasons(allow_null=True)
