"""Serializers of people and ratings.

The context has the `names` of the people met, by id, and who of them is `present`, not erased; and
what a field names.
"""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.api.fields import Moment
from scoring.models import Player
from scoring.people.rated.queries import Rated
from scoring.people.statistics.games import people_met
from scoring.people.statistics.person import Partner, Person
from scoring.people.statistics.shares import Share as ShareOfCases
from scoring.people.statistics.together import Pair
from scoring.people.statistics.year import years_of
from tournaments.match.on_paper import paper_matches_of

NEXT = "What goes into `after` for the following ones; null at the end."


def met(players: Iterable[int]) -> dict[str, Any]:
    """Return the context of these people. One query."""
    names, present = people_met(players)
    return {"names": names, "present": present}


class Share(serializers.Serializer):
    """`hits` of `of` cases, in percent; `low` to `high` is the 95 % confidence interval."""

    hits = serializers.IntegerField()
    of = serializers.IntegerField()
    percent = serializers.IntegerField()
    low = serializers.IntegerField(source="percents.low")
    high = serializers.IntegerField(source="percents.high")

    def to_representation(self, share: ShareOfCases) -> dict[str, Any] | None:
        """Return None without cases."""
        return super().to_representation(share) if share.of else None


class GamesWon(Share):
    """Finished games, how many were won, and how many were `drawn`."""

    drawn = serializers.IntegerField()


class Listed(serializers.Serializer):
    """A page of a list. `next` comes last."""

    def get_fields(self) -> dict[str, serializers.Field]:
        following = serializers.CharField(allow_null=True, help_text=NEXT)
        return {**super().get_fields(), "next": following}


class Named(serializers.Serializer):
    """A person's id and name."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class OfPlayer(serializers.Serializer):
    """The id and name of the player whom the data is about."""

    id = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")


class PresentId(serializers.IntegerField):
    """The id of a person met; null if the person was erased."""

    def __init__(self, source: str) -> None:
        super().__init__(source=source, allow_null=True)

    def to_representation(self, player: int) -> int | None:
        return player if player in self.context["present"] else None


class MetName(serializers.CharField):
    """The name of a person met, by their id."""

    def to_representation(self, player: int) -> str:
        return self.context["names"].get(player, "?")


class Somebody(serializers.Serializer):
    """Another player: `id` is null if the person was erased."""

    id = PresentId(source="*")
    name = MetName(source="*")


# People
# --------------------------------------------------------------------------------------------------


class PersonRow(Named):
    """A person in a list. `club` is null for a phone's own list; `games` is the number of finished
    games that count.
    """

    club = serializers.IntegerField(source="club_id", allow_null=True)
    guest = serializers.BooleanField()
    games = serializers.IntegerField(source="n_games")  # see `with_games`
    last_game_at = Moment(source="last_seen", allow_null=True)


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


class PartnerShown(serializers.Serializer):
    """A partner. `best`: the one with the largest share of wins, if there is one."""

    id = PresentId(source="player")
    name = MetName(source="player")
    won = GamesWon(source="share")
    best = serializers.SerializerMethodField()

    def get_best(self, partner: Partner) -> bool:
        return partner is self.context["best"]


class RoundSums(serializers.Serializer):
    """Totals over rounds in games of two teams."""

    rounds = serializers.IntegerField()
    points = serializers.IntegerField(source="own_points")
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


class LongestRun(serializers.IntegerField):
    """The number of games of a person's longest run, 0 without one."""

    def get_attribute(self, person: Person) -> int:
        return person.longest_run.games if person.longest_run else 0


class OnPaper(serializers.Serializer):
    """Tournament matches of which only a sheet is known. No other figure counts them."""

    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()


class PersonStatistics(OfPlayer):
    """A person over all games.

    A share without a case is null, and so is `ranks` without games of ranks. `first_out` counts
    team rounds whose first out is known, `mean_place` those whose order is: `rounds_with_order`.
    """

    won = GamesWon(allow_null=True)
    won_alone = GamesWon(allow_null=True)
    close_games = serializers.IntegerField(source="close")
    longest_run = LongestRun()
    comeback = serializers.IntegerField(source="comeback.behind", allow_null=True)
    first_out = Share(source="out.first", allow_null=True)
    mean_place = serializers.FloatField(source="out.mean_place", allow_null=True)
    rounds_with_order = serializers.IntegerField(source="out.placed")
    calls = CallsOfPerson(source="calls.shares", many=True)
    tichus_of_others = Share(source="against.tichus", allow_null=True)
    rounds = RoundSums(source="sums")
    ranks = RankSums(allow_null=True)
    partners = PartnerShown(many=True)
    years = serializers.SerializerMethodField()
    matches_on_paper = serializers.SerializerMethodField()

    def get_years(self, person: Person) -> list[int]:
        return years_of(person)

    @extend_schema_field(OnPaper)
    def get_matches_on_paper(self, person: Person) -> dict[str, int]:
        return OnPaper(paper_matches_of(person.players)).data


class MonthShown(serializers.Serializer):
    """The finished games of two teams in a month."""

    month = serializers.IntegerField(source="first.month")
    won = serializers.IntegerField(source="won.hits")
    drawn = serializers.IntegerField(source="won.drawn")
    games = serializers.IntegerField(source="won.of")


class PersonYear(OfPlayer):
    """A person's year: games of two teams. `closest` is the margin of the closest game."""

    year = serializers.IntegerField()
    won = GamesWon()
    months = MonthShown(many=True)
    longest_run = LongestRun()
    closest = serializers.IntegerField(source="closest.margin", allow_null=True)
    calls = CallsOfPerson(source="calls.shares", many=True)
    partners = PartnerShown(many=True)


class PersonOfPair(Named):
    """One of a pair: how often they went out first, and their calls, in games together."""

    first_out = serializers.SerializerMethodField()
    calls = serializers.SerializerMethodField()

    def get_first_out(self, player: Player) -> int:
        return self.context["pair"].first_places[player.pk]

    @extend_schema_field(CallsMade(many=True))
    def get_calls(self, player: Player) -> list[dict[str, Any]]:
        return CallsMade(self.context["pair"].calls_of(player), many=True).data


class PersonWon(OfPlayer):
    """A person's share of wins, with any partner."""

    won = GamesWon(allow_null=True)


class RivalsShown(serializers.Serializer):
    """A pair of opponents."""

    people = Somebody(source="players", many=True)
    won = GamesWon(source="share")


class PairShown(serializers.Serializer):
    """Two people on one side."""

    people = PersonOfPair(many=True)
    won = GamesWon(allow_null=True)
    won_with_anybody = PersonWon(source="each", many=True)
    close_games = serializers.IntegerField(source="close")
    longest_run = LongestRun()
    rounds = RoundSums(source="sums")
    rivals = RivalsShown(many=True)
    matches_on_paper = serializers.SerializerMethodField()

    @extend_schema_field(OnPaper)
    def get_matches_on_paper(self, pair: Pair) -> dict[str, int]:
        one, other = pair.people
        return OnPaper(paper_matches_of([one.pk], [other.pk])).data


class PairsShown(serializers.Serializer):
    """Two pairs against each other, from the first one's point of view. `chance` is its chance in
    percent; null while it is too early to say.
    """

    people = PersonOfPair(many=True)
    others = PersonOfPair(many=True)
    won = GamesWon(allow_null=True)
    close_games = serializers.IntegerField(source="close")
    longest_run = LongestRun()
    rounds = RoundSums(source="sums")
    chance = serializers.SerializerMethodField()

    def get_chance(self, _pair: Pair) -> int | None:
        return self.context["chance"]


# Ratings
# --------------------------------------------------------------------------------------------------


class RatingRow(serializers.Serializer):
    """A person's rating: `rating` give or take `band`.

    `rank` is null while it is provisional. `moved` is the number of ranks gained within 30 days,
    negative if lost, null without a rank then.
    """

    rank = serializers.IntegerField(allow_null=True)
    id = serializers.IntegerField(source="player")
    name = MetName(source="player")
    rating = serializers.IntegerField(source="shown.rating")
    band = serializers.IntegerField(source="shown.band")
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()
    moved = serializers.SerializerMethodField()

    def get_moved(self, rated: Rated) -> int | None:
        before = self.context["before"].get(rated.player)
        return before - rated.rank if before and rated.rank else None


class RatingList(Listed):
    """A page of the ratings of a club's people."""

    family = serializers.CharField()
    people = RatingRow(many=True)


class RatingPoint(serializers.Serializer):
    """A rating after a game. `game` counts the person's games from 1; `chance` is that
    before it.
    """

    game = serializers.IntegerField(source="games")
    at = Moment()
    rating = serializers.IntegerField()
    band = serializers.IntegerField()
    change = serializers.IntegerField()
    provisional = serializers.BooleanField()
    chance = serializers.IntegerField(allow_null=True)


class RatingLine(Listed, OfPlayer):
    """A page of a person's rating history."""

    family = serializers.CharField()
    line = RatingPoint(many=True)


class ChanceShown(serializers.Serializer):
    """Side `one`'s chance of winning, in per cent."""

    family = serializers.CharField()
    one = Named(many=True)
    other = Named(many=True)
    chance = serializers.IntegerField(allow_null=True)
