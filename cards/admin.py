"""Admin pages for the catalogue tables without other pages."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext as _

from cards.engine import card_names
from cards.models import LocalName
from cards.services.catalogue import locked_catalogue_change


class CatalogueAdmin(admin.ModelAdmin):
    """The admin of a catalogue table. Every change raises the version of the catalogue."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        with locked_catalogue_change():
            super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        with locked_catalogue_change():
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> None:
        with locked_catalogue_change():
            super().delete_queryset(request, queryset)


class CardNameAdminForm(ModelForm):
    """A form for a row about all cards of one name, stored as the identity that the copy limit uses."""

    def clean_key(self) -> str:
        if key := card_names.card_name_identity(self.cleaned_data["key"]):
            return key
        raise ValidationError(_("Enter a card."))


@admin.register(LocalName)
class LocalNameAdmin(CatalogueAdmin):
    form = CardNameAdminForm
    list_display = ("key", "language", "name")
    list_filter = ("language",)
    search_fields = ("key", "name")
