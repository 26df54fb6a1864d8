"""Putting a game right."""
