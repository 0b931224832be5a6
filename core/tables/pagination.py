"""The pagination of long tables."""

from django.core.paginator import EmptyPage
from django.http import HttpRequest
from django_tables2 import RequestConfig, Table

from core.engine.numbers import whole_number


def paginate_table(request: HttpRequest, table: Table, *, rows: int) -> Table:
    """Sort a table and select a page of `rows` rows, both as requested in the URL.

    An invalid page is replaced by the first or last one.
    """
    RequestConfig(request, paginate=False).configure(table)
    page = whole_number(request.GET.get(table.prefixed_page_field, ""), digits=6) or 1
    try:
        table.paginate(page=page, per_page=rows)
    except EmptyPage:
        table.page = table.paginator.page(table.paginator.num_pages)
    return table
