"""Individuals with changing partners: drawn by lot, by rank, or from a schedule."""

from tournaments.pairing.individual.event import Individual
from tournaments.pairing.individual.schedule import LARGEST, SMALLEST, Quality, quality

__all__ = ["LARGEST", "SMALLEST", "Individual", "Quality", "quality"]
