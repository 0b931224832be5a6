"""Cards that a page suggests, by their names in the reader's language (R-001)."""

from django.utils.translation import get_language

from cards.engine import names
from cards.queries import catalogue
from cards.queries.cards import local_name


def suggested_name(text: str) -> str:
    """A name, alone or with set and number: "Hyper Ball (Ultra Ball)", "Hyper Ball SUM 135 (Ultra Ball)".

    The English one where no other is known.
    """
    cards, language = catalogue.loaded(), (get_language() or "en")[:2]
    if cards is None or language == "en":
        return text
    name, _space, where = text, "", ""
    if not cards.printings(names.identity(name)):
        *words, code, number = text.split(" ") if text.count(" ") > 1 else (text, "", "")
        name, where = " ".join(words), f" {code} {number}"
    local = local_name(names.identity(name), language, cards)
    return f"{local}{where} ({name})" if local else text
