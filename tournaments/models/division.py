"""Divisions of an event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Division(models.Model):
    """Players who are paired with each other: one age division, or several together (a pod in TOM).

    With `by_age`, standings and cuts are computed per age division although all are paired together (M-031).
    If `rounds_planned` or `cut_size` is empty, the attendance table decides. `started_at` is when the first
    round was posted. `cut_by` and `cut_points` are the conditions for the cut, and the `day_two_…` fields
    those for a second day of Swiss rounds (M-015, M-016). If `day_two_by` is empty there is no second day; if
    `day_two_rounds` is empty, the attendance table decides.
    """

    class AgeDivision(models.TextChoices):
        JUNIOR = "junior", _("Juniors")
        SENIOR = "senior", _("Seniors")
        MASTERS = "masters", _("Masters")
        JUNIOR_SENIOR = "junior_senior", _("Juniors and Seniors")
        SENIOR_MASTERS = "senior_masters", _("Seniors and Masters")
        ALL = "all", _("All ages")

    class Way(models.TextChoices):
        PLACE = "place", _("By place")
        POINTS = "points", _("By match points")
        EITHER = "either", _("By place or match points, one is enough")
        BOTH = "both", _("By place and match points, both are needed")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="divisions")
    age_division = models.CharField(_("division"), max_length=16, choices=AgeDivision)
    by_age = models.BooleanField(_("standings for each age division"), default=True)
    position = models.PositiveSmallIntegerField(default=0)
    rounds_planned = models.PositiveSmallIntegerField(_("Swiss rounds"), null=True, blank=True)
    cut_size = models.PositiveSmallIntegerField(_("top cut"), null=True, blank=True)
    cut_by = models.CharField(_("who is in the top cut"), max_length=8, choices=Way, default=Way.PLACE)
    cut_points = models.PositiveSmallIntegerField(_("match points for the top cut"), null=True, blank=True)
    day_two_by = models.CharField(_("who plays on day 2"), max_length=8, choices=Way, blank=True, default="")
    day_two_size = models.PositiveSmallIntegerField(_("places for day 2"), null=True, blank=True)
    day_two_points = models.PositiveSmallIntegerField(_("match points for day 2"), null=True, blank=True)
    day_two_rounds = models.PositiveSmallIntegerField(_("Swiss rounds of day 2"), null=True, blank=True)
    third_place = models.BooleanField(_("match for third place"), default=False)
    started_at = models.DateTimeField(_("round 1 paired at"), null=True, blank=True)
    first_table = models.PositiveSmallIntegerField(_("first table"), null=True, blank=True)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["tournament_id", "position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "age_division"], name="division_once_in_a_tournament"
            )
        ]

    def __str__(self) -> str:
        return str(self.get_age_division_display())
