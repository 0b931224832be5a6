"""Sentences of what players report: refusals, lines of the journal, and what an undo of each will change."""

from django.utils.translation import gettext_lazy as _

from pairings.words import round_words
from tournaments import sentences

sentences.REFUSALS.update(
    {
        "REPORTED_TOO_OFTEN": _(
            "You have reported this match %(most)s times. Ask a judge to enter the result at the desk."
        ),
        "PHONES_ARE_OFF": _("This event takes results at the desk. Hand in your match slip."),
        "NOT_YOUR_MATCH": _("You do not play at this table any more. Look at the page anew."),
        "RESULT_CONFIRMED": _("This result is confirmed. Is it wrong? Call a judge."),
        "WORD_CHANGED": _("Something else was told meanwhile. Look at it once more."),
        "NOTHING_TOLD": _("There is nothing to take back."),
        "FINISH_FIRST": _("Finish your match first and tell its result. You can leave with it."),
        "DISPUTE_IS_OPEN": _("At table %(table)s the players told different results. A judge decides."),
        "DISPUTE_IS_GONE": _("This dispute is settled already. Look at the table."),
        "DECISION_WHY_MISSING": _("Neither player told this result. Say why it is so."),
        "DISPUTES_OPEN": _(
            "In round %(round)s %(disputes)s results are in dispute. Decide them first. Tables: %(tables)s."
        ),
        "SLIP_OF_ANOTHER_ROUND": _("This slip is not one of round %(round)s."),
    }
)
BACK = _("Table %(table)s, %(left)s against %(right)s, goes back to: %(before_text)s.")


sentences.word_kinds(
    {
        "PlayerReported": _("Round %(round)s, table %(table)s: %(name)s told “%(result)s”"),
        "ReportWithdrawn": _("Round %(round)s, table %(table)s: %(name)s took their word back"),
        "DisputeOpened": _(
            "Round %(round)s, table %(table)s: the players disagree, %(name)s told “%(result)s”"
        ),
        "ResultAgreed": (_("Round %(round)s, table %(table)s: %(result)s, as both players told"), BACK),
        "ResultTaken": (_("Round %(round)s, table %(table)s: %(result)s, as %(name)s alone told"), BACK),
        "ResultDecided": (
            _("Round %(round)s, table %(table)s, dispute decided: %(result)s. %(why)s"),
            _("Table %(table)s, %(left)s against %(right)s, is in dispute again."),
        ),
        "ResultKept": (
            _("Round %(round)s, table %(table)s: the result stands against what a player told"),
            _("Table %(table)s: what the player told is shown again."),
        ),
    },
    facts=round_words.result_facts,
)
