"""Rulings of the floor: questions and their answers at an event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament, User


class FloorRuling(models.Model):
    """A question and its answer at this event, which every judge sees."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rulings")
    question = models.CharField(_("question"), max_length=300)
    answer = models.TextField(_("answer"), max_length=2000)
    rule = models.CharField(_("rule"), max_length=60, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("ruling of the event")
        verbose_name_plural = _("rulings of the event")
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return self.question
