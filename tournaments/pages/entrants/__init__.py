"""The desk: entrants, and who is missing."""
