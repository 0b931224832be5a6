"""Sentences about rounds and results that differ from the journal."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from core.words.seal_words import FAULTS

FAULTS |= {
    "unsealed": _(
        "Line %(number)s closed a round and no seal covers it, though closing seals the journal. A seal is missing."
    ),
    "never_sealed": ngettext_lazy(
        "%(number)s round is closed and the journal has no seal. If it was played before there were seals, "
        "seal it on the Seals page or with seal_journal. Otherwise its seals were removed.",
        "%(number)s rounds are closed and the journal has no seal. If they were played before there were "
        "seals, seal them on the Seals page or with seal_journal. Otherwise their seals were removed.",
        "number",
    ),
    "round_not_in_journal": _("Round %(number)s is closed, but no line of the journal closed it."),
    "round_not_in_table": _("Line %(line)s closed round %(number)s, but the round is not closed."),
    "result_differs": _(
        "Round %(number)s, table %(table)s: the result is not the one of line %(line)s of the journal."
    ),
    "result_not_in_journal": _(
        "Round %(number)s, table %(table)s: no line of the journal entered this result."
    ),
    "result_not_in_table": _(
        "Round %(number)s, table %(table)s: line %(line)s entered a result, but the match is missing."
    ),
    "players_differ": _(
        "Round %(number)s, table %(table)s: the players are not those that line %(line)s closed the round with."
    ),
    "byes_differ": _(
        "Round %(number)s: the byes and losses for missed rounds are not those that line %(line)s closed it with."
    ),
}
