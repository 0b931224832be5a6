"""The card catalogue: importing it, mending cards, the reprint table and the ban list."""

from decks.services.catalogue.imports import Report, import_paths, load_shipped, run, start

__all__ = ["Report", "import_paths", "load_shipped", "run", "start"]
