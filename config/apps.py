from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class StadiumConfig(AppConfig):
    """The project itself: it starts the queue with the web server."""

    name = "config"

    def ready(self) -> None:
        from config import celery  # noqa: F401


class StadiumAdminConfig(AdminConfig):
    default_site = "config.admin.StadiumAdminSite"
