"""Queue the jobs that email players about their lists."""

from typing import Any

from celery import Task
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from core.services import jobs


def queue_list_emails(request: HttpRequest, task: Task[..., Any], *args: Any, event: int) -> None:
    """Queue the task that sends emails, or warn the user that the queue does not respond."""
    if not jobs.send_job(task, *args, about=event):
        messages.warning(
            request, _("The job queue does not respond. Emails to players go out as soon as it does.")
        )
