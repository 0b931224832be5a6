"""Pages for TOM: exports, imports, comparison, and the event report."""
