"""Serializers of people and ratings, for the API's schema."""

from rest_framework import serializers

NEXT = "What goes into `after` for the following ones; null at the end."


class Share(serializers.Serializer):
    """`hits` of `of` cases, in percent; `low` to `high` is the 95 % confidence interval."""

    hits = serializers.IntegerField()
    of = serializers.IntegerField()
    percent = serializers.IntegerField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()


class GamesWon(Share):
    """Finished games, how many were won, and how many were `drawn`."""

    drawn = serializers.IntegerField()


class Listed(serializers.Serializer):
    """A page of a list."""

    next = serializers.CharField(allow_null=True, help_text=NEXT)


class Named(serializers.Serializer):
    """A person's id and name."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class Somebody(serializers.Serializer):
    """Another player: `id` is null if the person was erased."""

    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


# People
# --------------------------------------------------------------------------------------------------


class PersonRow(Named):
    """A person in a list. `club` is null for a phone's own list; `games` is the number of counted
    games.
    """

    club = serializers.IntegerField(allow_null=True)
    guest = serializers.BooleanField()
    games = serializers.IntegerField()
    last_game_at = serializers.DateTimeField(allow_null=True)


class PeopleList(Listed):
    """A page of the people in a club's list."""

    people = PersonRow(many=True)


class CallsByStanding(serializers.Serializer):
    """Calls by the caller's position: leading, level or trailing."""

    stood = serializers.ListField(child=serializers.CharField())
    made = Share()


class CallsMade(serializers.Serializer):
    """How many calls of a kind were made."""

    call = serializers.CharField()
    made = Share()


class CallsOfPerson(CallsMade):
    """Calls made, and by the caller's position if there are enough of each."""

    by_standing = CallsByStanding(many=True)


class PartnerShown(Somebody):
    """A partner. `best`: the one with the largest share of wins, if there is one."""

    won = GamesWon()
    best = serializers.BooleanField()


class RoundSums(serializers.Serializer):
    """Totals over rounds in games of two teams."""

    rounds = serializers.IntegerField()
    points = serializers.IntegerField()
    points_of_others = serializers.IntegerField()
    sweeps = serializers.IntegerField()
    sweeps_of_others = serializers.IntegerField()
    mean_ahead = serializers.FloatField(allow_null=True)


class RankSums(serializers.Serializer):
    """Rounds of games without points; `mean` is scaled to a table of five."""

    rounds = serializers.IntegerField()
    first = serializers.IntegerField()
    mean = serializers.FloatField()
    reigns = serializers.IntegerField()
    longest_reign = serializers.IntegerField()
    longest_last = serializers.IntegerField()


class PersonStatistics(Named):
    """A person over all games.

    A share without a case is null, and so is `ranks` without games of ranks. `first_out` counts
    team rounds whose first out is known, `mean_place` those whose order is: `rounds_with_order`.
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
    """The finished games of two teams in a month."""

    month = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    games = serializers.IntegerField()


class PersonYear(Named):
    """A person's year: games of two teams. `closest` is the margin of the closest game."""

    year = serializers.IntegerField()
    won = GamesWon()
    months = MonthShown(many=True)
    longest_run = serializers.IntegerField()
    closest = serializers.IntegerField(allow_null=True)
    calls = CallsOfPerson(many=True)
    partners = PartnerShown(many=True)


class PersonOfPair(Named):
    """One of a pair: how often they went out first, and their calls, in games together."""

    first_out = serializers.IntegerField()
    calls = CallsMade(many=True)


class PersonWon(Named):
    """A person's share of wins, with any partner."""

    won = GamesWon(allow_null=True)


class RivalsShown(serializers.Serializer):
    """A pair of opponents."""

    people = Somebody(many=True)
    won = GamesWon()


class Together(serializers.Serializer):
    """The statistics of two people on one side."""

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
    """Two pairs against each other, from the first one's point of view. `chance` is its chance in
    percent; null while it is too early to say.
    """

    others = PersonOfPair(many=True)
    chance = serializers.IntegerField(allow_null=True)


# Ratings
# --------------------------------------------------------------------------------------------------


class RatingRow(Named):
    """A person's rating: `rating` give or take `band`.

    `rank` is null while it is provisional. `moved` is the number of ranks gained within 30 days,
    negative if lost, null without a rank then.
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
    """A rating after a game. `game` counts the person's games from 1; `chance` is that
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
    """A page of a person's rating history."""

    family = serializers.CharField()
    line = RatingPoint(many=True)


class ChanceShown(serializers.Serializer):
    """Side `one`'s chance of winning, in per cent."""

    family = serializers.CharField()
    one = Named(many=True)
    other = Named(many=True)
    chance = serializers.IntegerField(allow_null=True)
