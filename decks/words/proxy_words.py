"""A proxy in one line, the same on pages and on paper."""

from django.utils.translation import gettext as _

from decks.models import Proxy


def proxy_text(row: Proxy) -> str:
    """ "N FCO 105 · Damaged during the event · Round 2 · Marta Ruiz · The original is kept" (R-016)."""
    return " · ".join([row.card, *proxy_facts(row)])


def proxy_facts(row: Proxy) -> list[str]:
    """Why, when, by whom, and whether the original can be shown."""
    facts = [
        str(row.get_reason_display()),
        _("Round %(round)s") % {"round": row.round_number} if row.round_number else "",
        row.by_name,
        _("The original is kept") if row.reference_kept else _("The original is not kept"),
    ]
    return [fact for fact in facts if fact]
