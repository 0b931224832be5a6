"""The homes of journals, and the addresses of their pages."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from core.models import JournalEvent


def all_homes() -> QuerySet[Any]:
    """Select the homes of all journals, ordered by key."""
    model: Any = JournalEvent._meta.get_field("tournament").related_model
    all_homes: QuerySet[Any] = model._default_manager.order_by("pk")
    return all_homes


def core_page_address(name: str, *args: object) -> str:
    """Return the address of a page of this app that another app lists among its URLs, given its URL name."""
    return reverse(f"{settings.PAGES_NAMESPACE}:{name}", args=args)
