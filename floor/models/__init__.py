"""Models of the judges' work on the floor, written by `floor.services`."""

from floor.models.confiscation import Confiscation
from floor.models.judge_call import JudgeCall
from floor.models.penalty import Penalty
from floor.models.ruling import FloorRuling
from floor.models.screen import HallScreen
from floor.models.sector import Sector
from floor.models.table_mark import TableMark

__all__ = [
    "Confiscation",
    "FloorRuling",
    "HallScreen",
    "JudgeCall",
    "Penalty",
    "Sector",
    "TableMark",
]
