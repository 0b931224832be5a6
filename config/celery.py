"""The Celery app. Its settings are Django's, prefixed CELERY_."""

import os
from typing import Any

from celery import Celery
from celery.signals import heartbeat_sent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("stadium")
app.set_default()  # also in the threads of a web server
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@heartbeat_sent.connect
def _note_machine(**_signal: Any) -> None:
    """A worker's heartbeat, every few seconds; recorded once a minute."""
    from config.doctor.machines import note_machine

    note_machine()
