"""The structure of a document, part by part. `checking` covers relations between parts."""

from typing import Any

from scoring.models.games import OF_A_PERSON
from tournaments.exchange.games import A_PLAYED_GAME
from tournaments.exchange.log_shape import A_LINE
from tournaments.exchange.shapes import (
    SMALL,
    Found,
    a_day,
    a_mapping,
    a_moment,
    a_number,
    a_template,
    a_text,
    an_object,
    anything,
    one_of,
    points_text,
    several,
    yes_or_no,
)
from tournaments.match.paper_sheet import SOURCES
from tournaments.models import Entrant, Match, Remark, Ruling, SessionRound, Stage, Tournament
from tournaments.standings.points import adjust

MOST_ENTRANTS = 5_000
MOST_STAGES = 6
LARGEST_SCORE = 10**9

A_WORD = a_text(60, tidied=False)
A_NUMBER = a_number(1)  # of an entrant
ENTRANTS = several(A_NUMBER)
SIDES = several(several(A_NUMBER, 200), 200)
A_NOTE = an_object(
    {"code": a_text(60, tidied=False), "text": a_template, "params": a_mapping, "who": a_mapping},
)
AN_ABOUT = an_object(
    {
        "name": a_text(80, least=1),
        "place": a_text(80),
        "preset": a_text(40),
        "unit": one_of(Tournament.Unit.values),
        "state": one_of(Tournament.State.values),
        "registration": yes_or_no,
        "limit": a_number(or_none=True),
        "seed": a_number(),
        "starts_on": a_day,
        "agreement": one_of(Tournament.Agreement.values),
        "unfinished": one_of(Tournament.Unfinished.values),
        "last_hand_minutes": a_number(0, SMALL),
        "objection_minutes": a_number(0, SMALL),
        "frozen_stage": a_number(1, MOST_STAGES, or_none=True),
        "frozen_round": a_number(1, SMALL, or_none=True),
        "revealed": a_number(or_none=True),
        "one_by_one": a_number(2, SMALL),
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
    },
)
A_MEMBER = an_object(
    {
        "name": a_text(80, least=1, name=True),
        "order": a_number(0, SMALL),
        "active": yes_or_no,
        "shown": one_of(dict(OF_A_PERSON)),
        "alias": a_text(80),
        "minor": yes_or_no,
        "erased": yes_or_no,
    },
    # Only given for people whose full name is hidden from visitors, or who were erased
    later={"shown": "", "alias": "", "minor": False, "erased": False},
)
AN_ENTRANT = an_object(
    {
        "number": A_NUMBER,
        "label": a_text(80),
        "club_name": a_text(80),
        "seed": a_number(or_none=True),
        "fixed_table": a_number(0, SMALL, or_none=True),
        "five": yes_or_no,
        "alias": a_text(80),
        "hidden": yes_or_no,
        "state": one_of(Entrant.State.values),
        "asked_names": several(a_text(80, least=1, name=True), 20),
        "checked_in_at": a_moment,
        "members": several(A_MEMBER, 100),
    }
)
A_PARTICIPATION = an_object(
    {
        "entrant": A_NUMBER,
        "seed": A_NUMBER,
        "group": a_text(20, tidied=False),
        "first_round": a_number(1, SMALL),
        "last_round": a_number(0, SMALL, or_none=True),
        "carried_points": points_text,
        "carried_score": points_text,
    }
)
A_RULING = an_object(
    {
        "entrant": A_NUMBER,
        "round": a_number(0, SMALL, or_none=True),
        "kind": one_of(Ruling.Kind.values),
        "points": points_text,
        "score": a_number(-LARGEST_SCORE, LARGEST_SCORE),
        "reason": a_text(200, tidied=False),
        "at": a_moment,
        "undone_at": a_moment,
    }
)
NUMBERS_OF_SIDES = several(anything, 200)
A_DECISION = {
    "kind": one_of(adjust.KINDS),
    "reason": a_text(200, tidied=False),
    "winner": a_number(0, SMALL, or_none=True),
    "percent": NUMBERS_OF_SIDES,
    "points": NUMBERS_OF_SIDES,
    "score": NUMBERS_OF_SIDES,
    "met": yes_or_no,
    "goes_on": a_number(0, SMALL),
}


def figures_source(value: Any, at: str, found: Found) -> int | str | None:
    """Check the source of a typed result: the index of a side, or one of a few words."""
    known: int | str | None = one_of(SOURCES)(value, at, found) if isinstance(value, str) else None
    number: int | None = None if isinstance(value, str) else a_number(0, SMALL)(value, at, found)
    return known if number is None else number


# a ruling with a score sheet: see tournaments.match.paper_sheet. The last three are optional
A_SHEET = {
    "kind": anything,
    "reason": a_text(200, tidied=False),
    "games": anything,
    "winner": a_number(0, SMALL, or_none=True),
    "said": figures_source,
    "goes_on": a_number(0, SMALL),
}
A_GAME = an_object(
    {
        "number": a_number(1, SMALL),
        "sides": SIDES,
        "hands": a_number(1, 500, or_none=True),
        "seats": ENTRANTS,
        "game": A_PLAYED_GAME,
    }
)
A_REMARK = an_object(
    {
        "kind": one_of(Remark.Kind.values),
        "side": a_number(0, SMALL, or_none=True),
        "entrant": a_number(1, or_none=True),
        "text": a_text(300, tidied=False),
        "figures": anything,
        "at": a_moment,
        "settled_at": a_moment,
        "answer": a_text(300, tidied=False),
    }
)


def an_agreement(value: Any, at: str, found: Found) -> str | None:
    """Check the agreement on a result. Null if an older document does not have it."""
    return None if value is None else one_of(Match.Agreement.values)(value, at, found)


# Who an entrant was at a table, if its members have changed since.
PEOPLE = an_object({"entrant": a_number(1), "names": several(a_text(80, least=1, name=True), 100)})
A_TABLE = an_object(
    {
        "number": a_number(1, SMALL),
        "fixture": a_text(30, tidied=False),
        "sides": SIDES,
        "people": several(PEOPLE, 100),
        "plan": several(SIDES, 20),
        "reasons": several(A_NOTE, 200),
        "warnings": several(A_NOTE, 200),
        "ruling": anything,
        "agreed_for": a_moment,
        "result": anything,
        "done": yes_or_no,
        "winner": a_number(0, SMALL, or_none=True),
        "agreement": an_agreement,
        "agreed_how": one_of(("", *Match.Agreed.values)),
        "agreed_side": a_number(0, SMALL, or_none=True),
        "agreed_at": a_moment,
        "entered": anything,
        "extra_minutes": a_number(-SMALL, SMALL),
        "checked_at": a_moment,
        "remarks": several(A_REMARK, 1_000),
        "games": several(A_GAME, 20),
    },
    # Without an agreement, a match counts as agreed if its session round is closed, and as open
    # otherwise.
    later={
        "people": [],
        "agreement": None,
        "agreed_how": "",
        "agreed_side": None,
        "agreed_at": None,
        "entered": None,
        "extra_minutes": 0,
        "checked_at": None,
        "remarks": [],
    },
)
A_ROUND = an_object(
    {
        "number": a_number(1, SMALL),
        "state": one_of(SessionRound.State.values),
        "seed": a_number(),
        "relaxed": several(A_NOTE, 200),
        "warnings": several(A_NOTE, 200),
        "due_on": a_day,
        "drawn_at": a_moment,
        "published_at": a_moment,
        "closed_at": a_moment,
        "minutes": a_number(0, SMALL, or_none=True),
        "clock_paused_seconds": a_number(),
        "clock_started_at": a_moment,
        "clock_paused_at": a_moment,
        "last_hand_at": a_moment,
        "clock_ended_at": a_moment,
        "byes": ENTRANTS,
        "absent": ENTRANTS,
        "tables": several(A_TABLE, 5_000),
    },
    later={
        "minutes": None,
        "clock_paused_seconds": 0,
        "clock_started_at": None,
        "clock_paused_at": None,
        "last_hand_at": None,
        "clock_ended_at": None,
    },
)
A_STAGE = an_object(
    {
        "number": a_number(1, MOST_STAGES),
        "state": one_of(Stage.State.values),
        "name": A_WORD,
        "format": a_text(30),
        "format_settings": a_mapping,
        "variant": a_text(20),
        "rules": a_mapping,
        "best_of": a_number(1, SMALL),
        "minutes": a_number(1, SMALL, or_none=True),
        "points": a_text(20),
        "points_settings": a_mapping,
        "awards": a_mapping,
        "criteria": several(a_text(40), 40),
        "criteria_settings": a_mapping,
        "unplayed": a_text(10),
        "worst_dropped": yes_or_no,
        "take": a_number(1, SMALL, or_none=True),
        "carry": a_text(8),
        "at_line": a_text(8),
        "participations": several(A_PARTICIPATION, MOST_ENTRANTS),
        "absences": several(an_object({"entrant": A_NUMBER, "round": a_number(1, SMALL)})),
        "rulings": several(A_RULING),
        "session_rounds": several(A_ROUND, 1_000),
    },
    later={"criteria_settings": {}, "at_line": "play_off"},
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
