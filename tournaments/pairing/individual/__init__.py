"""Individuals with changing partners: the draw by lot, by ranks, and by a schedule."""

from tournaments.pairing.individual.event import Individual
from tournaments.pairing.individual.schedule import LARGEST, SMALLEST, Quality, quality

__all__ = ["LARGEST", "SMALLEST", "Individual", "Quality", "quality"]
