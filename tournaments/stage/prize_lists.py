"""Prize lists beside the standings: everybody who played, ranked by one criterion alone."""

from collections.abc import Mapping, Sequence

from tournaments.models import Stage
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History
from tournaments.stage.ranking import Ranked, entered_of, ranked
from tournaments.standings.criteria.boards import knows_calls, who_played
from tournaments.standings.field import Field
from tournaments.standings.lines import Entered

PRIZES = 3  # ranks of a list that are called up


def list_keys(stage: Stage) -> list[str]:
    """Return the criteria with a list; none for the one that ranks the stage first anyway."""
    return [key for key in FORMATS[stage.format].prize_lists if [key] != stage.criteria[:1]]


def explained_keys(stage: Stage) -> list[str]:
    """Return all criteria with a sum to open: those of the standings, then those of the lists."""
    return list(dict.fromkeys([*stage.criteria, *list_keys(stage)]))


def prize_lists(
    history: History, entered: Sequence[Entered] | None = None
) -> dict[str, Sequence[Ranked]]:
    """Return the lists by criterion, best first. Level entrants share a rank.

    There are none before anybody has played, as far as the reader of `history` may know. A list is
    empty if no result has its calls. Entrants who left and are not ranked get no prize.
    """
    keys = list_keys(history.stage)
    if not keys:
        return {}
    entered = entered_of(history) if entered is None else entered
    field = Field(entered)
    played = who_played(field)
    if not played:
        return {}
    if not knows_calls(field):
        return dict.fromkeys(keys, ())
    # Nobody who did not play is above somebody who did, so no rank is missing
    return {
        key: [
            row for row in ranked(history, entered, [key]) if row.id in played and not row.unranked
        ]
        for key in keys
    }


def winners(
    lists: Mapping[str, Sequence[Ranked]], most: int = PRIZES
) -> dict[str, Sequence[Ranked]]:
    """Return of each list those up to this rank, without those who have nothing; only lists with
    any.
    """
    found = {
        key: [row for row in rows if row.rank <= most and row.values[key]]
        for key, rows in lists.items()
    }
    return {key: rows for key, rows in found.items() if rows}
