"""Sentences about players' reports: refusals, journal lines, and the effects of undoing each."""

from django.utils.translation import gettext_lazy as _

from core import sentences
from pairings.engine.refusals import PairingRefusal
from pairings.words import round_words

sentences.REFUSALS.update(
    {
        PairingRefusal.REPORTED_TOO_OFTEN: _(
            "You have reported this match %(most)s times. Ask a judge to enter the result at the desk."
        ),
        PairingRefusal.PHONES_ARE_OFF: _("This event takes results at the desk. Hand in your match slip."),
        PairingRefusal.NOT_YOUR_MATCH: _("You no longer play at this table. Reload the page."),
        PairingRefusal.RESULT_STANDS: _(
            "Another result was entered while your report was waiting on the phone."
        ),
        PairingRefusal.RESULT_CONFIRMED: _("This result is confirmed. Is it wrong? Call a judge."),
        PairingRefusal.REPORT_CHANGED: _("The report has changed since then. Check it again."),
        PairingRefusal.NOTHING_REPORTED: _("There is nothing to undo."),
        PairingRefusal.FINISH_FIRST: _(
            "Finish your match and report its result first. You can drop with the same report."
        ),
        PairingRefusal.DISPUTE_IS_OPEN: _(
            "At table %(table)s the players reported different results. A judge decides."
        ),
        PairingRefusal.DISPUTE_IS_TAKEN: _("%(by)s is already on the way."),
        PairingRefusal.DISPUTE_NOT_FOUND: _("This dispute is already settled. Check the table."),
        PairingRefusal.DECISION_WHY_MISSING: _("Neither player reported this result. Give a reason."),
        PairingRefusal.DISPUTES_OPEN: _(
            "Disputed results in round %(round)s: %(disputes)s. Decide them first. Tables: %(tables)s."
        ),
        PairingRefusal.SLIP_OF_ANOTHER_ROUND: _(
            "This slip is from a round that is not being played. Use a slip of the current round, or enter the table."
        ),
    }
)
OPEN_AGAIN = _("Table %(table)s, %(left)s against %(right)s, goes back to: %(before_text)s.")


sentences.register_sentences(
    {
        "PlayerReported": _("Round %(round)s, table %(table)s: %(name)s reported “%(result)s”"),
        "ReportWithdrawn": _("Round %(round)s, table %(table)s: %(name)s withdrew their report"),
        "DisputeOpened": _(
            "Round %(round)s, table %(table)s: the players disagree, %(name)s reported “%(result)s”"
        ),
        "DisputeClaimed": (
            _("Round %(round)s, table %(table)s: a judge is on the way to decide the dispute"),
            _("Table %(table)s’s dispute is waiting for a judge again."),
        ),
        "ResultAgreed": (
            _("Round %(round)s, table %(table)s: %(result)s, reported by both players"),
            OPEN_AGAIN,
        ),
        "ResultTaken": (
            _("Round %(round)s, table %(table)s: %(result)s, reported by %(name)s alone"),
            OPEN_AGAIN,
        ),
        "ResultDecided": (
            _("Round %(round)s, table %(table)s, dispute decided: %(result)s. %(why)s"),
            _("Table %(table)s, %(left)s against %(right)s, is in dispute again."),
        ),
        "ResultUpheld": (
            _("Round %(round)s, table %(table)s: the saved result stands, despite a player’s report"),
            _("Table %(table)s: the player’s report is shown again."),
        ),
    },
    facts=round_words.result_texts_of_line,
)
