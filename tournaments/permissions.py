"""Who may do what at the desk, and which address does what: two tables, and the look-up every view goes through."""

from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from tournaments.models import Role, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser

OWNER, DIRECTOR, PUBLIC = Role.Name.OWNER.value, Role.Name.DIRECTOR.value, "public"

# What a role may do. The public sees what is published, of tournaments that are open.
MAY: dict[str, frozenset[str]] = {
    "see": frozenset({OWNER, DIRECTOR, PUBLIC}),
    "direct": frozenset({OWNER, DIRECTOR}),  # set up, enter, draw, publish, rule
    "own": frozenset({OWNER}),  # let other people direct, delete
}

TOKEN = "token"  # noqa: S105  (the signed token in the address decides)
SIGNED_IN = "signed_in"  # anybody with an account: shows and makes what is one's own

# Every address of tournaments.urls by its name. An address that is not here makes the tests fail.
ADDRESSES: dict[str, str] = {
    # Everybody
    "tournaments": "see",
    "tournament": "see",
    "tournament_round": "see",
    "tournament_match": "see",
    "standings": "see",
    "standings_value": "see",
    "standings_csv": "see",
    "results_csv": "see",
    "cross_table": "see",
    "entrant": "see",
    "register": "see",
    "match": TOKEN,
    "match_play": TOKEN,
    "match_date": TOKEN,
    "own_page": TOKEN,
    "own_check_in": TOKEN,
    # The desk
    "desk": SIGNED_IN,
    "desk_club": SIGNED_IN,
    "desk_new": SIGNED_IN,
    "desk_join": SIGNED_IN,  # and the signed token in the address decides
    "desk_import": SIGNED_IN,
    "desk_tournament": "direct",
    "desk_about": "direct",
    "desk_stage": "direct",
    "desk_stage_add": "direct",
    "desk_stage_remove": "direct",
    "desk_turn": "direct",
    "desk_log": "direct",
    "desk_people": "own",
    "desk_delete": "own",
    "desk_export": "direct",
    "desk_entrants": "direct",
    "desk_enter": "direct",
    "desk_list": "direct",
    "desk_refuse_all": "direct",
    "desk_entrant": "direct",
    "desk_entrant_do": "direct",
    "desk_check_in": "direct",
    "desk_stage_do": "direct",
    "desk_draw": "direct",
    "desk_round": "direct",
    "desk_round_do": "direct",
    "desk_swap": "direct",
    "desk_match": "direct",
    "desk_match_do": "direct",
    "desk_penalties": "direct",
    "desk_penalty_undo": "direct",
    # The API
    "api_tournaments": "see",
    "api_tournament": "see",
    "api_rounds": "see",
    "api_round": "see",
    "api_results": "see",
    "api_standings": "see",
}


def may(role: str, action: str) -> bool:
    return role in MAY[action]


def role_in(user: "AbstractBaseUser | AnonymousUser", tournament: Tournament) -> str:
    """The role of a user in a tournament: by the club it belongs to, else one of the public. One query at most."""
    if user.pk is None:
        return PUBLIC
    found = Role.objects.filter(club=tournament.club_id, user=user.pk).values_list("name", flat=True).first()
    return found or PUBLIC


def tournaments_for(user: "AbstractBaseUser | AnonymousUser", action: str) -> QuerySet[Tournament]:
    """The tournaments in which a user may do something; whoever looks one up here cannot forget to ask."""
    roles = [name for name in (OWNER, DIRECTOR) if may(name, action)]
    own = Q(club__roles__user=user.pk, club__roles__name__in=roles) if user.pk is not None else Q(pk__in=())
    if may(PUBLIC, action):
        own |= ~Q(state=Tournament.State.DRAFT)
    return Tournament.objects.filter(own).select_related("club").distinct()
