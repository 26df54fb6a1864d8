"""A club's names."""
