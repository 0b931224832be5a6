"""What the commands of Stadium have in common."""

from django.core.management.base import BaseCommand


class StadiumCommand(BaseCommand):
    """A command that begins at once. Django would load every page first, to check a source that the tests check."""

    requires_system_checks: list[str] = []
