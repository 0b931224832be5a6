"""The origin of a restored event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.engine.snapshots.keys import OriginalKeys
from tournaments.models.people import User
from tournaments.models.tournament import Tournament


class EventOrigin(models.Model):
    """One restore of an event, ordered by time.

    Restored rows have new keys, while seals cover the original keys.
    `event` is the original key of the event, `seals` the number of its last original seal, and `line` the
    current key of its last original journal line. `keys` lists runs of original and current keys for each model
    (`core.engine.snapshots.keys`). `rehearsal` marks a copy for practice. `trusted` means that an
    administrator of this installation vouches for the file, so that its steps can be undone. Written only by
    `services.snapshots`.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="origins")
    number = models.PositiveSmallIntegerField()
    event = models.PositiveBigIntegerField()
    slug = models.CharField(max_length=100)
    taken_at = models.DateTimeField(_("taken at"))
    restored_at = models.DateTimeField(_("restored at"))
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    seals = models.PositiveIntegerField(default=0)
    line = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64)
    rehearsal = models.BooleanField(default=False)
    trusted = models.BooleanField(default=False)
    keys = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("restore of an event")
        verbose_name_plural = _("restores of events")
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="origin_once_a_number"),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def backwards(self) -> OriginalKeys:
        """The mapping from current keys to original ones."""
        return OriginalKeys.of(self.keys)
