"""Sentences of rounds, results and standings."""

from django.utils.translation import gettext_lazy as _

from tournaments import sentences

REFUSALS: dict[str, sentences.Sentence] = {
    "TOO_FEW_PLAYERS": _("A round needs two players who are checked in and have not left; here are %(players)s."),
}

JOURNAL: dict[str, sentences.Sentence] = {}

sentences.REFUSALS.update(REFUSALS)
sentences.JOURNAL.update(JOURNAL)
