"""Texts of notices on a locked phone, short and without facts that the recipient's own page does not show."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.notice_sentences import register_notices
from core.sentences import Facts
from floor.engine.penalties import PenaltyLevel
from floor.models import JudgeCall
from floor.words.penalty_words import LEVEL_NAMES

TOPICS = {
    "round": gettext_lazy("a posted round, with your table and opponent"),
    "pairing": gettext_lazy("changes to your pairing"),
    "table": gettext_lazy("a judge call at your table, and time extensions"),
    "check": gettext_lazy("your deck check"),
    "list": gettext_lazy("your deck list: entered, sent back, locked, legal or not"),
    "calls": gettext_lazy(
        "what is waiting for you: judge calls and disputes in your sector and from tables without one, reports "
        "against saved results, penalties to "
        "confirm, deck lists to rule on, deck checks, prints that stopped"
    ),
}
"""Labels of the topics of notices."""


def _seat_notice_facts(facts: Facts) -> Facts:
    """Return the texts about round, table and opponent for notices about pairings."""
    table, opponent = facts.get("table"), facts.get("opponent")
    seat = _("table %(table)s") % {"table": table} if table else _("open your page")
    text = _("Against %(opponent)s.") % {"opponent": opponent}
    if facts.get("bye"):
        seat, text = _("bye"), _("No match this round. It counts as a win.")
    number = facts.get("round")
    round_text = _("Round %(round)d") % {"round": number} if number else _("Top cut")
    return {"round_text": round_text, "seat_text": seat, "text": text}


def _minutes_text(facts: Facts) -> str:
    minutes = int(str(facts.get("minutes") or 0))
    return ngettext("Your match gets %(n)d minute more.", "Your match gets %(n)d minutes more.", minutes) % {
        "n": minutes
    }


def _table_notice_facts(facts: Facts) -> Facts:
    """Return the texts about time, penalty and level for notices to the players at a table."""
    table = facts.get("table")
    penalty = _("Table %(table)s: penalty confirmed") % {"table": table} if table else _("Penalty confirmed")
    if facts.get("light"):
        penalty = _("Table %(table)s: penalty") % {"table": table} if table else _("Penalty")
    return {
        "table": table,
        "minutes_text": _minutes_text(facts),
        "penalty_text": penalty,
        "level_text": LEVEL_NAMES[PenaltyLevel(str(facts["level"]))] if facts.get("level") else "",
    }


def _check_notice_facts(facts: Facts) -> Facts:
    """Return the texts for notices about the beginning and the end of a deck check."""
    stopped_text = _("A judge has your deck, and the clock of your table is stopped.")
    texts = [_minutes_text(facts)] if facts.get("minutes") else []
    if facts.get("rewrite"):
        texts.append(_("Rewrite your deck list; your page says why."))
    return {
        "deck_text": stopped_text if facts.get("stopped") else _("A judge has your deck."),
        "end_text": " ".join(texts) or _("There is nothing more for you to do."),
    }


def _list_notice_facts(facts: Facts) -> Facts:
    """Return the texts about legality and the judge's reason for notices about a deck list."""
    is_legal = facts.get("legal")
    legal_text = _("It is legal.") if is_legal else _("It is not legal yet. Open it to see why.")
    if is_legal and facts.get("unknown"):
        legal_text = _("Stadium can’t tell yet whether it is legal: it has cards that are unknown here.")
    return {"legal_text": legal_text, "reason_text": facts.get("reason") or _("Open it to see why.")}


def _queue_notice_facts(facts: Facts) -> Facts:
    """Return the texts for notices to staff about calls and other entries of the queue."""
    reason = str(facts.get("reason") or "")
    label = JudgeCall.Reason(reason).label if reason else _("judge called")
    count = int(str(facts.get("n") or 0))
    return {
        "table": facts.get("table"),
        "reason_text": label,
        "text": facts.get("text") or _("No judge is on the way yet."),
        "who": facts.get("who"),
        "names": facts.get("names"),
        "level_text": LEVEL_NAMES[PenaltyLevel(str(facts["level"]))] if facts.get("level") else "",
        "count_text": ngettext("%(n)d is waiting.", "%(n)d are waiting.", count) % {"n": count},
    }


register_notices(
    {
        "SEAT": ("%(round_text)s: %(seat_text)s", "%(text)s"),
        "PAIRING_CHANGED": (
            gettext_lazy("Pairing changed: %(seat_text)s"),
            "%(round_text)s. %(text)s",
        ),
        "TABLE_CHANGED": (
            gettext_lazy("Your table has changed: %(seat_text)s"),
            "%(round_text)s. %(text)s",
        ),
        "ROUND_WITHDRAWN": (
            gettext_lazy("%(round_text)s is no longer posted"),
            gettext_lazy("New pairings follow. Wait before you take a seat."),
        ),
    },
    facts=_seat_notice_facts,
)
register_notices(
    {
        "TABLE_CALLED": (
            gettext_lazy("Table %(table)s: judge called"),
            gettext_lazy("Stay at your table."),
        ),
        "TABLE_JUDGE_COMES": (
            gettext_lazy("Table %(table)s: a judge is on the way"),
            gettext_lazy("Stay at your table."),
        ),
        "POOL_JUDGE_COMES": (
            gettext_lazy("Your pool: a judge is on the way"),
            gettext_lazy("Stay at your table."),
        ),
        "PENALTY": ("%(penalty_text)s", gettext_lazy("%(level_text)s. Questions? Ask the head judge.")),
        "PENALTY_AT_TABLE": (
            "%(penalty_text)s",
            gettext_lazy("Your opponent got a penalty. Open your page to see what it changes."),
        ),
        "RESULT_UPHELD": (
            gettext_lazy("Table %(table)s: the saved result was confirmed"),
            gettext_lazy("Your report is settled. Questions? Ask a judge."),
        ),
        "TABLE_EXTENDED": (gettext_lazy("Table %(table)s: time extension"), "%(minutes_text)s"),
    },
    facts=_table_notice_facts,
)
register_notices(
    {
        "CHECK_BEGAN": (gettext_lazy("Deck check"), "%(deck_text)s"),
        "CHECK_ENDED": (gettext_lazy("Your deck check is over"), "%(end_text)s"),
    },
    facts=_check_notice_facts,
)
register_notices(
    {
        "LIST_ENTERED": (gettext_lazy("Staff entered your deck list"), "%(legal_text)s"),
        "LIST_RECHECKED": (gettext_lazy("Your deck list was checked again"), "%(legal_text)s"),
        "LIST_SENT_BACK": (gettext_lazy("Your deck list was sent back"), "%(reason_text)s"),
        "LIST_LOCKED": (
            gettext_lazy("Your deck list is locked"),
            gettext_lazy("Only staff can change it now."),
        ),
        "LIST_OPENED": (gettext_lazy("Your deck list is open again"), gettext_lazy("You can change it.")),
        "LIST_RULED": (
            gettext_lazy("Staff ruled on your deck list"),
            gettext_lazy("Open it to see the ruling."),
        ),
    },
    facts=_list_notice_facts,
)
register_notices(
    {
        "CALL": (gettext_lazy("Table %(table)s: %(reason_text)s"), "%(text)s"),
        "REPORT_AGAINST": (
            gettext_lazy("Table %(table)s: a report against the saved result"),
            "%(names)s",
        ),
        "DISPUTE": (gettext_lazy("Table %(table)s: the players disagree"), "%(names)s"),
        "POOL_DISPUTE": (gettext_lazy("Pool counts differ: %(names)s"), "%(text)s"),
        "PENALTY_TO_CONFIRM": (gettext_lazy("To confirm: %(level_text)s"), "%(names)s"),
        "DECKS_PICKED": (gettext_lazy("Deck checks"), "%(count_text)s"),
        "LISTS_TO_RULE": (gettext_lazy("Deck lists to rule on"), "%(count_text)s"),
        "PRINT_STOPPED": (
            gettext_lazy("A print has stopped"),
            gettext_lazy("Open it to see why, and print it again."),
        ),
        "CALL_CLAIMED": (
            gettext_lazy("Table %(table)s: %(who)s is on the way"),
            gettext_lazy("No other judge is needed."),
        ),
        "CALL_ESCALATED": (
            gettext_lazy("Table %(table)s: head judge requested"),
            "%(reason_text)s",
        ),
    },
    facts=_queue_notice_facts,
)
