"""Disputed results."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pairings.models.match import Match
from tournaments.models import User


class Dispute(models.Model):
    """Conflicting reports by the players of a match, open until a judge decides.

    A judge who goes to the table claims the dispute.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="disputes")
    opened_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    claimed_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    why = models.CharField(_("why"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ["opened_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(settled_at__isnull=True), name="dispute_one_open_a_match"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match}"
