"""Tables of thousands of rows that load only the rows of the page they show."""

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Generic, TypeVar

from django_tables2.data import TableListData

Line = TypeVar("Line")
Row = TypeVar("Row")


class PagedRows(TableListData, Generic[Line, Row]):
    """The lines of a whole list, which are small, and its rows, which are loaded for one page.

    `lines` have what the list is ordered and filtered by: an attribute for each column that can be ordered. `load`
    returns the rows of some lines, in their order; it is called once for each page that is shown.
    """

    def __init__(self, lines: Sequence[Line], load: Callable[[Sequence[Line]], Sequence[Row]]) -> None:
        super().__init__(list(lines))
        self.load = load

    def __getitem__(self, key: int | slice) -> Any:
        """Return the rows of a slice, or one row."""
        return list(self.load(self.data[key])) if isinstance(key, slice) else self.load([self.data[key]])[0]

    def __iter__(self) -> Iterator[Row]:
        """Iterate over all rows, which loads the whole list."""
        return iter(self.load(self.data))

    def order_by(self, aliases: Any) -> None:
        """Order the lines by the columns of the table, the first of them first."""
        accessors: list[Any] = []
        for alias in aliases:
            column = self.table.columns[alias.bare]
            turns = alias[0] != column.order_by_alias[0]
            accessors += column.order_by.opposite if turns else column.order_by
        # Sorts are stable, so the least important column is sorted first.
        for accessor in reversed(accessors):
            self.data.sort(key=attrgetter(accessor.bare), reverse=accessor.is_descending)
