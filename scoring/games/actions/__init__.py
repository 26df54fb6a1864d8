"""What a button does to a game. Each is one transaction: all of it stands, or nothing."""
