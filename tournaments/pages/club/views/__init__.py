"""The views of a club."""
