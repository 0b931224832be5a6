"""What answers or minds a request before its view does."""
