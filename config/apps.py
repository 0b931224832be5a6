import gc
from types import ModuleType

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.db.backends.signals import connection_created

from core import stamps


class StadiumConfig(AppConfig):
    """The app config of the project, which connects Celery with the web server and patches Django.

    The garbage collector is paused while models and services load, and ignores their objects afterwards: scanning
    several hundred thousand permanent objects takes a fifth of a command's start-up time.
    """

    name = "config"

    def __init__(self, app_name: str, app_module: ModuleType | None) -> None:
        super().__init__(app_name, app_module)
        self._was_enabled = gc.isenabled()
        gc.disable()

    def ready(self) -> None:
        if self._was_enabled:
            gc.freeze()  # loaded modules are never freed, so scanning them is useless
            gc.enable()
        from config import celery, columns  # noqa: F401
        from config.formats import patterns

        columns.patch_column_comparison()
        patterns.patch_first_of_month()

        connection_created.connect(stamps.watch_connection)


class StadiumAdminConfig(AdminConfig):
    default_site = "config.admin.StadiumAdminSite"
