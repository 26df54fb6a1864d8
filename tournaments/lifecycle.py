"""Which actions are allowed in which state of a tournament, a stage or a session round: one table
each.
"""

from scoring.rules import Conflict, Mistake
from scoring.rules.words import gettext_noop
from tournaments.models import SessionRound, Stage, Tournament

T, S, R = Tournament.State, Stage.State, SessionRound.State

TOURNAMENT: dict[str, frozenset[str]] = {
    "set_up": frozenset({T.DRAFT, T.OPEN}),
    "enter": frozenset({T.DRAFT, T.OPEN}),
    "register": frozenset({T.OPEN}),
    "check_in": frozenset({T.DRAFT, T.OPEN}),
    "open": frozenset({T.DRAFT}),
    "finish": frozenset({T.OPEN}),
    "reopen": frozenset({T.FINISHED}),
    "correct": frozenset({T.DRAFT, T.OPEN, T.FINISHED}),  # a result that counts, also afterwards
    # draw, publish, swap, close, rule: everything that advances it
    "lead": frozenset({T.DRAFT, T.OPEN}),
    "delete": frozenset({T.DRAFT}),
    "clear": frozenset({T.FINISHED}),  # hide it from visitors, delete it with everything in it
}
STAGE: dict[str, frozenset[str]] = {
    "set_up": frozenset({S.WAITING}),
    "set_ranking": frozenset({S.WAITING, S.RUNNING}),
    "begin": frozenset({S.WAITING}),
    "draw": frozenset({S.RUNNING}),
    "finish": frozenset({S.RUNNING}),
    "note_cards": frozenset({S.RUNNING}),  # by players, also of a round that is closed
    "reopen": frozenset({S.FINISHED}),
}
ROUND: dict[str, frozenset[str]] = {
    "swap": frozenset({R.DRAFT}),
    "publish": frozenset({R.DRAFT}),
    "redraw": frozenset({R.DRAFT, R.PUBLISHED}),
    "discard": frozenset({R.DRAFT}),
    "play": frozenset({R.PUBLISHED}),
    "rule": frozenset({R.PUBLISHED, R.CLOSED}),
    "close": frozenset({R.PUBLISHED}),
    "reopen": frozenset({R.CLOSED}),
}

REFUSALS: dict[str, tuple[str, str]] = {
    f"tournament {T.DRAFT}": (
        "tournament_draft",
        gettext_noop("The tournament is still being prepared: a director has to open it first."),
    ),
    f"tournament {T.OPEN}": (
        "tournament_open",
        gettext_noop("The tournament is open: this needs one that is finished or not yet open."),
    ),
    f"tournament {T.FINISHED}": (
        "tournament_finished",
        gettext_noop("The tournament is finished: a director can reopen it."),
    ),
    f"stage {S.WAITING}": (
        "stage_waiting",
        gettext_noop("This stage has not begun: begin it first."),
    ),
    f"stage {S.RUNNING}": (
        "stage_running",
        gettext_noop("This stage is being played: you can change this only before its first draw."),
    ),
    f"stage {S.FINISHED}": (
        "stage_finished",
        gettext_noop("This stage is finished: reopen it first."),
    ),
    f"round {R.DRAFT}": ("round_draft", gettext_noop("This round is a draft: publish it first.")),
    f"round {R.PUBLISHED}": (
        "round_published",
        gettext_noop("This round is already published: redraw the unstarted tables, or close it."),
    ),
    f"round {R.CLOSED}": (
        "round_closed",
        gettext_noop("This round is closed and its results are final. A director can reopen it."),
    ),
}


def check_tournament(action: str, tournament: Tournament) -> None:
    """Raise RuleError if the tournament's state does not allow the action."""
    _check("tournament", TOURNAMENT[action], tournament.state)


def check_stage(action: str, stage: Stage) -> None:
    """Raise RuleError if the stage's state does not allow the action."""
    _check("stage", STAGE[action], stage.state)


def check_round(action: str, session_round: SessionRound) -> None:
    """Raise RuleError if the session round's state does not allow the action."""
    _check("round", ROUND[action], session_round.state)


def _check(what: str, takes: frozenset[str], state: str) -> None:
    if state not in takes:
        code, text = REFUSALS[f"{what} {state}"]
        raise Conflict((Mistake(code, what, text),))
