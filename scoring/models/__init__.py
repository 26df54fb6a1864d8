"""The database models: games and entries (`games`), evenings (`evenings`), claims on people
(`claims`), erasures (`erasing`), merged records (`merging`), imports (`importing`), record rows
(`record_rows`), ratings (`ratings`), API keys (`keys`), and phones that were brought in (`phones`).
"""

from scoring.models.claims import Claim, ClaimLink
from scoring.models.evenings import Answer, Evening, PhoneOwner
from scoring.models.games import (
    Club,
    Device,
    Entry,
    Game,
    GameEvent,
    Grant,
    LimitHit,
    Link,
    Player,
    Round,
    Seat,
    Use,
)
from scoring.models.importing import Import, ImportedGame
from scoring.models.keys import ApiKey
from scoring.models.merging import Erasure, Merge, TwoPeople
from scoring.models.phones import PhoneCode, PhoneKey
from scoring.models.ratings import Rating, RatingChange, RatingList, RatingMark
from scoring.models.record_rows import Call, Place, Score, Team, TeamMember

__all__ = [
    "Answer",
    "ApiKey",
    "Call",
    "Claim",
    "ClaimLink",
    "Club",
    "Device",
    "Entry",
    "Erasure",
    "Evening",
    "Game",
    "GameEvent",
    "Grant",
    "Import",
    "ImportedGame",
    "LimitHit",
    "Link",
    "Merge",
    "PhoneCode",
    "PhoneKey",
    "PhoneOwner",
    "Place",
    "Player",
    "Rating",
    "RatingChange",
    "RatingList",
    "RatingMark",
    "Round",
    "Score",
    "Seat",
    "Team",
    "TeamMember",
    "TwoPeople",
    "Use",
]
