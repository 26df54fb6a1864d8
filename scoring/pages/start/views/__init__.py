"""Views for starting a game."""
