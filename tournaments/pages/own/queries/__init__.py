"""Queries of an entrant's own page."""
