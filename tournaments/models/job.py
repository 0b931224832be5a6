"""Jobs the queue has not taken yet."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class WaitingJob(models.Model):
    """A job that was to be done while the broker did not answer; sent, and gone from here, once it does.

    `task` is the name of the task and `args` what it is given. Written by `services.jobs` alone.
    """

    task = models.CharField(max_length=200)
    args = models.JSONField(default=list)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("waiting job")
        verbose_name_plural = _("waiting jobs")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.task
