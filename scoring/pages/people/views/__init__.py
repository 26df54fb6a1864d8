"""Its views."""
