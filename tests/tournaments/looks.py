"""One evening with something in every state, to look at, for a real server's records:
`records(looks.an_evening)`.
"""

import datetime
import uuid
from typing import Any

from django.urls import reverse
from django.utils import timezone

from scoring.games.actions.writing import record_round
from scoring.games.nights import night_of
from scoring.models import Device, Entry, Game, Seat
from scoring.rules import Round
from tests.scoring.clubs import an_evening as an_evening_of_the_club
from tests.scoring.games import a_device, a_game
from tests.tournaments import desks, leagues, walls
from tests.tournaments.desks import session_of
from tests.tournaments.roles.ways import WAYS
from tests.tournaments.roles.world import the_world
from tests.tournaments.seasons import seasons
from tournaments.actions import (
    agreeing,
    attendance,
    cards,
    contacts,
    creating,
    entering,
    judging,
    paper_results,
    revealing,
    stages,
    stand_ins,
    table_phones,
    timing,
    venue_screens,
)
from tournaments.actions.common import log
from tournaments.actions.integrity import carry_out
from tournaments.actions.new_entrants import NewEntrant
from tournaments.match.figures import figures_now, fingerprint
from tournaments.models import (
    Entrant,
    Match,
    Member,
    Notice,
    Phone,
    Place,
    SessionRound,
    Tournament,
)
from tournaments.pages.printed.views import PAGES as PRINTED
from tournaments.pages.wall.queries import ITEMS
from tournaments.permissions import PERSONAL, TABLE, WALL
from tournaments.seasons.presets import PRESETS
from tournaments.tokens import token_of

HANDS = 4
PLAYED = Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(65, 35)).to_data()
SWEEP = Round(out=(0, 2), calls={0: "grand"}).to_data()
NOBODY, WRITER, OTHER, OF_THE_CLUB = (
    "",
    "phone-that-writes",
    "phone-that-looks-on",
    "phone-of-the-club",
)
CLUBS = ("The Tichu friends of the northern harbour", "", "", "Tichu Bern", "", "")
LONG = (
    "In the last hand Franz called Tichu before his first card, and we never heard anybody say so "
    "at the table."
)

# Who has which link, and answers that are no pages.
LINKS = {"match": TABLE, "card": TABLE, "own": PERSONAL, "pair": PERSONAL, "screen": WALL}
DOCUMENTS = {
    *("travellers_csv", "session_record"),
    *("standings_csv", "results_csv", "desk_export", "desk_club_export", "tournament_picture"),
    "own_manifest",
    *(key for key in WAYS if key.startswith("api_")),
}
# Those of a person in a season open for the club's phone alone: `of_a_season` has them.
ADDRESSES = [
    key
    for key, way in WAYS.items()
    if "GET" in way.methods and key not in DOCUMENTS and not key.startswith("season_person")
]
MATCHES = (
    "not begun",
    "playing",
    "waiting",
    "disputed",
    "agreed",
    "called",
    "phone asks",
    "late",
    "decided",
    "withdrawn",
    "silent",
    "objection",
    "blind",
    "blind disputed",
)
AT_THE_TABLE = (
    "not begun",
    "playing",
    "waiting",
    "disputed",
    "agreed",
    "called",
    "phone asks",
    "objection",
    "blind",
    "blind disputed",
)
# A club's own place, as its owner sees it.
CLUB = (
    "home", "people", "choosing guests", "imports", "games behind a number",
    "rounds behind a number", "ratings", "evenings", "evening", "plan", "change", "setup",
    "all-time table", "champion", "records", "record", "year", "closing",
)  # fmt: skip
LEAGUE = ("own page", "contacts", "leaving", "stand-ins", "stand-ins at the desk", "round")
# Everything there is to look at: each a name of its own.
NAMES = [
    *ADDRESSES,
    *(f"desk, match {state}" for state in MATCHES),
    *(f"table, {state}, {who}" for state in AT_THE_TABLE for who in ("nobody", "writer", "other")),
    *(f"own page, {state}" for state in AT_THE_TABLE),
    *(
        "own page, prizes",
        "own page, saying what is wrong",
        "own page, objecting",
        "own log",
        "card without a match",
    ),
    *(
        "board",
        "board, open tables",
        "checks",
        "missing",
        "round",
        "log",
        "undo",
        "preview",
        "standings, finished",
    ),
    *(
        "entrants at the desk",
        "entrant at the desk",
        "reveal, frozen",
        "board, draft",
        "draft round",
        "places",
    ),
    *("correcting", "moving"),
    *(f"league, {what}" for what in LEAGUE),
    *("wrong result", "standings, corrected"),
    *("bracket, second chance", "round, second chance"),
    *(f"screen, {show}" for show in ITEMS),
    *(f"light screen, {show}" for show in ITEMS),
    *("season, opened", "season, long"),
    *("season, a person", "season, a person's rounds", "season, a person's games"),
    *(f"club, {what}" for what in CLUB),
    "privacy",
    *("embedded round", "embedded standings"),
    *(f"paper, {what}" for what in PRINTED),
]


def an_evening() -> dict[str, Any]:
    """All of it, as {"session": cookie of the owner, "pages": {name: [address, key of the phone
    that looks]}}.
    """
    desk = desks.a_desk(club="Harbour club")
    pages = {name: (address, NOBODY) for name, address in of_every_address().items()}
    pages |= of_the_hall(desk) | of_blind_tables(desk) | of_a_finished_cup(desk) | of_a_draft(desk)
    pages |= of_a_season(desk) | of_a_club(desk) | {"privacy": (reverse("privacy"), NOBODY)}
    pages |= of_a_league(desk) | of_a_corrected_cup(desk) | of_a_second_chance(desk)
    assert sorted(pages) == sorted(NAMES), set(pages) ^ set(NAMES)
    return {"session": session_of(desk.user), "pages": pages}


def of_every_address() -> dict[str, str]:
    """Every address of tournaments that answers with a page, in a small world of its own."""
    world = the_world()
    return {key: WAYS[key].address(key, world, LINKS.get(WAYS[key].page, "")) for key in ADDRESSES}


def of_a_season(desk: desks.Desk) -> dict[str, tuple[str, str]]:
    """A season of eleven evenings with one to come, a row of it open; another of eighteen that all
    count.
    """
    found = {}
    for name, count, formula in (
        ("opened", 11, PRESETS["best_of"].formula),
        ("long", 18, PRESETS["sum"].formula),
    ):
        season = seasons.of_evenings(desk, count, formula, planned=max(12, count))
        opened = Seat.objects.filter(game__club=desk.club).order_by("player__name")[0].player_id
        found[f"season, {name}"] = (f"{reverse('season', args=[season.pk])}?open={opened}", NOBODY)
    of_one = [season.pk, opened]
    found["season, a person"] = (reverse("season_person", args=of_one), OF_THE_CLUB)
    found["season, a person's rounds"] = (
        reverse("season_person_rounds", args=[*of_one, "rounds"]),
        OF_THE_CLUB,
    )
    found["season, a person's games"] = (
        reverse("season_person_games", args=[*of_one, "all"]),
        OF_THE_CLUB,
    )
    return found


def of_a_club(desk: desks.Desk) -> dict[str, tuple[str, str]]:
    """The place of the club whose seasons these are, with an evening that is planned: comes after
    the seasons.
    """
    title, place = "The evening of the long names", "Restaurant at the northern harbour"
    planned = an_evening_of_the_club(desk.club, title=title, place=place)
    Device.objects.filter(pk=a_device(OF_THE_CLUB).pk).update(club=desk.club)
    # Those of the seasons have no rounds: on evenings they count as not played.
    evening = night_of(a_game(rounds=[Round(out=(0, 2))], device=a_device(OF_THE_CLUB)).started_at)
    at = [desk.club.pk]
    over = a_cup(desk, 8)
    desks.play_round(desks.draw(over))
    stages.finish_stage(desks.first_stage(over), None)
    creating.finish_tournament(over, desk.user)
    champion = Member.objects.filter(tournament=over).order_by("pk")[0]
    pages = {
        "home": reverse("club_home", args=at),
        "people": reverse("club_people", args=at),
        "choosing guests": reverse("club_people", args=at) + "?guests",
        "imports": reverse("club_imports", args=at),
        "games behind a number": reverse("club_figure", args=[*at, "games"]),
        "rounds behind a number": reverse("club_figure", args=[*at, "rounds"]),
        "ratings": reverse("club_ratings", args=at),
        "evenings": reverse("club_evenings", args=at),
        "evening": reverse("club_evening", args=[*at, evening.isoformat()]),
        "plan": reverse("club_plan", args=at),
        "change": reverse("club_change", args=[*at, planned.pk]),
        "setup": reverse("club_setup", args=at),
        "all-time table": reverse("club_all_time", args=at),
        "champion": reverse("club_champion", args=[*at, champion.player_id]),
        "records": reverse("club_records", args=at),
        "record": reverse("club_record", args=[*at, "game"]),
        "year": reverse("club_year", args=[*at, evening.year]),
        "closing": reverse("club_close", args=at),
    }
    return {f"club, {what}": (address, OF_THE_CLUB) for what, address in pages.items()}


# The tables
# --------------------------------------------------------------------------------------------------


def a_cup(desk: desks.Desk, pairs: int, **about: object) -> Tournament:
    """A tournament of pairs whose names are as long as names are; four hands a match."""
    cup = desks.a_tournament(
        "pairs_swiss", 0, desk=desk, minutes=50, rules={"target_score": None, "round_limit": HANDS}
    )
    Tournament.objects.filter(pk=cup.pk).update(
        name="The thirty-seventh autumn cup of the harbour", place="Harbour", **about
    )
    names = walls.people(2 * pairs)
    rows = [
        NewEntrant((names[at], names[at + 1]), club_name=CLUBS[at // 2 % len(CLUBS)])
        for at in range(0, 2 * pairs, 2)
    ]
    entering.enter(cup, None, rows)
    return Tournament.objects.get(pk=cup.pk)


def begun(match: Match, hands: int, data: object = PLAYED) -> Game:
    """A game with so many hands, written by the first side while a phone of the second looks on."""
    game = table_phones.sit_to_write(match, 1, a_device(WRITER), 0)
    table_phones.sit(desks.reread(match), a_device(OTHER, "Android"), 1)
    for number in range(1, hands + 1):
        record_round(game, uuid.uuid4(), number, data, a_device(WRITER))
    return game


def entrant_at(match: Match, side: int) -> Entrant:
    return Place.objects.select_related("entrant__tournament").get(match=match, side=side).entrant


def own(entrant: Entrant, query: str = "") -> str:
    return reverse("own_page", args=[token_of(entrant)]) + query


def of_tables(states: dict[str, Match]) -> dict[str, tuple[str, str]]:
    """The pages of these matches: at the desk,
    for three phones at the table, and on an own page.
    """
    pages = {}
    for state, match in states.items():
        cup = match.session_round.stage.tournament_id
        pages[f"desk, match {state}"] = (reverse("desk_match", args=[cup, match.pk]), NOBODY)
        if state not in AT_THE_TABLE:
            continue
        for who, key in {"nobody": NOBODY, "writer": WRITER, "other": OTHER}.items():
            pages[f"table, {state}, {who}"] = (reverse("match", args=[token_of(match)]), key)
        pages[f"own page, {state}"] = (own(entrant_at(match, 1)), NOBODY)
    return pages


def of_the_hall(desk: desks.Desk) -> dict[str, tuple[str, str]]:
    """Twelve tables in the middle of their second session round, each in another state; a closed
    round before it.
    """
    cup = a_cup(desk, 24)
    desks.play_round(desks.draw(cup))
    row = desks.draw(cup, 2)
    timing.start_clock(row, desk.user)
    cards.make_cards(cup, range(1, 13))
    matches = [desks.reread(match) for match in row.matches.order_by("number")]
    states = dict(zip(("not begun", "playing", "waiting", "disputed", "agreed", "called",
    "phone asks", "late",
                       "decided", "withdrawn", "silent"), matches, strict=False))  # fmt: skip
    begun(states["playing"], 2)
    for state in ("waiting", "disputed", "agreed"):
        begun(states[state], HANDS)
    talked_over(states["disputed"])
    agreed = desks.reread(states["agreed"])
    agreeing.agree(
        agreed, 1, fingerprint(agreed), how=Match.Agreed.OTHER_PHONE, device=a_device(OTHER)
    )
    begun(states["called"], 1)
    agreeing.call_director(
        desks.reread(states["called"]), 0, "Who leads after the dog, and may he still call Tichu?"
    )
    timing.give_minutes(desks.reread(states["called"]), desk.user, 5, "they began late")
    begun(states["phone asks"], 3)
    table_phones.sit(desks.reread(states["phone asks"]), a_device("third-phone", "Android"), 1)
    table_phones.ask_to_write(desks.reread(states["phone asks"]), a_device("third-phone"))
    late = begun(states["late"], HANDS, SWEEP)
    came = desks.reread(states["late"])
    agreeing.agree(came, 1, fingerprint(came), how=Match.Agreed.OTHER_PHONE, device=a_device(OTHER))
    written = late.entries.filter(kind=Entry.Kind.ROUND).first()
    assert written is not None
    Entry.objects.create(
        id=uuid.uuid4(),
        game=late,
        number=2,
        data=PLAYED,
        sides=written.sides,
        outcome=Entry.Outcome.LATE,
    )
    decided = desks.reread(states["decided"])
    forfeit = {"kind": "forfeit", "winner": 0}
    change = carry_out(
        cup, lambda: judging.rule_match(decided, desk.user, forfeit, "the others never came")
    )
    assert change is not None
    attendance.withdraw(entrant_at(states["withdrawn"], 0), desk.user, "has to catch a train")
    begun(states["silent"], 1)
    half_an_hour_ago(row, silent=states["silent"], unagreed=states["waiting"])
    entering.check_in(entrant_at(states["playing"], 0), desk.user)
    states["objection"] = objected(cup)
    screen = venue_screens.set_text(walls.a_screen(cup), "Soup is served until half past nine.")
    at = {"tournament_id": cup.pk}
    waits, objects = states["waiting"], states["objection"]
    following = {"stage": 1, "number": 2}
    return of_tables({state: desks.reread(match) for state, match in states.items()}) | {
        "own page, saying what is wrong": (own(entrant_at(waits, 1), f"?wrong={waits.pk}"), NOBODY),
        "own page, objecting": (own(entrant_at(objects, 1), f"?object={objects.pk}"), NOBODY),
        "own log": (reverse("own_log", args=[token_of(entrant_at(objects, 0))]), NOBODY),
        "board": (reverse("desk_board", kwargs=at), NOBODY),
        "board, open tables": (reverse("desk_board", kwargs=at) + "?show=open", NOBODY),
        "correcting": (reverse("desk_correct", args=[cup.pk, objects.pk]), NOBODY),
        "moving": (reverse("desk_move_result", args=[cup.pk, objects.pk]), NOBODY),
        "checks": (reverse("desk_checks", kwargs=at), NOBODY),
        "missing": (reverse("desk_missing", kwargs=at), NOBODY),
        "round": (reverse("desk_round", kwargs=at | following), NOBODY),
        "places": (reverse("desk_places", kwargs=at | following), NOBODY),
        "preview": (reverse("desk_places", kwargs=at | following), NOBODY),
        "log": (reverse("desk_log", kwargs=at), NOBODY),
        "undo": (reverse("desk_undo", args=[cup.pk, change.line_id]), NOBODY),
        "entrants at the desk": (reverse("desk_entrants", kwargs=at), NOBODY),
        "entrant at the desk": (
            reverse("desk_entrant", args=[cup.pk, entrant_at(states["playing"], 0).pk]),
            NOBODY,
        ),
        **{
            f"{tone}screen, {show}": (
                reverse("screen", args=[token_of(screen)]) + f"?item={number}{more}",
                NOBODY,
            )
            for number, show in enumerate(ITEMS)
            for tone, more in (("", ""), ("light ", "&light"))
            if show != "reveal"
        },
        "embedded round": (reverse("tournament_rounds", args=[cup.pk]) + "?embed", NOBODY),
        "embedded standings": (reverse("standings", args=[cup.pk, 1]) + "?embed", NOBODY),
        **{
            f"paper, {what}": (reverse("desk_print_page", args=[cup.pk, what]), NOBODY)
            for what in PRINTED
        },
    }


def talked_over(match: Match) -> None:
    match = desks.reread(match)
    own_version = [
        [side - 20 for side in game] for game in figures_now(match, list(match.games.all()))
    ]
    agreeing.dispute_result(match, 1, LONG, own_version, device=a_device(OTHER))
    agreeing.reply(
        desks.reread(match), 0, "He did, and all of us heard it.", device=a_device(WRITER)
    )


def objected(cup: Tournament) -> Match:
    """A match of the closed session round: one side objects to it, and is told of it later."""
    match = desks.reread(
        Match.objects.get(session_round__stage__tournament=cup, session_round__number=1, number=2)
    )
    entrant = entrant_at(match, 0)
    agreeing.object_to(match, entrant, LONG, None)
    Notice.objects.create(entrant=entrant, line=log(cup, "changed", None, {"what": ["place"]}))
    return match


def half_an_hour_ago(row: SessionRound, *, silent: Match, unagreed: Match) -> None:
    """Let the clock have run for half an hour; one phone has been silent since, one result waits
    since.
    """
    then = timezone.now() - datetime.timedelta(minutes=31)
    SessionRound.objects.filter(pk=row.pk).update(clock_started_at=then)
    for match in (silent, unagreed):
        Game.objects.filter(match_game__match=match).update(started_at=then, changed_at=then)
        Phone.objects.filter(match=match).update(heard_at=then)


def of_blind_tables(desk: desks.Desk) -> dict[str, tuple[str, str]]:
    """Two tables at which both sides enter the result: one waits for them, at one they typed
    something else.
    """
    cup = a_cup(desk, 4, agreement=Tournament.Agreement.BLIND)
    waits, differs = (desks.reread(match) for match in desks.draw(cup).matches.order_by("number"))
    for match in (waits, differs):
        begun(match, HANDS)
    agreeing.enter_blind(desks.reread(differs), 1, [[640, 160]], device=a_device(OTHER))
    return of_tables({"blind": desks.reread(waits), "blind disputed": desks.reread(differs)})


def of_a_finished_cup(desk: desks.Desk) -> dict[str, tuple[str, str]]:
    """A tournament that is over but for the prize-giving."""
    cup = a_cup(desk, 8)
    desks.play_round(desks.draw(cup))
    revealing.freeze(cup, desk.user, 1, 2)
    desks.play_round(desks.draw(cup, 2))
    cup.refresh_from_db()
    revealing.reveal(cup, desk.user, "next")
    first = Entrant.objects.get(tournament=cup, number=1)
    screen = walls.a_screen(cup, ("reveal",))
    return {
        "own page, prizes": (own(first), NOBODY),
        "screen, reveal": (reverse("screen", args=[token_of(screen)]), NOBODY),
        "light screen, reveal": (reverse("screen", args=[token_of(screen)]) + "?light", NOBODY),
        "reveal, frozen": (reverse("desk_reveal", args=[cup.pk]), NOBODY),
        "standings, finished": (reverse("standings", args=[cup.pk, 1]), NOBODY),
    }


def of_a_draft(desk: desks.Desk) -> dict[str, tuple[str, str]]:
    """A draw that is not published yet; the cards lie on the tables already."""
    cup = a_cup(desk, 8)
    desks.draw(cup, publish=False)
    (card,) = cards.make_cards(cup, [1])
    return {
        "card without a match": (reverse("card", args=[token_of(card)]), NOBODY),
        "board, draft": (reverse("desk_board", args=[cup.pk]), NOBODY),
        "draft round": (reverse("desk_round", args=[cup.pk, 1, 1]), NOBODY),
    }


def of_a_league(desk: desks.Desk) -> dict[str, tuple[str, str]]:
    """A league being played, with contacts and a stand-in, as a pair and the desk see it."""
    cup = leagues.being_played(desk, names_stand_ins=True)
    own_match, *_ = Match.objects.filter(
        session_round__stage__tournament=cup, places__entrant__number=1
    ).order_by("session_round__number")
    entrant, other = entrant_at(own_match, 0), entrant_at(own_match, 1)
    for one in (entrant, other):
        for member in one.members.all():
            contacts.share_contact(one, member.pk, "+41 79 123 45 67, after six", agreed=True)
    member = entrant.members.order_by("order")[0]
    stand_ins.name_stand_in(own_match, member.pk, "Wilhelmina Schwarzenbach", None)
    token, match = token_of(entrant), own_match.pk
    return {
        "league, own page": (own(entrant), NOBODY),
        "league, contacts": (reverse("own_contacts", args=[token]), NOBODY),
        "league, leaving": (reverse("own_leave", args=[token]), NOBODY),
        "league, stand-ins": (reverse("own_stand_ins", args=[token, match]), NOBODY),
        "league, stand-ins at the desk": (reverse("desk_stand_ins", args=[cup.pk, match]), NOBODY),
        "league, round": (reverse("tournament_round", args=[cup.pk, 1, 1]), NOBODY),
    }


def of_a_corrected_cup(desk: desks.Desk) -> dict[str, tuple[str, str]]:
    """A finished tournament of which a result was found wrong later."""
    cup = a_cup(desk, 4)
    drawn = desks.play_round(desks.draw(cup))
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    match = Match.objects.filter(session_round=drawn)[0]
    sheet = paper_results.paper_of([[435, 565]])
    paper_results.enter_paper(match, None, sheet, "Typed the wrong way round")
    return {
        "wrong result": (reverse("desk_wrong", args=[cup.pk]), NOBODY),
        "standings, corrected": (reverse("standings", args=[cup.pk, 1]), NOBODY),
    }


def of_a_second_chance(desk: desks.Desk) -> dict[str, tuple[str, str]]:
    """Ten pairs in a cup with one for those who lose first, in its third round."""
    settings = {"first_round": "seeds", "third_place": True, "placement": "second_chance"}
    cup = desks.a_tournament("cup", 10, desk=desk, format_settings=settings)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), number)
    desks.draw(cup, 3)
    return {
        "bracket, second chance": (reverse("bracket", args=[cup.pk, 1]), NOBODY),
        "round, second chance": (reverse("desk_round", args=[cup.pk, 1, 3]), NOBODY),
    }
