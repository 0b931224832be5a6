"""Find expansions by their codes and names in every language, and suggest names during typing."""

from cards.engine import shipped_facts
from cards.engine.card_names import fold_card_name_loosely
from cards.engine.cards import Expansion
from cards.engine.refusals import CardRefusal
from cards.models import Expansion as ExpansionRow
from cards.queries import catalogue
from core.engine.refused import Refused

LANGUAGES = ("en", "es", "fr", "pt")
"""Languages whose names are suggested."""


def find_expansion(text: str) -> Expansion:
    """Return the expansion with this code, id or name in any language, ignoring case and accents in names.

    Makes one query, and a second one if no code or id matches. Refused: EXPANSION_UNKNOWN (expansion).
    """
    cards, typed = catalogue.current_catalogue(), fold_card_name_loosely(text.strip())
    if (by_code := cards.expansion(text)) is not None:
        return by_code
    for pk, names in _expansion_names_by_id().items() if typed else ():
        if pk in cards.expansions and typed in [fold_card_name_loosely(name) for name in names.values()]:
            return cards.expansions[pk]
    raise Refused(CardRefusal.EXPANSION_UNKNOWN, expansion=text.strip())


def suggested_expansions() -> list[tuple[str, str]]:
    """Return names of expansions with boosters as suggestions, newest first, each with the code.

    Makes two queries.
    """
    suggestions: dict[str, str] = {}
    expansions = catalogue.current_catalogue().expansions
    for pk, names in _expansion_names_by_id().items():
        if pk in expansions and expansions[pk].kind == "expansion":
            for language in LANGUAGES:
                if spelling := names.get(language, ""):
                    suggestions.setdefault(spelling, expansions[pk].code)
    return list(suggestions.items())


def _expansion_names_by_id() -> dict[str, dict[str, str]]:
    """Map the id of each expansion to its names by language, newest first.

    Makes one query. If no expansion is stored, the shipped expansions are used.
    """
    rows = ExpansionRow.objects.order_by("-released", "-order").values_list("id", "name", "names")
    names_by_id = {pk: {"en": name, **names} for pk, name, names in rows}
    return names_by_id or {
        row["id"]: {"en": row["name"], **{language: row[f"name_{language}"] for language in LANGUAGES[1:]}}
        for row in reversed(list(shipped_facts.shipped_fact_rows("expansions.csv")))
    }
