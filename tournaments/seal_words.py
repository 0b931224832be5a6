"""What is said of the seals of a journal."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.seals import Found
from tournaments.queries.seals import Verified


def fault_text(found: Found) -> str:
    """What does not agree with the seals, in one sentence."""
    sentences = {
        "changed": _("Line %(number)s was changed after it was sealed."),
        "removed": _("Line %(number)s was sealed and is missing."),
        "added": _("Line %(number)s was added among lines that were already sealed."),
        "seal_changed": _("Seal %(number)s was changed."),
        "seal_removed": _("Seal %(number)s is missing."),
        "deletion": _(
            "Note %(number)s says this event was deleted. It is still here, so its journal may have been cut."
        ),
    }
    return sentences[found.fault] % {"number": found.number}


def verified_text(verified: Verified) -> str:
    """How a journal was held against its seals, in one sentence."""
    if verified.faults:
        text = ngettext(
            "%(count)s line or seal does not match.",
            "%(count)s lines or seals do not match.",
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
