"""Tables at which everybody plays alone: Trichu, Wu Wang, Grand Seigneur, Always Last."""

from .large_tables import LargeTables
from .tables_of_three import TablesOfThree

__all__ = ["LargeTables", "TablesOfThree"]
