"""A document is declared once: its name, its texts, its packs and who may print it are defined nowhere else."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.urls import Resolver404, resolve

from core.documents import registry
from core.documents.registry import declare_document, declared_documents, documents_in_pack, find_document
from tests import ROOMS
from tournaments.rules import MAY

ROOT = Path(__file__).parents[3]


def test_documents_come_in_the_order_of_their_places() -> None:
    places = [one.place for one in declared_documents()]
    assert places == sorted(places)
    assert len(places) > 15
    assert [find_document(one.name) for one in declared_documents()] == list(declared_documents())


def test_two_documents_never_share_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_declared", dict(registry._declared))
    declare_document("sample", title="Sample", of="event")(list)
    with pytest.raises(ValueError, match="sample"):
        declare_document("sample", title="Other", of="event")(tuple)


def test_a_document_says_what_it_is_and_who_may_print_it() -> None:
    powers = {"", *MAY}
    for one in declared_documents():
        assert one.title, one.name
        assert one.help or not one.menu, one.name
        assert one.power in powers, one.name
        assert re.fullmatch("[a-z0-9-]+", one.name), one.name


def test_each_document_has_one_address_that_asks_for_its_power() -> None:
    for one in declared_documents():
        found = []
        for folder in ("print", "hall"):
            try:
                there = resolve(f"/e/cup/{folder}/{one.name}.pdf")
            except Resolver404:
                continue
            if folder == "print" or one.of == "hall":
                found.append(there.func.power or "")
        assert found == [one.power], one.name


def test_no_list_repeats_the_names() -> None:
    """A collection of three or more names in the source would be a second definition."""
    names = {one.name for one in declared_documents()} - {"open", "round", "names", "tables", "teams"}
    lists = re.compile(r"""[(\[{=]\s*((?:"[\w-]+",\s*){2,}"[\w-]+",?)\s*[)\]}]|"((?:[\w-]+\|){2,}[\w-]+)\"""")
    for file in ROOT.glob("[a-z]*/**/*.py"):
        if file.parts[len(ROOT.parts)] not in (
            "pairings",
            "floor",
            "decks",
            "checks",
            "tournaments",
            "config",
        ):
            continue
        for listed in lists.finditer(file.read_text()):
            repeated = set(re.findall(r"[\w-]+", listed[0])) & names
            assert len(repeated) < 2, (file, listed[0])


def test_packs_are_in_the_order_of_the_file() -> None:
    assert documents_in_pack("pack") == ("names", "tables", "teams", "slips", "playing")
    assert documents_in_pack("round") == ("names", "tables", "slips")
    assert documents_in_pack("nothing") == ()


def test_the_registry_knows_no_tournament() -> None:
    source = (ROOT / "core/documents/registry.py").read_text()
    imported = set(re.findall(r"^from (\S+) import", source, re.MULTILINE))
    own = {one for one in imported if one.split(".")[0] in ROOMS}
    assert own == {"core.documents.sheet"}


def test_a_start_loads_no_module_that_declares_nothing() -> None:
    """The workbooks of deck checks load openpyxl, which would delay every command."""
    code = (
        "import django, sys; django.setup();"
        "from core.documents.registry import declared_documents; declared_documents();"
        "print('floor.documents.rule_cards' in sys.modules, 'openpyxl' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True", "False"]
