"""Views of entrants."""
