"""What is kept: what tables wrote (`games`), evenings (`evenings`), who said that a person is them
(`claims`), who was erased (`erasing`), which records are one person's (`merging`), what was
imported (`importing`), what it says as rows (`rows`), how strong it shows people (`ratings`), keys
of programs (`keys`).
"""

from scoring.models.claims import Claim, ClaimLink
from scoring.models.erasing import Erasure
from scoring.models.evenings import Answer, Evening, PhoneOwner
from scoring.models.games import (
    Club,
    Device,
    Entry,
    Game,
    GameEvent,
    Grant,
    Link,
    Player,
    Round,
    Seat,
    Use,
)
from scoring.models.importing import Import, ImportedGame
from scoring.models.keys import ApiKey
from scoring.models.merging import Merge, TwoPeople
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
    "Link",
    "Merge",
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
