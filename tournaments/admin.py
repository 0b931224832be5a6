"""What the host of an installation mends by hand; events are run on their own pages."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from tournaments.models import JournalEvent, Player, Season, Tournament, User
from tournaments.services.players import key_of


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Passwords are hashed before the lock of the database is taken, not within the transaction of Django's pages."""

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> Any:
        return self._add_view(request, form_url, extra_context)

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, form_url: str = "", extra_context: Any = None
    ) -> Any:
        return self._changeform_view(request, object_id, form_url, extra_context)


@admin.register(Season)
class SeasonAdmin(admin.ModelAdmin):
    list_display = ("year", "starts_on", "senior_from", "junior_from")


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("last_name", "first_name", "player_id", "birth_year")
    search_fields = ("search_key", "last_name", "first_name", "player_id")
    raw_id_fields = ("user",)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        obj.search_key = key_of(obj)
        super().save_model(request, obj, form, change)


class ReadOnly:
    """Rows that only the pages of an event write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("name", "kind", "starts_at", "event_class", "published", "reported_at")
    list_filter = ("kind", "event_class", "published")
    search_fields = ("name", "slug", "sanction_id")


@admin.register(JournalEvent)
class JournalAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("at", "tournament", "kind", "by_name")
    list_select_related = ("tournament",)
    search_fields = ("kind", "by_name", "tournament__name")
