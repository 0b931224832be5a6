"""Sentences about an organizer's known players."""

from django.utils.translation import gettext_lazy as _

from core.sentences import REFUSALS, register_sentences
from pairings.engine.refusals import PairingRefusal

REFUSALS |= {
    PairingRefusal.TOO_MANY_KNOWN_PLAYERS: _(
        "A list of known players can have at most %(limit)s. Delete the list, or load smaller files."
    ),
    PairingRefusal.NOT_ON_YOUR_LIST: _("This player is no longer on your list."),
    PairingRefusal.LOAD_UNDONE: _("This import was already undone, or is too old to be undone."),
    PairingRefusal.LATER_LOAD_FIRST: _("Undo the later import from %(filename)s first."),
}
register_sentences(
    {
        "KnownPlayersLoaded": _("Known players from %(filename)s: %(count)s added, %(others)s changed"),
        "KnownPlayersUnloaded": _(
            "Import of known players from %(filename)s undone: %(count)s removed, %(others)s as before"
        ),
        "KnownPlayerDeleted": _("One known player deleted"),
        "KnownPlayersDeleted": _("List of known players deleted, players: %(count)s"),
    }
)
