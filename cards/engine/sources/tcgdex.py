"""Names of cards in other languages: a JSON object with `cards`, each with its `names` by language."""

import json

from cards.engine.cards import LANGUAGES
from cards.engine.refusals import CardRefusal
from cards.engine.sources.faults import RowFault
from cards.engine.sources.rows import Gathered
from core.engine.refused import Refused


def read_names(data: bytes, gathered: Gathered) -> None:
    """Count the local names of each English name. Refused(CARDS_UNREADABLE) for another kind of file."""
    try:
        cards = json.loads(data)["cards"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused(CardRefusal.CARDS_UNREADABLE, file="names") from error
    for place, card in enumerate(cards if isinstance(cards, list) else (), start=1):
        called = card.get("names") if isinstance(card, dict) else None
        if not isinstance(called, dict):
            gathered.refuse(f"names {place}", "", RowFault.ROW_INVALID)
            continue
        _read(called, f"names {place} {card.get('setpath', '')}", gathered)


def _read(called: dict[str, object], place: str, gathered: Gathered) -> None:
    english = called.get("en")
    if not isinstance(english, str) or not english:
        gathered.refuse(place, str(next(iter(called.values()), "")), RowFault.NAME_MISSING)
        return
    for language in LANGUAGES[1:]:
        name = called.get(language)
        if isinstance(name, str) and name.strip():
            gathered.call(english, language, name)
