"""A player in one event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.division import Division
from tournaments.models.people import Player
from tournaments.models.tournament import Tournament


class Entry(models.Model):
    """A player in one event.

    `joined_round`: the first round this player is paired in; rounds before it are losses (M-019).
    `dropped_in`: number of the current round when the player left, 0 before round 1 (FORMAT.md's meaning).
    `late`: tagged late, so ranked below others on the same points; `lot`: the last tie-break, smaller is better.
    """

    class Category(models.TextChoices):
        JUNIOR = "junior", _("Junior")
        SENIOR = "senior", _("Senior")
        MASTERS = "masters", _("Masters")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    division = models.ForeignKey(Division, models.RESTRICT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    category = models.CharField(_("age division"), max_length=8, choices=Category)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    late = models.BooleanField(_("tagged late"), default=False)
    dropped_in = models.PositiveSmallIntegerField(_("left in round"), null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    disqualified = models.BooleanField(_("disqualified"), default=False)
    awarded_byes = models.PositiveSmallIntegerField(_("byes awarded in advance"), default=0)
    lot = models.BigIntegerField(editable=False)
    notes = models.CharField(_("note for staff"), max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["player__last_name", "player__first_name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_once_in_a_tournament"),
            models.CheckConstraint(condition=models.Q(joined_round__gte=1), name="entry_joins_from_round_1"),
        ]
        indexes = [models.Index(fields=["division", "dropped_in"], name="entry_active")]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def active(self) -> bool:
        return self.dropped_in is None and not self.disqualified
