"""The public pages of a tournament."""
