"""People in the API, in a club's or a phone's list, as their pages show them."""

from collections.abc import Collection, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.paging import list_parameters, page_of
from scoring.api.read_views import ReadingView, missing
from scoring.games.access.claims import claims_of
from scoring.games.nights import FIRST_YEAR, LAST_YEAR
from scoring.games.parsing import whole_of
from scoring.games.permissions import rights_in
from scoring.models import Player
from scoring.pages.common import ClubClosedError
from scoring.people.rated.queries import chance, line_of
from scoring.people.statistics.games import with_games
from scoring.people.statistics.person import Person
from scoring.people.statistics.together import Pair, Versus
from scoring.people.statistics.year import Year
from scoring.rules import FAMILIES, Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.api import people_shapes as shapes
from tournaments.api.clubs import NO_LIST, NO_PAGE, NOT_SHOWN

TEAMS = "teams"
A_SIDE = 3  # people on a side at most


class PeopleView(ReadingView):
    """Base view of people."""

    def known(self, *ids: int) -> list[Player]:
        """Return these people in this order. Two queries, and three per club. A person may always
        look at themselves.

        Raises NotFound if one of them does not exist or is not visible to the caller, or for
        duplicates.
        """
        rows = Player.listed.filter(pk__in=[pk for pk in ids if pk < 2**63]).select_related(
            "club", "device"
        )
        found = {player.pk: player for player in rows}
        if len(found) < len(ids):
            raise missing()
        others = self._unlisted(found.values())
        if others and not self._has_claimed(others):
            raise missing()
        for player in found.values():
            club = player.club
            if club is not None and club.closed and not self._has_claimed([player]):
                raise ClubClosedError(club)
        return [found[pk] for pk in ids]

    def _unlisted(self, people: Collection[Player]) -> list[Player]:
        """Return those who are neither in a club of the caller nor in the phone's own list."""
        clubs = {player.club_id: player.club for player in people if player.club}
        inside = {
            pk
            for pk, club in clubs.items()
            if rights_in(club, self.device, self.account_in(pk)).inside
        }
        own = self.device.pk if self.device else None
        return [
            one
            for one in people
            if (one.club_id not in inside if one.club_id else one.device_id != own)
        ]

    def _has_claimed(self, people: Sequence[Player]) -> bool:
        """Return whether the caller has claimed all of these people. One query."""
        claimed = set(claims_of(self.device, self.asking.user).values_list("player", flat=True))
        limit = self.key.club_id if self.key else None
        return all(one.pk in claimed and limit in {None, one.club_id} for one in people)


class OnePerson(PeopleView):
    @extend_schema(
        operation_id="read_person",
        summary="A person",
        responses={200: shapes.PersonRow} | NOT_SHOWN,
    )
    def get(self, request: Request, person_id: int) -> Response:  # noqa: ARG002
        (player,) = self.known(person_id)
        row = with_games(Player.listed.filter(pk=player.pk)).get()
        return self.answer(shapes.PersonRow(row).data)


class PersonStatistics(PeopleView):
    @extend_schema(
        operation_id="read_statistics",
        summary="A person's statistics over all games",
        responses={200: shapes.PersonStatistics} | NOT_SHOWN,
    )
    def get(self, request: Request, person_id: int) -> Response:  # noqa: ARG002
        (player,) = self.known(person_id)
        person = Person(player)
        return self.answer(shapes.PersonStatistics(person, context=_partners_of(person)).data)


class PersonYear(PeopleView):
    @extend_schema(
        operation_id="read_year_of_person",
        summary="A person's year",
        responses={200: shapes.PersonYear} | NOT_SHOWN,
    )
    def get(self, request: Request, person_id: int, year: int) -> Response:  # noqa: ARG002
        (player,) = self.known(person_id)
        found = Year(player, year) if FIRST_YEAR <= year <= LAST_YEAR else None
        if found is None or not found.won.of:
            raise missing()
        return self.answer(shapes.PersonYear(found, context=_partners_of(found)).data)


def _partners_of(person: Person) -> dict[str, Any]:
    """Return the context of a person's partners. One query."""
    met = shapes.met(one.player for one in person.partners)
    return met | {"best": person.best_partner}


class PersonWith(PeopleView):
    @extend_schema(
        operation_id="read_pair",
        summary="Two people as partners",
        responses={200: shapes.PairShown} | NOT_SHOWN,
    )
    def get(self, request: Request, person_id: int, partner_id: int) -> Response:  # noqa: ARG002
        pair = Pair(*self.known(person_id, partner_id))
        met = shapes.met(one for row in pair.rivals for one in row.players)
        return self.answer(shapes.PairShown(pair, context=met | {"pair": pair}).data)


class PersonAgainst(PeopleView):
    @extend_schema(
        operation_id="read_pairs",
        summary="Two pairs against each other",
        responses={200: shapes.PairsShown} | NOT_SHOWN,
    )
    def get(
        self,
        request: Request,  # noqa: ARG002
        person_id: int,
        partner_id: int,
        third_id: int,
        fourth_id: int,
    ) -> Response:
        first, second, *others = self.known(person_id, partner_id, third_id, fourth_id)
        pair = Versus(first, second, others)
        context = {"pair": pair, "chance": chance(pair.people, others, TEAMS)}
        return self.answer(shapes.PairsShown(pair, context=context).data)


# Ratings
# --------------------------------------------------------------------------------------------------


def known_family(family: str) -> str:
    """Return the family of games. Raises NotFound if there is no such family."""
    if family not in FAMILIES:
        raise missing()
    return family


class PersonRatings(PeopleView):
    @extend_schema(
        operation_id="list_line_of_rating",
        summary="A person's rating after each game, oldest first",
        parameters=list_parameters(),
        responses={200: shapes.RatingLine} | NO_PAGE,
    )
    def get(self, request: Request, person_id: int, family: str) -> Response:
        (player,) = self.known(person_id)
        line = line_of(player, known_family(family))
        page, following = page_of(request, line, lambda one: one.games)
        answer = {"player": player, "family": family, "line": page, "next": following}
        return self.listed(shapes.RatingLine(answer))


class Chance(PeopleView):
    @extend_schema(
        operation_id="read_chance",
        summary="The percentage of games one side is expected to win against another",
        parameters=[
            OpenApiParameter(
                "one", int, many=True, required=True, description="A person on one side."
            ),
            OpenApiParameter(
                "other", int, many=True, required=True, description="A person on the other side."
            ),
            OpenApiParameter("family", str, enum=list(FAMILIES), description="By default `teams`."),
        ],
        responses={200: shapes.ChanceShown} | NO_LIST | NOT_SHOWN,
    )
    def get(self, request: Request) -> Response:
        """Null while a rating is provisional, and between people of two lists."""
        sides = [self._side(request, key) for key in ("one", "other")]
        people = self.known(*sides[0], *sides[1])
        family = known_family(request.query_params.get("family", TEAMS))
        one, other = people[: len(sides[0])], people[len(sides[0]) :]
        answer = {
            "family": family,
            "one": one,
            "other": other,
            "chance": chance(one, other, family),
        }
        return self.answer(shapes.ChanceShown(answer).data)

    def _side(self, request: Request, key: str) -> list[int]:
        """Return the ids of a side from the query. Raises RuleError."""
        texts = request.query_params.getlist(key)
        found: list[Any] = [whole_of(text, None) for text in texts[: A_SIDE + 1]]
        if not 1 <= len(texts) <= A_SIDE or None in found:
            text = gettext_noop("A side is 1 to %(most)s people, each given by number.")
            raise RuleError([Mistake("bad_side", key, text, {"most": A_SIDE})])
        return found
