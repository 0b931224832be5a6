"""Expansions found by their codes and their names in every language, and suggested while one types."""

from cards.engine.card_names import loose
from cards.engine.cards import Expansion
from cards.engine.refusals import CardRefusal
from cards.models import Expansion as ExpansionRow
from cards.queries import catalogue
from core.engine.refused import Refused

LANGUAGES = ("es", "fr", "pt")
"""Languages whose names are suggested beside the English ones."""


def find_expansion(text: str) -> Expansion:
    """Return the expansion with this code, id or name, ignoring case and accents. One query.

    Refused: EXPANSION_UNKNOWN (expansion).
    """
    cards, typed = catalogue.current(), loose(text.strip())
    if (by_code := cards.expansion(text)) is not None:
        return by_code
    rows = ExpansionRow.objects.order_by("-released", "-order").values_list("id", "name", "names")
    for pk, name, names in rows if typed else ():
        if pk in cards.expansions and typed in [loose(spelling) for spelling in (name, *names.values())]:
            return cards.expansions[pk]
    raise Refused(CardRefusal.EXPANSION_UNKNOWN, expansion=text.strip())


def suggested_expansions() -> list[tuple[str, str]]:
    """Return names of expansions with boosters as suggestions, newest first, each with the code of its expansion.

    One query.
    """
    rows = ExpansionRow.objects.filter(kind=ExpansionRow.Kind.EXPANSION).order_by("-released", "-order")
    suggestions: dict[str, str] = {}
    for pk, codes, name, names in rows.values_list("id", "codes", "name", "names"):
        for spelling in (name, *(names.get(language, "") for language in LANGUAGES)):
            if spelling:
                suggestions.setdefault(spelling, (codes.split() or [pk])[0])
    return list(suggestions.items())
