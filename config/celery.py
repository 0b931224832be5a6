"""The Celery app. Its settings are Django's with the prefix CELERY_."""

import os
from typing import Any

from celery import Celery
from celery.signals import heartbeat_sent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("stadium")
app.set_default()  # the default app for all threads of a web server
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@heartbeat_sent.connect
def _report_machine(**_signal: Any) -> None:
    """Report this machine at each heartbeat of a worker. `report_machine` ignores most of these calls."""
    from config.doctor.shared_machines import report_machine

    report_machine()
