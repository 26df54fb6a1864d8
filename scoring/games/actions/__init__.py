"""The write operations on a game, each in one transaction."""
