"""Database models of a tournament: entrants, draws with their reasons, and manual decisions.

Results come from the entries of the tables' games; ranks are computed by `tournaments.standings`
for each display. The result stored on a match can be rebuilt from its games at any time.
"""

from tournaments.models.deals import DealSeed, DealtHand, GivenCards
from tournaments.models.entrants import Absence, Entrant, Member, Participation
from tournaments.models.hall import Card, Change, Notice, Phone, Remark, Screen, WrongCode
from tournaments.models.messages import Message, Subscription
from tournaments.models.rounds import Match, MatchGame, Place, SessionRound
from tournaments.models.rulings import LogLine, Ruling
from tournaments.models.seals import Seal
from tournaments.models.seasons import Season, SeasonEvent
from tournaments.models.tournaments import (
    OpenClubInvitation,
    Role,
    Stage,
    Tournament,
    UsedClubInvitation,
)
from tournaments.models.webhooks import Delivery, Webhook

__all__ = [
    "Absence",
    "Card",
    "Change",
    "DealSeed",
    "DealtHand",
    "Delivery",
    "Entrant",
    "GivenCards",
    "LogLine",
    "Match",
    "MatchGame",
    "Member",
    "Message",
    "Notice",
    "OpenClubInvitation",
    "Participation",
    "Phone",
    "Place",
    "Remark",
    "Role",
    "Ruling",
    "Screen",
    "Seal",
    "Season",
    "SeasonEvent",
    "SessionRound",
    "Stage",
    "Subscription",
    "Tournament",
    "UsedClubInvitation",
    "Webhook",
    "WrongCode",
]
