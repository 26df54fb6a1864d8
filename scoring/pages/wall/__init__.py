"""The wall screen of a game."""
