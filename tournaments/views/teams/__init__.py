"""Pages of the teams that organize."""
