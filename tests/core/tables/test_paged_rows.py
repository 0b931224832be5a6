"""A table of many rows loads the rows of the page it shows, and orders by what its lines say."""

from collections.abc import Sequence
from dataclasses import dataclass

import django_tables2 as tables
from django.test import RequestFactory

from core.tables.paged_rows import PagedRows
from core.tables.pagination import paginate_table


@dataclass(frozen=True)
class Line:
    name: str
    wins: int


class People(tables.Table):
    name = tables.Column()
    wins = tables.Column(order_by=("-wins", "name"))

    class Meta:
        order_by = ("name",)


LINES = [Line(f"N{number:02}", number % 3) for number in range(20)]


def page_names(query: str) -> tuple[list[str], list[int]]:
    """Return the names on a page of four rows, and the sizes of what was loaded for it."""
    loaded: list[int] = []

    def load(lines: Sequence[Line]) -> Sequence[Line]:
        loaded.append(len(lines))
        return lines

    request = RequestFactory().get(f"/?{query}")
    table = paginate_table(request, People(PagedRows(LINES, load)), rows=4)
    return [row.record.name for row in table.paginated_rows], loaded


def test_only_the_rows_of_the_page_are_loaded_and_once() -> None:
    assert page_names("") == (["N00", "N01", "N02", "N03"], [4])
    assert page_names("page=5") == (["N16", "N17", "N18", "N19"], [4])
    assert page_names("page=99") == (["N16", "N17", "N18", "N19"], [4])


def test_columns_order_the_whole_list_not_the_page() -> None:
    assert page_names("sort=-name")[0] == ["N19", "N18", "N17", "N16"]
    assert page_names("sort=wins")[0] == ["N02", "N05", "N08", "N11"]
    assert page_names("sort=-wins")[0] == ["N18", "N15", "N12", "N09"]


def test_iterating_loads_everything() -> None:
    assert len(list(PagedRows(LINES, lambda lines: lines))) == 20
