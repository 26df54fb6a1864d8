"""Serializers of clubs, their evenings and years, for the API's schema."""

from rest_framework import serializers

from tournaments.api.people_shapes import GamesWon, Listed, Named, Share, Somebody


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

    starts_at = serializers.DateTimeField()
    title = serializers.CharField()
    place = serializers.CharField()
    words = serializers.CharField()
    called_off = serializers.BooleanField()


class ClubShown(ClubRow):
    """A club. `people` is the number of people in its list, null for visitors."""

    people = serializers.IntegerField(allow_null=True)
    next_evening = PlannedEvening(allow_null=True)
    last_night = serializers.DateField(allow_null=True)


class PlayedEvening(serializers.Serializer):
    """What was played on a night, in figures."""

    people = serializers.IntegerField()
    games = serializers.IntegerField()


class EventHeld(serializers.Serializer):
    """A tournament held by the club, with its address."""

    name = serializers.CharField()
    address = serializers.CharField()


class EveningRow(serializers.Serializer):
    """A night with a planned evening, or with games."""

    night = serializers.DateField()
    planned = PlannedEvening(allow_null=True)
    played = PlayedEvening(allow_null=True)
    events = EventHeld(many=True)


class EveningList(Listed):
    """A page of a club's evenings."""

    year = serializers.IntegerField()
    first_year = serializers.IntegerField()
    evenings = EveningRow(many=True)


class EveningPerson(Somebody):
    """A person on an evening."""

    rank = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    games = serializers.IntegerField()


class EveningSide(serializers.Serializer):
    """A side of a game. `total` is null during the game, and in games of ranks."""

    people = serializers.ListField(child=serializers.CharField())
    total = serializers.IntegerField(allow_null=True)
    won = serializers.BooleanField()


class EveningGame(serializers.Serializer):
    """A game of an evening. `drawn`: several sides share the first place."""

    started_at = serializers.DateTimeField()
    drawn = serializers.BooleanField()
    sides = EveningSide(many=True)


class EveningShown(EveningRow):
    """An evening. Everything that names people is null for visitors."""

    coming = Named(many=True, allow_null=True)
    not_coming = Named(many=True, allow_null=True)
    people = EveningPerson(many=True, allow_null=True)
    games = EveningGame(many=True, allow_null=True)


class ClubYear(serializers.Serializer):
    """A club's year in numbers. `first_year` is null for visitors; shares are null
    without calls.
    """

    year = serializers.IntegerField()
    first_year = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    rounds = serializers.IntegerField()
    evenings = serializers.IntegerField()
    tichus = Share(allow_null=True)
    grands = Share(allow_null=True)
    sweeps = serializers.IntegerField()


class YearPerson(Somebody):
    """A person in a club's year."""

    rank = serializers.IntegerField()
    won = GamesWon()


class YearPeople(Listed):
    """A page of the people of a club's year, with their games won."""

    year = serializers.IntegerField()
    people = YearPerson(many=True)
