"""Texts of the API: refusals, and journal lines about tokens."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from api.engine.refusals import ApiRefusal
from api.engine.scopes import BIRTHS, CALLS, CHECKS, LISTS, PLAYERS
from core import sentences
from core.sentences import Facts

SCOPE_NAMES = {
    PLAYERS: _("Player IDs, and who is checked in"),
    BIRTHS: _("Dates of birth"),
    LISTS: _("All deck lists"),
    CALLS: _("Judge calls"),
    CHECKS: _("Deck checks"),
}

sentences.REFUSALS.update(
    {
        ApiRefusal.API_NOT_FOUND: _("There is nothing at this address."),
        ApiRefusal.API_METHOD: _("The API is read only. Use GET."),
        ApiRefusal.API_QUERY_ODD: _("%(field)s cannot be read: %(why)s."),
        ApiRefusal.API_CURSOR_ODD: _("This cursor is not from this list. Start without one."),
        ApiRefusal.API_TOKEN_WRONG: _(
            "This token is wrong, expired or revoked. Make a new one on the event’s API page."
        ),
        ApiRefusal.API_TOKEN_MISSING: _("This needs a staff token: Authorization: Bearer TOKEN."),
        ApiRefusal.API_SCOPE_MISSING: _(
            "The token needs the scope %(scope)s, and its owner needs a role that includes it."
        ),
        ApiRefusal.API_TOO_OFTEN: _("Too many requests. Try again in %(again)s seconds."),
        ApiRefusal.API_BUSY: _("The server is busy. Try again in %(again)s seconds."),
        ApiRefusal.API_TOKENS_TOO_MANY: _("You have %(most)s tokens for this event. Revoke one first."),
        ApiRefusal.API_TOKEN_REVOKED: _("This token was already revoked."),
    }
)


def scope_names(scopes: Iterable[str]) -> list[str]:
    """Return the names of scopes in the order of SCOPE_NAMES."""
    return [str(SCOPE_NAMES[scope]) for scope in SCOPE_NAMES if scope in set(scopes)]


def _token_scopes_sentence_facts(facts: Facts) -> Facts:
    scopes = facts.get("scopes")
    names = scope_names(scopes) if isinstance(scopes, list | tuple) else []
    return {"scopes_text": ", ".join(names) or _("public data")}


sentences.register_sentences(
    {
        "ApiTokenMade": _("API token “%(token)s” created: %(scopes_text)s"),
        "ApiTokenRevoked": _("API token “%(token)s” revoked"),
    },
    facts=_token_scopes_sentence_facts,
)
