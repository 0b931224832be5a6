"""An event for TOM: its file, what the file cannot hold, and where TOM's own file differs."""

from pairings.queries.tom.comparison import Comparison, Difference, PlaceRow, compare
from pairings.queries.tom.exports import TomExport, export
from pairings.queries.tom.omissions import Omission, omissions
from pairings.queries.tom.values import details_of

__all__ = [
    "Comparison",
    "Difference",
    "Omission",
    "PlaceRow",
    "TomExport",
    "compare",
    "details_of",
    "export",
    "omissions",
]
