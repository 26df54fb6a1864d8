"""Certificates of this machine, and how a phone comes to trust them."""
