"""Small helpers for tests of pages."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core.engine.refused import Refused
from tests.html import markup


def queries_of(client: Client, url: str) -> int:
    """Count the queries that a page takes."""
    with CaptureQueriesContext(connection) as caught:
        assert client.get(url).status_code == 200
    return len(caught)


def text_of(client: Client, url: str, status: int = 200) -> str:
    response = client.get(url)
    assert response.status_code == status
    return markup(response)


def refusal(call: Callable[..., object], *args: Any, **kwargs: Any) -> Refused:
    """Call a function and return the refusal that it raises."""
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value
