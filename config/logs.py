"""Format log lines with the request's id and event, and without secret addresses."""

import logging
import re

from config.middleware.request_ids import where

OPENS = re.compile(r"(?:(?<=/)|(?<=%2[Ff]))(my|l|d|r|join|reset/key)(/|%2[Ff])(?!…)[\w:%=.-]{8,}")
"""Secret addresses, which grant access: personal links, registrations, draft tablets, invitations, password resets."""


class RedactingLogFormatter(logging.Formatter):
    """Formats a log line, with secret addresses redacted in message and traceback, as "/my/…/report".

    The field `where` of a record becomes the request id and the slug of the event, or "" outside of requests.
    """

    def format(self, record: logging.LogRecord) -> str:
        record.where = f" [{where.get()}]" if where.get() else ""
        return OPENS.sub(r"\1\2…", super().format(record))
