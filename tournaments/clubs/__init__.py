"""Clubs, above the tournaments: evenings, seasons, imports and documents."""
