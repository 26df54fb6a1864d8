"""Serializers of clubs, their evenings and years."""

from typing import Any

from rest_framework import serializers

from scoring.api.fields import Moment
from scoring.people.statistics.records import RECORDS, Record
from tournaments.api.people_shapes import (
    GamesWon,
    Listed,
    MetName,
    Named,
    PresentId,
    Share,
    Somebody,
)
from tournaments.api.shapes import one_of
from tournaments.pages.club.all_time import TableRow
from tournaments.pages.club.nights import EveningPage
from tournaments.pages.club.queries import Night, PersonRow


class ClubRow(serializers.Serializer):
    """A club. `public`: everybody may see its page, without names of people."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    public = serializers.BooleanField()


class ClubList(Listed):
    """A page of the caller's clubs."""

    clubs = ClubRow(many=True)


class PlannedEvening(serializers.Serializer):
    """An evening as planned."""

    starts_at = Moment()
    title = serializers.CharField()
    place = serializers.CharField()
    words = serializers.CharField()
    called_off = serializers.BooleanField()


class ClubShown(serializers.Serializer):
    """A club. `people` is the number of people in its list, null for visitors."""

    id = serializers.IntegerField(source="club.pk")
    name = serializers.CharField(source="club.name")
    public = serializers.BooleanField(source="club.public")
    people = serializers.IntegerField(source="frame.people", allow_null=True)
    next_evening = PlannedEvening(source="next", allow_null=True)
    last_night = serializers.DateField(source="newest.day", allow_null=True)


class PlayedEvening(serializers.Serializer):
    """What was played on a night, in figures. `matches_on_paper`: tournament matches known from a
    sheet alone; their people are counted.
    """

    people = serializers.IntegerField()
    games = serializers.IntegerField()
    matches_on_paper = serializers.IntegerField(source="on_paper")

    def to_representation(self, night: Night) -> dict[str, int] | None:
        """Return None if nothing was played."""
        return super().to_representation(night) if night.games or night.on_paper else None


class EventHeld(serializers.Serializer):
    """A tournament held by the club, with its address."""

    name = serializers.CharField()
    address = serializers.CharField()


class EveningRow(serializers.Serializer):
    """A night with a planned evening, or on which something was played."""

    night = serializers.DateField(source="day")
    planned = PlannedEvening(allow_null=True)
    played = PlayedEvening(allow_null=True)
    events = EventHeld(many=True)


class EveningList(Listed):
    """A page of a club's evenings."""

    year = serializers.IntegerField()
    first_year = serializers.IntegerField()
    evenings = EveningRow(many=True)


class EveningPerson(serializers.Serializer):
    """A person on an evening."""

    rank = serializers.IntegerField()
    id = serializers.SerializerMethodField()
    name = serializers.CharField()
    won = serializers.IntegerField(source="won.hits")
    drawn = serializers.IntegerField(source="won.drawn")
    games = serializers.IntegerField(source="won.of")

    def get_id(self, row: PersonRow) -> int | None:
        return row.player if row.there else None


class EveningSide(serializers.Serializer):
    """A side of a game. `total` is null during the game, and in games of ranks."""

    people = serializers.ListField(source="names", child=serializers.CharField())
    total = serializers.IntegerField(allow_null=True)
    won = serializers.BooleanField()


class EveningGame(serializers.Serializer):
    """A game of an evening. `drawn`: several sides share the first place."""

    started_at = Moment(source="table.at")
    drawn = serializers.BooleanField(source="table.drawn")
    sides = EveningSide(many=True)


class EveningShown(EveningRow):
    """An evening. Everything that names people is null for visitors."""

    coming = Named(source="yes", many=True, allow_null=True)
    not_coming = Named(source="no", many=True, allow_null=True)
    people = EveningPerson(source="rows", many=True, allow_null=True)
    games = EveningGame(source="tables", many=True, allow_null=True)

    def to_representation(self, page: EveningPage) -> dict[str, Any]:
        if page.rights.inside:
            return super().to_representation(page)
        return dict.fromkeys(self.fields) | EveningRow(page).data


class ClubYear(serializers.Serializer):
    """A club's year in numbers. `first_year` is null for visitors; shares are null
    without calls.
    """

    year = serializers.IntegerField()
    first_year = serializers.IntegerField(source="first.year", allow_null=True)
    games = serializers.IntegerField(source="numbers.games")
    matches_on_paper = serializers.IntegerField()
    rounds = serializers.IntegerField(source="numbers.rounds")
    evenings = serializers.IntegerField()
    tichus = Share(source="numbers.calls.tichus", allow_null=True)
    grands = Share(source="numbers.calls.grands", allow_null=True)
    sweeps = serializers.IntegerField(source="numbers.sweeps")


class AllTimePerson(serializers.Serializer):
    """A person over all finished events. `best` is null without a rank."""

    rank = serializers.IntegerField(source="row.rank")
    id = serializers.SerializerMethodField()
    name = serializers.CharField()
    titles = serializers.IntegerField(source="row.titles")
    second_places = serializers.IntegerField(source="row.seconds")
    third_places = serializers.IntegerField(source="row.thirds")
    best = serializers.SerializerMethodField()
    times = serializers.IntegerField(source="row.times")

    def get_id(self, one: TableRow) -> int | None:
        return one.row.person if one.there else None

    def get_best(self, one: TableRow) -> int | None:
        return one.row.best or None


class AllTime(serializers.Serializer):
    """The all-time table: how many finished seasons and tournaments it counts, and its people."""

    events = serializers.IntegerField()
    people = AllTimePerson(many=True)


class ClubRecord(serializers.Serializer):
    """A record of a club: its value, the people who hold it, and the evening."""

    key = one_of(RECORDS)
    value = serializers.IntegerField()
    night = serializers.DateField()
    people = Somebody(many=True)
    games = serializers.IntegerField()

    def to_representation(self, record: Record) -> dict[str, Any]:
        return {
            "key": record.key,
            "value": record.value,
            "night": record.night.isoformat(),
            "people": Somebody(
                [one for one in record.people if one], many=True, context=self.context
            ).data,
            "games": len(record.games),
        }


class ClubRecords(serializers.Serializer):
    """The records of a club."""

    records = ClubRecord(many=True)


class YearPerson(serializers.Serializer):
    """A person in a club's year."""

    rank = serializers.IntegerField()
    id = PresentId(source="player")
    name = MetName(source="player")
    won = GamesWon(source="share")


class YearPeople(Listed):
    """A page of the people of a club's year, with their games won."""

    year = serializers.IntegerField()
    people = YearPerson(many=True)
