"""Divisions of an event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Division(models.Model):
    """Players who are paired with each other: one age division, or several together (a pod in TOM).

    With `by_age`, standings and cuts are computed per age division although all are paired together (M-031).
    If `rounds_planned` or `cut_size` is empty, the attendance table decides. `started_at` is when the first
    round was posted. `cut_by` and `cut_points` are the conditions for the cut, and the `day_two_…` fields
    those for a second day of Swiss rounds (M-015, M-016). If `day_two_by` is empty there is no second day; with
    TABLE, there is one if the attendance table has it for the players of round 1, whose number of rounds is
    stored in `day_two_table_rounds` when round 1 is posted. If `day_two_rounds` is empty, the attendance table
    decides. With `day_two_freezes`, players who do not play on day 2 keep their percentages of day 1.
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

    TABLE = "table"
    """Value of `day_two_by`: the attendance table decides."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="divisions")
    age_division = models.CharField(_("division"), max_length=16, choices=AgeDivision)
    by_age = models.BooleanField(_("standings for each age division"), default=True)
    position = models.PositiveSmallIntegerField(default=0)
    rounds_planned = models.PositiveSmallIntegerField(_("Swiss rounds"), null=True, blank=True)
    cut_size = models.PositiveSmallIntegerField(_("top cut"), null=True, blank=True)
    cut_by = models.CharField(_("top cut qualification"), max_length=8, choices=Way, default=Way.PLACE)
    cut_points = models.PositiveSmallIntegerField(_("match points for the top cut"), null=True, blank=True)
    day_two_by = models.CharField(
        _("who plays on day 2"),
        max_length=8,
        choices=[(TABLE, _("By the attendance table")), *Way.choices],
        blank=True,
        default=TABLE,
    )
    day_two_size = models.PositiveSmallIntegerField(_("places for day 2"), null=True, blank=True)
    day_two_points = models.PositiveSmallIntegerField(_("match points for day 2"), null=True, blank=True)
    day_two_rounds = models.PositiveSmallIntegerField(_("Swiss rounds of day 2"), null=True, blank=True)
    day_two_table_rounds = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    day_two_freezes = models.BooleanField(
        _("players not on day 2 keep their percentages from day 1"), default=True
    )
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

    @property
    def has_day_two(self) -> bool:
        """Whether a day 2 is planned. By the attendance table, this is known once round 1 is posted."""
        return bool(self.day_two_table_rounds if self.day_two_by == self.TABLE else self.day_two_by)
