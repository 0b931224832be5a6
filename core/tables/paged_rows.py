"""Tables of thousands of rows that load only the rows of the page they show."""

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Generic, TypeVar

from django_tables2.data import TableListData

Line = TypeVar("Line")
Row = TypeVar("Row")


class PagedRows(TableListData, Generic[Line, Row]):
    """The rows of a long list, loaded only for the page that is shown.

    `lines` has a small object for each row of the whole list, with an attribute for each column by which the list can
    be ordered. `load` returns the rows of some lines, in the order of the lines. It is called once for each page.
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
        """Order the lines by these columns of the table, the most important first."""
        accessors: list[Any] = []
        for alias in aliases:
            column = self.table.columns[alias.bare]
            is_reversed = alias[0] != column.order_by_alias[0]
            accessors += column.order_by.opposite if is_reversed else column.order_by
        # Sorts are stable, so the least important column is sorted first.
        for accessor in reversed(accessors):
            self.data.sort(key=attrgetter(accessor.bare), reverse=accessor.is_descending)
