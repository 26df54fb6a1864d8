"""Read-only API views of tournaments. Access to the tournament is checked before anything else."""

import uuid
from typing import Any

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from scoring.api.paging import after_of, limit_of, list_parameters, no_such_page, uuid_in
from scoring.api.serializers import Errors
from scoring.games.parsing import whole_of
from scoring.rules import Mistake, RuleError, shown
from scoring.rules.words import gettext_noop
from tournaments.api import duplicate_shapes, shapes, tournament_data
from tournaments.api.access import TournamentView, View, missing
from tournaments.api.clubs import NO_LIST, NOT_SHOWN
from tournaments.models import Entrant, SessionRound, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.permissions import real_ones

REFUSED: dict[int, Any] = {422: Errors}
# Applications, the waiting list and rejections are private
PUBLIC_STATES = (Entrant.State.ENTERED, Entrant.State.WITHDRAWN)


def whole_number(request: Request, key: str) -> int | None:
    """Return a query parameter as an integer, or None if absent. Raises RuleError if it
    is invalid.
    """
    text = request.query_params.get(key)
    if text is None:
        return None
    number = whole_of(text, None, digits=8)
    if number is None:
        sentence = gettext_noop("%(key)s is %(value)s; it must be a whole number.")
        raise RuleError([Mistake("wrong_type", key, sentence, {"key": key, "value": shown(text)})])
    return number


class Tournaments(View):
    @extend_schema(
        operation_id="list_tournaments",
        summary="The tournaments visible to the caller, newest first",
        parameters=list_parameters(uuid.UUID),
        responses={200: shapes.TournamentList} | NO_LIST,
    )
    def get(self, request: Request) -> Any:
        rows = real_ones(self.visible()).order_by("-created_at", "-pk")
        limit = limit_of(request)
        after = after_of(request, uuid_in)
        if after is not None:
            rows = self._after(rows, after)
        found = list(rows[: limit + 1])
        page = found[:limit]
        answer = {"tournaments": page, "next": page[-1].pk if len(found) > limit else None}
        return self.listed(shapes.TournamentList(answer))

    def _after(self, rows: QuerySet[Tournament], after: uuid.UUID) -> QuerySet[Tournament]:
        last = rows.filter(pk=after).values_list("created_at", "pk").first()
        if last is None:
            raise no_such_page(str(after))
        older = rows.filter(created_at__lt=last[0])
        return older | rows.filter(created_at=last[0], pk__lt=last[1])


class OneTournament(TournamentView):
    @extend_schema(
        operation_id="read_tournament",
        summary="A tournament with its stages and entrants",
        responses={200: shapes.TournamentShown} | NOT_SHOWN,
    )
    def get(self, request: Request, tournament_id: uuid.UUID) -> Any:  # noqa: ARG002
        return self.respond(self._tournament)

    def _tournament(self) -> dict[str, Any]:
        tournament, entrants = self.seen.tournament, Entrant.objects.all()
        if not self.seen.whole:
            entrants = entrants.filter(state__in=PUBLIC_STATES)
        prefetch_related_objects([tournament], "stages", Prefetch("entrants", entrants))
        context = {
            "names": self.seen.names(tournament.entrants.all()),
            "corrections": self.seen.corrections,
        }
        return shapes.TournamentShown(tournament, context=context).data


class Rounds(TournamentView):
    @extend_schema(
        operation_id="list_session_rounds",
        summary="The draws of all session rounds",
        responses={200: shapes.Rounds} | NOT_SHOWN,
    )
    def get(self, request: Request, tournament_id: uuid.UUID) -> Any:  # noqa: ARG002
        return self.respond(self._rounds)

    def _rounds(self) -> dict[str, Any]:
        rounds = tournament_data.rounds_of(self.seen)
        return shapes.Rounds(
            {"rounds": rounds}, context=tournament_data.context_of_draws(self.seen, rounds)
        ).data


class OneRound(TournamentView):
    @extend_schema(
        operation_id="read_session_round",
        summary="The draw of one session round",
        responses={200: shapes.RoundDrawn} | NOT_SHOWN,
    )
    def get(self, request: Request, tournament_id: uuid.UUID, stage: int, number: int) -> Any:  # noqa: ARG002
        return self.respond(lambda: self._round(stage, number))

    def _round(self, stage: int, number: int) -> dict[str, Any]:
        found = tournament_data.rounds_of(self.seen, *map(bounded, (stage, number)))
        if not found:
            raise missing()
        return shapes.RoundDrawn(
            found[0], context=tournament_data.context_of_draws(self.seen, found)
        ).data


class Results(TournamentView):
    @extend_schema(
        operation_id="read_results",
        summary="The results of one session round, game by game",
        responses={200: shapes.RoundResults} | NOT_SHOWN,
    )
    def get(self, request: Request, tournament_id: uuid.UUID, stage: int, number: int) -> Any:  # noqa: ARG002
        return self.respond(lambda: self._results(stage, number))

    def _results(self, stage: int, number: int) -> dict[str, Any]:
        rows = tournament_data.rounds_of(self.seen, *map(bounded, (stage, number)))
        # A draft has no results, for anyone
        if not rows or rows[0].session_round.state == SessionRound.State.DRAFT:
            raise missing()
        results = tournament_data.results_of(self.seen, rows[0])
        return shapes.RoundResults(results, context=tournament_data.context_of(self.seen)).data


class Standings(TournamentView):
    @extend_schema(
        operation_id="read_standings",
        summary="The standings of a stage",
        parameters=[
            OpenApiParameter(
                "explain", int, description="An entrant: add the sums behind that row."
            )
        ],
        responses={200: shapes.StandingsShown} | NOT_SHOWN | REFUSED,
    )
    def get(self, request: Request, tournament_id: uuid.UUID, stage: int) -> Any:  # noqa: ARG002
        explain = whole_number(request, "explain")
        return self.respond(lambda: self._standings(stage, explain))

    def _standings(self, stage: int, explain: int | None) -> dict[str, Any]:
        found = next((row for row in self.seen.stages if row.number == stage), None)
        if found is None:
            raise missing()
        history = self.seen.history(found)
        context = tournament_data.context_of(self.seen)
        try:
            numbers = context["numbers"]
            standings = tournament_data.standings_of(self.seen, history, numbers, explain)
        except LookupError as error:
            text = gettext_noop(
                "This stage has no entrant %(entrant)s; the rows name those it has."
            )
            raise RuleError(
                [Mistake("unknown_entrant", "explain", text, {"entrant": explain})]
            ) from error
        return shapes.StandingsShown(standings, context=context).data


class Boards(TournamentView):
    @extend_schema(
        operation_id="read_boards",
        summary="All results of a session of duplicate, board by board",
        responses={200: duplicate_shapes.BoardsShown} | NOT_SHOWN,
    )
    def get(self, request: Request, tournament_id: uuid.UUID, stage: int) -> Any:  # noqa: ARG002
        return self.respond(lambda: self._boards(stage))

    def _boards(self, stage: int) -> dict[str, Any]:
        found = next((row for row in self.seen.stages if row.number == stage), None)
        if found is None or not FORMATS[found.format].compares_boards:
            raise missing()
        boards = tournament_data.boards_shown(self.seen, found)
        context = tournament_data.context_of(self.seen)
        return duplicate_shapes.BoardsShown(boards, context=context).data


def bounded(number: int) -> int:
    """Limit a number from a URL to what a database can compare."""
    return min(number, 10**9)
