"""Proxies for damaged or misprinted cards."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, User


class Proxy(models.Model):
    """A judge's substitute for a damaged or misprinted card. The original must stay available (R-016, R-037)."""

    class Reason(models.TextChoices):
        DAMAGED = "damaged", _("Damaged during the event")
        MISPRINT = "misprint", _("Misprinted, so that it counts as marked")

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="proxies")
    card = models.CharField(_("card"), max_length=120)
    reason = models.CharField(_("why"), max_length=8, choices=Reason, default=Reason.DAMAGED)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    original_kept = models.BooleanField(_("the original is at hand"), default=True)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("proxy")
        verbose_name_plural = _("proxies")
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return self.card
