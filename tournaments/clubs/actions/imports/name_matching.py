"""Match a file's names with people of a club's list or new people, and find pairs that may be the
same person.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import islice

from scoring.games.names.duplicates import doubles
from scoring.games.names.validation import LONGEST_NAME, RESERVED, alike, clean_text
from scoring.models import Club, Player
from scoring.people.actions.people_list import numbered
from scoring.rules import DUMMY_NAME, Conflict, Mistake, RuleError, shown
from scoring.rules.words import gettext_noop
from tournaments.clubs.imports import PersonLine, Refused

MOST_ASKED = 100  # pairs the user is asked about
TAKEN = gettext_noop(
    "%(name)s is already somebody else’s name. If they are the same person, merge them on "
    "their page."
)


@dataclass(frozen=True)
class Question:
    """A new person who may be the same as another, in the list (`there`) or in the same file."""

    goes: str
    stays: str
    why: str  # as in scoring.games.names.duplicates
    there: bool
    yes: bool = False

    @property
    def key(self) -> str:
        """The pair's key in the form, made of its names, so that an answer never applies to another
        pair.
        """
        return f"{self.goes}\t{self.stays}"


@dataclass
class Names:
    """The names of a file. Similar spellings count as one name, in its first spelling."""

    club: Club
    listed: Mapping[int, str] = field(default_factory=dict)  # the club's people
    _known: dict[str, int] = field(default_factory=dict)  # ids in the club's list by folded name
    spelled: dict[str, str] = field(default_factory=dict)  # new names by folded name
    guests: dict[str, bool] = field(default_factory=dict)
    found: set[int] = field(default_factory=set)  # people of the list who occur in the file
    others: dict[str, str] = field(default_factory=dict)  # aliases, with the person they belong to
    other_words: dict[str, str] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    # Names in the file that are also in the list
    asked_of: dict[str, int] = field(default_factory=dict)
    # The keys here of other people with these names
    _beside: dict[str, str] = field(default_factory=dict)
    # Names (folded by `alike`) in the list that mean someone else in the file
    other_people: Collection[str] = ()

    @classmethod
    def of(cls, club: Club, other_people: Collection[str] = ()) -> "Names":
        """Load the names of the club's list: one query."""
        names = cls(club, other_people=frozenset(other_people))
        rows = Player.objects.filter(club=club, erased_at__isnull=True).order_by("pk")
        listed = {}
        merged = []
        for pk, name, into in rows.values_list("pk", "name", "merged_into"):
            if into is None:
                listed[pk] = name
                names._known.setdefault(alike(name), pk)
            else:
                merged.append((name, into))
        for name, into in merged:
            names._known.setdefault(alike(name), into)
        names.listed = listed
        return names

    def add(self, name: str, *, guest: bool | None = None) -> str:
        """Add a trimmed name and return its key."""
        key = alike(name)
        if key in self.other_people and key in self._known:
            return self._add_beside(key, name, guest)
        if key in self._known:
            self.found.add(self._known[key])
            self.asked_of.setdefault(key, self._known[key])
        else:
            self.spelled.setdefault(key, name)
            if guest is not None:
                self.guests.setdefault(key, guest)
        return key

    def _add_beside(self, key: str, name: str, guest: bool | None) -> str:
        """Add a new person with the same name as someone in the list: a number tells them apart."""
        self.asked_of.setdefault(key, self._known[key])
        if key not in self._beside:
            own = numbered(name, {*self._known, *self.spelled})
            self._beside[key] = alike(own)
            self.spelled[alike(own)] = own
            if guest is not None:
                self.guests.setdefault(alike(own), guest)
        return self._beside[key]

    def check_other_people(self) -> None:
        """Raise RuleError if one of these names is no longer in the list, or not in the file."""
        if set(self.other_people) - self.asked_of.keys():
            raise changed()

    def add_people(self, people: Sequence[PersonLine]) -> list[Refused]:
        """Add everyone in a list of people. Return the lines that were rejected."""
        refused: list[Refused] = []
        taken: list[tuple[PersonLine, str]] = []
        for person in people:
            try:
                taken.append((person, self.add(_a_name(person.name), guest=person.guest)))
            except RuleError as error:
                refused += [Refused(person.line, mistake) for mistake in error.mistakes]
        for person, key in taken:
            for other in person.other_names:
                try:
                    self._add_other(_a_name(other), key)
                except RuleError as error:
                    refused += [Refused(person.line, mistake) for mistake in error.mistakes]
        return refused

    def _add_other(self, name: str, whose: str) -> None:
        key = alike(name)
        own = self._known.get(whose)
        there = self._known.get(key)
        if key == whose or (there is not None and there == own):
            return
        if there is not None or key in self.spelled or self.others.get(key, whose) != whose:
            raise Conflict([Mistake("name_taken", "other_names", TAKEN, {"name": shown(name)})])
        self.others[key] = whose
        self.other_words[key] = name

    # Possible duplicates
    # ---------------------------------------------------------------------------------------

    def find_doubles(self, same: Collection[str], tables: Sequence[Set[str]]) -> None:
        """Find new names that may belong to the same person as another; `same` are the confirmed
        pairs. `tables` are the names of each game: two at one table are two people.

        Raises RuleError if an answer is to a question that is no longer asked.
        """
        found = list(islice(self._possible_doubles(tables), MOST_ASKED))
        self.questions = [replace(one, yes=one.key in same) for one in found]
        if set(same) - {question.key for question in self.questions}:
            raise changed()
        for question in self.questions:
            if question.yes:
                self._merge(question)

    def _possible_doubles(self, tables: Sequence[Set[str]]) -> Iterator[Question]:
        new = [key for key in self.spelled if key not in self.others]
        # New people have negative numbers here
        numbered = {-number: self.spelled[key] for number, key in enumerate(new, start=1)}
        words = {**self.listed, **numbered}
        games = self._games_by_person(tables)
        for pair in doubles(words):
            # If one of the two is in the list, that person is kept.
            stays, goes = (pair.goes, pair.stays) if pair.goes > 0 else (pair.stays, pair.goes)
            of_both = [games.get(pk if pk > 0 else new[-pk - 1], set()) for pk in (stays, goes)]
            if goes < 0 and not set.intersection(*of_both):
                yield Question(words[goes], words[stays], pair.why, stays > 0)

    def _games_by_person(self, tables: Sequence[Set[str]]) -> dict[int | str, set[int]]:
        games: dict[int | str, set[int]] = {}
        for number, keys in enumerate(tables):
            for key in keys:
                games.setdefault(self.who(key), set()).add(number)
        return games

    def _merge(self, question: Question) -> None:
        goes_key, stays_key = alike(question.goes), alike(question.stays)
        if goes_key not in self.others and self._end(stays_key) != goes_key:
            self.others[goes_key] = stays_key
            self.other_words[goes_key] = question.goes

    def _end(self, key: str) -> str:
        while key in self.others:
            key = self.others[key]
        return key

    # Resolved names
    # ----------------------------------------------------------------------------------------------

    def who(self, key: str) -> int | str:
        """Return whom a name means: an id in the list, or a new person's key."""
        key = self._end(key)
        return self._known.get(key, key)

    @property
    def new(self) -> list[str]:
        """Return the keys of everyone not in the list yet, in the order of the file."""
        return [key for key in self.spelled if key not in self.others]

    @property
    def alias_targets(self) -> list[tuple[str, int | str]]:
        """Return the aliases with whom they mean."""
        return [
            (self.other_words[key], self.who(key)) for key in self.others if key not in self._known
        ]


def _a_name(typed: str) -> str:
    name = clean_text(typed, "name", most=LONGEST_NAME)
    if not name:
        raise RuleError([Mistake("empty_name", "name", gettext_noop("Enter a name."))])
    if alike(name) == DUMMY_NAME:
        raise RuleError([Mistake("reserved_name", "name", RESERVED)])
    return name


def changed() -> Conflict:
    """The conflict: the list has changed since the preview."""
    text = gettext_noop("These names have changed: please check again.")
    return Conflict([Mistake("list_changed", "file", text)])
