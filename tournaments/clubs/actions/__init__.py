"""What a button does to a club. Each is one transaction: all of it stands, or nothing."""
