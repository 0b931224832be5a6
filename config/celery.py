"""The queue. Its settings are Django's, prefixed CELERY_."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("stadium")
app.set_default()  # also in the threads of a web server
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
