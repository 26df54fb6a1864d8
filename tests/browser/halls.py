"""Tournaments for the browser tests, put into a server's records by tests.browser.records: what
each gives is JSON.

hall = records(halls.tables, hands=4)
"""

import random
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, Max
from django.test import Client
from django.urls import reverse

from scoring.games.names.visibility import INITIAL
from scoring.games.queries import table_of
from scoring.models import Player
from scoring.people.actions.name_visibility import show_club
from scoring.rules import RuleSet
from scoring.simulation import people
from tests.bench.events import an_event
from tests.scoring.games import believable, write
from tests.tournaments import desks
from tests.tournaments.desks import session_of
from tests.tournaments.playing import play_matches
from tournaments import table_codes
from tournaments.actions import (
    attendance,
    creating,
    entering,
    judging,
    paper_results,
    publishing,
    stages,
    timing,
)
from tournaments.actions.cards import make_cards
from tournaments.actions.framing import allow_sites
from tournaments.actions.new_entrants import NewEntrant
from tournaments.channels import bump_round_screens
from tournaments.models import (
    Entrant,
    LogLine,
    Match,
    Remark,
    Role,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.stage.history import history_of, seated_match
from tournaments.stage.ranking import ranked
from tournaments.tokens import match_of, token_of


def position_rows(pairs: int, rounds: int) -> str:
    """The address of the public standings of so many pairs after so many closed rounds; with the
    long ids that their addresses have in a club that has played for years.
    """
    last = Entrant.objects.aggregate(last=Max("pk"))["last"] or 0
    return reverse(
        "standings", args=[an_event(pairs, rounds, first_id=max(20_000, last + 1)).pk, 1]
    )


def tables(count: int = 6, hands: int = 1) -> list[dict[str, Any]]:
    """Tables of pairs who play so many hands, the session round published; the card of each."""
    desk = desks.a_desk("Tamara", "The club of the tables")
    cup = desks.a_tournament(
        "pairs_swiss", 2 * count, desk=desk, rules={"target_score": None, "round_limit": hands}
    )
    return [_table(match) for match in desks.draw(cup).matches.order_by("number")]


def _table(match: Match) -> dict[str, Any]:
    card = make_cards(match.session_round.stage.tournament, [match.number])[0]
    places = match.places.order_by("side").select_related("entrant")
    return {
        "match": token_of(match),
        "card": table_codes.token_of_card(card),
        "code": table_codes.shown_code(table_codes.code_of(card)),
        "sides": [
            " & ".join(place.entrant.members.values_list("player__name", flat=True))
            for place in places
        ],
    }


def leaders_before_the_end() -> dict[str, Any]:
    """Eight pairs after two of four rounds, the third published; sheets are typed twice, by two
    accounts.
    """
    desk = desks.a_desk()
    cup = desks.a_tournament(
        "pairs_swiss",
        8,
        desk=desk,
        rules={"target_score": None, "round_limit": 1},
        format_settings={"rounds": 5},
    )
    Tournament.objects.filter(pk=cup.pk).update(papers_twice=True)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), number)
    desks.draw(cup, 3)
    desks.in_role(desk, "desk", "Ben")
    leader = ranked(history_of(desks.first_stage(cup), drafts=False))[0].id
    return {
        "session": session_of(desk.user),
        "other": session_of(desks.a_user("Ben")),
        "entrant": f"/desk/{cup.pk}/entrants/{leader}/",
        "papers": f"/desk/{cup.pk}/rounds/1/3/papers/",
        "public": f"/tournaments/{cup.pk}/entrants/{leader}/",
        "standings": f"/tournaments/{cup.pk}/standings/1/",
        "own": f"/own/{token_of(Entrant.objects.get(pk=leader))}/",
        "setup": f"/desk/{cup.pk}/evening/",
    }


def a_bracket(count: int) -> str:
    """Where everybody looks at a knock-out of so many pairs in its first round."""
    cup = desks.draw(desks.a_tournament("cup", count)).stage.tournament
    return f"/tournaments/{cup.pk}/bracket/1/"


def a_draft() -> dict[str, Any]:
    """Four pairs who play one hand; the session round is a draft. The own page is of the second
    side of table 1.
    """
    desk = desks.a_desk()
    cup = desks.a_tournament(
        "pairs_swiss", 4, desk=desk, rules={"target_score": None, "round_limit": 1}
    )
    match = desks.draw(cup, publish=False).matches.get(number=1)
    return {
        "table": _table(match),
        "own": token_of(match.places.select_related("entrant").get(side=1).entrant),
        "round": f"/desk/{cup.pk}/rounds/1/1/",
        "session": session_of(desk.user),
    }


def a_draft_without_two() -> dict[str, str]:
    """Of six pairs one has withdrawn and one has the bye of a draft, two are here: where they
    stand.
    """
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 6, desk=desk)
    attendance.withdraw(Entrant.objects.get(tournament=cup, number=1), desk.user)
    desks.draw(cup, publish=False)
    entering.check_in(Entrant.objects.get(tournament=cup, number=2), desk.user)
    return {
        "withdrawn": f"/desk/{cup.pk}/entrants/",
        "bye": f"/desk/{cup.pk}/rounds/1/1/",
        "board": f"/desk/{cup.pk}/board/",
        "session": session_of(desk.user),
    }


def two_tables(hands: int) -> dict[str, Any]:
    """Two tables of pairs who play so many hands, the session round published, the card of the
    first.
    """
    desk = desks.a_desk()
    cup = desks.a_tournament(
        entrants=4, desk=desk, minutes=50, rules={"target_score": None, "round_limit": hands}
    )
    desks.draw(cup)
    card = make_cards(cup, [1])[0]
    return {
        "desk": f"/desk/{cup.pk}/",
        "card": f"/card/{table_codes.token_of_card(card)}/",
        "session": session_of(desk.user),
    }


def pages(session: str, addresses: list[str]) -> list[str]:
    """What a process of its own shows at these addresses to whoever has this session."""
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    return [
        client.get(address, headers={"host": "127.0.0.1"}).content.decode() for address in addresses
    ]


def allow(tournament: str, site: str) -> None:
    """The owner lets this site show the tournament within its pages."""
    allow_sites(Tournament.objects.get(pk=tournament), None, [site])


def a_result_more(tournament: str) -> None:
    """The director rules the first match that is still being played."""
    match = Match.objects.filter(session_round__stage__tournament=tournament, done=False).earliest(
        "pk"
    )
    judging.rule_match(match, None, {"kind": "half"}, "closing time")


def a_board() -> dict[str, Any]:
    """Three tables, their session round published, of which the last has called; the link of the
    first.
    """
    desk = desks.a_desk()
    cup = desks.a_tournament(entrants=6, desk=desk, minutes=50)
    matches = list(Match.objects.filter(session_round=desks.draw(cup)).order_by("number"))
    Remark.objects.create(match=matches[2], kind="call", side=0, text="Who leads after the dog?")
    return {
        "tournament": str(cup.pk),
        "token": token_of(matches[0]),
        "session": session_of(desk.user),
    }


def a_named_stage() -> dict[str, str]:
    """The first round of a stage with a name, published; the director's session."""
    desk = desks.a_desk()
    cup = desks.a_tournament(entrants=6, desk=desk, name="Final")
    desks.draw(cup)
    return {"tournament": str(cup.pk), "token": "", "session": session_of(desk.user)}


def another_director(tournament: str, name: str) -> str:
    """The session of somebody else who directs there."""
    user = desks.a_user(name)
    Role.objects.create(
        club=Tournament.objects.get(pk=tournament).club, user=user, name=Role.Name.DIRECTOR
    )
    return session_of(user)


def starts_of(tournament: str) -> list[Any]:
    """When each session round's clock was started, then how often that is in the log."""
    rows = SessionRound.objects.filter(stage__tournament=tournament).order_by("pk")
    lines = LogLine.objects.filter(tournament=tournament, action="clock_started").count()
    return [*(str(row.clock_started_at) for row in rows), lines]


def a_duplicate_table(recording: str = "full") -> dict[str, Any]:
    """A table of duplicate that can begin, while the other one has played the same three boards by
    taps; pairs may see travellers. The links of the table and of its first pair.
    """
    cup = desks.a_tournament("duplicate_evening", 4, awards={})
    Stage.objects.filter(tournament=cup).update(format_settings={"others": "traveller"})
    session_round = desks.draw(cup)
    here, other = desks.tables(session_round)
    play_matches(session_round, {other.pk})
    stage = desks.first_stage(cup)
    Stage.objects.filter(pk=stage.pk).update(rules=stage.rules | {"recording": recording})
    pair = Entrant.objects.get(places__match=here, places__side=0)
    return {"match": token_of(here), "own": token_of(pair), "boards": here.boards}


def an_individual_table() -> dict[str, Any]:
    """A table of individual duplicate that can begin: the links of the four, north, south, east and
    west, with their names; and the boards.
    """
    settings = {"boards": 2, "rounds": 2, "others": "percent"}
    cup = desks.a_tournament("individual_duplicate", 8, awards={}, format_settings=settings)
    session_round = desks.draw(cup)
    here, other = desks.tables(session_round)
    play_matches(session_round, {other.pk})
    people = [
        Entrant.objects.select_related("tournament").get(pk=who)
        for who in seated_match(here).everybody
    ]
    names = [str(entrant.members.get().player) for entrant in people]
    return {"own": [token_of(one) for one in people], "names": names, "boards": here.boards}


def totals_at(token: str) -> list[list[int]]:
    """What each side scored in the hands of a table, by its link."""
    match = match_of(token)
    assert match is not None
    played = match.games.select_related("game").get()
    assert played.game is not None
    return [list(one.totals or ()) for one in table_of(played.game).played]


def a_match_of_teams() -> dict[str, Any]:
    """A match of teams of four over two boards that can begin: the links of the match and of its
    first team, its pages, and its director.
    """
    desk = desks.a_desk()
    two = {"target_score": None, "round_limit": 2, "grand_allowed": False}
    cup = desks.a_tournament("teams_of_four", 2, desk=desk, rules=two)
    match = desks.tables(desks.draw(cup))[0]
    team = Entrant.objects.get(places__match=match, places__side=0)
    return {
        "match": token_of(match),
        "own": token_of(team),
        "public": f"/tournaments/{cup.pk}/matches/{match.pk}/",
        "desk": f"/desk/{cup.pk}/matches/{match.pk}/",
        "standings": f"/tournaments/{cup.pk}/standings/1/",
        "session": session_of(desk.user),
    }


def a_championship_table() -> dict[str, Any]:
    """One table of a championship with the session round published, and its director."""
    desk = desks.a_desk()
    cup = desks.a_tournament("german_championship", 4, desk=desk)
    match = desks.draw(cup).matches.get()
    at = {"tournament": str(cup.pk), "match": match.pk, "token": token_of(match)}
    return at | {"session": session_of(desk.user)}


def decide_and_close(match: int) -> None:
    """The director rules, and closes the session round."""
    found = Match.objects.select_related("session_round__stage__tournament").get(pk=match)
    judging.rule_match(found, None, {"kind": "half"}, "closing time")
    publishing.close_round(SessionRound.objects.get(pk=found.session_round_id), None)


def a_cup_on_paper() -> dict[str, Any]:
    """Six pairs with long names: a session round played, a second published."""
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 6, desk=desk)
    Tournament.objects.filter(pk=cup.pk).update(
        name="The thirty-seventh autumn cup of the harbour", place="Harbour"
    )
    first, second = cup.entrants.filter(number__lte=2).order_by("number")
    Entrant.objects.filter(pk=first.pk).update(
        label="A team whose name is as long as names of teams can possibly be",
        club_name="The Tichu friends of the northern harbour",
    )
    player = second.members.first().player
    Player.objects.filter(pk=player.pk).update(name="Maximiliane-Charlotte von Wittgenstein-B")
    desks.play_round(desks.draw(cup))
    matches = desks.draw(cup, 2).matches.order_by("number")
    return {
        "tournament": str(cup.pk),
        "session": session_of(desk.user),
        "cards": [
            f"/card/{table_codes.token_of_card(card)}/" for card in make_cards(cup, [1, 2, 3])
        ],
        "own": sorted(f"/own/{token_of(entrant)}/" for entrant in cup.entrants.all()),
        "links": [f"/match/{token_of(match)}/" for match in matches],
    }


def a_crowd(count: int = 40, *, draw: bool = False) -> dict[str, Any]:
    """A tournament that so many pairs have entered, nobody here yet; with `draw` its first round
    published.
    """
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", count, desk=desk)
    if draw:
        desks.draw(cup)
    return {"desk": f"/desk/{cup.pk}/", "session": session_of(desk.user)}


def a_door() -> str:
    """Where people ask to play, in a club that shows visitors a first name and an initial."""
    cup = creating.change_tournament(desks.a_tournament("pairs_swiss", 2), None, registration=True)
    show_club(cup.club, INITIAL)
    return reverse("register", args=[cup.pk])


def an_open_evening(entrants: int = 40) -> dict[str, str]:
    """A Swiss evening, the fourth of its rounds half played: its public standings, and somebody's
    own page.
    """
    cup = desks.a_tournament(entrants=0)
    names = people(2 * entrants, random.Random(4))
    entering.enter(
        cup,
        None,
        [NewEntrant(pair) for pair in zip(names[::2], names[1::2], strict=True)],
    )
    entering.check_in_all(cup, None)
    for number in range(1, 4):
        desks.play_round(desks.draw(cup, number), seed=number)
    last = desks.draw(cup, 4)
    *over, begun = last.matches.order_by("number")[: entrants // 4 + 1]
    play_matches(last, {match.pk for match in over})
    game = publishing.open_game(begun, 1, desks.table_phone())
    rules = RuleSet.of(game.variant, game.settings)
    write(game, believable(rules, 4, 3), desks.table_phone())  # one table in the middle of its game
    entrant = cup.entrants.earliest("pk")
    public = f"/tournaments/{cup.pk}/"
    return {
        "tournament": public,
        "standings": f"{public}standings/1/",
        "own": f"/own/{token_of(entrant)}/",
    }


def a_clocked_table(rule: str) -> dict[str, Any]:
    """A table of pairs whose session round has fifty minutes that run; `rule` is what their end
    does.
    """
    cup = desks.a_tournament(
        entrants=4, minutes=50, rules={"target_score": None, "round_limit": 10}
    )
    Tournament.objects.filter(pk=cup.pk).update(unfinished=rule)
    row = timing.start_clock(desks.draw(cup), None)
    return {"token": token_of(row.matches.get(number=1)), "round": row.pk}


def set_clock(round_id: int, minutes: int) -> None:
    """So many minutes are left from now on; with a minus they are over for so long."""
    row = SessionRound.objects.select_related("stage__tournament").get(pk=round_id)
    timing.set_left(row, None, max(1, minutes))
    if minutes > 0:
        return
    SessionRound.objects.filter(pk=round_id).update(
        clock_started_at=F("clock_started_at") - timedelta(minutes=1 - minutes)
    )
    bump_round_screens(round_id)


def take_off_paper(token: str) -> None:
    """The desk types the result of this match."""
    match = match_of(token)
    assert match is not None
    paper_results.enter_paper(match, None, paper_results.paper_of([[1030, 970]]), "the sheet")


def a_short_room() -> dict[str, Any]:
    """Twelve pairs, two rounds in the Swiss system with a hand a match, to be drawn in a room whose
    tables the director still has to count; the session of the director.
    """
    desk = desks.a_desk("Renate", "The club of the small room")
    cup = desks.a_tournament(
        "pairs_swiss", 12, desk=desk, rules={"target_score": None, "round_limit": 1}
    )
    cup.stages.update(format_settings={**cup.stages.get().format_settings, "rounds": 2})
    Tournament.objects.filter(pk=cup.pk).update(agreement=Tournament.Agreement.TRUST)
    cards = make_cards(cup, range(1, 5))
    return {
        "tournament": str(cup.pk),
        "session": session_of(desk.user),
        "cards": [table_codes.token_of_card(card) for card in cards],
        "own": {
            " & ".join(one.members.values_list("player__name", flat=True)): token_of(one)
            for one in cup.entrants.all()
        },
    }


def a_cup_to_begin() -> dict[str, Any]:
    """Eight pairs entered for a cup of one hand a match that has not begun."""
    desk = desks.a_desk()
    rules = {"target_score": None, "round_limit": 1}
    cup = desks.a_tournament("cup", 8, desk=desk, rules=rules)
    return {"desk": f"/desk/{cup.pk}/", "session": session_of(desk.user)}


def a_round_robin_after_two() -> dict[str, Any]:
    """Six pairs after two of five rounds, by match points: below half of their matches."""
    desk = desks.a_desk()
    cup = desks.a_tournament(
        "round_robin",
        6,
        desk=desk,
        points="match",
        points_settings={},
        format_settings={"numbers": "seeds"},
    )
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), number)
    return {
        "entrant": f"/desk/{cup.pk}/entrants/{cup.entrants.get(number=1).pk}/",
        "standings": f"/tournaments/{cup.pk}/standings/1/",
        "session": session_of(desk.user),
    }


def a_duplicate_session(rounds: int) -> dict[str, Any]:
    """Nine pairs entered for a session of so many rounds that has not begun."""
    desk = desks.a_desk()
    settings = {"boards": 3, "rounds": rounds, "others": "nothing"}
    cup = desks.a_tournament("duplicate_evening", 9, desk=desk, awards={}, format_settings=settings)
    return {"desk": f"/desk/{cup.pk}/", "session": session_of(desk.user)}


def a_finished_evening() -> dict[str, Any]:
    """Two pairs whose only match was typed the wrong way round, and the evening is over."""
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 2, desk=desk)
    drawn = desks.draw(cup)
    sheet = paper_results.paper_of([[435, 1065]])
    paper_results.enter_paper(drawn.matches.get(), None, sheet, "paper")
    publishing.close_round(drawn, None)
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    return {"desk": f"/desk/{cup.pk}/", "session": session_of(desk.user)}
