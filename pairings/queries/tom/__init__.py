"""The TOM file of an event, its omissions, and the differences between the event and TOM's file."""

from pairings.queries.tom.comparison import Difference, FileComparison, PlaceRow, compare_with_file
from pairings.queries.tom.event_conversion import tom_details_of
from pairings.queries.tom.exports import TomExport, export_tom_file
from pairings.queries.tom.omissions import Omission, list_omissions

__all__ = [
    "Difference",
    "FileComparison",
    "Omission",
    "PlaceRow",
    "TomExport",
    "compare_with_file",
    "export_tom_file",
    "list_omissions",
    "tom_details_of",
]
