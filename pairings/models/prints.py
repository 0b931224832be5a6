"""Prints, stored as PDF so that a reprint is identical."""

from datetime import datetime, timedelta

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.models.stage import Round
from tournaments.models import Tournament, User

MAX_KEY_LENGTH = 40
SILENT = timedelta(minutes=2)
"""A running print without an update for this time has lost its worker; every page is an update."""


class StoredPrint(models.Model):
    """One press of a print button, with its choice, its progress and the file.

    `choice` are the facts of an `engine.print_choice.PrintChoice`. `key` combines the page's key and the choice,
    so that a press sent twice makes only one print. `site` is the host of the QR codes. `attempt` rises with
    each start, so that a worker presumed dead cannot store its result. Sheet number `sheet` of `sheets` is
    being drawn; `pages` counts finished pages. `problem` is the code of a failure. `digest` is the SHA-256 of
    the file, shown only to staff of the event. Only `services.prints` writes it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting to start")
        RUNNING = "running", _("Printing")
        DONE = "done", pgettext_lazy("print", "Printed")
        FAILED = "failed", pgettext_lazy("print", "Stopped")

    class Kind(models.TextChoices):
        CHOICE = "choice", _("Chosen sheets")
        PACK = "pack", _("Round pack")
        CRASH = "crash", _("Crash pack")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="prints")
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.CHOICE)
    choice = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    site = models.CharField(max_length=200, blank=True)
    key = models.CharField(max_length=MAX_KEY_LENGTH)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    problem = models.CharField(max_length=40, blank=True)
    attempt = models.PositiveSmallIntegerField(default=1)
    sheet = models.PositiveIntegerField(default=0)
    sheets = models.PositiveIntegerField(default=0)
    pages = models.PositiveIntegerField(default=0)
    size = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    file = models.FileField(upload_to="prints/%Y/%m", blank=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    last_seen_at = models.DateTimeField(null=True, blank=True)
    printed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("print")
        verbose_name_plural = _("prints")
        ordering = ["tournament_id", "-id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "key"], name="print_once_a_press")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"

    @property
    def is_unfinished(self) -> bool:
        return self.state in (self.State.WAITING, self.State.RUNNING)

    def is_silent(self, now: datetime) -> bool:
        """Return whether a running print has lost its worker."""
        last_sign_of_life = self.last_seen_at or self.at
        return bool(self.state == self.State.RUNNING and last_sign_of_life < now - SILENT)


class PrintedRound(models.Model):
    """A round shown in a print, and its revision.

    `round` is None once the pairing of the round was undone.
    """

    stored = models.ForeignKey(StoredPrint, models.CASCADE, related_name="rounds")
    round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="prints")
    revision = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("printed round")
        verbose_name_plural = _("printed rounds")
        ordering = ["stored_id", "id"]

    def __str__(self) -> str:
        return f"{self.round}, {self.revision}"
