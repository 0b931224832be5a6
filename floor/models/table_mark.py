"""The events at a table, recorded tap by tap."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from pairings.models.match import Match
from tournaments.models import Entry, User


class TableMark(models.Model):
    """A tap at a table: who starts, a mulligan, a game's winner, whose turn it was, Prizes left, …

    Marks are append-only. `floor.engine.table` computes the state of the table from the marks that were not withdrawn,
    and defines `kind` and the contents of `facts`. `side` is "left", "right", or empty for both. `by` is a member of
    staff, `entry` the player who tapped.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="marks")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    game = models.PositiveSmallIntegerField(null=True, blank=True)
    side = models.CharField(max_length=5, blank=True)
    facts = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    entry = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("mark of a table")
        verbose_name_plural = _("marks of tables")
        ordering = ["match_id", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="table_mark_once")]

    def __str__(self) -> str:
        return f"{self.match} {self.number}. {self.kind}"
