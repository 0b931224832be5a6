"""Jobs of the queue, from the moment they are ordered until they have ended."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """A job of the queue: it waits for the broker, has been sent, runs, or has failed for good; gone once it is done.

    `task` is the name of the task, `args` what it is given, `event` the key of the event it is for. `tries` have begun,
    the last one is number `last_try`. `due_at`: not before. `seen_at` is the last sign of life of whoever does it.
    `reached`: the key of the last piece that is done, where a job has pieces. `problem` names what was raised, such as
    "ConnectionRefusedError". Written by `services.jobs` alone.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        RUNNING = "running"
        FAILED = "failed"

    class Reason(models.TextChoices):
        ERROR = "error", _("It failed")
        KILLED = "killed", _("Its worker was stopped in the middle of it")
        TIME = "time", _("It took too long")

    task = models.CharField(max_length=200)
    args = models.JSONField(default=list)
    event = models.BigIntegerField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=7, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    last_try = models.PositiveSmallIntegerField(default=1)
    due_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    reached = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=6, choices=Reason, blank=True)
    problem = models.CharField(max_length=80, blank=True)

    class Meta:
        db_table = "tournaments_job"
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.task

    @property
    def message(self) -> str:
        """What the next try is called in the queue."""
        return f"job:{self.pk}:{self.tries}"
