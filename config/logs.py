"""Log lines: with request id and event, without secret addresses."""

import logging
import re

from config.middleware.request_ids import where

OPENS = re.compile(r"(?:(?<=/)|(?<=%2[Ff]))(my|l|d|join|reset/key)(/|%2[Ff])(?!…)[\w:%=.-]{8,}")
"""Personal links of players, tablets of drafts, invitations to the staff, password reset links."""


class Line(logging.Formatter):
    """Redact secret addresses in the message and its traceback: "/my/…/report"; `where` is the request id and the
    event.
    """

    def format(self, record: logging.LogRecord) -> str:
        record.where = f" [{where.get()}]" if where.get() else ""
        return OPENS.sub(r"\1\2…", super().format(record))
