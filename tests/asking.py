"""Small words for tests of pages."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.html import markup


def queries_of(client: Client, url: str) -> int:
    """How many queries a page takes."""
    with CaptureQueriesContext(connection) as caught:
        assert client.get(url).status_code == 200
    return len(caught)


def text_of(client: Client, url: str, status: int = 200) -> str:
    response = client.get(url)
    assert response.status_code == status
    return markup(response)
