"""Texts about proxies and deck-check rules: refusals, journal lines, a proxy in one line."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from decks.engine.refusals import DeckRefusal
from decks.models import Proxy

sentences.REFUSALS.update(
    {
        DeckRefusal.CHECK_RULES_ODD: _("Enter at most %(most)s percent and %(minutes)s minutes."),
        DeckRefusal.PROXY_BY_HEAD_JUDGE: _(
            "At this event only the head judge can make and withdraw proxies."
        ),
        DeckRefusal.PROXY_NOT_FOUND: _("This proxy was already withdrawn."),
    }
)
sentences.register_sentences(
    {
        "CheckRulesSet": _("Deck checks: %(target)s%% of the decks, %(shuffling)s minutes of shuffling"),
        "ProxyGranted": (_("Proxy of %(card)s for %(name)s"), _("%(name)s has no proxy of %(card)s.")),
        "ProxyWithdrawn": (
            _("Proxy of %(card)s for %(name)s withdrawn"),
            _("%(name)s has the proxy of %(card)s again."),
        ),
    },
)


def proxy_text(row: Proxy) -> str:
    """ "N FCO 105 · Damaged during the event · Round 2 · Marta Ruiz · The player has the original" (R-016)."""
    return " · ".join([row.card, *proxy_facts(row)])


def proxy_facts(row: Proxy) -> list[str]:
    """Why, when, by whom, and whether the original can be shown."""
    facts = [
        str(row.get_reason_display()),
        gettext("Round %(round)s") % {"round": row.round_number} if row.round_number else "",
        row.by_name,
        gettext("The player has the original")
        if row.original_kept
        else gettext("The player does not have the original"),
    ]
    return [fact for fact in facts if fact]
