"""The interface to a game's host, if it has one: actions on the game of a match (`Game.of_match`)
call it.

`scoring` does not import `tournaments`. `tournaments` registers its host when the site starts; the
default host here does nothing.
"""

import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any
from uuid import UUID

from django.db.models import Exists, Q, Subquery, UUIDField, Value

from scoring.models import Club, Game, Player
from scoring.rules import Mistake


class ClubRole(IntEnum):
    """An account's role in a club; each includes those before it."""

    NONE = 0
    HELPER = 1  # sees what the club's phones see, plans its evenings, edits its list
    DIRECTOR = 2
    OWNER = 3  # decides who may see the club


@dataclass(frozen=True)
class PlayedAt:
    """Where a game of a match was played: its round, its table, and the address of the match's
    page.
    """

    round_number: int
    table: int
    address: str


@dataclass(frozen=True)
class MatchClock:
    """The clock of a match at the moment `now`; the table's screen counts on from there.

    `state` is "not_started", "running", "paused", "last_hand" or "over". `left` is the time left as
    shown. `ends` is when the time is over, `then` when the last hand is called automatically; None
    if that does not come. `rule` is what happens at the end: "hand" (the current hand is the last),
    "now" (it no longer counts), "" (nothing).
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
    """A side of a match with its score. `index` selects its mark."""

    name: str
    index: int
    score: str
    won: bool


@dataclass(frozen=True)
class NextTable:
    """Where a player of a match sits in the next round."""

    who: str
    table: int
    against: str


@dataclass(frozen=True)
class Stopped:
    """The contents of a table's screen once it accepts no more hands.

    `why` is "time" or "decided"; `how` is a sentence about the decision; `hands` is how many the
    table recorded; `waiting`: the other side has yet to agree. `next` is empty until the next round
    is published.
    """

    why: str
    how: str
    sides: Sequence[SideResult]
    hands: int
    waiting: bool
    next: Sequence[NextTable]
    address: str  # of the page that leads to the next table


@dataclass(frozen=True)
class PaperMatches:
    """A person's matches of tournaments of which only a sheet is known, without any round."""

    played: int = 0
    won: int = 0
    drawn: int = 0


@dataclass(frozen=True)
class MatchState:
    """The match that a game belongs to, for the pages of its table.

    `agreement` is "open", "waiting", "disputed" or "agreed"; `by_other_side`: the other side said
    so itself. `locked`: the table can no longer change anything. `clock` is None if there is none,
    `stopped` while hands are being recorded. `boards` are the numbers of the boards whose cards are
    played, hand by hand; empty where cards are dealt.
    """

    address: str
    agreement: str
    by_other_side: bool
    locked: bool
    clock: MatchClock | None = None
    stopped: Stopped | None = None
    boards: Sequence[int] = ()

    @property
    def mark(self) -> str:
        """A text that changes with any of this, apart from what the clock does by itself."""
        kept = (
            (self.clock.ends, self.clock.rule, self.clock.state == "paused") if self.clock else ()
        )
        rest = zlib.crc32(repr((kept, self.stopped)).encode())
        return f"{self.agreement}{self.by_other_side:d}{self.locked:d}-{rest:x}"


class Host:
    """The default host: it answers nothing and does nothing."""

    deal = "round"
    """The word for a deal in its games: "round" or "hand"; see `scoring.games.round_words`."""

    def why_locked(self, game: Game) -> Mistake | None:  # noqa: ARG002
        """Return why a table's entries for this game no longer change anything; None if they do.

        Called under the game's lock before the table changes it: see
        `scoring.games.actions.late_entries`.
        """
        return None

    def stop_in_time(self, game: Game) -> None:
        """Stop a game whose time is up, see `scoring.games.actions.game_state.stop_for_time`.

        Called under the game's lock before the table records another hand: later ones are kept as
        late.
        """

    def game_changed(self, game: Game, action: str, table: Any = None) -> None:
        """React to an action on a game (a key of `scoring.games.lifecycle.FOLLOWS`), in its
        transaction. `table` is the game with the rounds that count now (a `Table` of
        `scoring.games.queries`), None if the action has not read it.

        Raises RuleError to refuse it.
        """

    def published_games(self, game: str) -> Q | Exists:  # noqa: ARG002
        """Return which games of matches may be shown to people who know their players: once their
        standings are published.

        `game` is the lookup from the queried rows to the game's key: "pk" if they are games.
        """
        return Q(pk__in=[])

    def compared_games(self, game: str) -> Q | Exists:  # noqa: ARG002
        """Return which games were played with cards that other tables had too. Their scores say
        little until they are compared, so ratings leave them out. `game` as in `published_games`.
        """
        return Q(pk__in=[])

    def versions_of(self, channels: Collection[UUID]) -> dict[UUID, int]:  # noqa: ARG002
        """Return the versions of these channels, which are not games."""
        return {}

    def match_state(self, game: Game) -> MatchState | None:  # noqa: ARG002
        """Return the match that a game belongs to, if any. One query while its table records."""
        return None

    def entries_of(self, player: Player) -> Sequence[str]:  # noqa: ARG002
        """Return the names of what a person is entered in besides games, newest first."""
        return ()

    def contacts_of(self, player: Player) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """Return how a person can be reached, as they wrote it, each with the name of what it was
        written for.
        """
        return ()

    def forget(self, player: Player, names: Sequence[str], account: int | None = None) -> None:
        """Erase a person from everything besides games: these names of theirs, and what refers to
        them.

        `lock_people` has locked their rows. Called in the transaction; `account` is who did it.
        """

    def reasons_of(self, player: Player, names: Sequence[str]) -> Sequence[Any]:  # noqa: ARG002
        """Return rows besides games whose reason mentions one of these names of a person.

        Each has a seal of its reason, as a `GameEvent` has.
        """
        return ()

    def bump_pages_with_names(self, club: Club, player: Player | None = None) -> None:
        """Lock and bump whatever shows the name of a player, or of everybody in a club, to
        visitors.

        Called in the transaction, before the visibility of the names changes.
        """

    def season_key(self, *, inside: bool) -> Subquery | Value:  # noqa: ARG002
        """Return a subquery for the key of each club's season: for its people, or else
        for anybody.
        """
        return Value(None, output_field=UUIDField())

    def season_at(self, key: UUID) -> str:  # noqa: ARG002
        """Return the address of the season with this key."""
        return ""

    def season_of(self, club: Club, *, inside: bool) -> str | None:
        """Return the address of a club's season, None if there is none. One query."""
        key = (
            Club.objects.filter(pk=club.pk)
            .values_list(self.season_key(inside=inside), flat=True)
            .first()
        )
        return self.season_at(key) if key else None

    def club_role(self, user: Any, club: Club) -> ClubRole:  # noqa: ARG002
        """Return the role of an account in a club."""
        return ClubRole.NONE

    def clubs_of(self, user: Any, least: ClubRole = ClubRole.NONE) -> Collection[int]:  # noqa: ARG002
        """Return the ids of the clubs in which this account has at least this role."""
        return ()

    def played_at(self, games: Collection[UUID]) -> Mapping[UUID, PlayedAt]:  # noqa: ARG002
        """Return where those of these games that belong to published matches were played: one query
        at most.
        """
        return {}

    def paper_matches(
        self,
        people: Collection[int],  # noqa: ARG002
        partners: Collection[int] = (),  # noqa: ARG002
    ) -> PaperMatches:
        """Return the matches on paper of a person who goes by all of these players; with `partners`
        only those in which one of them was on the same side. One query at most.
        """
        return PaperMatches()

    def lock_people(self, people: Collection[int]) -> None:
        """Lock whatever refers to these players besides games, until the transaction ends.

        Call it before locking their list.
        """

    def people_renamed(self, people: Collection[int]) -> None:
        """React to new names of these players, or to changes of what refers to them.

        Called in the transaction that called `lock_people` for them.
        """

    def replace_player(
        self,
        before: int,  # noqa: ARG002
        after: int,  # noqa: ARG002
        among: Collection[int] | None = None,  # noqa: ARG002
    ) -> list[int]:
        """Replace one player by another, the same person, where they are kept without a foreign
        key.

        Returns the keys of the rows changed; `among` limits them. Rows with a foreign key to the
        player are not meant.
        """
        return []

    def chains_grown(self, games: Collection[Game]) -> None:
        """React to the chains of these games, which are locked, having grown by what no table
        wrote.

        Called in that transaction.
        """


_hosts = [Host()]


def register(host: Host) -> None:
    """Make this the active host. Called once, when the site starts."""
    _hosts[:] = [host]


def host() -> Host:
    """Return the active host."""
    return _hosts[0]


def of_match(game: Game) -> Host:
    """Return the host to call for this game: the active one for a game of a match, else the
    default.
    """
    return _hosts[0] if game.of_match else DEFAULT_HOST


DEFAULT_HOST = Host()
