"""Texts about proxies and deck-check settings: refusals, journal lines, and a proxy in one line."""

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


def proxy_text(proxy: Proxy) -> str:
    """Describe a proxy in one line (R-016).

    An example is "N FCO 105 · Damaged during the event · Round 2 · Marta Ruiz · The player has the original".
    """
    facts = [
        proxy.card,
        str(proxy.get_reason_display()),
        gettext("Round %(round)s") % {"round": proxy.round_number} if proxy.round_number else "",
        proxy.by_name,
        gettext("The player has the original")
        if proxy.original_kept
        else gettext("The player does not have the original"),
    ]
    return " · ".join(fact for fact in facts if fact)
