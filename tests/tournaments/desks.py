"""What the tests of tournaments share: a club with its owner, tournaments with people in them,
tables that play.
"""

from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import (
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
    get_backends,
)
from django.test import Client
from django.utils import timezone

from scoring.models import Club, Seat
from tests.tournaments.playing import play_game, play_matches, table_phone
from tichu_site.accounts.sessions import USED
from tichu_site.models import User
from tournaments.actions import (
    creating,
    drawing,
    entering,
    judging,
    publishing,
    stages,
)
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Entrant, Match, MatchGame, Role, SessionRound, Stage, Tournament
from tournaments.names import names_of
from tournaments.plans import PRESETS
from tournaments.stage.history import seated_match

__all__ = ["play_game", "table_phone"]  # besides what stands here

AWARDS = {"bye_points": 2, "bye_score": 0, "absent_points": 0, "absent_score": 0}
ROUND = "session_round__stage__tournament"


@dataclass
class Desk:
    """A club, its owner, and the owner's browser."""

    club: Club
    user: User
    client: Client = field(default_factory=Client)


def a_user(name: str = "Olga") -> User:
    """An account whose e-mail follows from the name."""
    email = f"{name.lower()}@example.org"
    return User.objects.filter(email=email).first() or User.objects.create_user(email, name=name)


def an_owner(name: str = "Olga") -> User:
    """An account that owns the site, and has a say therefore without a club."""
    user = a_user(name)
    user.is_owner = True
    user.save(update_fields=["is_owner"])
    return user


def session_of(user: User, *, used: bool = False) -> str:
    """The cookie of a browser in which this user is signed in; `used`: its next page does not note
    that it was here.
    """
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    backend = type(get_backends()[0])
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = f"{backend.__module__}.{backend.__qualname__}"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    if used:
        session[USED] = int(timezone.now().timestamp())
    session.save()
    return str(session.session_key)


def signed_in(user: User) -> Client:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session_of(user, used=True)
    return client


def a_desk(owner: str = "Olga", club: str = "Tichu club") -> Desk:
    """A club of its own with an owner who is signed in."""
    user = a_user(owner)
    return Desk(creating.start_club(user, club), user, signed_in(user))


def desk_of(club: Club) -> Desk:
    """The desk of a club that is there: its owner, in a browser of their own."""
    user = Role.objects.select_related("user").get(club=club, name=Role.Name.OWNER).user
    return Desk(club, user, signed_in(user))


def let_direct(desk: Desk, name: str) -> Client:
    """A further director of the club, signed in."""
    return in_role(desk, Role.Name.DIRECTOR, name)


def in_role(desk: Desk, role: str, name: str = "") -> Client:
    """Somebody with this role in the club, signed in."""
    user = a_user(name or role.title())
    Role.objects.create(club=desk.club, user=user, name=role)
    return signed_in(user)


# Of individuals: tables of five in a small field too
FIVES = {"rounds": 6, "method": "random", "odd": "fives"}


def a_tournament(
    preset: str = "pairs_swiss",
    entrants: int = 8,
    *,
    desk: Desk | None = None,
    opened: bool = True,
    awards: dict[str, Any] | None = None,
    **stage: Any,
) -> Tournament:
    """A tournament by a preset with so many entrants, open to the public; `stage` changes its first
    stage's columns.
    """
    desk = desk or a_desk()
    made = PRESETS[preset]
    tournament = creating.make_tournament(
        desk.club, desk.user, "Autumn cup", made.unit, list(made.stages), preset=preset
    )
    Stage.objects.filter(tournament=tournament).update(awards=AWARDS if awards is None else awards)
    if stage:
        Stage.objects.filter(tournament=tournament, number=1).update(**stage)
    if entrants:
        enter(tournament, entrants)
    if opened:
        creating.open_tournament(tournament, desk.user)
    tournament.refresh_from_db()
    return tournament


def people(count: int, first: int = 1) -> list[str]:
    return [f"Player {number}" for number in range(first, first + count)]


def enter(tournament: Tournament, entrants: int, first: int = 1, **about: Any) -> list[Entrant]:
    """Enter so many persons, pairs or teams with names of their own."""
    size = {"person": 1, "pair": 2, "team": team_size(tournament)}[tournament.unit]
    names = people(entrants * size, first)
    rows = [
        NewEntrant(tuple(names[start : start + size]), **about)
        for start in range(0, entrants * size, size)
    ]
    return entering.enter(tournament, None, rows)


def entered(tournament: Tournament) -> list[str]:
    """The names of those who are entered."""
    return list(names_of(tournament, public=False).values())


def team_size(tournament: Tournament) -> int:
    stage = first_stage(tournament)
    if stage.points == "team_imps":
        return 4
    return 3 if stage.variant == "tientsin" else 2


def stage_of(tournament: Tournament, number: int = 1) -> Stage:
    return Stage.objects.select_related("tournament").get(tournament=tournament, number=number)


def first_stage(tournament: Tournament) -> Stage:
    return stage_of(tournament)


def draw(
    tournament: Tournament, number: int = 1, *, stage: int = 1, publish: bool = True
) -> SessionRound:
    """Begin the stage if need be, draw a session round and publish it."""
    row = stage_of(tournament, stage)
    stages.begin_stage(row, None, stages.TieDecision(Stage.AtLine.LOT))
    drawn = drawing.draw_round(row, None, number)
    return publishing.publish_round(drawn, None) if publish else drawn


def reread(match: Match) -> Match:
    """The match as it is in the database now."""
    return Match.objects.select_related(ROUND).get(pk=match.pk)


def play_match(match: Match, seed: int = 1) -> Match:
    """Play all games of a match; one that ends level stays level."""
    play_matches(match.session_round, {match.pk}, seed)
    match.refresh_from_db()
    return match


def play_round(session_round: SessionRound, seed: int = 1, *, close: bool = True) -> SessionRound:
    """Play every table of a session round to its end, and close it."""
    play_matches(session_round, seed=seed)
    for match in Match.objects.filter(session_round=session_round, done=False).select_related(
        ROUND
    ):
        judging.rule_match(match, None, {"kind": "half"}, "not played to its end")
    return publishing.close_round(session_round, None) if close else session_round


def tables(session_round: SessionRound) -> list[Match]:
    matches = Match.objects.filter(session_round=session_round).select_related(ROUND)
    return list(matches.order_by("number"))


def cup_of(match: Match) -> Tournament:
    return match.session_round.stage.tournament


def names_at(row: MatchGame) -> list[str]:
    return list(
        Seat.objects.filter(game=row.game).order_by("number").values_list("player__name", flat=True)
    )


def through(tournament: Tournament) -> list[int]:
    """The numbers of those who go on into the second stage, best seed first."""
    rows = stage_of(tournament, 2).participations.order_by("seed")
    return list(rows.values_list("entrant__number", flat=True))


def of_side(match: Match, side: int) -> Entrant:
    """The only entrant of this side."""
    return match.places.get(side=side).entrant


def result_of(match: Match, *keys: str) -> list[tuple[object, ...]]:
    """Of each side these parts of its line, as they are now."""
    match.refresh_from_db()
    sides = seated_match(match).sides
    return [tuple((match.result or {})[str(side[0])].get(key, 0) for key in keys) for side in sides]


def first_of(match: Match, side: int = 0) -> int:
    return seated_match(match).sides[side][0]


def first_match(tournament: Tournament, number: int = 1) -> Match:
    matches = Match.objects.filter(
        session_round__stage__tournament=tournament, session_round__number=number
    )
    return matches.select_related(ROUND).order_by("number").first()  # type: ignore[return-value]
