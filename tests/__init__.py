ROOMS = ("core", "tournaments", "cards", "decks", "drafts", "pairings", "checks", "floor", "api")
"""In their line: a room imports only from those left of it; `config` is not one of them, it sees all."""
