"""Links to a game."""
