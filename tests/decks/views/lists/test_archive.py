"""All lists of an event in one archive, only for staff: text that can be read as the same list."""

import zipfile
from datetime import timedelta
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify

from decks.engine.lists.reading import read_list_text
from decks.services import lists
from tests import build
from tests.decks.lists import LEGAL, OTHER, event, of

pytestmark = pytest.mark.django_db


def test_each_list_that_counts_is_a_file_that_reads_back(client):
    made = event(players=3, rules={"deadline": timezone.now() + timedelta(days=2)})
    first, second, _missing = of(made)
    lists.submit_list(first, text=LEGAL)
    lists.submit_list(second, text=LEGAL)
    lists.submit_list(second, text=OTHER, by_player=False)
    address = reverse("decks:lists_zip", args=[made.slug])
    assert client.get(address).status_code == 302
    client.force_login(build.staff(made, "judge"))
    assert client.get(address).status_code == 403
    client.force_login(build.staff(made, "scorekeeper"))
    answer = client.get(address)
    with zipfile.ZipFile(BytesIO(answer.content)) as files:
        texts = {name: files.read(name).decode() for name in files.namelist()}
    assert len(texts) == 2
    assert {read_list_text(text).total for text in texts.values()} == {60}
    counts = {"4 N FCO 105" in text: name for name, text in texts.items()}
    assert counts == {
        is_first: next(
            name
            for name in texts
            if name.endswith(f"/{slugify(row.entry.sort_name, allow_unicode=True)}.txt")
        )
        for is_first, row in ((True, first), (False, second))
    }
    assert all(name.startswith(f"{first.entry.division.age_division}/") for name in texts)
    assert client.get(address).content == answer.content


def test_namesakes_have_a_file_each(client):
    made = event(players=2, rules={"deadline": timezone.now() + timedelta(days=2)})
    first, second = of(made)
    made.entries.update(first_name="Ana", last_name="Silva")
    lists.submit_list(first, text=LEGAL)
    lists.submit_list(second, text=OTHER)
    client.force_login(build.staff(made, "head_judge"))
    answer = client.get(reverse("decks:lists_zip", args=[made.slug]))
    with zipfile.ZipFile(BytesIO(answer.content)) as files:
        assert [name.partition("/")[2] for name in files.namelist()] == ["silva-ana.txt", "silva-ana-2.txt"]
