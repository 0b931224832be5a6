"""The project: settings, addresses, the queue. The queue is loaded with Django, so that tasks find it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
