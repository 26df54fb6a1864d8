"""Reading what others wrote: lists of people, rounds and score records, and what other counters
keep.

Each form has a module, and its line in `forms.py`; all of them give the same plain values
(`found.py`), with games as score records that keep the rules. Nothing here knows who is in a club.
"""

from tournaments.clubs.imports.forms import ALL, FORMS, read
from tournaments.clubs.imports.found import LARGEST, GameLine, PersonLine, Reading, Refused

__all__ = ["ALL", "FORMS", "LARGEST", "GameLine", "PersonLine", "Reading", "Refused", "read"]
