"""The card on a table, and the match behind its code."""
