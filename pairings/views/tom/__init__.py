"""Pages for TOM: exports and imports, the comparison, and the report of an event."""
