"""The TOM pages: files out and in, the comparison, the report of an event."""
