ROOMS = (
    "core",
    "tournaments",
    "registration",
    "cards",
    "decks",
    "drafts",
    "pairings",
    "checks",
    "floor",
    "api",
)
"""The rooms in order: a room imports only from those to its left. `config` is not listed, as it may import from all."""
