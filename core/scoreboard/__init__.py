"""The scoreboard at the top of each page."""
