"""Tokens of programs that read more than public data."""

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.names import NameField
from tournaments.models import StaffMember

MAX_NAME_LENGTH = 40


class ApiToken(models.Model):
    """A token with which a program reads data that a member of staff may see. It is deleted with the member.

    `digest` is the SHA-256 of the token, which is shown once and not stored. `scopes` are codes of
    `api.engine.scopes`; the member's current role may no longer allow all of them. `last_used` is a day in
    UTC.
    """

    member = models.ForeignKey(StaffMember, models.CASCADE, related_name="api_tokens")
    name = NameField(_("name"), max_length=MAX_NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(_("may read"), default=list, blank=True)
    made_at = models.DateTimeField(_("created"))
    expires_at = models.DateTimeField(_("expires"))
    last_used = models.DateField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["member_id", "id"]

    def __str__(self) -> str:
        return self.name

    def is_valid(self, now: datetime) -> bool:
        """Return whether the token is neither revoked nor expired."""
        return self.revoked_at is None and now < self.expires_at
