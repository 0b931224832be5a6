"""The garbage collector ignores what a server has loaded."""

import gc
import runpy
from pathlib import Path

from django.conf import settings


def test_what_was_loaded_is_not_looked_at_again():
    conf = runpy.run_path(str(Path(settings.BASE_DIR) / "gunicorn.conf.py"))
    loaded, before = [[] for _ in range(1_000)], gc.get_freeze_count()
    conf["when_ready"](None)
    assert gc.get_freeze_count() >= before + len(loaded)
