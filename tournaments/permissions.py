"""Who may do what at the desk, and which address does what: two tables, and the look-up every view
goes through.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from scoring.games.host import Standing
from tournaments.models import Role, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser

N = Role.Name
OWNER, DIRECTOR, REFEREE, DESK, SCREEN = (
    N.OWNER.value,
    N.DIRECTOR.value,
    N.REFEREE.value,
    N.DESK.value,
    N.SCREEN.value,
)
PUBLIC = "public"  # everybody else, with an account or without
# Whoever has a link: the phones at a table, an entrant, a screen on the wall
TABLE, PERSONAL, WALL = "table link", "personal link", "screen link"
BY_ACCOUNT = (OWNER, DIRECTOR, REFEREE, DESK, SCREEN)
ROLES = (*BY_ACCOUNT, TABLE, PERSONAL, WALL, PUBLIC)

# What a role may do. The public sees what is published, of tournaments that are open.
MAY: dict[str, frozenset[str]] = {
    "see": frozenset({*BY_ACCOUNT, PUBLIC}),
    # The desk's pages: look, print, answer a call
    "attend": frozenset({OWNER, DIRECTOR, REFEREE, DESK}),
    "check_in": frozenset({OWNER, DIRECTOR, REFEREE, DESK}),
    # Off paper; look at them once more
    "enter_results": frozenset({OWNER, DIRECTOR, REFEREE, DESK}),
    "rule": frozenset({OWNER, DIRECTOR, REFEREE}),  # settle and penalise, give time
    "direct": frozenset({OWNER, DIRECTOR}),  # set up, enter, draw, publish, keep the clock
    "own": frozenset({OWNER}),  # let other people direct and other sites show it, delete
    "hang": frozenset({OWNER, DIRECTOR, SCREEN}),  # open a screen for the wall
    # By a link: the signed token in the address decides
    "play": frozenset({TABLE}),
    "follow_own": frozenset({PERSONAL}),
    "show": frozenset({WALL}),
}
BY_LINK = frozenset({"play", "follow_own", "show"})

SIGNED_IN = "signed_in"  # anybody with an account: shows and makes what is one's own
# Whoever directs for some club, or owns the site: see may_found_clubs
WITH_A_SAY = "with_a_say"
# The club's people and phones; everybody, where it was made public: see pages.season.looking
OF_CLUB = "of_club"
IN_CLUB = "in_club"  # the club's phones, and its people by accounts that see more than screens
# Who sees this person's list, and who is this person: see scoring.pages.people.access
KNOWN = "known"
ANYBODY = "anybody"  # asks nothing, and shows what is everybody's

# Every address of tournaments.urls by its name. An address that is not here makes the tests fail.
# Where one address does several things, "<name> <action>" says what each of them needs.
ADDRESSES: dict[str, str] = {
    # Everybody
    "tournaments": "see",
    "tournament": "see",
    "tournament_picture": "see",
    "tournament_rounds": "see",
    "tournament_round": "see",
    "tournament_match": "see",
    "standings": "see",
    "standings_value": "see",
    "standings_csv": "see",
    "results_csv": "see",
    "bracket": "see",
    "cross_table": "see",
    "entrant": "see",
    "register": "see",
    "register_row": "see",
    "table_code": ANYBODY,  # the typed code decides
    "seasons": ANYBODY,  # those of one's own clubs
    "season": OF_CLUB,
    "season_figure": IN_CLUB,  # as club_figure
    "season_person": KNOWN,
    "season_person_rounds": KNOWN,
    "season_person_games": KNOWN,
    # Links
    "card": "play",
    "match": "play",
    "match_play": "play",
    "match_date": "play",
    "match_do": "play",
    "own_page": "follow_own",
    "own_check_in": "follow_own",
    "own_log": "follow_own",
    "own_do": "follow_own",
    "screen": "show",
    # The desk
    "desk": SIGNED_IN,
    "desk_club": WITH_A_SAY,
    "desk_example": WITH_A_SAY,
    "desk_new": SIGNED_IN,
    "desk_names": SIGNED_IN,  # and directs for this club
    "desk_join": SIGNED_IN,  # and the signed token in the address decides
    "desk_import": SIGNED_IN,
    "desk_club_import": WITH_A_SAY,
    "desk_club_export": SIGNED_IN,  # and directs for this club
    "desk_tournament": "attend",
    "desk_about": "direct",
    "desk_evening": "direct",
    "desk_stage": "direct",
    "desk_stage_add": "direct",
    "desk_stage_remove": "direct",
    "desk_turn": "direct",
    "desk_again": "direct",
    "desk_log": "attend",
    "desk_undo": "direct",
    "desk_people": "own",
    "desk_roles": "own",  # of a club, also before its first tournament
    "desk_embed": "own",  # which other sites may show it within their pages
    "desk_delete": "own",
    "desk_over": "own",  # hide one that is finished, see what deleting it would do
    "desk_export": "direct",
    "desk_entrants": "attend",
    "desk_enter": "direct",
    "desk_list": "direct",
    "desk_seeds": "direct",
    "desk_refuse_all": "direct",
    "desk_entrant": "attend",
    "desk_entrant_do": "direct",
    "desk_check_in": "check_in",
    "desk_all_here": "check_in",
    "desk_missing": "check_in",
    "desk_stage_do": "direct",
    "desk_draw": "attend",
    "desk_round": "attend",
    "desk_round_do": "direct",
    "desk_swap": "direct",
    "desk_places": "direct",
    "desk_match": "attend",
    "desk_match_do": "rule",
    "desk_match_do date": "enter_results",
    "desk_match_do renew": "direct",
    "desk_paper": "enter_results",
    "desk_papers": "enter_results",
    "desk_correct": "enter_results",  # over a result that stands: "rule", see actions.papers
    "desk_hand": "rule",
    "desk_settle": "rule",
    "desk_late": "rule",
    "desk_answer": "rule",
    "desk_seats": "rule",
    "desk_move_result": "rule",
    "desk_penalties": "rule",
    "desk_penalty_undo": "rule",
    # The evening
    "desk_board": "attend",
    "desk_clock": "direct",
    "desk_extra": "rule",
    "desk_call": "attend",
    "desk_phone": "enter_results",
    "desk_checks": "attend",
    "desk_check": "enter_results",
    "desk_screens": "direct",
    "desk_screen": "direct",
    "desk_screen_do": "direct",
    "desk_reveal": "direct",
    "desk_hang": "hang",
    "desk_print": "attend",
    "desk_print_page": "attend",
    "desk_card": "direct",
    # A club's seasons
    "desk_seasons": "direct",
    "desk_season": "direct",
    "desk_season_events": "direct",
    "desk_season_show": "own",
    "desk_season_delete": "direct",
    # A club's webhooks: other sites that are told
    "desk_webhooks": "direct",
    "desk_webhook": "direct",
    "desk_webhook_do": "direct",
    "desk_webhook_delete": "direct",
    # The API
    "api_tournaments": "see",
    "api_tournament": "see",
    "api_rounds": "see",
    "api_round": "see",
    "api_results": "see",
    "api_standings": "see",
    "api_seasons": ANYBODY,  # as seasons
    "api_season": OF_CLUB,  # as season
    "api_season_table": OF_CLUB,  # the same
}


def action_at(name: str, action: str = "") -> str:
    """What an address does, `action` being the slug in it, where it has one."""
    return ADDRESSES.get(f"{name} {action}") or ADDRESSES[name]


def may(role: str, action: str) -> bool:
    return role in MAY[action]


def accounts_that_may(action: str) -> list[str]:
    """The roles of accounts that may do something, the one that may most first."""
    return [name for name in BY_ACCOUNT if may(name, action)]


def may_found_clubs(user: "AbstractBaseUser | AnonymousUser") -> bool:
    """Return whether a user may found clubs: the site's owner and directors do. One query.

    An account alone is not enough: where anybody can make one, anybody could fill the database with
    clubs. What a user may do in an existing club follows from their role there.
    """
    if user.pk is None:
        return False
    return bool(getattr(user, "is_owner", False)) or _directs_somewhere(user)


def _directs_somewhere(user: "AbstractBaseUser | AnonymousUser") -> bool:
    return Role.objects.filter(user=user.pk, name__in=accounts_that_may("direct")).exists()


def role_in(user: "AbstractBaseUser | AnonymousUser", tournament: Tournament) -> str:
    """The role of a user in a tournament: by the club it belongs to, else one of the public. One
    query at most.
    """
    return role_in_club(user, tournament.club_id)


def role_in_club(user: "AbstractBaseUser | AnonymousUser", club: int) -> str:
    """The role of a user in a club, else one of the public. One query at most."""
    if user.pk is None:
        return PUBLIC
    found = Role.objects.filter(club=club, user=user.pk).values_list("name", flat=True).first()
    return found or PUBLIC


def clubs_of(
    user: "AbstractBaseUser | AnonymousUser", least: Standing = Standing.NOBODY
) -> Sequence[int]:
    """Return the ids of the clubs in which a user has at least this standing, without examples."""
    if user.pk is None:
        return ()
    names = [name for name in BY_ACCOUNT if standing_of(name) >= least]
    roles = Role.objects.filter(user=user.pk, name__in=names, club__example=False)
    return list(roles.values_list("club", flat=True))


def standing_of(role: str) -> Standing:
    """What a role is in its club, as `scoring` knows it."""
    if may(role, "own"):
        return Standing.OWNS
    if may(role, "direct"):
        return Standing.LEADS
    return Standing.HELPS if may(role, "attend") else Standing.NOBODY


def tournaments_for(
    user: "AbstractBaseUser | AnonymousUser", action: str, club: int | None = None
) -> QuerySet[Tournament]:
    """The tournaments in which a user may do something; whoever looks one up here cannot forget to
    ask.

    With `club` the user's roles count there alone.
    """
    own = Q(pk__in=())
    if user.pk is not None:
        own = Q(club__roles__user=user.pk, club__roles__name__in=accounts_that_may(action))
        if club is not None:
            own &= Q(club=club)
    if may(PUBLIC, action):
        own |= ~Q(state=Tournament.State.DRAFT) & Q(concealed=False)
    return (
        Tournament.objects.filter(own, club__coming__isnull=True).select_related("club").distinct()
    )


def real_ones(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Without examples, which are in no list: who has the address of one may look at it."""
    return rows.exclude(club__example=True)


class Can:
    """What a role may do, for templates: `{% if request.can.direct %}`."""

    def __init__(self, role: str) -> None:
        self.role = role

    def __getitem__(self, action: str) -> bool:
        return may(self.role, action)
