"""Lines of the log, without addresses that open something to whoever reads them."""

import logging
import re

OPENS = re.compile(r"(?:(?<=/)|(?<=%2[Ff]))(my|l|d|join|reset/key)(/|%2[Ff])(?!…)[\w:%=.-]{8,}")
"""Personal links of players, tablets of drafts, invitations to the staff, letters for a new password."""


class Line(logging.Formatter):
    """Leaves such an address out of the message and of what stands below it: "/my/…/report"."""

    def format(self, record: logging.LogRecord) -> str:
        return OPENS.sub(r"\1\2…", super().format(record))
