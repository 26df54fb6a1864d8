"""The shapes in which the API tells of clubs, people and ratings, for its description."""

from rest_framework import serializers

NEXT = "What goes into `after` for the following ones; null at the end."


class Share(serializers.Serializer):
    """`hits` of `of` cases, in percent; of 100 such shares the true one is between `low` and `high`
    in 95.
    """

    hits = serializers.IntegerField()
    of = serializers.IntegerField()
    percent = serializers.IntegerField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()


class GamesWon(Share):
    """Of so many games that are over the won ones; of the `drawn` ones nobody has won."""

    drawn = serializers.IntegerField()


class Listed(serializers.Serializer):
    """A page of a list."""

    next = serializers.CharField(allow_null=True, help_text=NEXT)


# Clubs
# --------------------------------------------------------------------------------------------------


class ClubRow(serializers.Serializer):
    """A club. `public`: everybody may see its page, without names of people."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    public = serializers.BooleanField()


class ClubList(Listed):
    """A page of the clubs to which the caller belongs."""

    clubs = ClubRow(many=True)


class PlannedEvening(serializers.Serializer):
    """An evening as somebody planned it."""

    starts_at = serializers.DateTimeField()
    title = serializers.CharField()
    place = serializers.CharField()
    words = serializers.CharField()
    called_off = serializers.BooleanField()


class ClubShown(ClubRow):
    """A club. `people` are those in its list, null to visitors."""

    people = serializers.IntegerField(allow_null=True)
    next_evening = PlannedEvening(allow_null=True)
    last_night = serializers.DateField(allow_null=True)


class PlayedEvening(serializers.Serializer):
    """What was played on a night, in figures."""

    people = serializers.IntegerField()
    games = serializers.IntegerField()


class EventHeld(serializers.Serializer):
    """What was held besides games: a tournament, and where it is looked at."""

    name = serializers.CharField()
    address = serializers.CharField()


class EveningRow(serializers.Serializer):
    """A night on which something was planned, or played."""

    night = serializers.DateField()
    planned = PlannedEvening(allow_null=True)
    played = PlayedEvening(allow_null=True)
    events = EventHeld(many=True)


class EveningList(Listed):
    """A page of the evenings of a club."""

    year = serializers.IntegerField()
    first_year = serializers.IntegerField()
    evenings = EveningRow(many=True)


class Named(serializers.Serializer):
    """Somebody by number and name."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class Somebody(serializers.Serializer):
    """Somebody who was played with: `id` is null where they were erased."""

    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


class EveningPerson(Somebody):
    """Somebody on an evening."""

    rank = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    games = serializers.IntegerField()


class EveningSide(serializers.Serializer):
    """A side of a game. `total` is null while it is played, and in games of ranks."""

    people = serializers.ListField(child=serializers.CharField())
    total = serializers.IntegerField(allow_null=True)
    won = serializers.BooleanField()


class EveningGame(serializers.Serializer):
    """A game of an evening. `drawn`: sides share the first place, and nobody has won it."""

    started_at = serializers.DateTimeField()
    drawn = serializers.BooleanField()
    sides = EveningSide(many=True)


class EveningShown(EveningRow):
    """An evening. What names people is null to visitors."""

    coming = Named(many=True, allow_null=True)
    not_coming = Named(many=True, allow_null=True)
    people = EveningPerson(many=True, allow_null=True)
    games = EveningGame(many=True, allow_null=True)


class ClubYear(serializers.Serializer):
    """A club's year in numbers. `first_year` is null to visitors, shares where nobody called."""

    year = serializers.IntegerField()
    first_year = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    rounds = serializers.IntegerField()
    evenings = serializers.IntegerField()
    tichus = Share(allow_null=True)
    grands = Share(allow_null=True)
    sweeps = serializers.IntegerField()


class YearPerson(Somebody):
    """Somebody in a club's year."""

    rank = serializers.IntegerField()
    won = GamesWon()


class YearPeople(Listed):
    """A page of who won how many games of a club in a year."""

    year = serializers.IntegerField()
    people = YearPerson(many=True)


# People
# --------------------------------------------------------------------------------------------------


class PersonRow(Named):
    """Somebody in a list. `club` is null for a phone's own list; `games` are those that count."""

    club = serializers.IntegerField(allow_null=True)
    guest = serializers.BooleanField()
    games = serializers.IntegerField()
    last_game_at = serializers.DateTimeField(allow_null=True)


class PeopleList(Listed):
    """A page of the people in a club's list."""

    people = PersonRow(many=True)


class CallsByStanding(serializers.Serializer):
    """Calls whose caller was leading, level or trailing."""

    stood = serializers.ListField(child=serializers.CharField())
    made = Share()


class CallsMade(serializers.Serializer):
    """How many calls of a kind were made."""

    call = serializers.CharField()
    made = Share()


class CallsOfPerson(CallsMade):
    """The same, and by how their caller stood, where there are enough of each."""

    by_standing = CallsByStanding(many=True)


class PartnerShown(Somebody):
    """Somebody on the same side. `best`: with whom the largest share was won, where that can be
    said.
    """

    won = GamesWon()
    best = serializers.BooleanField()


class RoundSums(serializers.Serializer):
    """Rounds in games of two teams, taken together."""

    rounds = serializers.IntegerField()
    points = serializers.IntegerField()
    points_of_others = serializers.IntegerField()
    sweeps = serializers.IntegerField()
    sweeps_of_others = serializers.IntegerField()
    mean_ahead = serializers.FloatField(allow_null=True)


class RankSums(serializers.Serializer):
    """Rounds of games without points, taken together; `mean` is that of a table of five."""

    rounds = serializers.IntegerField()
    first = serializers.IntegerField()
    mean = serializers.FloatField()
    reigns = serializers.IntegerField()
    longest_reign = serializers.IntegerField()
    longest_last = serializers.IntegerField()


class PersonStatistics(Named):
    """A person over all games. A share without a case is null, and `ranks` without a game for
    ranks. `first_out` is of the rounds in team games whose first out is known, `mean_place` of
    those whose order is: `rounds_with_order`.
    """

    won = GamesWon(allow_null=True)
    won_alone = GamesWon(allow_null=True)
    close_games = serializers.IntegerField()
    longest_run = serializers.IntegerField()
    comeback = serializers.IntegerField(allow_null=True)
    first_out = Share(allow_null=True)
    mean_place = serializers.FloatField(allow_null=True)
    rounds_with_order = serializers.IntegerField()
    calls = CallsOfPerson(many=True)
    tichus_of_others = Share(allow_null=True)
    rounds = RoundSums()
    ranks = RankSums(allow_null=True)
    partners = PartnerShown(many=True)
    years = serializers.ListField(child=serializers.IntegerField())


class MonthShown(serializers.Serializer):
    """The games of two teams in a month that are over."""

    month = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    games = serializers.IntegerField()


class PersonYear(Named):
    """A person's year: games of two teams. `closest` is by how many points the closest game was
    decided.
    """

    year = serializers.IntegerField()
    won = GamesWon()
    months = MonthShown(many=True)
    longest_run = serializers.IntegerField()
    closest = serializers.IntegerField(allow_null=True)
    calls = CallsOfPerson(many=True)
    partners = PartnerShown(many=True)


class PersonOfPair(Named):
    """One of a pair: how often they went out first, and what they called, in games together."""

    first_out = serializers.IntegerField()
    calls = CallsMade(many=True)


class PersonWon(Named):
    """What somebody won of all games, whoever the partner."""

    won = GamesWon(allow_null=True)


class RivalsShown(serializers.Serializer):
    """Two people who were met together."""

    people = Somebody(many=True)
    won = GamesWon()


class Together(serializers.Serializer):
    """What two people on one side did."""

    people = PersonOfPair(many=True)
    won = GamesWon(allow_null=True)
    close_games = serializers.IntegerField()
    longest_run = serializers.IntegerField()
    rounds = RoundSums()


class PairShown(Together):
    """Two people on one side."""

    won_with_anybody = PersonWon(many=True)
    rivals = RivalsShown(many=True)


class PairsShown(Together):
    """Two pairs against each other, as the first sees it. `chance`: of how many games in a hundred
    it is expected to win; null while that cannot be said.
    """

    others = PersonOfPair(many=True)
    chance = serializers.IntegerField(allow_null=True)


# Ratings
# --------------------------------------------------------------------------------------------------


class RatingRow(Named):
    """How strong somebody is taken for: `rating` give or take `band`. `rank` is null while they are
    provisional; `moved` are ranks up within 30 days, negative down, null for who had none then.
    """

    rank = serializers.IntegerField(allow_null=True)
    rating = serializers.IntegerField()
    band = serializers.IntegerField()
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()
    moved = serializers.IntegerField(allow_null=True)


class RatingList(Listed):
    """A page of the ratings of a club's people."""

    family = serializers.CharField()
    people = RatingRow(many=True)


class RatingPoint(serializers.Serializer):
    """What a game made of a rating. `game` counts the person's games from 1; `chance` as it was
    before it.
    """

    game = serializers.IntegerField()
    at = serializers.DateTimeField()
    rating = serializers.IntegerField()
    band = serializers.IntegerField()
    change = serializers.IntegerField()
    provisional = serializers.BooleanField()
    chance = serializers.IntegerField(allow_null=True)


class RatingLine(Listed, Named):
    """A page of a person's line."""

    family = serializers.CharField()
    line = RatingPoint(many=True)


class ChanceShown(serializers.Serializer):
    """Of how many games in a hundred the side `one` is expected to win."""

    family = serializers.CharField()
    one = Named(many=True)
    other = Named(many=True)
    chance = serializers.IntegerField(allow_null=True)
