"""The tables of the card catalogue without a page of their own. Each change tells every process.

Cards, reprints and bans are mended on the pages of the catalogue.
"""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext as _

from decks.engine import names
from decks.models import Erratum, Expansion, LocalName, PromoCutoff, Rotation
from decks.services.catalogue import changed


class CatalogueAdmin(admin.ModelAdmin):
    """A table of the catalogue: the version goes up with every change."""

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
    """A row of all cards of one name, written as the catalogue compares names."""

    def clean_key(self) -> str:
        if key := names.identity(self.cleaned_data["key"]):
            return key
        raise ValidationError(_("Name a card."))


class RotationForm(ModelForm):
    """What a format takes: expansions since one, or regulation marks, never both (M-040)."""

    def clean_also(self) -> str:
        codes = self.cleaned_data["also"].split()
        known = set(Expansion.objects.filter(pk__in=codes).values_list("pk", flat=True))
        if unknown := [code for code in codes if code not in known]:
            raise ValidationError(_("No expansion has the id %(id)s.") % {"id": ", ".join(unknown)})
        return " ".join(codes)

    def clean_marks(self) -> str:
        return " ".join(self.cleaned_data["marks"].upper().split())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if bool(data.get("since")) == bool(data.get("marks")) and "marks" not in self.errors:
            raise ValidationError(_("Name the oldest expansion or the regulation marks, one of both."))
        return data


@admin.register(Expansion)
class ExpansionAdmin(CatalogueAdmin):
    """Its id is what cards hang on, so it stays, and so does the expansion."""

    list_display = ("name", "id", "codes", "kind", "released", "legal_from")
    list_filter = ("kind",)
    search_fields = ("name", "id", "codes")
    exclude = ("names", "order")
    ordering = ("-released", "id")

    def get_readonly_fields(self, request: HttpRequest, obj: Expansion | None = None) -> tuple[str, ...]:
        return ("id",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Rotation)
class RotationAdmin(CatalogueAdmin):
    form = RotationForm
    list_display = ("format", "starts_on", "ends_on", "since", "marks", "source")
    list_filter = ("format",)
    list_select_related = ("since",)
    autocomplete_fields = ("since",)


@admin.register(PromoCutoff)
class PromoCutoffAdmin(CatalogueAdmin):
    list_display = ("expansion", "format", "first", "starts_on", "ends_on", "source")
    list_filter = ("format",)
    list_select_related = ("expansion",)
    autocomplete_fields = ("expansion",)


@admin.register(Erratum)
class ErratumAdmin(CatalogueAdmin):
    form = NamedForm
    list_display = ("key", "starts_on", "source")
    search_fields = ("key",)


@admin.register(LocalName)
class LocalNameAdmin(CatalogueAdmin):
    form = NamedForm
    list_display = ("key", "language", "name")
    list_filter = ("language",)
    search_fields = ("key", "name")
