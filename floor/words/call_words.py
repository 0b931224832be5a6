"""Sentences about judge calls and sectors."""

from django.utils.translation import gettext_lazy as _

from core import sentences
from core.sentences import Facts
from core.text_parts import lowercase_first
from floor.engine.refusals import FloorRefusal
from floor.models import JudgeCall

sentences.REFUSALS.update(
    {
        FloorRefusal.CALLED_TOO_OFTEN: _(
            "You raised and lowered your hand %(most)s times in this match. Raise your own hand; a judge sees it."
        ),
        FloorRefusal.CALL_IS_CLOSED: _("This call is already closed."),
        FloorRefusal.CALL_WAS_ANSWERED: _(
            "A judge came to your table while your call was waiting on the phone."
        ),
        FloorRefusal.CALL_IS_TAKEN: _("%(by)s is already on the way."),
        FloorRefusal.SECTOR_NAME_TAKEN: _("There is already a sector called “%(name)s”."),
    }
)


def _call_sentence_facts(facts: Facts) -> Facts:
    """Return the texts of the reason and the note of a call, each in parentheses or ""."""
    reason, note = str(facts.get("reason") or ""), facts.get("note")
    return {
        "reason_text": f" ({lowercase_first(str(JudgeCall.Reason(reason).label))})" if reason else "",
        "note_text": f" ({note})" if note else "",
    }


sentences.register_sentences(
    {
        "SectorSet": _("Sector “%(name)s”: tables %(table_from)s to %(table_to)s%(judges_text)s"),
        "SectorRemoved": (_("Sector “%(name)s” removed"), _("Sector “%(name)s” is restored.")),
    },
    facts=lambda facts: {"judges_text": f", {facts['judges']}" if facts.get("judges") else ""},
)

sentences.register_sentences(
    {
        "CallRaised": (
            _("Round %(round)s, table %(table)s: judge called%(reason_text)s"),
            _("Table %(table)s’s call is removed."),
        ),
        "CallClaimed": (
            _("Round %(round)s, table %(table)s: a judge is on the way"),
            _("Table %(table)s’s call is open again."),
        ),
        "CallArrived": (
            _("Round %(round)s, table %(table)s: a judge is there"),
            _("Table %(table)s: no judge is there yet."),
        ),
        "CallEscalated": (
            _("Round %(round)s, table %(table)s: call passed on to the head judge"),
            _("Table %(table)s’s call is no longer passed on to the head judge."),
        ),
        "CallClosed": (
            _("Round %(round)s, table %(table)s: call closed%(note_text)s"),
            _("Table %(table)s’s call is open again."),
        ),
        "CallWithdrawn": (
            _("Round %(round)s, table %(table)s: call withdrawn"),
            _("Table %(table)s’s call is open again."),
        ),
        "CallsEnded": _("Round %(round)s: calls ended with the round, tables %(names)s"),
    },
    facts=_call_sentence_facts,
)
