"""Who may do what at the desk, and which action each address requires: two tables, and the lookup
used by every view.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.games.host import ClubRole
from scoring.games.nights import night_of
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
PUBLIC = "public"  # everyone else, with an account or without
# Holders of a link: phones at a table, an entrant, a screen on the wall
TABLE, PERSONAL, WALL = "table link", "personal link", "screen link"
BY_ACCOUNT = (OWNER, DIRECTOR, REFEREE, DESK, SCREEN)
ROLES = (*BY_ACCOUNT, TABLE, PERSONAL, WALL, PUBLIC)

# Roles by action. The public sees what is published, of tournaments that are open.
MAY: dict[str, frozenset[str]] = {
    "see": frozenset({*BY_ACCOUNT, PUBLIC}),
    # The desk's pages: look, print, answer a call
    "attend": frozenset({OWNER, DIRECTOR, REFEREE, DESK}),
    "check_in": frozenset({OWNER, DIRECTOR, REFEREE, DESK}),
    # From paper; check results again
    "enter_results": frozenset({OWNER, DIRECTOR, REFEREE, DESK}),
    "rule": frozenset({OWNER, DIRECTOR, REFEREE}),  # settle, penalise, give time
    "direct": frozenset({OWNER, DIRECTOR}),  # set up, enter, draw, publish, keep the clock
    "own": frozenset({OWNER}),  # let other people direct and other sites show it, delete
    "hang": frozenset({OWNER, DIRECTOR, SCREEN}),  # open a screen for the wall
    # By a link: the signed token in the URL is checked
    "play": frozenset({TABLE}),
    "follow_own": frozenset({PERSONAL}),
    "show": frozenset({WALL}),
}
BY_LINK = frozenset({"play", "follow_own", "show"})

SIGNED_IN = "signed_in"  # any account: only affects the user's own data
# Directors of any club, and owners of the site: see may_found_clubs
DIRECTS_SOMEWHERE = "with_a_say"
# The club's people and phones; everyone, if it was made public: see pages.season.looking
OF_CLUB = "of_club"
IN_CLUB = "in_club"  # the club's phones, and its people's accounts except screens
# Those who see this person's list, and the person: see scoring.pages.people.access
KNOWN = "known"
EVERYONE = "anybody"  # no check: public content

# Every URL name of tournaments.urls. An address that is missing here makes the tests fail. If an
# address does several things, "<name> <action>" lists what each requires.
ADDRESSES: dict[str, str] = {
    # Everyone
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
    "tournament_boards": "see",
    "tournament_board": "see",
    # Results that are kept: the desk, except directors who play
    "travellers_csv": "see",
    "session_record": "see",
    "entrant": "see",
    "register": "see",
    "register_row": "see",
    "table_code": EVERYONE,  # checked by the typed code
    "seasons": EVERYONE,  # those of the user's own clubs
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
    "match_stand_ins": "play",
    "own_page": "follow_own",
    "own_check_in": "follow_own",
    "own_log": "follow_own",
    "own_stand_ins": "follow_own",
    "own_contacts": "follow_own",
    "own_leave": "follow_own",
    "own_boards": "follow_own",
    "own_board": "follow_own",
    "own_cards": "follow_own",
    "own_do": "follow_own",
    "own_messages": "follow_own",
    "own_manifest": "follow_own",
    "screen": "show",
    # The desk
    "desk": SIGNED_IN,
    "desk_club": DIRECTS_SOMEWHERE,
    "desk_example": DIRECTS_SOMEWHERE,
    "desk_new": SIGNED_IN,
    "desk_names": SIGNED_IN,  # and must direct for this club
    "desk_join": SIGNED_IN,  # and is checked by the signed token in the URL
    "desk_import": SIGNED_IN,
    "desk_club_import": DIRECTS_SOMEWHERE,
    "desk_club_export": SIGNED_IN,  # and must direct for this club
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
    "desk_embed": "own",  # which other sites may show it in a frame
    "desk_delete": "own",
    "desk_over": "own",  # hide a finished one, preview its deletion
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
    "desk_correct": "enter_results",  # for a result that counts: "rule", see actions.papers
    "desk_hand": "rule",
    "desk_settle": "rule",
    "desk_late": "rule",
    "desk_answer": "rule",
    "desk_seats": "rule",
    "desk_stand_ins": "rule",
    "desk_movement": "attend",
    "desk_coming": "direct",
    "desk_averages": "rule",
    "desk_fouled_board": "rule",
    "desk_late_play": "rule",
    "desk_played_boards": "rule",
    "desk_deals": "direct",
    "desk_deal_sheets": "direct",
    "desk_noted_hands": "direct",
    "desk_open_results": "attend",
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
    "desk_wrong": "rule",
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
    # A club's webhooks
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
    "api_boards": "see",  # as tournament_board
    "api_seasons": EVERYONE,  # as seasons
    "api_season": OF_CLUB,  # as season
    "api_season_table": OF_CLUB,  # the same
}


def action_at(name: str, action: str = "") -> str:
    """Return the action that an address requires; `action` is the slug in it, if any."""
    return ADDRESSES.get(f"{name} {action}") or ADDRESSES[name]


def may(role: str, action: str) -> bool:
    return role in MAY[action]


def accounts_that_may(action: str) -> list[str]:
    """Return the roles of accounts that may perform an action, the most powerful first."""
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
    """Return whether a user may direct for any club. One query."""
    return Role.objects.filter(user=user.pk, name__in=accounts_that_may("direct")).exists()


def role_in(user: "AbstractBaseUser | AnonymousUser", tournament: Tournament) -> str:
    """Return a user's role in a tournament through its club, else a public one. One
    query at most.
    """
    return role_in_club(user, tournament.club_id)


def role_in_club(user: "AbstractBaseUser | AnonymousUser", club: int) -> str:
    """Return a user's role in a club, else a public one. One query at most."""
    if user.pk is None:
        return PUBLIC
    found = Role.objects.filter(club=club, user=user.pk).values_list("name", flat=True).first()
    return found or PUBLIC


def clubs_of(
    user: "AbstractBaseUser | AnonymousUser", least: ClubRole = ClubRole.NONE
) -> Sequence[int]:
    """Return the ids of the clubs in which a user has at least this standing, without examples."""
    if user.pk is None:
        return ()
    names = [name for name in BY_ACCOUNT if club_role_of(name) >= least]
    roles = Role.objects.filter(user=user.pk, name__in=names, club__example=False)
    return list(roles.values_list("club", flat=True))


def club_role_of(role: str) -> ClubRole:
    """Return a role's standing in its club, in the terms of `scoring`."""
    if may(role, "own"):
        return ClubRole.OWNER
    if may(role, "direct"):
        return ClubRole.DIRECTOR
    return ClubRole.HELPER if may(role, "attend") else ClubRole.NONE


def tournaments_for(
    user: "AbstractBaseUser | AnonymousUser", action: str, club: int | None = None
) -> QuerySet[Tournament]:
    """Return the tournaments in which a user may perform an action. Lookups through it cannot
    forget the check.

    With `club`, only the user's roles in that club count.
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
    """Exclude examples: they are not listed, but anyone with the address may look. Exclude those of
    closed clubs, too.
    """
    return rows.exclude(club__example=True).filter(in_open_club())


def in_open_club() -> Q:
    """Match the rows of clubs that are not closed."""
    return Q(club__closes_on=None) | Q(club__closes_on__gt=night_of(timezone.now()))


class Can:
    """A role's permissions, for templates: `{% if request.can.direct %}`."""

    def __init__(self, role: str) -> None:
        self.role = role

    def __getitem__(self, action: str) -> bool:
        return may(self.role, action)
