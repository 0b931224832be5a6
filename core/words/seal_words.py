"""Sentences about the seals of a journal."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.engine.seals import Mismatch
from core.queries.seals import JournalVerification

FAULTS: dict[str, str | Promise] = {
    "changed": gettext_lazy("Line %(number)s was changed after it was sealed."),
    "removed": gettext_lazy("Line %(number)s was sealed and is missing."),
    "added": gettext_lazy("Line %(number)s was added among lines that were already sealed."),
    "seal_changed": gettext_lazy("Seal %(number)s was changed."),
    "seal_removed": gettext_lazy("Seal %(number)s is missing."),
}
"""Sentences by code. Each app adds the sentences of its checks (`hooks.journal_checks`) and of its closing lines."""


def journal_fault_text(mismatch: Mismatch) -> str:
    """Return a fault of the seals or the journal as a sentence."""
    return str(
        FAULTS[mismatch.fault] % {"number": mismatch.number, "table": mismatch.table, "line": mismatch.line}
    )


def journal_verification_text(verified: JournalVerification) -> str:
    """Return the result of verifying a journal as a sentence."""
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
