from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoreConfig(AppConfig):
    name = "core"
    verbose_name = _("Platform")

    def ready(self) -> None:
        from core.engine import journal_kinds  # noqa: F401
        from core.words import kind_checks  # noqa: F401
