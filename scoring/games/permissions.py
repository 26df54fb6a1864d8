"""Permissions in a game: what each role may do, what each address needs, and the look-
up for views.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import BigIntegerField, Exists, OuterRef, QuerySet, UUIDField

from scoring.games.host import ClubRole, host
from scoring.games.prepared import Given, Prepared
from scoring.models import Club, Device, Game, Grant, Link, Player

# The roles of a phone in a game. A viewer counts as a stranger here: the viewing link opens a page
# of its own and leaves nothing on the phone.
OWNER, SCORER, STRANGER = "owner", "scorer", "stranger"

# The roles allowed each action. The owner is the device that started the game.
MAY: dict[str, frozenset[str]] = {
    "see_game": frozenset({OWNER, SCORER}),
    "write_rounds": frozenset({OWNER, SCORER}),
    "correct_rounds": frozenset({OWNER, SCORER}),
    # Pause, resume, finish early, reopen, rematch, change how it saves
    "lead_game": frozenset({OWNER, SCORER}),
    "put_right": frozenset({OWNER, SCORER}),  # names, seats, rules
    "share_game": frozenset({OWNER}),
    "delete_game": frozenset({OWNER}),  # and restore it; start it again
}

PUBLIC = "public"  # anybody; the contents depend on the requesting phone alone

# Every address of a game, a club or a link, by its name. Tests fail for one that is missing.
ADDRESSES: dict[str, str] = {
    "front": PUBLIC,
    "all_games": PUBLIC,  # those that the requesting phone may write in
    "new_game": PUBLIC,
    "start_kit": PUBLIC,  # the same for everybody
    "play_again": PUBLIC,  # games of the requesting phone only
    "club": PUBLIC,  # the requesting phone's own club
    "club_start": PUBLIC,  # see `tournaments.permissions.may_found_clubs`
    "club_leave": PUBLIC,
    "club_join": PUBLIC,  # the token decides
    # Of a club: see `rights_in`
    # Its phones, accounts with a role; everybody, without names, if its owner allows it
    "club_home": PUBLIC,
    "club_evenings": PUBLIC,  # the same
    "club_evening": PUBLIC,  # the same
    "club_people": PUBLIC,  # its phones, accounts with a role
    "club_figure": PUBLIC,  # the same
    # As club_home; everybody sees public events, with names as visitors see them
    "club_all_time": PUBLIC,
    "club_champion": PUBLIC,  # the same
    "club_records": PUBLIC,  # its phones, accounts with a role
    "club_record": PUBLIC,  # the same
    "club_year": PUBLIC,  # the same
    "club_evening_picture": PUBLIC,  # the same
    "club_ratings": PUBLIC,  # its phones, accounts with a role
    "club_ratings_of": PUBLIC,  # the same
    "club_add": PUBLIC,  # accounts with a role
    "club_guests": PUBLIC,  # the same
    "club_imports": PUBLIC,  # its directors, from any browser
    "club_import_undo": PUBLIC,  # the same
    "club_plan": PUBLIC,  # accounts with a role
    "club_change": PUBLIC,  # the same
    "club_off": PUBLIC,  # the same
    "club_answer": PUBLIC,  # its phones, accounts with a role
    "club_me": PUBLIC,  # its phones
    "club_setup": PUBLIC,  # its phones, accounts with a role
    "club_link": PUBLIC,  # its directors, from any browser
    "club_feed": PUBLIC,  # accounts with a role
    "club_public": PUBLIC,  # its owners
    "club_close": PUBLIC,  # the same, also of a closed club
    "club_calendar": PUBLIC,  # the token decides
    "people": PUBLIC,  # people known to the requesting phone: see `people_known_to`
    "person": PUBLIC,  # the same, and accounts with a role in their club: see `known_people`
    "person_rounds": PUBLIC,  # the same
    "person_games": PUBLIC,  # the same
    "year": PUBLIC,  # the same
    "year_picture": PUBLIC,  # the same
    "ratings": PUBLIC,  # the same
    "ratings_of": PUBLIC,  # the same
    "person_with": PUBLIC,  # the same, of both
    "person_against": PUBLIC,  # the same, of all four
    "person_name": PUBLIC,  # the keeper of their list, see `keeps`, and this person
    "person_data": PUBLIC,  # the same
    "person_file": PUBLIC,  # the same
    "person_erase": PUBLIC,  # the same
    "person_rename": PUBLIC,  # the keeper of their list
    "person_merge": PUBLIC,  # the keeper of their list
    "person_merge_with": PUBLIC,  # the same, of both
    "person_apart": PUBLIC,  # the same, of both
    "person_part": PUBLIC,  # the same
    # People known to the requesting phone; the link and the requests are for the keeper of their
    # list
    "person_claim": PUBLIC,
    "person_claim_link": PUBLIC,  # the keeper of their list
    "person_claim_revoke": PUBLIC,  # the same
    "person_claim_answer": PUBLIC,  # the same
    "person_claim_say": PUBLIC,  # anybody who knows them; the keeper must approve
    "person_claim_end": PUBLIC,  # this person, or who claimed to be; the keeper of their list
    "claim": PUBLIC,  # the token decides, for as long as its maker keeps the list
    "my_game": PUBLIC,  # the people of the requesting account and phone
    "my_rounds": PUBLIC,  # the same
    "my_games": PUBLIC,  # the same
    "my_account": PUBLIC,  # the requesting phone's own, for the account signed in there
    "my_answer": PUBLIC,  # in clubs where the requesting account or phone has claimed a person
    "my_found": PUBLIC,  # the requesting account's and phone's own
    "my_phones": PUBLIC,  # the requesting phone's own
    "my_phones_code": PUBLIC,  # the same
    "my_phones_revoke": PUBLIC,  # the same
    "my_phones_print": PUBLIC,  # the same
    "my_phones_qr": PUBLIC,  # the same
    "my_phones_remove": PUBLIC,  # the same
    "my_phones_noted": PUBLIC,  # the same
    "bring_games": PUBLIC,  # the recovery code decides
    "bring_link": PUBLIC,  # the token decides
    "brought": PUBLIC,  # the requesting phone's own
    "look": PUBLIC,  # the token decides
    "look_picture": PUBLIC,  # the token decides
    "look_wall": PUBLIC,  # the token decides
    "look_seen": PUBLIC,  # the token decides
    "join": PUBLIC,  # the token decides
    "empty_sheet": PUBLIC,
    "example_game": PUBLIC,  # the same for everybody
    "service_worker": PUBLIC,
    "manifest": PUBLIC,
    "offline": PUBLIC,  # shows what is stored on the phone itself
    "here": PUBLIC,  # likewise
    "handover": PUBLIC,  # reads on the phone itself
    "api_games": PUBLIC,  # starts a game for the caller, as the form does
    "api_score": PUBLIC,  # keeps nothing
    "api_session": PUBLIC,
    "api_handover": PUBLIC,  # the pass decides
    "api_schema": PUBLIC,
    # Clubs and people: phones and accounts as on the pages; API keys of accounts also by
    # `keys.SCOPE_OF`
    "api_clubs": PUBLIC,  # the own ones
    "api_club": PUBLIC,  # as club_home
    "api_club_evenings": PUBLIC,  # as club_evenings
    "api_club_evening": PUBLIC,  # as club_evening
    "api_club_people": PUBLIC,  # its phones, accounts with a role
    "api_club_year": PUBLIC,  # as club_home
    "api_club_year_people": PUBLIC,  # its phones, accounts with a role
    "api_club_all_time": PUBLIC,  # as club_all_time
    "api_club_records": PUBLIC,  # its phones, accounts with a role
    "api_club_ratings": PUBLIC,  # the same
    # The phone whose list it is; in a club its phones, accounts with a role; who claimed them
    "api_person": PUBLIC,
    "api_person_statistics": PUBLIC,  # the same
    "api_person_year": PUBLIC,  # the same
    "api_person_with": PUBLIC,  # the same, of both
    "api_person_against": PUBLIC,  # the same, of all four
    "api_person_ratings": PUBLIC,  # the same
    "api_chance": PUBLIC,  # the same, of all people named
    "api_game": "see_game",
    "api_record": "see_game",
    "api_entries": "write_rounds",
    "api_unknown": "write_rounds",
    "game": "see_game",
    "game_print": "see_game",
    "game_picture": "see_game",
    "wall": "see_game",
    "round_history": "see_game",
    "score": "write_rounds",
    "record_round": "write_rounds",
    "undo_round": "write_rounds",
    "table_state": "write_rounds",
    "choose_version": "correct_rounds",
    "agree": "write_rounds",
    "seen": "see_game",
    "correct_round": "correct_rounds",
    "choose_chair": "write_rounds",
    "pause": "lead_game",
    "resume": "lead_game",
    "finish_early": "lead_game",
    "reopen": "lead_game",
    "rematch": "lead_game",
    "table_settings": "lead_game",
    "put_right": "put_right",
    "put_back": "put_right",
    "substitute": "put_right",
    "substitute_back": "put_right",
    "start_again": "delete_game",
    "delete_game": "delete_game",
    "restore_game": "delete_game",
    "share": "share_game",
    "renew_link": "share_game",
    "revoke_link": "share_game",
}


@dataclass(frozen=True)
class Rights:
    """The rights in a club of a phone (`joined`) and an account (`role`)."""

    joined: bool
    role: ClubRole

    @property
    def inside(self) -> bool:
        """Whether people and their games are visible."""
        return self.joined or self.plans

    @property
    def plans(self) -> bool:
        return self.role >= ClubRole.HELPER

    @property
    def keeps(self) -> bool:
        """Whether they keep the club's list as in `keeps`: merge and erase people, import games,
        let phones join.
        """
        return self.role >= ClubRole.DIRECTOR

    @property
    def owns(self) -> bool:
        return self.role >= ClubRole.OWNER


def rights_in(club: Club, device: Device | None, user: Any, role: ClubRole | None = None) -> Rights:
    """Return the rights of the requesting phone and account in a club.

    At most three queries, one less if `role` is known. A role counts in its own club alone, and
    there from any browser in which its account is signed in.
    """
    joined = device is not None and device.club_id == club.pk
    if user.pk is None:
        return Rights(joined, ClubRole.NONE)
    if getattr(user, "is_owner", False):
        return Rights(joined, ClubRole.OWNER)
    return Rights(joined, host().club_role(user, club) if role is None else role)


def keeps(player: Player, device: Device | None, user: Any) -> bool:
    """Return whether this phone or account keeps a person's list: a phone its own, directors their
    club's.
    """
    if player.club is None:
        return device is not None and player.device_id == device.pk
    return rights_in(player.club, device, user).keeps


def sees_list_of(player: Player, device: Device | None, user: Any) -> bool:
    """Return whether this phone or account sees a person's list.

    A phone sees its own and its club's, an account those of clubs where it has a role. No query if
    the phone sees it.
    """
    if player.club is None:
        return device is not None and player.device_id == device.pk
    return (device is not None and device.club_id == player.club_id) or rights_in(
        player.club, device, user
    ).inside


def may(role: str, action: str) -> bool:
    return role in MAY[action]


def game_for(device_id: int | None, game_id: UUID) -> tuple[Game | None, str]:
    """Return a game and a device's role in it: by having started it, or by a link not revoked
    since.

    One query.
    """
    game = _GAME_FOR.first(device=device_id or 0, game=game_id)
    if game is None or device_id is None:
        return game, STRANGER
    if game.device_id == device_id:
        return game, OWNER
    return game, SCORER if game.lets_in else STRANGER


def _game_for() -> QuerySet[Game]:
    scorer = Grant.objects.filter(
        game=OuterRef("pk"),
        device_id=Given("device", BigIntegerField()),
        link__revoked_at__isnull=True,
        link__role=Link.Role.SCORER,
    )
    return Game.objects.annotate(lets_in=Exists(scorer)).filter(pk=Given("game", UUIDField()))


_GAME_FOR: Prepared[Any] = Prepared(_game_for)
