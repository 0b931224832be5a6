"""manage.py import_cards"""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cards.models import Card
from tests.cards.cards import CARDS, names_file, zipped

pytestmark = pytest.mark.django_db


def run(*args: Any, **options: Any) -> str:
    out = StringIO()
    call_command("import_cards", *args, stdout=out, quiet=True, **options)
    return out.getvalue()


def test_files_and_what_became_of_them(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(*CARDS, {"name": "", "number": "9"}))
    (tmp_path / "b.json.gz").write_bytes(names_file({"en": "Potion", "de": "Trank"}))
    output = run(tmp_path / "a.zip", tmp_path / "b.json.gz")
    assert "Cards: 3 added" in output
    assert "tst1 9: tst1 9 (no English name)" in output
    assert "Cards: 0 added, 0 changed, 3 unchanged." in run(tmp_path)


def test_many_refused_rows_are_cut_short_unless_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(*CARDS, *({"name": "", "number": str(n)} for n in range(30))))
    assert "and 10 more" in run(tmp_path / "a.zip")
    assert "more" not in run(tmp_path / "a.zip", refused=True)


def test_what_comes_with_stadium(tmp_path: Path) -> None:
    Card.objects.all().delete()
    run(shipped=True)
    assert Card.objects.filter(expansion="sm2", number="60").exists()


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("none.zip", None, "There is nothing at"),
        ("x.zip", b"PK\x03\x04", "damaged"),
        ("x", b"?", "no card data"),
    ],
)
def test_what_cannot_be_taken(tmp_path: Path, name: str, data: bytes | None, message: str) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(CommandError, match=message):
        run(tmp_path / name)


def test_nothing_named() -> None:
    with pytest.raises(CommandError, match="Give a file"):
        run()
