"""Standings in pure Python: the worth of a match, the criteria, the ranking, the standings record.

Start at `rank`; its input is defined in `lines`.
"""

from tournaments.standings.criteria import CRITERIA, Criterion
from tournaments.standings.ranking import Standing, explain, rank
from tournaments.standings.sums import Id, Ids, Part

__all__ = ["CRITERIA", "Criterion", "Id", "Ids", "Part", "Standing", "explain", "rank"]
