"""Views of the hall."""
