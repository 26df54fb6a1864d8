"""The write operations on the people of a list, each in one transaction."""
