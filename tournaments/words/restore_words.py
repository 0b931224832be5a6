"""Sentences about events restored from a snapshot."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.engine.code_labels import Facts
from core.engine.seals import short_digest
from tournaments.engine.refusals import TournamentRefusal

sentences.REFUSALS.update(
    {
        TournamentRefusal.SLUG_TAKEN: _("The address “%(slug)s” is taken. Choose another one."),
        TournamentRefusal.SLUG_UNREADABLE: _(
            "“%(slug)s” cannot be an address: use lowercase letters, digits and hyphens."
        ),
    }
)


def _restore_sentence_facts(facts: Facts) -> Facts:
    """Return the texts of a restore's journal sentence.

    They are what was made (an event or a rehearsal copy), the time of the snapshot ("–" if unreadable) and its
    short digest.
    """
    try:
        taken_at = timezone.localtime(datetime.fromisoformat(str(facts.get("taken_at"))))
        moment_text = date_format(taken_at, "SHORT_DATETIME_FORMAT")
    except ValueError:
        moment_text = "–"
    what_text = _now("Rehearsal copy made") if facts.get("rehearsal") else _now("Event restored")
    return {
        "what_text": what_text,
        "moment_text": moment_text,
        "digest_text": short_digest(str(facts.get("digest", ""))),
    }


sentences.register_sentences(
    {
        "EventRestored": _("%(what_text)s from a snapshot of %(moment_text)s, file %(digest_text)s"),
    },
    facts=_restore_sentence_facts,
)
