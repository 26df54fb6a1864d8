"""Clubs: their evenings, seasons, imports and documents, above the tournaments."""
