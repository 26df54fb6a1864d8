"""A club's webhooks: other sites that receive events of its tournaments."""
