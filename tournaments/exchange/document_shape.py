"""The structure of a document, part by part. `checking` covers relations between parts."""

from typing import Any

from scoring.models import Player
from scoring.rules import shown
from scoring.rules.words import gettext_noop
from tournaments.exchange.deals import a_seal, some_hands
from tournaments.exchange.games import A_PLAYED_GAME
from tournaments.exchange.kinds import (
    ABOUT,
    CLOCK,
    ENTRANT,
    OF_MEMBER,
    OF_PARTICIPATION,
    OF_SESSION_ROUND,
    OF_STAGE,
    TABLE,
)
from tournaments.exchange.log_shape import A_LINE
from tournaments.exchange.shapes import (
    SMALL,
    Found,
    a_known_moment,
    a_mapping,
    a_moment,
    a_number,
    a_template,
    a_text,
    an_object,
    anything,
    columns,
    one_of,
    points_text,
    several,
    wrong,
    yes_or_no,
)
from tournaments.match.paper_sheet import SOURCES
from tournaments.models import (
    Absence,
    Entrant,
    Match,
    Member,
    Participation,
    Remark,
    Ruling,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.pairing.duplicate.movement import MOST_BOARDS
from tournaments.pairing.kept_apart import MEET, PARTNERS
from tournaments.standings.duplicate.values import SHARES
from tournaments.standings.points import adjust, team_imps

MOST_ENTRANTS = 5_000
MOST_STAGES = 6
LARGEST_SCORE = 10**9

A_NAME = a_text(80, least=1, name=True)
A_NUMBER = a_number(1)  # of an entrant
COUNTED = a_number(1, SMALL)
ENTRANTS = several(A_NUMBER)
SIDES = several(several(A_NUMBER, 200), 200)
A_NOTE = an_object(
    {"code": a_text(60, tidied=False), "text": a_template, "params": a_mapping, "who": a_mapping},
)
NOTES = several(A_NOTE, 200)
AVERAGES = several(one_of(tuple(SHARES)), 2)
DEALS = several(several(COUNTED, 2))  # round and table
ROUND_AND_TABLE = 2
LONGEST_BOARD, SIDES_OF_A_BOARD = 6, 2  # digits of a board's number


def a_kept_pair(value: Any, at: str, found: Found) -> list[Any] | None:
    """Check two entrants to keep apart: two numbers and a kind."""
    if not isinstance(value, list) or len(value) != 3:
        wrong(
            found,
            at,
            gettext_noop("%(field)s is %(value)s; it must be two numbers and a kind."),
            value,
        )
        return None
    kind = one_of((MEET, PARTNERS))(value[2], f"{at}.2", found)
    numbers = [A_NUMBER(number, f"{at}.{index}", found) for index, number in enumerate(value[:2])]
    return [*numbers, kind]


AN_ABOUT = an_object(
    columns(Tournament, ABOUT)
    | {
        "name": a_text(80, least=1),
        "frozen_stage": a_number(1, MOST_STAGES, or_none=True),
        "frozen_round": a_number(1, SMALL, or_none=True),
        "one_by_one": a_number(2, SMALL),
        "kept_apart": several(a_kept_pair, 10_000),
        "tables": a_number(1, SMALL, or_none=True),
        "stand_in_limit": a_number(1, SMALL, or_none=True),
        "announced": several(COUNTED, MOST_ENTRANTS),
    },
    # Missing in documents older than evenings
    later={
        "agreement": Tournament.Agreement.CONFIRM.value,
        "unfinished": Tournament.Unfinished.HAND.value,
        "last_hand_minutes": 5,
        "objection_minutes": 30,
        "frozen_stage": None,
        "frozen_round": None,
        "revealed": None,
        "one_by_one": 4,
        "kept_apart": [],
        "tables": None,
        "room_plan": Tournament.RoomPlan.SHIFTS.value,
        "papers_twice": False,
        "may_leave": True,
        "names_stand_ins": False,
        "stand_in_limit": None,
        "announced": [],
        "giving_order": Tournament.GivingOrder.UP.value,
    },
)
A_MEMBER = an_object(
    {"name": A_NAME}
    | columns(Member, OF_MEMBER.fields)
    | columns(Player, ("shown", "alias", "minor"))
    | {"erased": yes_or_no},
    # Only given for people whose full name is hidden from visitors, or who were erased
    later={"shown": "", "alias": "", "minor": False, "erased": False},
)
AN_ENTRANT = an_object(
    columns(Entrant, ENTRANT)
    | {
        "number": A_NUMBER,
        "asked_names": several(A_NAME, 20),
        "members": several(A_MEMBER, 100),
    }
)
A_PARTICIPATION = an_object(
    {"entrant": A_NUMBER}
    | columns(Participation, OF_PARTICIPATION.fields)
    | {
        "seed": A_NUMBER,
        "group": a_text(20, tidied=False),
        "first_round": COUNTED,
        "carried_points": points_text,
        "carried_score": points_text,
    },
    later={"void": False, "unranked": False},
)
A_RULING = an_object(
    {
        "entrant": A_NUMBER,
        "round": a_number(0, SMALL, or_none=True),
        "kind": one_of(Ruling.Kind.values),
        "points": points_text,
        "score": a_number(-LARGEST_SCORE, LARGEST_SCORE),
        "reason": a_text(200, tidied=False),
        "at": a_known_moment,
        "undone_at": a_moment,
    }
)
NUMBERS_OF_SIDES = several(anything, 200)
A_DECISION = an_object(
    {
        "kind": one_of(adjust.KINDS),
        "reason": a_text(200, tidied=False),
        "winner": a_number(0, SMALL, or_none=True),
        "percent": NUMBERS_OF_SIDES,
        "points": NUMBERS_OF_SIDES,
        "score": NUMBERS_OF_SIDES,
        "met": yes_or_no,
        "goes_on": a_number(0, SMALL),
    },
    optional={"winner", "percent", "points", "score", "met", "goes_on"},
)


def figures_source(value: Any, at: str, found: Found) -> int | str | None:
    """Check the source of a typed result: the index of a side, or one of a few words."""
    known: int | str | None = one_of(SOURCES)(value, at, found) if isinstance(value, str) else None
    number: int | None = None if isinstance(value, str) else a_number(0, SMALL)(value, at, found)
    return known if number is None else number


# A ruling with a score sheet: see tournaments.match.paper_sheet
A_SHEET = an_object(
    {
        "kind": anything,
        "reason": a_text(200, tidied=False),
        "games": anything,
        "winner": a_number(0, SMALL, or_none=True),
        "said": figures_source,
        "goes_on": a_number(0, SMALL),
    },
    optional={"winner", "said", "goes_on"},
)
A_GAME = an_object(
    {
        "number": COUNTED,
        "sides": SIDES,
        "hands": a_number(1, 500, or_none=True),
        "seats": ENTRANTS,
        "boards": several(COUNTED, team_imps.MOST_BOARDS),
        "game": A_PLAYED_GAME,
    },
    later={"boards": []},  # missing in documents older than teams of four
)
A_REMARK = an_object(
    {
        "kind": one_of(Remark.Kind.values),
        "side": a_number(0, SMALL, or_none=True),
        "entrant": a_number(1, or_none=True),
        "text": a_text(300, tidied=False),
        "figures": anything,
        "at": a_known_moment,
        "settled_at": a_moment,
        "answer": a_text(300, tidied=False),
    }
)


def an_agreement(value: Any, at: str, found: Found) -> str | None:
    """Check the agreement on a result. Null if an older document does not have it."""
    return None if value is None else one_of(Match.Agreement.values)(value, at, found)


def given_averages(value: Any, at: str, found: Found) -> dict[str, Any] | None:
    """Check averages of the director by board: one for each of the two sides."""
    given = a_mapping(value, at, found)
    if given is None:
        return None
    boards = {
        key: AVERAGES(pair, f"{at}.{shown(key)}", found)
        for key, pair in given.items()
        if key.isascii() and key.isdecimal() and len(key) < LONGEST_BOARD
    }
    if boards.keys() != given.keys() or any(
        len(pair or ()) != SIDES_OF_A_BOARD for pair in boards.values()
    ):
        text = gettext_noop("%(field)s must have two averages for each number of a board.")
        found.add("bad_averages", at, text)
    return boards


def fouled_boards(value: Any, at: str, found: Found) -> dict[str, Any] | None:
    """Check from which round and table on boards had other cards."""
    given = a_mapping(value, at, found)
    if given is None:
        return None
    boards = {
        key: DEALS(starts, f"{at}.{shown(key)}", found)
        for key, starts in given.items()
        if key.isascii() and key.isdecimal() and len(key) < LONGEST_BOARD
    }
    if boards.keys() != given.keys() or any(
        len(start or ()) != ROUND_AND_TABLE for starts in boards.values() for start in starts or ()
    ):
        text = gettext_noop("%(field)s must have a round and a table for each further deal.")
        found.add("bad_fouled_boards", at, text)
    return boards


# Who an entrant was at a table, if its members have changed since.
PEOPLE = an_object({"entrant": A_NUMBER, "names": several(A_NAME, 100)})
STAND_IN = an_object({"entrant": A_NUMBER, "name": A_NAME, "for": A_NAME})
A_TABLE = an_object(
    columns(Match, TABLE)
    | {
        "number": COUNTED,
        "turn": a_number(0, SMALL),
        "fixture": a_text(30, tidied=False),
        "sides": SIDES,
        "people": several(PEOPLE, 100),
        "stand_ins": several(STAND_IN, 100),
        "plan": several(SIDES, 20),
        "boards": several(COUNTED, MOST_BOARDS),
        "averages": given_averages,
        "reasons": NOTES,
        "warnings": NOTES,
        "agreement": an_agreement,
        "remarks": several(A_REMARK, 1_000),
        "games": several(A_GAME, 20),
    },
    # Without an agreement, a match counts as agreed if its session round is closed, and as open
    # otherwise.
    later={
        "people": [],
        "stand_ins": [],
        "agreement": None,
        "agreed_how": "",
        "agreed_side": None,
        "agreed_at": None,
        "entered": None,
        "extra_minutes": 0,
        "checked_at": None,
        # Missing in documents older than rooms with few tables
        "turn": 1,
        "waiting": False,
        "called_at": None,
        "called_paused_seconds": 0,
        "remarks": [],
        # Missing in documents older than duplicate
        "boards": [],
        "averages": {},
    },
)
A_ROUND = an_object(
    columns(SessionRound, OF_SESSION_ROUND.fields)
    | {
        "number": COUNTED,
        "relaxed": NOTES,
        "warnings": NOTES,
        "byes": ENTRANTS,
        "absent": ENTRANTS,
        "tables": several(A_TABLE, 5_000),
    },
    later={"minutes": None, "clock_paused_seconds": 0, **dict.fromkeys(CLOCK)},
)
AN_ABSENCE = an_object(
    {"entrant": A_NUMBER, "round": COUNTED, "worth": one_of(["", *Absence.Worth.values])},
    later={"worth": ""},
)
A_STAGE = an_object(
    columns(Stage, OF_STAGE.fields)
    | {
        "number": a_number(1, MOST_STAGES),
        "name": a_text(60, tidied=False),
        "best_of": COUNTED,
        "minutes": a_number(1, SMALL, or_none=True),
        "criteria": several(a_text(40), 40),
        "take": a_number(1, SMALL, or_none=True),
        "participations": several(A_PARTICIPATION, MOST_ENTRANTS),
        "absences": several(AN_ABSENCE),
        "rulings": several(A_RULING),
        "session_rounds": several(A_ROUND, 1_000),
        "fouled_boards": fouled_boards,
        "deals": a_seal,
        "hands": some_hands,
    }
    | dict.fromkeys(
        ("format_settings", "rules", "points_settings", "awards", "criteria_settings"), a_mapping
    ),
    later={
        "criteria_settings": {},
        "at_line": "play_off",
        "fouled_boards": {},
        "deals": None,
        "hands": [],
    },
)
A_DOCUMENT = an_object(
    {
        "format": anything,
        "version": anything,
        "about": AN_ABOUT,
        "entrants": several(AN_ENTRANT, MOST_ENTRANTS),
        "stages": several(A_STAGE, MOST_STAGES),
        "log": several(A_LINE),
    }
)
