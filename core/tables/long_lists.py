"""Lists of thousands of rows, split into pages, and an index of all names that a browser fetches once.

On a phone in the hall, the first page arrives long before a whole list would. The index finds a name on
any page (`static/js/find_in_all.js`). Without scripts, the search form finds it.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import HttpRequest, HttpResponseRedirect, JsonResponse, QueryDict

from core.engine.numbers import whole_number
from core.engine.person_names import search_key

Row = TypeVar("Row")

ONE_PAGE = 300
"""The maximum number of rows of a list that is shown on one page."""

PAGE_SIZE = 200
"""The usual number of rows on a page of a longer list."""

ALL = "all"
"""The value of the parameter `page` that means all rows."""

MAX_DIGITS = 6
"""The most digits of a page number."""

INDEX, PAGE, NAME, PERSON, TABLE = "index", "page", "name", "player", "table"
TRANSIENT_PARAMETERS = (INDEX, PAGE, NAME, PERSON, TABLE, "q", "why", "seen")
"""URL parameters that do not identify the list."""

Indexed = tuple[str, int | None, str | int]
"""A name, its number (table or place), and a note or the index of its opponent."""


@dataclass(frozen=True)
class ListPage(Generic[Row]):
    """The part of a list that is requested by a URL.

    `rows` are pairs of a number in the whole list, from 1, and a row. `page` is 0 for the whole list. `whole` is
    the number of all rows, and `found` the number of rows with a name that contains `wanted`.
    """

    rows: list[tuple[int, Row]]
    whole: int
    found: int
    page: int
    wanted: str
    query: QueryDict
    size: int = PAGE_SIZE

    @property
    def visible(self) -> list[Row]:
        """The rows shown, without their numbers."""
        return [row for _number, row in self.rows]

    @property
    def is_long(self) -> bool:
        """Whether the whole list, unfiltered, is too long for one page."""
        return self.whole > ONE_PAGE

    @property
    def first(self) -> int:
        """The number of the first row shown, or 0 if there are no rows or they are filtered."""
        return self.rows[0][0] if self.rows and not self.wanted else 0

    @property
    def last(self) -> int:
        """The number of the last row shown, or 0 if there are no rows."""
        return self.rows[-1][0] if self.rows else 0

    @property
    def pages(self) -> int:
        """The number of pages of the filtered list."""
        return _page_count(self.found, self.size)

    @property
    def before(self) -> int:
        """The number of the previous page, or 0 if there is none."""
        return self.page - 1 if self.page > 1 else 0

    @property
    def after(self) -> int:
        """The number of the next page, or 0 if there is none or the whole list is shown."""
        return self.page + 1 if 0 < self.page < self.pages else 0

    @property
    def parameters(self) -> list[tuple[str, str]]:
        """The parameters that identify the list."""
        return [(name, str(value)) for name, value in self.query.items() if name not in TRANSIENT_PARAMETERS]

    def url(self, page: object = "", **more: str) -> str:
        """Return the address of a page of this list with more parameters; empty ones are omitted."""
        query = QueryDict(mutable=True)
        for name, value in [*self.parameters, *more.items(), (PAGE, page)]:
            if value:
                query[name] = str(value)
        return f"?{query.urlencode()}"

    @property
    def previous_page_url(self) -> str:
        """The address of the previous page of the filtered list."""
        return self.url(self.before, **self._name_parameters)

    @property
    def next_page_url(self) -> str:
        """The address of the next page of the filtered list."""
        return self.url(self.after, **self._name_parameters)

    @property
    def page_url(self) -> str:
        """The address of a page of the unfiltered list, with "{page}" in place of its number."""
        return self.url("PAGE").replace("PAGE", "{page}")

    @property
    def all_url(self) -> str:
        """The address of the whole list on one page, unfiltered."""
        return self.url(ALL)

    @property
    def first_url(self) -> str:
        """The address of the list without a page number or a filter."""
        return self.url()

    @property
    def index_url(self) -> str:
        """The address of the index of all names."""
        return self.url(index="1")

    @property
    def _name_parameters(self) -> dict[str, str]:
        """The filter by name as a URL parameter, if there is one."""
        return {NAME: self.wanted} if self.wanted else {}


def requested_list_page(
    query: QueryDict,
    rows: Sequence[Row],
    *,
    name: Callable[[Row], str],
    at: Callable[[Row], bool] | None = None,
    size: int | None = None,
) -> ListPage[Row]:
    """Return the rows with a name that contains `?name=` or `?q=`, on the page `?page=`.

    Without `?page=` it is the page with the first row that `at` selects, or else the first page; `?page=all`
    is the whole list. `name` returns the name of a row. `size` is the number of rows per page, by default
    PAGE_SIZE. At most ONE_PAGE rows are never split. A page out of range is replaced by the first or last
    one.
    """
    wanted = (query.get(NAME) or query.get("q") or "").strip()
    numbered = list(enumerate(rows, start=1))
    if wanted:
        key = search_key(wanted)
        numbered = [(number, row) for number, row in numbered if key in search_key(name(row))]
    size = size or PAGE_SIZE
    page_code = query.get(PAGE, "")
    page = 0
    if page_code != ALL:
        page = min(whole_number(page_code, digits=MAX_DIGITS) or 1, _page_count(len(numbered), size))
    if PAGE not in query and at is not None:
        index = next((index for index, (_number, row) in enumerate(numbered) if at(row)), 0)
        page = page_of_row(index + 1, len(numbered), size)
    visible = numbered
    if page and len(numbered) > ONE_PAGE:
        visible = numbered[(page - 1) * size : page * size]
    return ListPage(visible, len(rows), len(numbered), page, wanted, query, size)


def _page_count(rows: int, size: int) -> int:
    """Return the number of pages of a list; up to ONE_PAGE rows are one page."""
    return 1 if rows <= ONE_PAGE else -(-rows // size)


def page_of_row(number: int, rows: int, size: int | None = None) -> int:
    """Return the page of the row with this number, from 1, in a list of `rows` rows with `size` rows per page."""
    return 1 if rows <= ONE_PAGE else (number - 1) // (size or PAGE_SIZE) + 1


def redirect_to_row(
    request: HttpRequest, rows: Sequence[Row], parameter: str, value: Callable[[Row], object]
) -> HttpResponseRedirect | None:
    """Redirect `?player=12` or `?table=12` to the current place of that row in the list.

    `parameter` is the name of the URL parameter, and `value` returns what a row is compared with. Return None
    if the parameter is missing or no row matches.
    """
    key = request.GET.get(parameter, "")
    numbers = (number for number, row in enumerate(rows, start=1) if str(value(row)) == key)
    number = next(numbers, 0) if key else 0
    if not number:
        return None
    # Without the redirect, one page for each person would be cached.
    page = page_of_row(number, len(rows))
    whole_list: ListPage[Row] = ListPage([], len(rows), len(rows), 0, "", request.GET)
    return HttpResponseRedirect(f"{request.path}{whole_list.url(page if page > 1 else '')}#row-{number}")


def is_name_index_requested(request: HttpRequest) -> bool:
    """Return whether the request is for the index of names instead of a page of the list."""
    return INDEX in request.GET


def name_index_response(rows: Iterable[Indexed]) -> JsonResponse:
    """Return all names in the order of the list, without page numbers, which scripts compute from `size`."""
    names = list(rows)
    size = PAGE_SIZE if len(names) > ONE_PAGE else max(1, len(names))
    response = JsonResponse(
        {"size": size, "rows": names}, json_dumps_params={"ensure_ascii": False, "separators": (",", ":")}
    )
    # The tag depends only on the content, so that every process answers 304 for the same index.
    response["ETag"] = f'W/"{hashlib.blake2b(response.content, digest_size=12).hexdigest()}"'
    return response
