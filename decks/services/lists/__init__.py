"""Collect, submit and lock deck lists, and rule on them.

`from decks.services import lists`, then `lists.submit_list(deck_list, text=…)`.
"""

from decks.queries.lists.submissions import Upload
from decks.services.lists.birth_dates import set_birth_date
from decks.services.lists.collecting import (
    RuleFields,
    collect_lists,
    make_empty_lists,
    make_lists_and_links,
    remind_of_lists,
)
from decks.services.lists.ended_builds import submit_filled_lists
from decks.services.lists.locking import (
    close_due_lists,
    lock,
    lock_all,
    lock_checked,
    restore_lock,
    send_list_back,
    unlock,
    unlock_all,
)
from decks.services.lists.rejudging import recheck_lists, set_home_country
from decks.services.lists.rejudging_after_changes import lists_to_judge, rejudge_after_event_change
from decks.services.lists.ruling import rule_on_problem, withdraw_ruling
from decks.services.lists.submitting import submit_if_legal, submit_list
from decks.services.lists.working_copies import save_working_copy

__all__ = [
    "RuleFields",
    "Upload",
    "close_due_lists",
    "collect_lists",
    "lists_to_judge",
    "lock",
    "lock_all",
    "lock_checked",
    "make_empty_lists",
    "make_lists_and_links",
    "recheck_lists",
    "rejudge_after_event_change",
    "remind_of_lists",
    "restore_lock",
    "rule_on_problem",
    "save_working_copy",
    "send_list_back",
    "set_birth_date",
    "set_home_country",
    "submit_filled_lists",
    "submit_if_legal",
    "submit_list",
    "unlock",
    "unlock_all",
    "withdraw_ruling",
]
