"""The admin site, robust against requests no browser sends, and against two people editing one row."""

from types import new_class
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import BaseModelAdmin
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import DateTimeField, Model, QuerySet
from django.http import HttpRequest, HttpResponse

from core.forms.concurrent import Concurrent


class KnownRows(admin.ModelAdmin):
    """Drop selected keys that the primary key cannot have; Django would send them to the database and fail."""

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Model], *where: Any, **more: Any
    ) -> HttpResponse | None:
        typed = request.POST.copy()
        typed.setlist(
            ACTION_CHECKBOX_NAME, [key for key in typed.getlist(ACTION_CHECKBOX_NAME) if self.is_key(key)]
        )
        request.POST = typed  # type: ignore[assignment]
        return super().response_action(request, queryset, *where, **more)

    def is_key(self, value: str) -> bool:
        try:
            self.model._meta.pk.clean(value, None)
        except ValidationError:
            return False
        return True


class ComparedForms(BaseModelAdmin):
    """Compare forms field by field (`Concurrent`), which reads a time from one field instead of two."""

    formfield_overrides = {DateTimeField: {"form_class": forms.DateTimeField, "widget": forms.DateTimeInput}}


class ComparedInline(ComparedForms, admin.options.InlineModelAdmin):
    """Rows edited on the page of another row."""

    def get_formset(self, request: HttpRequest, obj: Model | None = None, **options: Any) -> Any:
        return super().get_formset(request, obj, **options | {"form": _compared(self.form)})


class ComparedRows(ComparedForms, admin.ModelAdmin):
    """Lock, compare and save a row in one transaction."""

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **more: Any
    ) -> Any:
        form = super().get_form(request, obj, change=change, **more)
        return _compared(form) if change else form

    def get_inlines(self, request: HttpRequest, obj: Model | None) -> Any:
        inlines = super().get_inlines(request, obj)
        return [type(inline.__name__, (ComparedInline, inline), {}) for inline in inlines]

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Model | None:
        row: Model | None = super().get_object(request, object_id, from_field)
        if row is not None and request.method == "POST" and connection.in_atomic_block:
            rows = self.model._default_manager.select_for_update(of=("self",), no_key=True)
            list(rows.filter(pk=row.pk).values_list("pk"))
            row = super().get_object(request, object_id, from_field)
        return row


def _compared(form: type[Any]) -> type[Any]:
    if issubclass(form, Concurrent):
        return form
    compared: type[Any] = new_class(form.__name__, (Concurrent, form))
    return compared


class StadiumAdminSite(admin.AdminSite):
    """Make every registered table one of `KnownRows` and `ComparedRows`, including those of libraries."""

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        usual = admin_class or admin.ModelAdmin
        super().register(
            model_or_iterable, type(usual.__name__, (KnownRows, ComparedRows, usual), {}), **options
        )
