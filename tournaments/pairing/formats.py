"""Registry of formats, by key."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.pairing.double_elimination import DoubleElimination
from tournaments.pairing.duplicate.event import Duplicate
from tournaments.pairing.duplicate.individual import IndividualDuplicate
from tournaments.pairing.evening import EveningOfFour
from tournaments.pairing.format import Format
from tournaments.pairing.groups import Groups
from tournaments.pairing.individual import Individual
from tournaments.pairing.knockout import Knockout
from tournaments.pairing.league import League
from tournaments.pairing.round_robin import RoundRobin
from tournaments.pairing.swiss import Swiss
from tournaments.pairing.tables_alone import LargeTables, TablesOfThree

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        one.key: one
        for one in (
            Swiss(),
            Individual(),
            RoundRobin(),
            Groups(),
            League(),
            EveningOfFour(),
            Duplicate(),
            IndividualDuplicate(),
            Knockout(),
            DoubleElimination(),
            TablesOfThree(),
            LargeTables(),
        )
    }
)
