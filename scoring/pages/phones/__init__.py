"""The phones that have the same games: codes to bring in another, and cutting one off."""
