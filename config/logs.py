"""Lines of the log: with the request and the event they were written for, without addresses that open something."""

import logging
import re

from config.middleware.request_ids import where

OPENS = re.compile(r"(?:(?<=/)|(?<=%2[Ff]))(my|l|d|join|reset/key)(/|%2[Ff])(?!…)[\w:%=.-]{8,}")
"""Personal links of players, tablets of drafts, invitations to the staff, letters for a new password."""


class Line(logging.Formatter):
    """Leaves such an address out of the message and of what stands below it: "/my/…/report"; `where` is the id of the
    request and the event.
    """

    def format(self, record: logging.LogRecord) -> str:
        record.where = f" [{where.get()}]" if where.get() else ""
        return OPENS.sub(r"\1\2…", super().format(record))
