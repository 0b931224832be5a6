"""Deck-check settings of an event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


class CheckRules(models.Model):
    """Deck-check settings of an event.

    Defaults for events without a row: 10 % of the registered decks, 3 minutes of shuffling (R-035, R-039, S17).
    """

    class Base(models.TextChoices):
        REGISTERED = "registered", _("All decks registered")
        STILL_PLAYING = "still_playing", _("Decks of players still in the event")

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="check_rules")
    target = models.PositiveSmallIntegerField(_("decks to check, in percent"), default=10)
    base = models.CharField(_("percentage of"), max_length=13, choices=Base, default=Base.REGISTERED)
    shuffling = models.PositiveSmallIntegerField(_("minutes for shuffling"), default=3)

    class Meta:
        verbose_name = _("deck check rules")
        verbose_name_plural = _("deck check rules")

    def __str__(self) -> str:
        return f"{self.tournament}"
