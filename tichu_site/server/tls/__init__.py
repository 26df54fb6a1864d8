"""This machine's certificates, and how phones come to trust them."""
