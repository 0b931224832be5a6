"""Open tasks about deck lists on the front page of an event."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from decks.models import ListRules
from tournaments.models import Tournament


def choose_expansion_task(event: Tournament) -> Iterator[tuple[str, str, str, str]]:
    """Yield the task to choose the expansion of a Prerelease whose lists are collected without one.

    The values are icon, text, label of the link, and URL. One query.
    """
    if event.kind != Tournament.Kind.PRERELEASE:
        return
    if ListRules.objects.filter(tournament=event, prerelease_expansion="").exists():
        url = reverse("decks:lists_settings", args=[event.slug])
        yield (
            "cards",
            _("Choose the expansion of this Prerelease, so that its cards are legal."),
            _("Choose"),
            url,
        )
