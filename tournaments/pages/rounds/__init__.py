"""The desk: session rounds, matches and penalties."""
