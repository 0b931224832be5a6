"""The page of faults names what is asked, and everything it names is there."""

from tests.faults import page
from tests.faults.suites import SUITES
from tests.own_sqlite import ROOT


def test_every_fault_has_its_tests():
    assert [file for one in SUITES for file in one.tests if not (ROOT / file).exists()] == []


def test_each_test_of_this_folder_is_named():
    named = {file for one in SUITES for file in one.tests}
    here = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/faults").glob("test_*.py")}
    assert here - named == {"tests/faults/test_page.py"}


def test_the_page_is_made_from_them():
    assert page.PAGE.read_text(encoding="utf-8") == page.text()
