"""The one seam to what games may belong to: whoever holds a game of a match (`Game.of_match`) is
asked and told here.

`scoring` stands alone, and every game goes by itself. `tournaments` registers its host when the
site starts; of what is behind it nothing else is known here.
"""

import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import IntEnum
from fractions import Fraction
from typing import Any, Protocol
from uuid import UUID

from django.db.models import Exists, Q, Subquery, UUIDField, Value

from scoring.models import Club, Game, Player
from scoring.rules import Mistake


class Standing(IntEnum):
    """What an account is in a club: each may what those before it may."""

    NOBODY = 0
    HELPS = 1  # sees what the club's phones see, plans its evenings, keeps its list
    LEADS = 2
    OWNS = 3  # says who may see the club


@dataclass(frozen=True)
class Event:
    """Something besides games that was held in a club, as pages name it; `won`: who won it, once
    that may be told.
    """

    name: str
    day: date
    address: str
    won: Sequence[str] = ()


@dataclass(frozen=True)
class PlayedAt:
    """Where a game of a match was played: the number of its round and of its table, and the page of
    the match.
    """

    round_number: int
    table: int
    address: str


@dataclass(frozen=True)
class MatchClock:
    """The clock of a match as it stands at the moment `now`, for the screen of its table, which
    counts on from there.

    `state` is "not_started", "running", "paused", "last_hand" or "over"; `left` what is left as
    people read it; `ends` when the time is over, `then` when the last hand is called by itself,
    None where that does not come. `rule` is what the end does: "hand" (the hand that is played is
    the last), "now" (it does not count any more), "" (nothing).
    """

    state: str
    left: str
    ends: datetime | None
    then: datetime | None
    now: datetime
    rule: str
    extra: int  # minutes more than other tables have


@dataclass(frozen=True)
class SideResult:
    """A side of a match with what counts for it. `index` as its mark goes."""

    name: str
    index: int
    score: str
    won: bool


@dataclass(frozen=True)
class NextTable:
    """Where somebody of a match sits in the next round."""

    who: str
    table: int
    against: str


@dataclass(frozen=True)
class Stopped:
    """What the screen of a table shows that takes no more hands.

    `why` is "time" or "decided"; `how` a sentence about the decision; `hands` how many the table
    wrote; `waiting`: the other side has still to agree. `next` is empty while the next round is not
    out.
    """

    why: str
    how: str
    sides: Sequence[SideResult]
    hands: int
    waiting: bool
    next: Sequence[NextTable]
    address: str  # where the way to the next table begins


@dataclass(frozen=True)
class Behind:
    """The match behind a game, for the pages of its table: where its page is, how far its sides
    stand by the result.

    `agreement` is "open", "waiting", "disputed" or "agreed"; `by_other_side`: that side said so
    itself. `locked`: its table changes nothing any more. `clock` is None where there is none,
    `stopped` while hands are written.
    """

    address: str
    agreement: str
    by_other_side: bool
    locked: bool
    clock: MatchClock | None = None
    stopped: Stopped | None = None

    @property
    def mark(self) -> str:
        """Another one as soon as any of this is, but for what the clock does by itself."""
        kept = (
            (self.clock.ends, self.clock.rule, self.clock.state == "paused") if self.clock else ()
        )
        rest = zlib.crc32(repr((kept, self.stopped)).encode())
        return f"{self.agreement}{self.by_other_side:d}{self.locked:d}-{rest:x}"


class SeasonColumn(Protocol):
    """An event in the head of a season's table: in short, and in full. `off`: by which class a
    phone leaves it out.
    """

    @property
    def head(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def off(self) -> str: ...


@dataclass(frozen=True)
class SeasonCell:
    """What an event of a season gave somebody, as its table writes it; whether they won it, and
    whether it counts.
    """

    shown: str
    won: bool
    counts: bool


@dataclass(frozen=True)
class InSeason:
    """Somebody's place in a season: `moved` are ranks up by the newest event, negative down, None
    where unknown.

    `cells` are those of the newest events, None where they were not there.
    """

    player: int
    rank: int
    moved: int | None
    points: float | Fraction
    cells: Sequence[tuple[SeasonColumn, SeasonCell | None]]

    @property
    def moved_by(self) -> int:
        return abs(self.moved or 0)


@dataclass(frozen=True)
class SeasonInShort:
    """A club's running season: what its table says in a heading, how far it is, where it is,
    everybody by rank with the newest events. `name` is empty where the heading is the name;
    `left_out`: not every event counts.
    """

    heading: str
    name: str
    played: str
    address: str
    columns: Sequence[SeasonColumn]
    rows: Sequence[InSeason]
    left_out: bool


class Host:
    """What is asked, and what is told. This one holds nothing."""

    deal = "round"
    """What a deal is called in its games: "round" or "hand"; see `scoring.games.hands`."""

    def why_locked(self, game: Game) -> Mistake | None:  # noqa: ARG002
        """Why what a table sends for this game changes nothing any more; None where it does.

        Asked under the game's lock before its table changes it: see
        `scoring.games.actions.late_entries`.
        """
        return None

    def stop_in_time(self, game: Game) -> None:
        """Stop a game for which there is no time left, see
        `scoring.games.actions.game_state.stop_for_time`.

        Called under the game's lock before its table writes another hand: what comes then is kept
        as late.
        """

    def moved(self, game: Game, action: str) -> None:
        """The game has moved on by this action, a key of `scoring.games.lifecycle`; within its
        transaction.

        Raises RuleError to refuse it.
        """

    def told(self, game: str) -> Q | Exists:  # noqa: ARG002
        """Which games of matches may be told of to whoever knows their people: not before their
        standings may.

        `game` is the way to the game's number from the rows that are asked for: "pk" where these
        are games.
        """
        return Q(pk__in=[])

    def versions_of(self, channels: Collection[UUID]) -> dict[UUID, int]:  # noqa: ARG002
        """The version of each of these that pages may follow besides games."""
        return {}

    def behind(self, game: Game) -> Behind | None:  # noqa: ARG002
        """The match behind a game; None where there is none. One query while its table writes."""
        return None

    def entered(self, player: Player) -> Sequence[str]:  # noqa: ARG002
        """The names of what a person is entered in besides games, the newest first."""
        return ()

    def forget(self, player: Player, names: Sequence[str], account: int | None = None) -> None:
        """Somebody is erased, whose rows `hold` has locked: take these names of theirs, and what
        goes by them, out of all that is kept besides games. Within the transaction; `account` did
        it.
        """

    def reasons_of(self, player: Player, names: Sequence[str]) -> Sequence[Any]:  # noqa: ARG002
        """Rows besides games whose reason has one of these names of somebody in it; each has a seal
        of it, as an event of a game has.
        """
        return ()

    def hold_shown(self, club: Club, player: Player | None = None) -> None:
        """What visitors see of a person's name is about to change, or of everybody's in a club;
        within the transaction.

        Whoever shows these names holds its rows and says that they have moved on.
        """

    def season_key(self, *, inside: bool) -> Subquery | Value:  # noqa: ARG002
        """In a query for clubs, the key of each one's season, for its people or (not `inside`) for
        anybody.
        """
        return Value(None, output_field=UUIDField())

    def season_at(self, key: UUID) -> str:  # noqa: ARG002
        """Where the season of a key is looked at."""
        return ""

    def season_of(self, club: Club, *, inside: bool) -> str | None:
        """Where a club's season is looked at; None where there is none. One query."""
        key = (
            Club.objects.filter(pk=club.pk)
            .values_list(self.season_key(inside=inside), flat=True)
            .first()
        )
        return self.season_at(key) if key else None

    def season_in_short(self, club: Club) -> SeasonInShort | None:  # noqa: ARG002
        """A club's season for its people, on the club's own page; None where there is none, or
        nothing in it yet.
        """
        return None

    def standing(self, user: Any, club: Club) -> Standing:  # noqa: ARG002
        """What this account is in a club."""
        return Standing.NOBODY

    def clubs_of(self, user: Any, least: Standing = Standing.NOBODY) -> Collection[int]:  # noqa: ARG002
        """The clubs in which this account has a role, of at least this standing: their numbers."""
        return ()

    def accounts_of(self, club: Club) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """The accounts with a role in a club: each one's name, and the role in the reader's
        language.
        """
        return ()

    def founded(self, user: Any, club: Club) -> None:
        """This account has founded a club; within its transaction."""

    def played_at(self, games: Collection[UUID]) -> Mapping[UUID, PlayedAt]:  # noqa: ARG002
        """Where those of these games were played that are of matches which may be told of: one
        query at most.
        """
        return {}

    def held_in(
        self,
        club: Club,  # noqa: ARG002
        first: date,  # noqa: ARG002
        last: date,  # noqa: ARG002
        *,
        inside: bool = False,  # noqa: ARG002
    ) -> Sequence[Event]:
        """What was held in a club besides games, from one day to another: the earliest first, none
        that is a draft. `inside`: winners as the club's people know them, else as everybody may.
        """
        return ()

    def hold(self, people: Collection[int]) -> None:
        """Lock whatever goes by these players besides games, until the transaction ends. Before
        their list is.
        """

    def renamed(self, people: Collection[int]) -> None:
        """These players have got other names, or what goes by them has changed; within the
        transaction in which `hold` was asked for them.
        """

    def seat_other(
        self,
        before: int,  # noqa: ARG002
        after: int,  # noqa: ARG002
        among: Collection[int] | None = None,  # noqa: ARG002
    ) -> list[int]:
        """Let what is kept of one player without a row's key be another's, the same person: the
        keys of the rows where that was so. `among`: of these rows alone. Rows that bear the
        player's key are not meant.
        """
        return []

    def grew(self, games: Collection[Game]) -> None:
        """The chains of these games, which are locked, have grown by what no table wrote; within
        that transaction.
        """

    def has_say(self, user: Any) -> bool:  # noqa: ARG002
        """Whether this account may start clubs of its own."""
        return False


_hosts = [Host()]


def register(host: Host) -> None:
    """From now on this host is asked. Called once, when the site starts."""
    _hosts[:] = [host]


def host() -> Host:
    """Who is asked now."""
    return _hosts[0]


def of_match(game: Game) -> Host:
    """Whom to ask about this game: the host where a match waits for it, else one that holds
    nothing.
    """
    return _hosts[0] if game.of_match else NOBODY


NOBODY = Host()
