"""Lists of entrants as people paste them:
out of an e-mail, a chat, a form or a spreadsheet. Pure.
"""
