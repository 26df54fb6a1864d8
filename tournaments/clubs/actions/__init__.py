"""Actions on a club. Each is one transaction: all or nothing."""
