"""The loggers of gunicorn, without addresses that open something: `gunicorn.conf.py` names this class."""

from typing import Any

from gunicorn.glogging import Logger

from config.logs import Line


class ServerLog(Logger):
    """Gunicorn's own log of requests and of errors, in gunicorn's own format, file or syslog."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            given = handler.formatter
            if given is not None and not isinstance(given, Line):
                handler.setFormatter(Line(given._fmt, given.datefmt))
