"""Stored standings after a round."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pairings.engine.metrics import TIE_BREAKS, TieBreaks
from pairings.models.stage import Round
from tournaments.models import Entry


class Standing(models.Model):
    """Row of one player after one round, with a column per tie-break.

    Each `age_division` counts places from 1.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="standings")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="standings")
    age_division = models.CharField(max_length=8)
    place = models.PositiveIntegerField()
    points = models.PositiveSmallIntegerField()
    wins = models.PositiveSmallIntegerField()
    losses = models.PositiveSmallIntegerField()
    ties = models.PositiveSmallIntegerField()
    owp = models.FloatField()
    oowp = models.FloatField()

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ["round_id", "age_division", "place"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="standing_once_a_round"),
            models.UniqueConstraint(fields=["round", "age_division", "place"], name="standing_one_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.entry}"

    @property
    def tie_breaks(self) -> TieBreaks:
        return {key: getattr(self, key) for key in TIE_BREAKS}
