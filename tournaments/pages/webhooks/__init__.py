"""A club's webhooks: other sites that are told of its tournaments."""
