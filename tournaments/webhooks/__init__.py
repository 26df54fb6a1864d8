"""Webhooks of a club's tournaments: which events exist, how they are signed, where they may be
sent.

`tournaments.actions.outbox` writes an event's row in the transaction of the change itself, and
`tournaments.webhook_sender` sends it afterwards. Docs: docs/webhooks.md.
"""
