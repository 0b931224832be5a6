"""Sentences for pages and the journal, by subject. General sentences are in the app's top-level modules."""
