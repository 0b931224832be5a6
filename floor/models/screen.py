"""Televisions in the hall: their addresses, and their content as set at the desk."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.names import NameField
from floor.engine.hall_screens import DEFAULT_SECONDS, ScreenSettings
from tournaments.models import Division, Tournament


class HallScreen(models.Model):
    """A screen. Its address never changes, and after its removal the address shows automatic content.

    `message` is shown above everything else, or instead of it (`message_fills`).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="screens")
    name = NameField(_("name"), max_length=40)
    code = models.CharField(max_length=10, unique=True)
    parts = models.JSONField(default=list, blank=True)
    letter_from = models.CharField(max_length=1, blank=True)
    letter_to = models.CharField(max_length=1, blank=True)
    division = models.ForeignKey(Division, models.SET_NULL, null=True, blank=True, related_name="+")
    table = models.PositiveSmallIntegerField(_("feature match"), null=True, blank=True)
    seconds = models.PositiveSmallIntegerField(_("seconds per page"), default=DEFAULT_SECONDS)
    small = models.BooleanField(default=False)
    message = models.CharField(_("message"), max_length=200, blank=True)
    message_fills = models.BooleanField(default=False)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("hall screen")
        verbose_name_plural = _("hall screens")
        ordering = ["tournament_id", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "name"],
                condition=models.Q(removed_at__isnull=True),
                name="screen_one_name",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def settings(self) -> ScreenSettings:
        return ScreenSettings(
            tuple(self.parts),
            self.letter_from,
            self.letter_to,
            self.division_id,
            self.table,
            self.seconds,
            self.small,
        )

    @settings.setter
    def settings(self, settings: ScreenSettings) -> None:
        for name, value in settings.facts().items():
            setattr(self, "division_id" if name == "division" else name, value)
