"""Marks of a round clock and extra time of tables. `pairings.engine.clock` computes the time left."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.models.match import Match
from pairings.models.stage import Round
from tournaments.models import User

MAX_WHY_LENGTH = 200


class ClockMark(models.Model):
    """One change of a round clock. Marks are never changed or deleted; withdrawn ones are ignored.

    `seconds` of an "adjusted" mark are added to the time, or subtracted if negative.
    """

    class Kind(models.TextChoices):
        PREGAME = "pregame", _("Two minutes to set up")
        STARTED = "started", _("Started")
        PAUSED = "paused", _("Stopped")
        RESUMED = "resumed", _("Resumed")
        ADJUSTED = "adjusted", pgettext_lazy("clock", "Changed")

    round = models.ForeignKey(Round, models.CASCADE, related_name="clock_marks")
    kind = models.CharField(max_length=8, choices=Kind)
    seconds = models.IntegerField(default=0)
    why = models.CharField(_("why"), max_length=MAX_WHY_LENGTH, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("mark of a round clock")
        verbose_name_plural = _("marks of round clocks")
        ordering = ["round_id", "at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="adjusted") | models.Q(seconds=0), name="clock_seconds_of_adjusting"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.at:%H:%M:%S}"


class Extension(models.Model):
    """Extra time of one table (R-113).

    A stopwatch runs from `began_at` to `ended_at`; then, `seconds` are granted, or 0 if no time is granted. While
    `ended_at` and `seconds` are empty, a judge is at the table.
    """

    class Cause(models.TextChoices):
        CALL = "call", _("Judge call")
        DECK_CHECK = "deck_check", _("Deck check")
        RULING = "ruling", _("Ruling")
        SLOW_PLAY = "slow_play", _("Slow play")
        OTHER = "other", _("Other")

    match = models.ForeignKey(Match, models.CASCADE, related_name="extensions")
    cause = models.CharField(_("cause"), max_length=12, choices=Cause, default=Cause.CALL)
    why = models.CharField(_("why"), max_length=MAX_WHY_LENGTH, blank=True)
    began_at = models.DateTimeField()
    began_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    seconds = models.PositiveIntegerField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("time extension")
        verbose_name_plural = _("time extensions")
        ordering = ["match_id", "began_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=models.Q(ended_at__isnull=True, withdrawn_at__isnull=True),
                name="extension_one_running_at_a_table",
            ),
            models.CheckConstraint(
                condition=models.Q(ended_at__isnull=True, seconds__isnull=True)
                | models.Q(ended_at__isnull=False, seconds__isnull=False),
                name="extension_ends_with_its_seconds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} +{self.seconds or 0} s"
