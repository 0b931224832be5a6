"""Gunicorn's logger with secret addresses redacted. `gunicorn.conf.py` selects this class."""

from typing import Any

from gunicorn.glogging import Logger

from config.logs import RedactingLogFormatter


class ServerLog(Logger):
    """Gunicorn's request and error log, in gunicorn's format, to a file or syslog."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            formatter = handler.formatter
            if formatter is not None and not isinstance(formatter, RedactingLogFormatter):
                handler.setFormatter(RedactingLogFormatter(formatter._fmt, formatter.datefmt))
