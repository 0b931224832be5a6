import gc
from types import ModuleType

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.db.backends.signals import connection_created

from core import stamps


class StadiumConfig(AppConfig):
    """The project itself: it starts the queue with the web server.

    While models and services are loaded the collector of garbage rests: it would look at each of some hundred thousand
    things that stay for good, which is an eighth of the time a command needs to start.
    """

    name = "config"

    def __init__(self, app_name: str, app_module: ModuleType | None) -> None:
        super().__init__(app_name, app_module)
        self._collects = gc.isenabled()
        gc.disable()

    def ready(self) -> None:
        if self._collects:
            gc.enable()
        from config import celery, columns, formats  # noqa: F401

        columns.compare_directly()
        formats.name_the_first()

        connection_created.connect(stamps.watch_connection)


class StadiumAdminConfig(AdminConfig):
    default_site = "config.admin.StadiumAdminSite"
