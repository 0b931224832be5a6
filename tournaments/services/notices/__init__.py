"""Push notices on locked phones: subscriptions and sending."""
