"""Pages of organizers' teams."""
