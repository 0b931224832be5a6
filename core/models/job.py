"""Queued jobs."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """A queued job, which is deleted when it is done.

    Its state is waiting for a try, sent, running, or permanently failed. `task` is the name of the task, `args`
    its arguments, `about` the key of the home it is for. `tries` is the number of tries that have started, and
    `last_try` is the number of the last try allowed. `due_at` is the time when the broker delivers the next try,
    `seen_at` the start of the current try. `reached` is the key of the last piece done, for a job that consists
    of pieces. `problem` is the class name of the exception, such as "ConnectionRefusedError". Written only by
    `core.services.jobs`.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        RUNNING = "running"
        FAILED = "failed"

    class Reason(models.TextChoices):
        ERROR = "error", _("It failed")
        KILLED = "killed", _("Its worker was stopped before it finished")
        TIME = "time", _("It took too long")

    task = models.CharField(max_length=200)
    args = models.JSONField(default=list)
    about = models.BigIntegerField(null=True, db_column="event")
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
        """The id of the message that starts the next try. Celery reuses it for its retries."""
        return f"job:{self.pk}:{self.tries}"
