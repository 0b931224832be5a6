"""Cards confiscated from a player, and whether they were returned."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Tournament, User


class Confiscation(models.Model):
    """Cards confiscated from one player, with the time and the judge (R-014).

    A row entered by mistake is withdrawn. It stays in the list, struck through.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="confiscations")
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="confiscations")
    cards = models.TextField(_("confiscated cards"), max_length=1000)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    returned_at = models.DateTimeField(null=True, blank=True)
    returned_by_name = models.CharField(max_length=150, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("confiscation")
        verbose_name_plural = _("confiscations")
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.entry}: {self.cards[:60]}"
