"""Names of suggested cards in the reader's language (R-001)."""

from django.utils.translation import get_language

from cards.engine import card_names
from cards.queries import catalogue
from cards.queries.cards import local_card_name


def suggested_name(text: str) -> str:
    """Return a name in both languages, such as "Hyper Ball (Ultra Ball)" or "Hyper Ball SUM 135 (Ultra Ball)".

    Without a name in the reader's language, only the English text is returned.
    """
    cards, language = catalogue.loaded_catalogue(), (get_language() or "en")[:2]
    if cards is None or language == "en":
        return text
    name, _space, where = text, "", ""
    if not cards.printings(card_names.card_name_identity(name)):
        *words, code, number = text.split(" ") if text.count(" ") > 1 else (text, "", "")
        name, where = " ".join(words), f" {code} {number}"
    translated_name = local_card_name(card_names.card_name_identity(name), language, cards)
    return f"{translated_name}{where} ({name})" if translated_name else text
