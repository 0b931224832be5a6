"""The table of settings in the documentation matches the code."""

import re
from pathlib import Path

from config.variables import VARIABLES, with_variables_table

ROOT = Path(__file__).resolve().parents[2]
READ = re.compile(r'env\.\w+\(\s*"(\w+)"')


def test_the_table_in_the_documentation_is_current() -> None:
    page = (ROOT / "docs/deployment.md").read_text(encoding="utf-8")
    assert with_variables_table(page) == page, "Run: python3 manage.py settings_table"


def test_each_variable_that_is_read_is_in_the_table_and_no_other() -> None:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "config").rglob("*.py"))
    read = {name for source in sources for name in READ.findall(source)}
    assert len(read) > 20
    assert {one.name for one in VARIABLES} == read
