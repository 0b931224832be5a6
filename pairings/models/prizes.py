"""Prizes of a division by place."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.engine.standings.prizes import MAX_TEXT_LENGTH
from tournaments.models import Division


class Prize(models.Model):
    """One row of a prize table: what each place from `first_place` to `last_place` receives.

    `age_division` is the standings list to which the row belongs, as in `Standing`.
    """

    division = models.ForeignKey(Division, models.CASCADE, related_name="prizes")
    age_division = models.CharField(max_length=8)
    first_place = models.PositiveSmallIntegerField(_("from place"))
    last_place = models.PositiveSmallIntegerField(_("to place"))
    text = models.CharField(pgettext_lazy("award", "prize"), max_length=MAX_TEXT_LENGTH, blank=True)
    points = models.PositiveIntegerField(_("points"), null=True, blank=True)
    packs = models.PositiveIntegerField(_("packs"), null=True, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("award", "prize")
        verbose_name_plural = pgettext_lazy("award", "prizes")
        ordering = ["division_id", "age_division", "first_place"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "age_division", "first_place"], name="prize_once_a_first_place"
            ),
            models.CheckConstraint(
                condition=models.Q(first_place__gte=1, last_place__gte=models.F("first_place")),
                name="prize_places_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_place}–{self.last_place} {self.text}".strip()
