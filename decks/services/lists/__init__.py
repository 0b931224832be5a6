"""Deck lists of an event: collect, submit, lock and rule on them.

`from decks.services import lists`, then `lists.hand_in(deck_list, text=…)`.
"""

from decks.services.lists.birth_dates import set_birth_date
from decks.services.lists.collecting import RuleFields, collect, empty_lists, links, remind
from decks.services.lists.following import follow_event, lists_to_judge
from decks.services.lists.locking import (
    close_due,
    lock,
    lock_all,
    lock_as_before,
    lock_checked,
    send_back,
    unlock,
    unlock_all,
)
from decks.services.lists.rejudging import recheck, set_home
from decks.services.lists.ruling import rule, withdraw_ruling
from decks.services.lists.submitting import Upload, hand_in
from decks.services.lists.working_copies import save_working_copy

__all__ = [
    "RuleFields",
    "Upload",
    "close_due",
    "collect",
    "empty_lists",
    "follow_event",
    "hand_in",
    "links",
    "lists_to_judge",
    "lock",
    "lock_all",
    "lock_as_before",
    "lock_checked",
    "recheck",
    "remind",
    "rule",
    "save_working_copy",
    "send_back",
    "set_birth_date",
    "set_home",
    "unlock",
    "unlock_all",
    "withdraw_ruling",
]
