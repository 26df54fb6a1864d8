"""A tournament with something behind every address: a round that is played, a call, a late entry, a
card, a screen.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.utils import timezone

from scoring.models import Entry
from tests.scoring.games import a_device
from tests.tournaments.desks import (
    a_desk,
    a_tournament,
    a_user,
    draw,
    enter,
    play_match,
    play_round,
    signed_in,
    table_phone,
)
from tournaments.actions import cards, club_roles, judging, publishing, revealing
from tournaments.actions.common import log
from tournaments.actions.webhooks import make_webhook
from tournaments.clubs.actions.seasons import make_season
from tournaments.models import (
    Change,
    Entrant,
    LogLine,
    Match,
    Phone,
    Place,
    Remark,
    Role,
    Screen,
    Season,
    Stage,
    Tournament,
)
from tournaments.permissions import BY_ACCOUNT, PERSONAL, TABLE, WALL
from tournaments.seasons.formula import Formula
from tournaments.tokens import token_of
from tournaments.webhooks.events import KINDS

OTHER, SIGNED_IN, NOBODY = "director of another club", "signed in", "not signed in"
WITHOUT_A_ROLE = (OTHER, SIGNED_IN, NOBODY)
EVERYBODY = (*BY_ACCOUNT, TABLE, PERSONAL, WALL, *WITHOUT_A_ROLE)
GUESSED = "1-AAAAAAAAAAAAAAAA"  # a token that nobody was given


@dataclass
class World:
    """What the addresses are about, and everybody who asks for them."""

    tournament: Tournament
    played: Match  # over, and waiting for agreement
    playing: Match
    entrant: Entrant  # of the match that is over
    entry: Entry  # late
    call: Remark
    objection: Remark
    phone: Phone
    screen: Screen
    change: LogLine
    ruling: int
    season: Season  # that the club keeps to itself
    duplicate: Tournament  # of the club, too: its first round is over
    board: Match  # a table of it
    recorded: Tournament  # another one, whose tables deal and note their cards
    recorded_board: Match  # a table of it
    webhook: int
    invitation: str
    links: Mapping[str, Mapping[str, str]]  # by role, the tokens it was given by the kind of page
    clients: dict[str, Client] = field(default_factory=dict)

    def token(self, role: str, page: str) -> str:
        """The token with which somebody in this role asks for a page: their own, else one they made
        up.
        """
        given = self.links.get(role, {})
        return given.get(page) or next(iter(given.values()), GUESSED)


def the_world() -> World:
    """All of it. A tournament of pairs in its first session round;
    its second stage has not begun.
    """
    desk = a_desk()
    tournament = a_tournament("pairs_swiss", 8, desk=desk)
    session_round = draw(tournament)
    played, playing, *_ = Match.objects.filter(session_round=session_round).select_related(
        "session_round__stage__tournament"
    )
    play_match(played)
    publishing.open_game(playing, 1, table_phone())
    place = Place.objects.filter(match=played).first()
    assert place is not None
    entrant = place.entrant
    entrant.tournament = tournament
    enter(tournament, 1, first=101)  # somebody who was never drawn
    game = played.games.get(number=1).game
    assert game is not None
    written = game.entries.filter(kind=Entry.Kind.ROUND).first()
    assert written is not None
    late = Entry.objects.create(
        id=uuid.uuid4(),
        game=game,
        number=1,
        data=written.data,
        sides=written.sides,
        outcome=Entry.Outcome.LATE,
    )
    phone = Phone.objects.create(
        match=playing, device=a_device("another phone"), heard_at=timezone.now()
    )
    Phone.objects.filter(pk=phone.pk).update(asked_at=timezone.now())
    screen = Screen.objects.create(
        tournament=tournament,
        name="Hall",
        playlist=[{"show": "tables", "seconds": 20}],
        text="Welcome",
    )
    line = log(tournament, "changed", desk.user, {"what": ["place"]})
    Change.objects.create(line=line, rows={})
    ruling = judging.penalise(
        played.session_round.stage, entrant, desk.user, kind="bonus", score=10, reason="Fair play"
    )
    (card,) = cards.make_cards(tournament, [played.number])
    personal = dict.fromkeys(("own", "match", "card", "screen"), token_of(entrant))
    tournament.refresh_from_db()
    duplicate, board = _duplicate(desk, "app")
    recorded, recorded_board = _duplicate(desk, "recorded")
    personal["pair"] = token_of(board.places.all()[0].entrant)
    return World(
        tournament=tournament,
        played=played,
        playing=playing,
        entrant=entrant,
        entry=late,
        call=Remark.objects.create(match=playing, kind=Remark.Kind.CALL, side=0),
        objection=Remark.objects.create(
            match=played, kind=Remark.Kind.OBJECTION, side=place.side, entrant=entrant, text="No"
        ),
        phone=phone,
        screen=screen,
        change=line,
        ruling=ruling.pk,
        season=make_season(desk.club, desk.user, "Season", Formula(), 12, 2026),
        duplicate=duplicate,
        board=board,
        recorded=recorded,
        recorded_board=recorded_board,
        webhook=make_webhook(
            desk.club, desk.user, "https://elsewhere.example/", KINDS, "https://tichu.example"
        ).pk,
        invitation=club_roles.invite(tournament, Role.Name.DESK, desk.user),
        links={
            TABLE: {"match": token_of(played), "card": token_of(card)},
            PERSONAL: personal,
            WALL: {"screen": token_of(screen)},
        },
        clients=_clients(desk, tournament),
    )


def _duplicate(desk: Any, dealing: str) -> tuple[Tournament, Match]:
    """A session of duplicate after its first round, whose results are shown; and a table of it."""
    tournament = a_tournament("duplicate_evening", 4, desk=desk, awards={})
    Stage.objects.filter(tournament=tournament).update(
        format_settings={"others": "traveller", "dealing": dealing}
    )
    first = play_round(draw(tournament))
    revealing.unfreeze(tournament, None)
    board = Match.objects.filter(session_round=first).select_related(
        "session_round__stage__tournament"
    )[0]
    return tournament, board


def _clients(desk: Any, tournament: Tournament) -> dict[str, Client]:
    clients = {"owner": desk.client}
    for role in BY_ACCOUNT[1:]:
        Role.objects.create(club=tournament.club, user=a_user(role.capitalize()), name=role)
        clients[role] = signed_in(a_user(role.capitalize()))
    clients[OTHER] = a_desk("Otto", "Another club").client
    clients[SIGNED_IN] = signed_in(a_user("Stranger"))
    clients |= {role: Client() for role in (TABLE, PERSONAL, WALL, NOBODY)}
    for client in clients.values():
        # A page that breaks is told by its name, and the others are asked too
        client.raise_request_exception = False
    return clients
