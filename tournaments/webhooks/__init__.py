"""What other sites are told of a club's tournaments: which events there are, how they are signed,
where they may go.

The row of an event is written by `tournaments.actions.outbox` in the transaction of what it tells,
and sent afterwards by `tournaments.webhook_sender`. Docs: docs/webhooks.md.
"""
