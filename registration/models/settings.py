"""Settings of registration, chosen by an event's organizer."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from registration.engine.seats import RegistrationPeriod
from tournaments.models import Division, Tournament

MAX_HOURS = 14 * 24


class RegistrationSettings(models.Model):
    """Settings of one event's registration; without a row it is off.

    Players can register between `opens_at` and `closes_at` and cancel until `cancel_until`; None means no limit.
    `accept_hours` is the time to accept a seat from the waiting list; 0 confirms immediately. With `by_hand` the
    staff approve each registration. With a `code` only players who enter it can register. `questions` are codes
    from `engine.questions.QUESTIONS`. `fee` is a text for players, such as "12 €, at the shop".
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="registration_settings")
    is_open = models.BooleanField(_("players can register"), default=False)
    opens_at = models.DateTimeField(_("opens"), null=True, blank=True)
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True)
    cancel_until = models.DateTimeField(_("players can cancel until"), null=True, blank=True)
    accept_hours = models.PositiveSmallIntegerField(
        _("hours to accept a seat"), default=24, validators=[MaxValueValidator(MAX_HOURS)]
    )
    by_hand = models.BooleanField(_("staff must approve each registration"), default=False)
    code = models.CharField(_("code for invited players"), max_length=20, blank=True)
    questions = models.JSONField(default=list)
    fee = models.CharField(_("entry fee"), max_length=60, blank=True)
    rules_text = models.TextField(_("rules to accept"), max_length=2000, blank=True)

    class Meta:
        verbose_name = _("registration settings")
        verbose_name_plural = _("registration settings")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(opens_at__isnull=True)
                | models.Q(closes_at__isnull=True)
                | models.Q(opens_at__lt=models.F("closes_at")),
                name="registration_opens_first",
            )
        ]

    def __str__(self) -> str:
        return str(self.tournament)

    @property
    def period(self) -> RegistrationPeriod:
        return RegistrationPeriod(self.is_open, self.opens_at, self.closes_at, self.cancel_until)


class DivisionPlaces(models.Model):
    """The limit of players in a division; without a row there is no limit."""

    division = models.OneToOneField(Division, models.CASCADE, related_name="registration_places")
    places = models.PositiveSmallIntegerField(_("places"))

    class Meta:
        verbose_name = _("places of a division")
        verbose_name_plural = _("places of divisions")

    def __str__(self) -> str:
        return f"{self.division}: {self.places}"
