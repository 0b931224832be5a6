"""Dated announcements by the staff to the players, as evidence that the rules require."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import User
from tournaments.models.tournament import Tournament


class Announcement(models.Model):
    """One dated announcement (R-053 Energy, R-095 redraft, R-096 cooperation, R-114 time limits).

    An announcement cannot be edited. A wrong one is withdrawn, and stays on the board, struck through.
    """

    class Kind(models.TextChoices):
        TIME_LIMIT = "time_limit", _("Time limit of the rounds")
        ENERGY = "energy", _("Basic Energy supplied")
        REDRAFT = "redraft", _("Redraft in later rounds")
        COOPERATION = "cooperation", _("Picking together allowed")
        THIRD_PLACE = "third_place", _("Match for third place")
        SCHEDULE = "schedule", _("Schedule")
        OTHER = "other", _("Other")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="announcements")
    kind = models.CharField(_("about"), max_length=12, choices=Kind, default=Kind.OTHER)
    text = models.TextField(_("text"), max_length=1000)
    at = models.DateTimeField(_("announced at"))
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return self.text[:60]
