"""The floor: judge calls, sectors of tables with their judges, and rulings."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.names import NameField
from pairings.models.match import Match
from tournaments.models import Division, Entry, StaffMember, Tournament, User


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
        _("what it is about"), max_length=10, choices=Reason, blank=True, default=Reason.UNSAID
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


class Sector(models.Model):
    """A range of tables, both ends included, with the judges responsible for it.

    A sector of a `division` moves with its tables: the numbers are right for the first table that the division had
    when they were saved, `division_start`. `floor.queries.sectors` has the current ones.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sectors")
    division = models.ForeignKey(
        Division, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("division")
    )
    division_start = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    name = NameField(_("name"), max_length=40)
    table_from = models.PositiveSmallIntegerField(_("from table"))
    table_to = models.PositiveSmallIntegerField(_("to table"))
    judges = models.ManyToManyField(StaffMember, blank=True, related_name="sectors", verbose_name=_("judges"))

    class Meta:
        verbose_name = _("sector")
        verbose_name_plural = _("sectors")
        ordering = ["tournament_id", "table_from", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="sector_one_name"),
            models.CheckConstraint(
                condition=models.Q(table_from__gte=1, table_to__gte=models.F("table_from")),
                name="sector_tables_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.table_from}–{self.table_to})"


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
