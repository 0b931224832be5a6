"""Penalties and their effects."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from pairings.models.match import Match
from tournaments.models import Entry, Tournament, User


class Penalty(models.Model):
    """A penalty for one player.

    `infraction` and `level` are codes of `floor.engine.penalties`. A Game Loss or a heavier penalty takes effect
    once the head judge has confirmed it (`confirmed_at`). `applied` stores what the penalty changed, so that
    withdrawing it reverts exactly that. `prizes` is the number of Prizes it costs (M-072).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="penalties")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="penalties")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.PositiveSmallIntegerField(_("game"), null=True, blank=True)
    infraction = models.CharField(_("infraction"), max_length=40)
    level = models.CharField(_("penalty"), max_length=24)
    prizes = models.PositiveSmallIntegerField(_("Prizes"), default=0)
    note = models.TextField(_("what happened"), max_length=2000, blank=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    confirmed_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    confirmed_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_why = models.CharField(max_length=200, blank=True)
    applied = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["tournament", "entry"], name="penalty_of_player")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.level}"
