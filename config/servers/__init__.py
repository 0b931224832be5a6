"""Start and warm up the server."""
