"""Messages to players who asked for them: worded when they are sent, and packed for web push or
e-mail.

`tournaments.actions.messages` writes a message's row in the transaction of its cause, and
`tournaments.message_sender` sends it afterwards. Set-up: docs/hosting.md.
"""
