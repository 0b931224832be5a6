"""The admin site, with protection against impossible requests and against simultaneous edits of a row."""

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

from core.forms.concurrent_edits import ConcurrentEditsMixin


class KnownRowsAdminMixin(admin.ModelAdmin):
    """Ignores selected keys that cannot be primary keys of the model. Django would query them and fail."""

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Model], *positional: Any, **options: Any
    ) -> HttpResponse | None:
        data = request.POST.copy()
        data.setlist(
            ACTION_CHECKBOX_NAME, [key for key in data.getlist(ACTION_CHECKBOX_NAME) if self.is_key(key)]
        )
        request.POST = data  # type: ignore[assignment]
        return super().response_action(request, queryset, *positional, **options)

    def is_key(self, value: str) -> bool:
        """Return whether `value` is a valid primary key of the model."""
        try:
            self.model._meta.pk.clean(value, None)
        except ValidationError:
            return False
        return True


class ComparedForms(BaseModelAdmin):
    """Compares forms field by field (`ConcurrentEditsMixin`). For this, a time is a single field rather than two."""

    formfield_overrides = {DateTimeField: {"form_class": forms.DateTimeField, "widget": forms.DateTimeInput}}


class ComparedInline(ComparedForms, admin.options.InlineModelAdmin):
    """Compared forms of rows that are edited on the page of another row."""

    def get_formset(self, request: HttpRequest, obj: Model | None = None, **options: Any) -> Any:
        return super().get_formset(request, obj, **options | {"form": _concurrent_form(self.form)})


class ComparedRowsAdminMixin(ComparedForms, admin.ModelAdmin):
    """Rows that are locked, compared and saved in one transaction."""

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **options: Any
    ) -> Any:
        form = super().get_form(request, obj, change=change, **options)
        return _concurrent_form(form) if change else form

    def get_inlines(self, request: HttpRequest, obj: Model | None) -> Any:
        inlines = super().get_inlines(request, obj)
        return [type(inline.__name__, (ComparedInline, inline), {}) for inline in inlines]

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Model | None:
        """Return the row, locked and read again if it is about to be saved, or None if it does not exist."""
        row: Model | None = super().get_object(request, object_id, from_field)
        if row is not None and request.method == "POST" and connection.in_atomic_block:
            rows = self.model._default_manager.select_for_update(of=("self",), no_key=True)
            # Evaluating the query locks the row.
            list(rows.filter(pk=row.pk).values_list("pk"))
            row = super().get_object(request, object_id, from_field)
        return row


def _concurrent_form(form: type[Any]) -> type[Any]:
    """Return the form class with `ConcurrentEditsMixin` as a base."""
    if issubclass(form, ConcurrentEditsMixin):
        return form
    concurrent: type[Any] = new_class(form.__name__, (ConcurrentEditsMixin, form))
    return concurrent


class StadiumAdminSite(admin.AdminSite):
    """Extends every registered admin class with `KnownRowsAdminMixin` and `ComparedRowsAdminMixin`.

    Admin classes of libraries are included.
    """

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        base_class = admin_class or admin.ModelAdmin
        super().register(
            model_or_iterable,
            type(base_class.__name__, (KnownRowsAdminMixin, ComparedRowsAdminMixin, base_class), {}),
            **options,
        )
