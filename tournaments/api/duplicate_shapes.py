"""Serializers of sessions of duplicate: the travellers of all boards."""

from rest_framework import serializers

from tournaments.api.shapes import Exact, Sides, one_of
from tournaments.pages.session_results import BoardCall, SessionResult
from tournaments.standings.duplicate.possible_scores import CALLS, SEATS
from tournaments.standings.duplicate.results import DIRECTIONS
from tournaments.standings.duplicate.values import SHARES


class CallShown(serializers.Serializer):
    """A call on a board. `seat` is null if only the side was recorded."""

    direction = serializers.SerializerMethodField(help_text=f"One of: {', '.join(DIRECTIONS)}.")
    seat = serializers.SerializerMethodField(help_text=f"One of: {', '.join(SEATS)}; or null.")
    call = one_of(CALLS)

    def get_direction(self, one: BoardCall) -> str:
        return DIRECTIONS[one.direction]

    def get_seat(self, one: BoardCall) -> str | None:
        return one.seat or None


class BoardValues(serializers.Serializer):
    """What a result is worth among the `others` on its board and deal. `percent` is null if there
    are none.
    """

    others = Exact()
    matchpoints = Exact()
    percent = Exact(allow_null=True)
    difference = Exact()
    log_difference = serializers.FloatField()
    imps = Exact()
    boldness = Exact()


class BoardResultShown(serializers.Serializer):
    """A result on a board, north and south first everywhere.

    Either `scores` or `averages`, of the director, is null. `calls` are null if they were not
    recorded, and for averages.
    """

    deal = serializers.IntegerField(
        help_text="Another one has other cards: the board was fouled. 0: it was struck out."
    )
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    sides = Sides()
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    averages = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text=f"Of each side one of: {', '.join(SHARES)}.",
    )
    calls = CallShown(many=True, allow_null=True)
    wish = serializers.SerializerMethodField(help_text="The seat that missed a wish; or null.")
    values = BoardValues(many=True)

    def get_wish(self, one: SessionResult) -> str | None:
        return one.wish or None


class BoardShown(serializers.Serializer):
    """The traveller of a board."""

    board = serializers.IntegerField()
    results = BoardResultShown(many=True)


class BoardsShown(serializers.Serializer):
    """The boards of a session that have results. `frozen`: they are withheld until the session is
    over.
    """

    stage = serializers.IntegerField()
    frozen = serializers.BooleanField()
    boards = BoardShown(many=True)
