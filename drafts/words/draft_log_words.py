"""Texts about the log of a draft: moves as sentences, refusals, journal lines (R-002, R-092–094)."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from core import sentences
from drafts.engine.refusals import DraftRefusal
from drafts.models import DraftMove
from drafts.queries.draft_log import LogRow, PaperRow
from drafts.words import draft_run_words

Names = Mapping[int, str]
Kind = DraftMove.Kind

sentences.REFUSALS.update(
    {
        DraftRefusal.DRAFT_FILE_WRONG: _(
            "This is not a draft log, or it is from a newer version of Stadium. Choose the JSON file from the draft "
            "log page."
        ),
        DraftRefusal.DRAFT_IS_TRACKED: _(
            "This draft is tracked, so its log can’t have notes from a draft on paper."
        ),
        DraftRefusal.LOOK_FIRST: _(
            "This file contains cards that are still secret. Show the cards on the draft log page first; "
            "that is recorded in the journal."
        ),
        DraftRefusal.HEAD_JUDGE_DECIDES: _(
            "Only the head judge or the organizer can decide that. Call one of them."
        ),
        DraftRefusal.RULING_MISSING: _("Write the ruling and the reason for it."),
        DraftRefusal.NOTHING_PICKED: _("Seat %(seat)s has no pick to undo."),
        DraftRefusal.NAMES_HIDDEN: _("Show the secret cards before you correct the name of one."),
    }
)


OPENED: Mapping[str, sentences.Sentence] = {
    "booster": _("Pack %(opening)s is opened"),
    "rochester": _("%(name)s opens two packs"),
    "solomon": _("%(name)s turns cards over"),
}
MOVES: Mapping[str, sentences.Sentence] = {
    "pick": _("%(name)s picks %(card)s"),
    "pick_hidden": _("%(name)s picks a card"),
    "pick_random": _("Time was over, and %(name)s got %(card)s at random"),
    "pick_random_hidden": _("Time was over, and %(name)s got a card at random"),
    "undo_move": _("Undone: move %(of)s"),
    "rename": _("Card named: %(card)s"),
    "rename_hidden": _("Card named"),
    "short": _("A card is missing from %(name)s’s pack"),
    "short_table": _("A card is missing from the table"),
    "extra": _("An extra card in %(name)s’s pack"),
    "extra_table": _("An extra card on the table"),
    "leave_skip": _("%(name)s drops, and the draft continues without the seat"),
    "leave_half": _("%(name)s dropped; the other player gets half of the stack"),
    "leave_rest": _("%(name)s dropped; the other player gets the rest of the stack"),
    "leave_random": _("%(name)s dropped; the seat picks at random"),
}
NOTES: Mapping[str, sentences.Sentence] = {
    **MOVES,
    "undo_move": _("Note %(of)s is undone"),
}
TAPS: Mapping[str, sentences.Sentence] = {
    "next": _("On to: %(step)s"),
    "back": _("Back to: %(step)s"),
    "paused": _("Timer paused: %(step)s"),
    "resumed": _("Timer resumed: %(step)s"),
    "clock": _("Called by the clock: %(step)s"),
    "hand": _("Called by hand: %(step)s"),
}


def move_text(row: LogRow, subtype: str, names: Names) -> str:
    """Return a move as a sentence, without the name of a secret card."""
    move = row.line.move
    facts: sentences.Facts = {
        "name": name_with_seat_text(move.seat, names),
        "card": row.name,
        "opening": row.line.opening,
        "of": (move.of or 0) + 1,
    }
    if move.kind == "open":
        return sentences.fill_sentence(OPENED[subtype], facts)
    if move.kind in ("pick", "rename"):
        kind = f"{move.kind}_{move.way}" if move.way else move.kind
        return sentences.fill_sentence(MOVES[kind if row.name else f"{kind}_hidden"], facts)
    return sentences.fill_sentence(MOVES[_other_move_key(move.kind, move.seat, move.way)], facts)


def paper_tap_text(row: PaperRow, names: Mapping[int, Names]) -> str:
    """Return a tap on a paper draft, or a judge's note, as a sentence.

    `names`: players' names by pod and seat; those under 0 belong to the pod of the tap.
    """
    if row.move is not None:
        note = row.move
        facts: sentences.Facts = {
            "name": name_with_seat_text(note.seat, names.get(note.pod, {})),
            "of": (note.of or 0) + 1,
        }
        return sentences.fill_sentence(NOTES[_other_move_key(note.kind, note.seat, note.way)], facts)
    seat = row.step.seat if row.step is not None else 0
    line = (
        draft_run_words.step_texts(row.step, names.get(0, {}).get(seat, ""))[0]
        if row.step is not None
        else "–"
    )
    return sentences.fill_sentence(TAPS[row.kind], {"step": line})


def _other_move_key(kind: str, seat: int, way: str) -> str:
    """Return the key of `MOVES` and `NOTES` for a move that is neither an opening nor a pick."""
    if kind == Kind.LEAVE:
        return f"leave_{way}"
    if kind in (Kind.SHORT, Kind.EXTRA) and not seat:
        return f"{kind}_table"
    return kind


def name_with_seat_text(seat: int, names: Names) -> str:
    """Return a player's name with the seat, as players may have the same name; only the seat if the name is unknown."""
    name = names.get(seat, "")
    facts = {"seat": seat, "name": name}
    return gettext("%(name)s (seat %(seat)s)") % facts if name else gettext("seat %(seat)s") % facts


def moved_by_text(move: DraftMove) -> str:
    """Return who made a move: the user, an undo, or "player or tablet"."""
    if move.by is not None:
        return str(move.by)
    if move.key.startswith("undo-"):
        return gettext("by an undo")
    return gettext("player or tablet")


def seconds_text(seconds: int | None) -> str:
    """Return the seconds as text, such as "12 seconds", or "" for None."""
    if seconds is None:
        return ""
    return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}


PLACES: Mapping[str, sentences.Sentence] = {
    "booster": _("Pack and pick"),
    "rochester": _("Opening and pick"),
    "solomon": pgettext_lazy("four cards", "Group and pick"),
}
"""Titles of the column with `move_position_text`."""

OPENINGS: Mapping[str, tuple[sentences.Sentence, sentences.Sentence]] = {
    "booster": (_("Pack %(opening)s"), _("Pack %(opening)s, pick %(pick)s")),
    "rochester": (_("Opening %(opening)s"), _("Opening %(opening)s, pick %(pick)s")),
    "solomon": (
        pgettext_lazy("four cards", "Group %(opening)s"),
        pgettext_lazy("four cards", "Group %(opening)s, pick %(pick)s"),
    ),
}
"""Texts for moves in an opening, without and with a pick number."""


def move_position_text(row: LogRow, subtype: str) -> str:
    """Return the position of a move in the draft, such as "Pack 2, pick 3"; "" before the first opening."""
    if not row.line.opening:
        return ""
    facts = {"opening": row.line.opening, "pick": row.line.pick}
    return sentences.fill_sentence(OPENINGS[subtype][bool(row.line.pick)], facts)


sentences.register_sentences(
    {
        "DraftLooked": _("Draft %(number)s, %(pod_text)s: secret cards shown while the draft continues"),
        "DraftMovesUndone": (
            _("Draft %(number)s, %(pod_text)s, moves undone together: %(moves)s. %(reason)s"),
            _("The undone moves are restored: %(moves)s."),
        ),
        "DraftRuled": (
            _("Draft %(number)s, %(pod_text)s, ruling: %(reason)s"),
            _("The ruling is struck through."),
        ),
    },
    facts=draft_run_words.pod_journal_texts,
)


COPIED = {
    "snapshot": _("snapshot of the event"),
    "backup": _("backup of the whole database"),
    "stick": _("copy on a USB stick"),
}


sentences.register_sentences(
    {"SecretDraftCopied": _("Copied while picks of a draft are secret: %(way_text)s")},
    facts=lambda facts: {"way_text": COPIED.get(str(facts.get("way")), facts.get("way"))},
)
