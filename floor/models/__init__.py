"""Models of the judges' work on the floor, written by `floor.services`."""

from floor.models.confiscation import Confiscation
from floor.models.floor import FloorRuling, JudgeCall, Sector
from floor.models.penalty import Penalty
from floor.models.screen import HallScreen
from floor.models.table import TableMark

__all__ = [
    "Confiscation",
    "FloorRuling",
    "HallScreen",
    "JudgeCall",
    "Penalty",
    "Sector",
    "TableMark",
]
