"""All criteria by key, in form order."""

from tournaments.standings.criteria.base import Criterion
from tournaments.standings.criteria.boards import (
    BoardDifference,
    BoardPercent,
    Boldness,
    Imps,
    LogDifference,
    Matchpoints,
    SessionPercent,
)
from tournaments.standings.criteria.hands import Calls, FewestPenalties, MeanPlace, Sweeps
from tournaments.standings.criteria.level import HeadToHead, HeadToHeadScore, Lot
from tournaments.standings.criteria.matches import GamesDifference, GamesWon, Wins, WinsPlayed
from tournaments.standings.criteria.mixed import Olympiad, OwnPoints, OwnScore
from tournaments.standings.criteria.opponents import (
    Buchholz,
    BuchholzCut1,
    BuchholzCut2,
    BuchholzMedian,
    OpponentsAverage,
    SonnebornBerger,
    SonnebornBergerCut1,
)
from tournaments.standings.criteria.own import (
    Difference,
    MatchImps,
    Points,
    PointsPerHand,
    PointsPerRound,
    Score,
    ScoreAgainst,
)
from tournaments.standings.criteria.rounds import BestRound, Progressive, WithoutWorstRound
from tournaments.standings.criteria.shares import Koya, Percentage, PlacePoints

CRITERIA: dict[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        Points(),
        Score(),
        Difference(),
        ScoreAgainst(),
        MatchImps(),
        Wins(),
        WinsPlayed(),
        GamesWon(),
        GamesDifference(),
        HeadToHead(),
        HeadToHeadScore(),
        Koya(),
        Buchholz(),
        BuchholzCut1(),
        BuchholzCut2(),
        BuchholzMedian(),
        OpponentsAverage(),
        SonnebornBerger(),
        SonnebornBergerCut1(),
        OwnScore(),
        OwnPoints(),
        Olympiad(),
        Progressive(),
        BestRound(),
        WithoutWorstRound(),
        PointsPerRound(),
        PointsPerHand(),
        Percentage(),
        PlacePoints(),
        MeanPlace(),
        Sweeps(),
        Calls(),
        FewestPenalties(),
        BoardPercent(),
        Matchpoints(),
        LogDifference(),
        BoardDifference(),
        Imps(),
        Boldness(),
        SessionPercent(),
        Lot(),
    )
}

# Those that compare boards, for duplicate alone
OF_BOARDS = (
    BoardPercent.key,
    Matchpoints.key,
    LogDifference.key,
    BoardDifference.key,
    Imps.key,
    Boldness.key,
    SessionPercent.key,
)

__all__ = ["CRITERIA", "OF_BOARDS", "Criterion"]
