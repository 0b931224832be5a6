"""Settings of self check-in."""

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.engine.check_in import Phase, hall_code, self_check_in_phase
from tournaments.models.tournament import Tournament


class SelfCheckIn(models.Model):
    """Settings of one event's self check-in; without a row it is off. Written only by `services.self_check_in`.

    Players check in between `opens_at` and `closes_at`; None means no limit. The hall code is derived from `seed`.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="self_check_in")
    is_on = models.BooleanField(_("players check themselves in"), default=False)
    opens_at = models.DateTimeField(_("from"), null=True, blank=True)
    closes_at = models.DateTimeField(_("until"), null=True, blank=True)
    seed = models.BigIntegerField(editable=False)

    class Meta:
        verbose_name = _("self check-in")
        verbose_name_plural = _("self check-ins")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(opens_at__isnull=True)
                | models.Q(closes_at__isnull=True)
                | models.Q(opens_at__lt=models.F("closes_at")),
                name="self_check_in_opens_first",
            )
        ]

    def __str__(self) -> str:
        return str(self.tournament)

    @property
    def code(self) -> str:
        """The current hall code."""
        return hall_code(self.seed)

    def phase(self, now: datetime) -> Phase:
        """Return the phase of self check-in at `now`."""
        return self_check_in_phase(
            is_on=self.is_on, opens_at=self.opens_at, closes_at=self.closes_at, now=now
        )
