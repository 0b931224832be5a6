"""Admin pages for teams and the journal."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from core.models import JournalEvent, Team, TeamMember


class ReadOnlyAdminMixin:
    """Read-only rows in the admin."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MemberInline(admin.TabularInline):
    """The members of a team. An administrator can add an owner after the last one has left."""

    model = TeamMember
    raw_id_fields = ("user",)
    extra = 1


@admin.register(Team)
class TeamAdmin(admin.ModelAdmin):
    """Admin for teams of organizers, which cannot be deleted here.

    Owners manage the members of their team on other pages.
    """

    list_display = ("name", "of_installation", "created_at")
    search_fields = ("name", "members__user__username")
    # The page that uploads a logo also verifies it and scales it down.
    exclude = ("logo",)
    inlines = (MemberInline,)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(JournalEvent)
class JournalAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = ("at", "tournament", "kind", "by_name")
    list_select_related = ("tournament",)
    search_fields = ("kind", "by_name", "tournament__name")
