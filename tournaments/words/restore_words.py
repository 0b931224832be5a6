"""Sentences of events restored from a snapshot."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.engine.facts import Facts
from core.engine.seals import short
from tournaments.engine.refusals import TournamentRefusal

sentences.REFUSALS.update(
    {
        TournamentRefusal.SLUG_TAKEN: _("The address “%(slug)s” is taken. Choose another one."),
        TournamentRefusal.SLUG_UNREADABLE: _(
            "“%(slug)s” cannot be an address: use lowercase letters, digits and hyphens."
        ),
    }
)


def _restored(facts: Facts) -> Facts:
    try:
        at = timezone.localtime(datetime.fromisoformat(str(facts.get("taken_at"))))
        moment = date_format(at, "SHORT_DATETIME_FORMAT")
    except ValueError:
        moment = "–"
    first = _now("Rehearsal copy made") if facts.get("rehearsal") else _now("Event restored")
    return {"what_text": first, "moment_text": moment, "digest_text": short(str(facts.get("digest", "")))}


sentences.register_sentences(
    {
        "EventRestored": _("%(what_text)s from a snapshot of %(moment_text)s, file %(digest_text)s"),
    },
    facts=_restored,
)
