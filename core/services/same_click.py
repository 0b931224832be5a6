"""A form sent twice by a double click: what it adds is stored once."""

from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)

SAME_CLICK = timedelta(seconds=10)


def stored_by_same_click(rows: QuerySet[Row], *, at: str, now: datetime) -> Row | None:
    """The newest of `rows` whose time, the field `at`, is within SAME_CLICK of `now`; None without one.

    `rows`: those equal to the one about to be added. Call it under the lock that serializes the act.
    """
    alike = rows.filter(**{f"{at}__gt": now - SAME_CLICK, f"{at}__lt": now + SAME_CLICK})
    return alike.order_by("pk").last()
