"""The rows that journals are of, and the addresses of their pages."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from core.models import JournalEvent


def homes() -> QuerySet[Any]:
    """All rows that journals are of, by key."""
    model: Any = JournalEvent._meta.get_field("tournament").related_model
    rows: QuerySet[Any] = model._default_manager.order_by("pk")
    return rows


def page_address(name: str, *args: object) -> str:
    """The address of a page of this room, which another room puts among its own, by its name there."""
    return reverse(f"{settings.PAGES_NAMESPACE}:{name}", args=args)
