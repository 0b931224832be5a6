"""Catalogue tables without a page of their own; each change raises the catalogue version.

Cards and the other tables are edited on the pages of the catalogue.
"""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext as _

from cards.engine import names
from cards.models import LocalName
from cards.services.catalogue import changed


class CatalogueAdmin(admin.ModelAdmin):
    """A catalogue table; every change raises the version."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        with changed():
            super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        with changed():
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> None:
        with changed():
            super().delete_queryset(request, queryset)


class NamedForm(ModelForm):
    """A row about all cards of one name, normalized as the catalogue compares names."""

    def clean_key(self) -> str:
        if key := names.identity(self.cleaned_data["key"]):
            return key
        raise ValidationError(_("Enter a card."))


@admin.register(LocalName)
class LocalNameAdmin(CatalogueAdmin):
    form = NamedForm
    list_display = ("key", "language", "name")
    list_filter = ("language",)
    search_fields = ("key", "name")
