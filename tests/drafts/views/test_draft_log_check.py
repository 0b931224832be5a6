"""The page that checks the file of a log: complete, changed, older, foreign and invalid files."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from decks.models import Draft
from drafts.forms import draft_file
from drafts.models import DraftMove
from drafts.queries import draft_log as queries
from tests.drafts.services.test_draft_log import picked
from tests.drafts.services.test_tracking import tracked_draft
from tests.drafts.views.test_draft_log import file_url, over, signed, url
from tests.html import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Draft:
    found = tracked_draft()
    picked(found, 6)
    return found


@pytest.fixture
def head(row: Draft) -> Client:
    return signed(row, "head_judge")


def exported(row: Draft, head: Client) -> dict[str, Any]:
    return json.loads(head.get(file_url(row, "json")).content)


def answer(client: Client, row: Draft, data: object, status: int = 200) -> str:
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    sent = {"file": SimpleUploadedFile("log.json", raw)}
    found = client.post(url(row, "draft_log_check", "?pod=1"), sent)
    assert found.status_code == status
    return markup(found)


def test_the_log_leads_to_the_page_and_its_file_holds(row: Draft, head: Client) -> None:
    over(row)
    where = url(row, "draft_log_check", "?pod=1")
    assert where in markup(head.get(url(row)))
    assert "What this proves" in markup(head.get(where))
    before = DraftMove.objects.count()
    page = answer(head, row, exported(row, head))
    assert "The replay matches the file" in page
    assert "It is the log of this draft" in page
    assert "Card 0" in page
    assert DraftMove.objects.count() == before


def test_a_changed_file_is_found_out(row: Draft, head: Client) -> None:
    over(row)
    data = exported(row, head)
    page = answer(head, row, data | {"piles": data["piles"] | {"2": ["Mewtwo"]}})
    assert "The piles do not match the file" in page
    assert "The moves match this draft, but the piles do not" in page
    assert "Mewtwo" in page
    other = json.loads(json.dumps(data))
    other["moves"][3]["names"] = ["Mewtwo"]
    assert "The moves differ starting with move 4." in answer(head, row, other)
    other["moves"][3]["seat"] = 7
    page = answer(head, row, other)
    assert "Move 4 is not possible" in page
    assert "It is not the log of this draft" in page


def test_an_earlier_file_and_one_of_another_pod(row: Draft, head: Client) -> None:
    head.post(url(row, "draft_look"), {"pod": 1})
    early = exported(row, head)
    over(row)
    page = answer(head, row, early)
    assert "It is an earlier state of the log" in page
    assert "18" in page
    assert "It is the log of another pod or draft" in answer(head, row, early | {"seed": 1})


def test_secret_cards_of_the_log_here_are_not_told_by_comparing(row: Draft, head: Client) -> None:
    data = queries.pod_file_data(queries.logged_pod(row, 1))
    for role in ("judge", "scorekeeper"):
        page = answer(signed(row, role), row, data)
        assert "The replay matches the file" in page
        assert "Not compared with the log" in page
        assert "It is the log of this draft" not in page


@pytest.mark.parametrize(
    "odd", [b"", b"\xff\xfe", b"[]", b"7", b"{", b"[" * 100_000, b'{"what": "draft log"}', b'{"a": 1e999}']
)
def test_what_is_no_log_gets_a_sentence(row: Draft, head: Client, odd: bytes) -> None:
    page = answer(head, row, odd, 422)
    assert any(sentence in page for sentence in ("cannot be read", "not a draft log", "is empty"))


def test_large_files_are_not_replayed(row: Draft, head: Client, monkeypatch) -> None:
    many = {"moves": [{"kind": "undo_move"}] * (draft_file.MAX_BACKS + 1)}
    assert "more than 200 undone moves" in answer(head, row, many, 422)
    monkeypatch.setattr(draft_file, "MAX_FILE_SIZE", 10)
    assert "larger than 2 MB" in answer(head, row, {"what": "draft log"}, 422)
    assert head.post(url(row, "draft_log_check")).status_code == 422


def test_who_is_no_staff_finds_no_such_page(row: Draft, client: Client) -> None:
    assert client.get(url(row, "draft_log_check")).status_code in (302, 403, 404)
