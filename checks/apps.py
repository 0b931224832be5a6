from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChecksConfig(AppConfig):
    name = "checks"
    verbose_name = _("Deck checks")

    def ready(self) -> None:
        from checks.engine import journal_kinds  # noqa: F401
        from checks.queries import snapshot_parts
        from checks.queries.check_sheets import photo_files_of_event
        from checks.queries.desk_coverage import desk_coverage
        from checks.queries.rewriting import open_rewrite_of
        from checks.services import before_checks, check_photos, check_sheets, deck_checks  # noqa: F401
        from checks.words import before_check_words, check_words  # noqa: F401
        from core import hooks
        from decks import hooks as of_decks
        from pairings import hooks as of_pairings

        of_decks.list_requests.append(open_rewrite_of)
        of_pairings.desk_panels["checks"] = desk_coverage
        of_pairings.match_moved.append(check_sheets.move_running_checks)
        hooks.snapshot_parts.extend(snapshot_parts.PARTS)
        hooks.rows_fitted["checks.CheckPhoto"] = check_photos.restore_check_photos
        hooks.pictures.append(photo_files_of_event)
