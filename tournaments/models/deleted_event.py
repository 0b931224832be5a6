"""Records of deleted events."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import User


class DeletedEvent(models.Model):
    """The record of a deleted event, never edited. The database deletes a journal only if this record exists."""

    event = models.PositiveBigIntegerField(unique=True)
    name = models.CharField(_("name"), max_length=200)
    slug = models.CharField(max_length=100)
    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(
        User, models.DO_NOTHING, null=True, blank=True, related_name="+", db_constraint=False
    )
    by_name = models.CharField(max_length=150, blank=True)
    lines = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, blank=True)
    """The digest of the journal's last seal, or "" if it was never sealed."""

    class Meta:
        verbose_name = _("deleted event")
        verbose_name_plural = _("deleted events")
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return self.name
