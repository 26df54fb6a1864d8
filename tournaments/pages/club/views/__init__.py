"""What each address of a club does."""
