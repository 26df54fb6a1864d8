"""Duplicate: pairs play the same deals, and move so that they meet and compare fairly."""

from tournaments.pairing.duplicate.movement import Movement, Table, movement

__all__ = ["Movement", "Table", "movement"]
