"""Swiss draws for pairs and teams."""

from tournaments.pairing.swiss.event import Swiss

__all__ = ["Swiss"]
