"""Sentences about the seals of a journal."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.engine.seals import Found
from tournaments.queries.seals import Verified


def fault_text(found: Found) -> str:
    """One fault of the seals or the journal in one sentence."""
    sentences = {
        "changed": _("Line %(number)s was changed after it was sealed."),
        "removed": _("Line %(number)s was sealed and is missing."),
        "added": _("Line %(number)s was added among lines that were already sealed."),
        "seal_changed": _("Seal %(number)s was changed."),
        "seal_removed": _("Seal %(number)s is missing."),
        "deletion": _(
            "Note %(number)s says this event was deleted. It is still here, so its journal may have been cut."
        ),
        "unsealed": _(
            "Line %(number)s closed a round and no seal covers it, though closing seals the journal. A seal is missing."
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
    if found.fault == "never_sealed":
        return ngettext(
            "%(number)s round is closed and the journal has no seal. Played before there were seals: seal it on the "
            "page Seals, or with seal_journal. Otherwise its seals were removed.",
            "%(number)s rounds are closed and the journal has no seal. Played before there were seals: seal it on the "
            "page Seals, or with seal_journal. Otherwise its seals were removed.",
            found.number,
        ) % {"number": found.number}
    return sentences[found.fault] % {"number": found.number, "table": found.table, "line": found.line}


def verified_text(verified: Verified) -> str:
    """The result of verifying a journal in one sentence."""
    if verified.faults:
        text = ngettext(
            "%(count)s line, seal or result does not match.",
            "%(count)s lines, seals or results do not match.",
            len(verified.faults),
        )
        return text % {"count": len(verified.faults)}
    if verified.last is None:
        return _("This journal has no seal yet.")
    text = ngettext(
        "The journal agrees with its seals: %(count)s line, last seal %(digest)s.",
        "The journal agrees with its seals: %(count)s lines, last seal %(digest)s.",
        verified.checked,
    )
    return text % {"count": verified.checked, "digest": verified.last.short}
