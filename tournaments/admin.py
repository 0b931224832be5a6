"""Admin pages for the whole installation; events are not run in the admin."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.admin import ReadOnlyAdminMixin
from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentEditsMixin
from core.sentences import refusal_text
from core.services import teams
from tournaments.access import may_create_events, signed_in_user_or_none
from tournaments.engine.person_fields import BIRTH, KEYS
from tournaments.models import DeletedEvent, Player, Season, Tournament, User
from tournaments.services import players


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Accounts, with the permission to create events if EVENT_CREATION is "allowed".

    A new password is hashed before the database is locked, not inside the transaction of Django's page.
    """

    list_display = ("username", "email", "first_name", "last_name", "is_staff", "creates_events")
    actions = ("allow_events", "forbid_events")

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> Any:
        return self._add_view(request, form_url, extra_context)  # type: ignore[attr-defined]

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, form_url: str = "", extra_context: Any = None
    ) -> Any:
        # Only the page that adds an account hashes a password. Changes to an existing account are saved under its lock.
        page = super().changeform_view if object_id else self._changeform_view  # type: ignore[attr-defined]
        return page(request, object_id, form_url, extra_context)

    @admin.display(boolean=True, description=_("may create events"))
    def creates_events(self, user: User) -> bool:
        return may_create_events(user)

    @admin.action(description=_("Allow to create events"))
    def allow_events(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            user.user_permissions.add(_event_permission())

    @admin.action(description=_("No longer allow to create events"))
    def forbid_events(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            user.user_permissions.remove(_event_permission())


def _event_permission() -> Permission:
    """Return the permission to create events."""
    return Permission.objects.get(content_type__app_label="tournaments", codename="add_tournament")


@admin.register(Season)
class SeasonAdmin(admin.ModelAdmin):
    list_display = ("year", "starts_on", "senior_from", "junior_from")

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> tuple[str, ...]:
        # The year is the primary key, so changing it would add a second season.
        return ("year",) if obj else ()


class PlayerAdminForm(ConcurrentEditsMixin, forms.ModelForm):
    """A form for a person's record. It rejects a Player ID or account of another record of the team."""

    together = BIRTH

    def clean_player_id(self) -> str | None:
        """Require that no other record of the team has this Player ID.

        A new record first gets its team, by default that of the installation.
        """
        number: str | None = self.cleaned_data["player_id"]
        if self.instance.pk is None:
            self.instance.organizer = self.cleaned_data.get("organizer") or teams.installation_team()
        try:
            players.require_free_player_id(self.instance, number)
        except Refused as refused:
            raise ValidationError(refusal_text(refused)) from refused
        return number

    def clean_user(self) -> User | None:
        """Require that no other record of the team has this account."""
        user: User | None = self.cleaned_data["user"]
        try:
            players.require_free_account(self.instance, user)
        except Refused as refused:
            raise ValidationError(refusal_text(refused)) from refused
        return user


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Records of people. Names in entries are stored separately; every change is journaled."""

    form = PlayerAdminForm
    list_display = ("last_name", "first_name", "player_id", "birth_year", "organizer")
    list_select_related = ("organizer",)
    list_filter = ("organizer",)
    search_fields = ("search_key", "last_name", "first_name", "player_id")
    raw_id_fields = ("user", "organizer")

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        # The team of a record cannot change, since the record's entries belong to events of that team.
        return ("organizer",) if obj else ()

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        facts = {name: form.cleaned_data[name] for name in (*KEYS, "user")}
        record = Player.objects.get(pk=obj.pk) if change else None
        if record is None:
            facts["organizer"] = form.cleaned_data["organizer"]
        obj.pk = players.save_person(record, by=signed_in_user_or_none(request), **facts).pk
        obj.refresh_from_db()

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        players.delete_person(obj, by=signed_in_user_or_none(request))

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        for player in queryset:
            players.delete_person(player, by=signed_in_user_or_none(request))


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = ("name", "kind", "starts_at", "event_class", "organizer", "published", "reported_at")
    list_select_related = ("organizer",)
    list_filter = ("kind", "event_class", "published")
    search_fields = ("name", "slug", "sanction_id")


@admin.register(DeletedEvent)
class DeletedEventAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    """Records of deleted events: who deleted them, the length of the journal and its last seal."""

    list_display = ("at", "name", "slug", "by_name", "lines", "digest")
    search_fields = ("name", "slug", "by_name", "digest")
