"""Labels of the tags of players, and sentences about their values and refusals."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from core.sentences import REFUSALS
from core.text_parts import text_labeled_with_part
from tournaments.engine.player_tags import TagLine
from tournaments.engine.refusals import TournamentRefusal

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LABELS: dict[str, "str | _StrPromise"] = {
    "awarded_byes": _("Byes awarded in advance"),
    "table": _("Fixed table"),
    "notes": _("Note for staff"),
    "group": _("Family or team"),
    "country": _("Country"),
}
"""The label of each tag."""

NOTHING = pgettext_lazy("tag of a player", "none")

REFUSALS |= {
    TournamentRefusal.TAG_BYES_PAIRED: _(
        "%(name)s is already paired in round %(round)s, so a bye there can no longer be awarded or removed."
    ),
    TournamentRefusal.TAG_BYES_WRONG: _(
        "“%(value)s” is not a number of byes. Write 1, 2 or 3, or 0 for none."
    ),
    TournamentRefusal.TAG_LIST_EMPTY: _("This list has no Player ID. Paste one in each line."),
    TournamentRefusal.TAG_PLAYER_TWICE: _("Player ID %(player_id)s is already in line %(first_row)s."),
    TournamentRefusal.TAG_PLAYER_UNKNOWN: _(
        "No player of this event has Player ID %(player_id)s. Correct it, or add the player first."
    ),
    TournamentRefusal.TAG_TABLE_OUTSIDE: _(
        "Table %(table)s is outside the hall, which has tables %(first)s to %(last)s. If it exists, enter it for this "
        "player alone, in the pairing options."
    ),
    TournamentRefusal.TAG_TABLE_TWICE: _("Table %(table)s is already in row %(first_row)s."),
    TournamentRefusal.TAG_TABLE_WRONG: _("“%(value)s” is not a table number."),
    TournamentRefusal.TAG_VALUE_MISSING: _(
        "Nothing follows the Player ID. Write the value after it, or enter one for all lines."
    ),
}


def tag_value_text(value: object) -> str:
    """Return the value of a tag as text, “none” for a player without the tag."""
    return str(NOTHING) if value in (None, "", 0) else str(value)


def change_texts(line: TagLine) -> list[str]:
    """Describe each tag that a line changes: its label, the new value and the former one."""
    texts = []
    for key in line.changed:
        values = {"now": tag_value_text(line.after[key]), "before": tag_value_text(line.before.get(key))}
        texts.append(text_labeled_with_part(str(LABELS[key]), gettext("%(now)s (was: %(before)s)") % values))
    return texts


def tags_text(keys: Iterable[object]) -> str:
    """Return the labels of tags as text."""
    return ", ".join(str(LABELS[key]) for key in map(str, keys) if key in LABELS)
