"""Extension points for other rooms, which register what is theirs at start-up."""

start_pages: set[str] = set()
"""The URL names of the pages that an app on a phone may start with."""
