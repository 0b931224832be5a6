"""Sentences of players' reports: refusals, journal lines, and the effects of undoing each."""

from django.utils.translation import gettext_lazy as _

from core import sentences
from pairings.words import round_words

sentences.REFUSALS.update(
    {
        "REPORTED_TOO_OFTEN": _(
            "You have reported this match %(most)s times. Ask a judge to enter the result at the desk."
        ),
        "PHONES_ARE_OFF": _("This event takes results at the desk. Hand in your match slip."),
        "NOT_YOUR_MATCH": _("You no longer play at this table. Reload the page."),
        "RESULT_STANDS": _("Another result was entered while your report waited on the phone."),
        "RESULT_CONFIRMED": _("This result is confirmed. Is it wrong? Call a judge."),
        "REPORT_CHANGED": _("The report has changed since then. Check it again."),
        "NOTHING_REPORTED": _("There is nothing to undo."),
        "FINISH_FIRST": _(
            "Finish your match and report its result first. You can drop with the same report."
        ),
        "DISPUTE_IS_OPEN": _("At table %(table)s the players reported different results. A judge decides."),
        "DISPUTE_IS_TAKEN": _("%(by)s is already on the way."),
        "DISPUTE_NOT_FOUND": _("This dispute is already settled. Check the table."),
        "DECISION_WHY_MISSING": _("Neither player reported this result. Give a reason."),
        "DISPUTES_OPEN": _(
            "Disputed results in round %(round)s: %(disputes)s. Decide them first. Tables: %(tables)s."
        ),
        "SLIP_OF_ANOTHER_ROUND": _(
            "This slip is from a round that is not being played. Use a slip of the current round, or enter the table."
        ),
    }
)
BACK = _("Table %(table)s, %(left)s against %(right)s, goes back to: %(before_text)s.")


sentences.register_sentences(
    {
        "PlayerReported": _("Round %(round)s, table %(table)s: %(name)s reported “%(result)s”"),
        "ReportWithdrawn": _("Round %(round)s, table %(table)s: %(name)s withdrew their report"),
        "DisputeOpened": _(
            "Round %(round)s, table %(table)s: the players disagree, %(name)s reported “%(result)s”"
        ),
        "DisputeClaimed": (
            _("Round %(round)s, table %(table)s: a judge goes to decide the dispute"),
            _("The dispute of table %(table)s is waiting for a judge again."),
        ),
        "ResultAgreed": (_("Round %(round)s, table %(table)s: %(result)s, reported by both players"), BACK),
        "ResultTaken": (_("Round %(round)s, table %(table)s: %(result)s, reported by %(name)s alone"), BACK),
        "ResultDecided": (
            _("Round %(round)s, table %(table)s, dispute decided: %(result)s. %(why)s"),
            _("Table %(table)s, %(left)s against %(right)s, is in dispute again."),
        ),
        "ResultUpheld": (
            _("Round %(round)s, table %(table)s: the saved result stands, despite a player’s report"),
            _("Table %(table)s: the player’s report is shown again."),
        ),
    },
    facts=round_words.result_facts,
)
