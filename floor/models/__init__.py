"""What judges do on the floor: rows only. What happens to it is in `floor.services`."""

from floor.models.floor import FloorRuling, JudgeCall, Sector
from floor.models.penalty import Penalty
from floor.models.table import TableMark

__all__ = [
    "FloorRuling",
    "JudgeCall",
    "Penalty",
    "Sector",
    "TableMark",
]
