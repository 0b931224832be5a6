from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoreConfig(AppConfig):
    name = "core"
    verbose_name = _("Platform")

    def ready(self) -> None:
        from core import hooks
        from core.engine import journal_kinds  # noqa: F401
        from core.services import pictures, teams  # noqa: F401
        from core.services.snapshots import home_folder
        from core.tasks import notices, snapshots, upkeep, webhooks
        from core.words import kind_checks, snapshot_words, webhook_words  # noqa: F401

        hooks.line_written += [snapshots.queue_snapshot_after, notices.queue_line_notices]
        hooks.webhook_queues.append(webhooks.queue_webhooks_after_commit)
        hooks.each_hour.append(upkeep.forget_old_sign_ins)
        hooks.rows_fitted["core.Cover"] = pictures.restore_cover_pictures
        hooks.home_deleted.append(home_folder.delete_all_snapshots)
