"""Standings in pure Python: the worth of a match, the criteria, the ranking, the standings record.

Start at `rank`; its input is defined in `lines`.
"""

from tournaments.standings.criteria import CRITERIA, Criterion
from tournaments.standings.parts import Id, Ids, Part
from tournaments.standings.ranking import Standing, explain, rank

__all__ = ["CRITERIA", "Criterion", "Id", "Ids", "Part", "Standing", "explain", "rank"]
