"""The schedule of the day and its actual times (R-116)."""

from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.names import NameField
from tournaments.models.tournament import Tournament


class ScheduleItem(models.Model):
    """One item of the day. `round_number` links it to a round: posting starts it, closing ends it."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="schedule")
    title = NameField(_("what"), max_length=80)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    planned_start = models.DateTimeField(_("planned start"))
    planned_minutes = models.PositiveSmallIntegerField(_("planned minutes"), default=0)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("schedule item")
        verbose_name_plural = _("schedule")
        ordering = ["planned_start", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round_number"], name="schedule_one_point_a_round"),
            models.CheckConstraint(
                condition=models.Q(ended_at__isnull=True) | models.Q(ended_at__gte=models.F("started_at")),
                name="schedule_ends_after_start",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def planned_end(self) -> datetime:
        return self.planned_start + timedelta(minutes=self.planned_minutes)
