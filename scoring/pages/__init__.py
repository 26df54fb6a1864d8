"""The pages of games and people, one folder for each place.

A view checks permission and input, acts, and redirects. What two folders share is here, one level
up.
"""
