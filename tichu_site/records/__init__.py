"""All that is kept on this server, for its owner to look through: Django's admin, in which nothing
can be changed.
"""
