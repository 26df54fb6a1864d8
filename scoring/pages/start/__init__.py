"""The front page, and starting a game."""
