"""Judge calls."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pairings.models.match import Match
from tournaments.models import Entry, Tournament, User


class JudgeCall(models.Model):
    """A judge call. A judge claims it, arrives at the table, and closes it.

    After an escalation to the head judge (`escalated_at`), it must be claimed again.
    """

    class Reason(models.TextChoices):
        UNSAID = "", _("No reason given")
        QUESTION = "question", _("A question about the rules")
        MISTAKE = "mistake", _("Something went wrong in the game")
        SLOW = "slow", _("Slow play")
        RESULT = "result", _("The result")
        AWAY = "away", _("A player has to leave the table")
        OTHER = "other", _("Something else")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="calls")
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="calls")
    entry = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="+")
    table = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(
        _("reason for the call"), max_length=10, choices=Reason, blank=True, default=Reason.UNSAID
    )
    text = models.CharField(_("in a few words"), max_length=200, blank=True)
    raised_at = models.DateTimeField()
    raised_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    claimed_at = models.DateTimeField(null=True, blank=True)
    claimed_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    arrived_at = models.DateTimeField(null=True, blank=True)
    escalated_at = models.DateTimeField(null=True, blank=True)
    escalated_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn = models.BooleanField(default=False)
    note = models.CharField(_("note"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("judge call")
        verbose_name_plural = _("judge calls")
        ordering = ["raised_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "entry"],
                condition=models.Q(closed_at__isnull=True),
                name="call_one_open_a_player",
            )
        ]
        indexes = [models.Index(fields=["tournament", "closed_at"], name="call_open")]

    def __str__(self) -> str:
        return f"{self.table or '–'} {self.raised_at:%H:%M}"
