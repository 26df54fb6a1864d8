"""What a button does to the people of a list. Each is one transaction: all of it stands, or
nothing.
"""
