"""Texts for the tie-breaks of the standings, by the key of their metric."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.percentages import format_percent
from pairings.engine.metrics import TIE_BREAKS, TieBreaks


@dataclass(frozen=True, slots=True)
class TieBreakWords:
    """Texts for one tie-break.

    - `heading`: column heading.
    - `named`: its name with its value, `share`.
    - `decides`: why it ranks a player above the next one, with the values `own` and `theirs`, the `other` player
      and the `place` of that player.
    - `differs`: why it may differ in a TOM file.
    """

    heading: Promise
    named: Promise
    decides: Promise
    differs: Promise


WORDS: Mapping[str, TieBreakWords] = {
    "owp": TieBreakWords(
        heading=_("Opp. win %"),
        named=_("Opp. win %(share)s"),
        decides=_("Opp. win %(own)s is higher than the %(theirs)s of %(other)s in place %(place)d."),
        differs=_("Opp. win %% differs: an opponent has a different result or dropped."),
    ),
    "oowp": TieBreakWords(
        heading=_("Opp. opp. win %"),
        named=_("Opp. opp. win %(share)s"),
        decides=_(
            "Opp. win is equal to that of %(other)s in place %(place)d. Opp. opp. win decides: %(own)s against "
            "%(theirs)s."
        ),
        differs=_("Opp. opp. win %% differs: an opponent’s opponent has a different result or dropped."),
    ),
}

HEADINGS = tuple(WORDS[key].heading for key in TIE_BREAKS)


def tie_break_texts(tie_breaks: TieBreaks) -> tuple[str, ...]:
    """Format the values for a page or sheet: "55.56%", …"""
    return tuple(map(format_percent, tie_breaks.values()))
