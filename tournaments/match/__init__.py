"""Counts matches: games, paper sheets, results, and the agreement of both sides."""
