"""What everybody sees of a tournament."""
