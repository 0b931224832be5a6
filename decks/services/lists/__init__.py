"""Collect, submit and lock deck lists, and rule on them.

`from decks.services import lists`, then `lists.submit_list(deck_list, text=…)`.
"""

from decks.queries.lists.submissions import Upload
from decks.services.lists.birth_dates import set_birth_date_while_list_open
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
    lock_all_lists,
    lock_checked_list,
    lock_list_for_player,
    restore_lock,
    send_list_back,
    unlock_all_lists,
    unlock_list_for_player,
)
from decks.services.lists.rejudging import rejudge_all_lists_of_event, set_home_country_of_list
from decks.services.lists.rejudging_after_changes import lists_to_judge, rejudge_after_event_change
from decks.services.lists.ruling import rule_on_problem, withdraw_list_ruling
from decks.services.lists.submitting import submit_list, submit_working_copy_if_legal
from decks.services.lists.working_copies import save_working_copy

__all__ = [
    "RuleFields",
    "Upload",
    "close_due_lists",
    "collect_lists",
    "lists_to_judge",
    "lock_all_lists",
    "lock_checked_list",
    "lock_list_for_player",
    "make_empty_lists",
    "make_lists_and_links",
    "rejudge_after_event_change",
    "rejudge_all_lists_of_event",
    "remind_of_lists",
    "restore_lock",
    "rule_on_problem",
    "save_working_copy",
    "send_list_back",
    "set_birth_date_while_list_open",
    "set_home_country_of_list",
    "submit_filled_lists",
    "submit_list",
    "submit_working_copy_if_legal",
    "unlock_all_lists",
    "unlock_list_for_player",
    "withdraw_list_ruling",
]
