"""Views of screens."""
