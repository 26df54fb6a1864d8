"""All actions in a tournament's log, with their effects on pages, webhooks and draws. A new action
is an entry here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.webhooks.events import (
    AGREED,
    CHANGED,
    FINISHED,
    OPENED,
    PUBLISHED,
    REOPENED,
    RESULT_CHANGED,
    ROUND,
    STANDINGS_CHANGED,
    WITHDRAWN,
    kind_of,
)


@dataclass(frozen=True)
class Subject:
    """What log lines are about: its label in the filter, and its icon."""

    name: str | Promise
    sign: str


class Readers(Enum):
    """Who can read a line outside the desk, and from when on."""

    ALL = "all"
    DESK = "desk"  # nobody: rejected applications, staff, replaced links
    WITH_ROUND = "with_round"  # everyone, once the round is published: work on a draft
    WITH_RESULT = "with_result"  # everyone, once the result is public, which the line may reveal


class Effect(Enum):
    """What an action may change of draws and results."""

    NOTHING = "nothing"
    DRAW = "draw"  # a round drawn earlier might be drawn differently now
    HAND = "hand"  # the draw too, through a hand decided by the desk
    RESULT = "result"  # the draw too, through a result entered or decided by the desk
    LATER = "later"  # the fate of rounds that were drawn from another result


@dataclass(frozen=True)
class LogAction:
    """An action. Its sentence is about what was done; its author is shown beside it."""

    subject: Subject
    needs_reason: bool
    readers: Readers
    hall: bool  # whether everyone in the hall is notified
    event: str  # webhook event
    effect: Effect
    sentence: str
    # Other sentences, each for lines that have this value
    with_value: Mapping[str, str] = field(default_factory=dict)

    def sentence_for(self, params: Mapping[str, Any]) -> str:
        return next(
            (text for name, text in self.with_value.items() if params.get(name)), self.sentence
        )


RESULTS = Subject(_("Results"), "edit")
DECISIONS = Subject(_("Decisions"), "scale")
ROUNDS = Subject(pgettext_lazy("tournament", "Rounds"), "draw")
CLOCK = Subject(_("Clock"), "clock")
ENTRANTS = Subject(_("Entrants"), "people")
OTHER = Subject("", "settings")  # setup, staff, what the public sees
# Subjects of the log's filter, by their key in the URL
SUBJECTS: Mapping[str, Subject] = {
    "results": RESULTS,
    "decisions": DECISIONS,
    "rounds": ROUNDS,
    "clock": CLOCK,
    "entrants": ENTRANTS,
}
# A reason is required to change a published result or draw that others rely on, to give a penalty,
# and to decide against someone.
NEEDED, OPTIONAL = True, False
ALL, DESK = Readers.ALL, Readers.DESK
WITH_ROUND, WITH_RESULT = Readers.WITH_ROUND, Readers.WITH_RESULT
HALL, QUIET = True, False
NO_EVENT = ""
NOTHING, DRAW, LATER = Effect.NOTHING, Effect.DRAW, Effect.LATER
HAND, RESULT = Effect.HAND, Effect.RESULT

# By database key: subject, reason, readers, whether the hall is notified, webhook event, effect,
# then the sentence.
ACTIONS: Mapping[str, LogAction] = {
    # The tournament
    "made": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Created the tournament.")),
    "repeated": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Copied stages, settings and people from %(name)s.")),
    "imported": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Imported this tournament; the earlier entries came with it.")),
    "changed": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Changed the tournament's details: %(what)s.")),
    "open": LogAction(OTHER, OPTIONAL, ALL, HALL, OPENED, NOTHING,
        gettext_noop("Opened the tournament to the public.")),
    "finish": LogAction(OTHER, OPTIONAL, ALL, HALL, FINISHED, NOTHING,
        gettext_noop("Finished the tournament.")),
    "reopen": LogAction(OTHER, OPTIONAL, ALL, HALL, REOPENED, NOTHING,
        gettext_noop("Reopened the tournament.")),
    "concealed": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Hid the tournament from visitors.")),
    "shown_again": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Showed the tournament to visitors again.")),
    "joined": LogAction(OTHER, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Joined the directors."),
        {"role": gettext_noop("Joined: %(role)s.")}),
    "uninvited": LogAction(OTHER, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Took back an invitation: %(role)s.")),
    "role_changed": LogAction(OTHER, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Changed the role of %(user)s: %(role)s.")),
    "role_removed": LogAction(OTHER, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Removed %(user)s from the people at the desk.")),
    "sites_allowed": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Stopped other sites from showing the tournament."),
        {"sites": gettext_noop("Allowed these sites to show the tournament: %(sites)s.")}),
    "listed": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Let search engines list the tournament.")),
    "unlisted": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Asked search engines to leave the tournament out.")),
    # Stages
    "stage_set": LogAction(OTHER, NEEDED, ALL, QUIET, STANDINGS_CHANGED, NOTHING,
        gettext_noop("Changed the set-up of stage %(stage)s.")),
    "stage_added": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Added stage %(stage)s.")),
    "stage_removed": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Removed stage %(stage)s.")),
    "stage_begun": LogAction(ROUNDS, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        ngettext_noop("Began stage %(stage)s with %(entrants)s entrant.",
                      "Began stage %(stage)s with %(entrants)s entrants.", "entrants")),
    "level_decided": LogAction(DECISIONS, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Level for stage %(stage)s: %(entrants)s. All of them go on."),
        {"lot": gettext_noop("Level for stage %(stage)s, the first %(places)s go on by lot number "
                             "%(lot)s: %(entrants)s."),
         "won": gettext_noop("Level for stage %(stage)s, the first %(places)s go on after a "
                             "play-off: %(entrants)s.")}),
    "stage_finished": LogAction(ROUNDS, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        gettext_noop("Finished stage %(stage)s.")),
    "stage_reopened": LogAction(ROUNDS, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Reopened stage %(stage)s.")),
    "deals_sealed": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Sealed the deals of stage %(stage)s: %(hash)s.")),
    "deals_opened": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Opened the dealing sheets of stage %(stage)s, boards %(first)s to "
                     "%(last)s.")),
    "cards_corrected": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Corrected the noted cards of board %(board)s in stage %(stage)s.")),
    "results_opened": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Plays in stage %(stage)s, and opened its results while they were held "
                     "back.")),
    # Entrants
    "entered": LogAction(ENTRANTS, OPTIONAL, ALL, QUIET, NO_EVENT, DRAW,
        gettext_noop("Entered %(entrants)s.")),
    "asked": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("%(entrant)s asked to play.")),
    "confirmed": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, DRAW,
        gettext_noop("Confirmed %(entrant)s.")),
    "refused": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Refused %(entrant)s, or moved them to the waiting list.")),
    "refused_all": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Refused all requests to play: %(entrants)s.")),
    "removed": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Removed entrant no. %(number)s from the list.")),
    "entrant_changed": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Changed the details of %(entrant)s: %(what)s.")),
    "kept_apart": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, DRAW,
        gettext_noop("Keep apart in draws: %(entrant)s and %(other)s.")),
    "let_meet": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, DRAW,
        gettext_noop("%(entrant)s and %(other)s may meet again.")),
    "seeded": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Set the seeds: %(entrants)s.")),
    "checked_in": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Checked in: %(entrant)s.")),
    "all_checked_in": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Everybody missing has come: %(entrants)s.")),
    "checked_out": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Not here after all: %(entrant)s.")),
    "withdrawn": LogAction(ENTRANTS, OPTIONAL, ALL, QUIET, NO_EVENT, DRAW,
        gettext_noop("%(entrant)s withdrew."),
        {"unranked": gettext_noop("%(entrant)s withdrew and is ranked below all others."),
         "plays_on": gettext_noop("%(entrant)s withdrew after the match of this round.")}),
    "ranked_below": LogAction(ENTRANTS, NEEDED, ALL, QUIET, STANDINGS_CHANGED, NOTHING,
        gettext_noop("Ranked below all others: %(entrant)s.")),
    "ranked_again": LogAction(ENTRANTS, NEEDED, ALL, QUIET, STANDINGS_CHANGED, NOTHING,
        gettext_noop("Ranked by their results again: %(entrant)s.")),
    "came_back": LogAction(ENTRANTS, OPTIONAL, ALL, QUIET, NO_EVENT, DRAW,
        gettext_noop("Plays again: %(entrant)s.")),
    "absent": LogAction(ENTRANTS, OPTIONAL, ALL, QUIET, NO_EVENT, DRAW,
        gettext_noop("Absent from round %(round)s: %(entrant)s."),
        {"bye_none": gettext_noop("Requested bye in round %(round)s, worth nothing: %(entrant)s."),
         "bye_half": gettext_noop("Requested bye in round %(round)s, worth half: %(entrant)s."),
         "bye_full": gettext_noop("Requested bye in round %(round)s, in full: %(entrant)s.")}),
    "present": LogAction(ENTRANTS, OPTIONAL, ALL, QUIET, NO_EVENT, DRAW,
        gettext_noop("%(entrant)s will be there in round %(round)s.")),
    "substituted": LogAction(ENTRANTS, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Added %(player)s: %(entrant)s."),
        {"for": gettext_noop("%(player)s plays for %(entrant)s instead of %(for)s.")}),
    "stood_in": LogAction(ENTRANTS, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("%(player)s stands in for %(for)s of %(entrant)s at table %(table)s in round "
                     "%(round)s."),
        {"back": gettext_noop("No stand-in %(player)s for %(for)s at table %(table)s in round "
                              "%(round)s after all: %(entrant)s.")}),
    "renamed": LogAction(ENTRANTS, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Corrected the name of %(player)s of %(entrant)s.")),
    "erased": LogAction(ENTRANTS, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Erased a person's name from %(entrant)s, at the request of the person or "
                     "the club.")),
    "link_renewed": LogAction(ENTRANTS, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Made a new personal link for %(entrant)s."),
        {"table": gettext_noop("Made a new link for table %(table)s in round %(round)s.")}),
    # Session rounds
    "drawn": LogAction(ROUNDS, OPTIONAL, WITH_ROUND, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Drew round %(round)s."),
        {"closed": gettext_noop("Closed round %(closed)s and drew round %(round)s in one step.")}),
    "seated_late": LogAction(ROUNDS, OPTIONAL, ALL, HALL, CHANGED, NOTHING,
        gettext_noop("Seated late at table %(table)s in round %(round)s: %(entrants)s.")),
    "redrawn": LogAction(ROUNDS, NEEDED, WITH_ROUND, HALL, CHANGED, NOTHING,
        gettext_noop("Redrew round %(round)s; tables that kept their draw: %(kept)s.")),
    "coming_seated": LogAction(ROUNDS, OPTIONAL, WITH_ROUND, HALL, CHANGED, NOTHING,
        gettext_noop("Seated rounds %(round)s to %(last)s again for the pairs who are here.")),
    "discarded": LogAction(ROUNDS, OPTIONAL, WITH_ROUND, HALL, NO_EVENT, NOTHING,
        gettext_noop("Discarded the draft of round %(round)s.")),
    "swapped": LogAction(ROUNDS, OPTIONAL, WITH_ROUND, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Swapped places in round %(round)s: %(entrants)s.")),
    "published": LogAction(ROUNDS, OPTIONAL, ALL, HALL, PUBLISHED, NOTHING,
        gettext_noop("Published round %(round)s.")),
    "unpublished": LogAction(ROUNDS, NEEDED, ALL, HALL, WITHDRAWN, NOTHING,
        gettext_noop("Turned round %(round)s back into a draft.")),
    "closed": LogAction(ROUNDS, OPTIONAL, ALL, HALL, STANDINGS_CHANGED, NOTHING,
        gettext_noop("Closed round %(round)s.")),
    "round_reopened": LogAction(ROUNDS, OPTIONAL, ALL, HALL, STANDINGS_CHANGED, NOTHING,
        gettext_noop("Reopened round %(round)s.")),
    "due_set": LogAction(ROUNDS, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Removed the deadline of round %(round)s."),
        {"day": gettext_noop("Set the deadline of round %(round)s: %(day)s.")}),
    "date_fixed": LogAction(RESULTS, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Removed the date of a match."),
        {"when": gettext_noop("Set the date of a match: %(when)s")}),
    # Tables
    "card_renewed": LogAction(OTHER, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Made a new card for table %(table)s.")),
    "phone_writes": LogAction(RESULTS, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Let another phone keep score at table %(table)s in round %(round)s.")),
    "reseated": LogAction(RESULTS, NEEDED, WITH_RESULT, QUIET, RESULT_CHANGED, NOTHING,
        gettext_noop("Corrected the seats at table %(table)s in round %(round)s.")),
    # A room with fewer tables than matches
    "room_changed": LogAction(OTHER, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        gettext_noop("Set no limit to the tables in the room."),
        {"tables": gettext_noop("Set the tables in the room: %(tables)s.")}),
    "shift_called": LogAction(ROUNDS, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        gettext_noop("Called shift %(shift)s of round %(round)s to the tables."),
        {"free": gettext_noop("Called shift %(shift)s of round %(round)s to the tables that are "
                              "free.")}),
    "called_to_table": LogAction(ROUNDS, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        gettext_noop("Called the next match of round %(round)s to table %(table)s.")),
    "sent_to_table": LogAction(ROUNDS, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        gettext_noop("Sent a match of round %(round)s to table %(table)s.")),
    # Rounds drawn from a result that was corrected
    "bracket_stayed": LogAction(DECISIONS, OPTIONAL, ALL, QUIET, NO_EVENT, LATER,
        gettext_noop("Left the later rounds as drawn, though %(entrants)s won.")),
    "bracket_followed": LogAction(DECISIONS, OPTIONAL, ALL, QUIET, NO_EVENT, LATER,
        gettext_noop("Updated the later rounds; these swap places: %(entrants)s.")),
    "stage_stayed": LogAction(DECISIONS, OPTIONAL, ALL, QUIET, NO_EVENT, LATER,
        gettext_noop("Left stage %(stage)s as drawn, though the corrected results give other "
                     "seeds."),
        {"others": gettext_noop("Left stage %(stage)s as drawn, though the corrected results put "
                                "these in it: "
            "%(entrants)s.")}),
    "stage_drawn_again": LogAction(DECISIONS, OPTIONAL, ALL, QUIET, NO_EVENT, LATER,
        gettext_noop("Restarted stage %(stage)s with those who qualify now.")),
    # Clock
    "clock_started": LogAction(CLOCK, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        ngettext_noop("Started the clock of round %(round)s: %(minutes)s minute.",
                      "Started the clock of round %(round)s: %(minutes)s minutes.", "minutes"),
        {"when": gettext_noop("Set the start of the clock of round %(round)s: %(when)s")}),
    "clock_paused": LogAction(CLOCK, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        gettext_noop("Paused the clock of round %(round)s.")),
    "clock_went_on": LogAction(CLOCK, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        gettext_noop("Resumed the clock of round %(round)s.")),
    "clock_minutes": LogAction(CLOCK, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        ngettext_noop("Set round %(round)s to %(minutes)s minute.",
                      "Set round %(round)s to %(minutes)s minutes.", "minutes")),
    "last_hand": LogAction(CLOCK, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        gettext_noop("Called the last hand of round %(round)s.")),
    "clock_ended": LogAction(CLOCK, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        gettext_noop("Ended the time of round %(round)s.")),
    "clock_stopped_rest": LogAction(CLOCK, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        gettext_noop("Counted the unfinished tables in round %(round)s as they stood.")),
    "extra_minutes": LogAction(DECISIONS, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        ngettext_noop("Gave table %(table)s in round %(round)s more time: %(minutes)s minute.",
                      "Gave table %(table)s in round %(round)s more time: %(minutes)s minutes.",
                      "minutes")),
    "evening_changed": LogAction(OTHER, OPTIONAL, ALL, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Changed how the evening is run: %(what)s.")),
    # What the public sees
    "frozen": LogAction(OTHER, OPTIONAL, ALL, HALL, NO_EVENT, NOTHING,
        gettext_noop("Held back the results from round %(round)s on for the prize-giving.")),
    "unfrozen": LogAction(OTHER, OPTIONAL, ALL, HALL, STANDINGS_CHANGED, NOTHING,
        gettext_noop("Showed all results to everyone.")),
    "revealed": LogAction(OTHER, OPTIONAL, ALL, HALL, STANDINGS_CHANGED, NOTHING,
        ngettext_noop("Revealed %(told)s of %(of)s rank at the prize-giving.",
                      "Revealed %(told)s of %(of)s ranks at the prize-giving.", "of")),
    # Decisions
    "ruled": LogAction(DECISIONS, NEEDED, WITH_RESULT, QUIET, RESULT_CHANGED, RESULT,
        gettext_noop("Ruled on table %(table)s in round %(round)s: %(kind)s.")),
    "boards_ruled": LogAction(DECISIONS, NEEDED, WITH_RESULT, QUIET, RESULT_CHANGED, RESULT,
        gettext_noop("Gave averages at table %(table)s in round %(round)s: board %(boards)s.")),
    "board_fouled": LogAction(DECISIONS, NEEDED, WITH_RESULT, QUIET, RESULT_CHANGED, RESULT,
        gettext_noop("Board %(board)s had the same cards at all tables."),
        {"table": gettext_noop("Board %(board)s had other cards from table %(table)s in round "
                               "%(round)s on."),
         "struck": gettext_noop("Struck out board %(board)s: no result on it counts."),
         "again": gettext_noop("Board %(board)s counts again.")}),
    "board_played_late": LogAction(RESULTS, OPTIONAL, WITH_RESULT, QUIET, RESULT_CHANGED, HAND,
        gettext_noop("Entered board %(board)s of table %(table)s in round %(round)s, played "
                     "late.")),
    "boards_set": LogAction(RESULTS, NEEDED, WITH_RESULT, QUIET, RESULT_CHANGED, NOTHING,
        gettext_noop("Set the boards of table %(table)s in round %(round)s, in order: "
                     "%(boards)s.")),
    "directions_changed": LogAction(RESULTS, NEEDED, WITH_RESULT, QUIET, RESULT_CHANGED, NOTHING,
        gettext_noop("Exchanged the directions at table %(table)s in round %(round)s.")),
    "paper_entered": LogAction(RESULTS, OPTIONAL, WITH_RESULT, QUIET, RESULT_CHANGED, RESULT,
        gettext_noop("Entered the result of table %(table)s in round %(round)s from paper."),
        {"chosen": gettext_noop("Chose one of two sheets of table %(table)s in round %(round)s: "
                                "%(now)s."),
         "twice": gettext_noop("Two people typed the sheet of table %(table)s in round %(round)s: "
                               "%(now)s."),
         "now": gettext_noop("Entered the result of table %(table)s in round %(round)s from paper: "
                             "%(now)s.")}),
    "sheet_typed": LogAction(RESULTS, OPTIONAL, DESK, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Typed the sheet of table %(table)s in round %(round)s; a second person types "
                     "it too."),
        {"differs": gettext_noop("Typed the sheet of table %(table)s in round %(round)s: it "
                                 "differs from the first.")}),
    "result_corrected": LogAction(RESULTS, NEEDED, WITH_RESULT, QUIET, RESULT_CHANGED, RESULT,
        gettext_noop("Corrected the result of table %(table)s in round %(round)s: %(was)s became "
                     "%(now)s.")),
    "hand_corrected": LogAction(RESULTS, OPTIONAL, WITH_RESULT, QUIET, RESULT_CHANGED, HAND,
        gettext_noop("Corrected hand %(hand)s at table %(table)s in round %(round)s: %(was)s "
                     "became "
            "%(now)s.")),
    "settled": LogAction(RESULTS, NEEDED, WITH_RESULT, QUIET, RESULT_CHANGED, RESULT,
        gettext_noop("Settled the result of table %(table)s in round %(round)s: a different "
                     "result counts."),
        {"stands": gettext_noop("Settled the result of table %(table)s in round %(round)s: it "
                                "counts.")}),
    "late_taken": LogAction(RESULTS, OPTIONAL, WITH_RESULT, QUIET, RESULT_CHANGED, HAND,
        gettext_noop("Accepted late hand %(hand)s at table %(table)s in round %(round)s.")),
    "late_left": LogAction(RESULTS, NEEDED, WITH_RESULT, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Rejected late hand %(hand)s at table %(table)s in round %(round)s.")),
    "objection_answered": LogAction(DECISIONS, NEEDED, WITH_RESULT, QUIET, NO_EVENT, NOTHING,
        gettext_noop("Answered the objection of %(entrant)s to table %(table)s in round "
                     "%(round)s.")),
    "ruling_undone": LogAction(DECISIONS, NEEDED, WITH_RESULT, QUIET, RESULT_CHANGED, DRAW,
        gettext_noop("Undid the decision on table %(table)s in round %(round)s."),
        {"result": gettext_noop("Undid the typed result of table %(table)s in round %(round)s: "
                                "its hands count.")}),
    "penalised": LogAction(DECISIONS, NEEDED, WITH_RESULT, QUIET, STANDINGS_CHANGED, DRAW,
        gettext_noop("%(kind)s for %(entrant)s: points %(points)s, Tichu points %(score)s.")),
    "penalty_undone": LogAction(DECISIONS, OPTIONAL, WITH_RESULT, QUIET, STANDINGS_CHANGED, DRAW,
        gettext_noop("Removed a penalty or bonus of %(entrant)s.")),
    "changed_places": LogAction(ROUNDS, NEEDED, ALL, HALL, CHANGED, NOTHING,
        gettext_noop("Swapped places in the published round %(round)s: %(entrants)s.")),
    "result_moved": LogAction(RESULTS, NEEDED, WITH_RESULT, HALL, RESULT_CHANGED, RESULT,
        gettext_noop("Moved the result of table %(table)s in round %(round)s to table %(to)s, "
                     "where it was played.")),
    "undone": LogAction(OTHER, NEEDED, WITH_RESULT, HALL, NO_EVENT, DRAW,
        gettext_noop("Undid: %(said)s")),
}  # fmt: skip

# Lines that change a result which counted: of a tournament that is over, pages mention them
CORRECTIONS = frozenset({
    *(name for name, one in ACTIONS.items() if one.effect in {HAND, RESULT}),
    *("ruling_undone", "penalised", "penalty_undone", "ranked_below", "ranked_again", "reseated"),
    *("directions_changed", "boards_set"),
}) - {"paper_entered"}  # fmt: skip


# Lines that tell a result
TELLS = frozenset(name for name, one in ACTIONS.items() if one.readers is WITH_RESULT)
# After these an entrant's next table may be another: see tournaments.actions.messages
SEATING = frozenset(
    {
        *(
            "published",
            "unpublished",
            "seated_late",
            "redrawn",
            "coming_seated",
            "changed_places",
            "result_moved",
            "closed",
        ),
        *("shift_called", "called_to_table", "sent_to_table", "bracket_followed"),
    }
)


def event_of(action: str, params: Mapping[str, Any]) -> str:
    """Return the webhook event of a log line or of a table's agreement, or `NO_EVENT`. An undo has
    the event of what it undoes.
    """
    if action == AGREED:
        return RESULT_CHANGED
    if action != "undone":
        return ACTIONS[action].event
    undid = ACTIONS.get(str(params.get("undid")))
    event = undid.event if undid else NO_EVENT
    return CHANGED if kind_of(event) == ROUND else event
