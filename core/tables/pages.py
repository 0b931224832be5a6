"""Pagination of long tables."""

from django.core.paginator import EmptyPage
from django.http import HttpRequest
from django_tables2 import RequestConfig, Table

MOST_DIGITS = 6


def paged(request: HttpRequest, table: Table, *, rows: int) -> Table:
    """Sort as the address asks and show its page, `rows` per page; an invalid page shows the first or last one."""
    RequestConfig(request, paginate=False).configure(table)
    page_number = request.GET.get(table.prefixed_page_field, "")
    page = int(page_number) if page_number.isdecimal() and len(page_number) <= MOST_DIGITS else 1
    try:
        table.paginate(page=max(1, page), per_page=rows)
    except EmptyPage:
        table.page = table.paginator.page(table.paginator.num_pages)
    return table
