"""Sentences for pages and journal by subject; general ones are in modules at the top of the room."""
