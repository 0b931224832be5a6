"""Every fault, one after the other: `python -m tests.faults [options of pytest]`; `--page` writes docs/faults.md."""

import sys

import pytest

from tests.faults import page, suites

if __name__ == "__main__":
    if sys.argv[1:] == ["--page"]:
        page.PAGE.write_text(page.text(), encoding="utf-8")
        raise SystemExit
    files = [file for suite in suites.SUITES for file in suite.tests]
    raise SystemExit(pytest.main(["-n", "0", "-p", "no:randomly", *files, *sys.argv[1:]]))
