"""The requirements of a deck as sentences for players."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.engine.formats import RuleLine

SENTENCES: Mapping[str, str | Promise] = {
    "CARDS": gettext_lazy("Exactly %(number)s cards."),
    "COPIES": gettext_lazy("At most %(number)s cards with the same name."),
    "BASIC_ENERGY_EXEMPT": gettext_lazy("As much basic Energy as you like."),
    "ONE_PER_DECK": gettext_lazy("Cards whose text allows only 1 in a deck are still limited to 1."),
    "SUPPLIED_ONLY": gettext_lazy("Built here, from the cards you get at the event."),
    "TIEBREAKER_PRIZES": gettext_lazy(
        "If both players win at the same time: a tiebreaker game, %(number)s Prize cards each."
    ),
    "SUDDEN_DEATH_PRIZES": gettext_lazy("Sudden Death: 1 Prize card each."),
}


def requirement_text(line: RuleLine) -> str:
    """Return one requirement as a sentence."""
    if line.code == "COPIES" and line.number is None:
        return _("No limit on cards with the same name.")
    if line.code == "BASIC_POKEMON":
        return _("At least 1 Basic Pokémon.")
    if line.code == "PRIZES":
        text = ngettext("%(number)d Prize card each.", "%(number)d Prize cards each.", line.number or 0)
        return text % {"number": line.number}
    return str(SENTENCES[line.code]) % {"number": line.number}
