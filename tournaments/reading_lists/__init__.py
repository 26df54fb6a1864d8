"""Reads pasted lists of entrants from an e-mail, a chat, a form or a spreadsheet. Pure Python."""
