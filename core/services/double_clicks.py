"""Recognition of a form that a double click sent twice, so that its data is stored once."""

from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)

SAME_CLICK = timedelta(seconds=10)


def stored_by_same_click(rows: QuerySet[Row], *, time_field: str, now: datetime) -> Row | None:
    """Return the newest row stored within SAME_CLICK of `now`, or None if there is none.

    `rows` are the rows equal to the row about to be added, and `time_field` is the field with their time. Call
    this under the lock that serializes the change.
    """
    recent = rows.filter(**{f"{time_field}__gt": now - SAME_CLICK, f"{time_field}__lt": now + SAME_CLICK})
    return recent.order_by("pk").last()
