"""Seasons of a club: their tables, and how they are set up."""
