"""manage.py update_cards"""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from cards.models import Card
from tests.cards.cards import CARDS, zipped
from tests.cards.tcgdex_server import Tcgdex, a_card, serving

pytestmark = pytest.mark.django_db


@pytest.fixture
def tcgdex(settings: Settings) -> Iterator[Tcgdex]:
    with serving() as server:
        settings.CARDS_URL = server.url
        server.add("me06", *(a_card(str(number), "Newmon") for number in range(1, 4)))
        yield server


def run(*args: Any, **options: Any) -> str:
    out = StringIO()
    call_command("update_cards", *args, stdout=out, quiet=True, **options)
    return out.getvalue()


@pytest.mark.parametrize(("answer", "fetched"), [("y", True), ("", False), ("no", False)])
def test_it_asks_before_it_connects(
    tcgdex: Tcgdex, monkeypatch: pytest.MonkeyPatch, answer: str, fetched: bool
) -> None:
    monkeypatch.setattr("builtins.input", lambda _question: answer)
    output = run()
    assert tcgdex.url in output
    assert Card.objects.filter(expansion="me06").exists() == fetched
    assert bool(tcgdex.paths) == fetched


def test_what_changed_is_listed(tcgdex: Tcgdex) -> None:
    output = run(yes=True)
    assert "1 new expansion." in output
    assert "Newmon me06 1: new" in output


def test_a_file_instead_of_the_internet(tcgdex: Tcgdex, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(*CARDS))
    assert "Cards: 3 added" in run(tmp_path / "a.zip")
    assert tcgdex.paths == []


def test_no_answer(settings: Settings) -> None:
    settings.CARDS_URL = "http://127.0.0.1:9"
    with pytest.raises(CommandError, match="cannot be reached"):
        run(yes=True)
