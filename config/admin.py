"""The administration, which survives what no browser would send."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse


class KnownRows(admin.ModelAdmin):
    """An action takes the rows whose number can be one; Django asks the database for anything and fails."""

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


class StadiumAdminSite(admin.AdminSite):
    """Every table in it is one of `KnownRows`, those of libraries too."""

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        usual = admin_class or admin.ModelAdmin
        super().register(model_or_iterable, type(usual.__name__, (KnownRows, usual), {}), **options)
