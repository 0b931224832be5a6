"""The queue. Its settings are Django's, prefixed CELERY_."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("stadium")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
