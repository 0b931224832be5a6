"""Sentences of pages and journal by subject; general ones are in the modules beside this package."""
