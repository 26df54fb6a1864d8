"""Template tags and filters of tournaments."""
