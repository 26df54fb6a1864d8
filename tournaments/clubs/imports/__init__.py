"""Parse files of other programs: lists of people, rounds and score records, and other counters'
exports.

Each format has a module, and an entry in `forms.py`. All return the same plain values (`found.py`),
with games as valid score records. Nothing here knows who is in a club.
"""

from tournaments.clubs.imports.forms import ALL, FORMS, read
from tournaments.clubs.imports.found import LARGEST, GameLine, PersonLine, Reading, Refused

__all__ = ["ALL", "FORMS", "LARGEST", "GameLine", "PersonLine", "Reading", "Refused", "read"]
