"""Texts about the odd player of a Solomon draft, for pages and the run sheet (R-094, S13)."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from drafts.engine.odd_player import CODES, OddStep
from drafts.queries.odd_player import OddPlayer

WHEN: dict[str, sentences.Sentence] = {
    "PACKS": _("While everyone takes their seats"),
    "POOL": _("On the signal to open packs"),
    "BUILD": _("When the pairs build"),
    "LIST": _("When the pairs hand in"),
}
TEXTS: dict[str, sentences.Sentence] = {
    "PACKS": _("Hand out %(packs)s to %(name)s. They stay closed until the signal."),
    "POOL": _("%(name)s opens the packs alone. Enter the pool by hand and name its packs."),
    "BUILD": _("%(name)s builds in the same 30 minutes."),
    "LIST": _("%(name)s hands in the list with the unused cards."),
}


def odd_title(player: OddPlayer) -> str:
    """Return the heading of the part about the odd player."""
    return gettext("Without a pair: %(name)s") % {"name": player.name}


def odd_step_text(player: OddPlayer, step: OddStep) -> str:
    """Return what has to be done at a step of the odd player."""
    packs = ngettext("%(packs)d pack", "%(packs)d packs", player.packs) % {"packs": player.packs}
    facts = {"name": player.name, "packs": packs if player.packs else gettext("the packs")}
    return sentences.fill_sentence(TEXTS[step.code], facts)


def odd_rows(player: OddPlayer) -> list[tuple[str, str]]:
    """Return the time and the text of each step of the odd player, for the run sheet."""
    return [(str(WHEN[code]), odd_step_text(player, OddStep(code, "to_come"))) for code in CODES]
