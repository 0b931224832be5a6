"""Pages of the people of a team."""
