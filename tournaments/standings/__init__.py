"""Standings in plain Python: what a match is worth, the criteria, the ranking, and the standings
record.

Start at `rank`; what goes in is in `lines`.
"""

from tournaments.standings.criteria import CRITERIA, Criterion
from tournaments.standings.parts import Id, Ids, Part
from tournaments.standings.ranking import Standing, explain, rank

__all__ = ["CRITERIA", "Criterion", "Id", "Ids", "Part", "Standing", "explain", "rank"]
