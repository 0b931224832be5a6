from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.db.backends.signals import connection_created

from tournaments import stamps


class StadiumConfig(AppConfig):
    """The project itself: it starts the queue with the web server."""

    name = "config"

    def ready(self) -> None:
        from config import celery, columns  # noqa: F401

        columns.compare_directly()

        connection_created.connect(stamps.watch_connection)


class StadiumAdminConfig(AdminConfig):
    default_site = "config.admin.StadiumAdminSite"
