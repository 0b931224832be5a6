"""What stands in the log, and what must not."""

import io
import logging
from logging.config import dictConfig

import pytest
from django.conf import settings
from django.test import Client

from tests import build
from tournaments.services import links

pytestmark = pytest.mark.django_db


@pytest.fixture
def log():
    """The lines that the handler of the project writes."""
    dictConfig(settings.LOGGING)
    (handler,) = (one for one in logging.getLogger().handlers if one.formatter.__class__.__name__ == "Line")
    lines, handler.stream = io.StringIO(), io.StringIO()
    handler.setStream(lines)
    return lines


def test_a_personal_link_is_in_no_line(log):
    event = build.event(published=True)
    (entry,) = build.add_players(event, 1)
    token = links.of(entry).token
    client = Client(raise_request_exception=False)
    for path in (f"/my/{token}/nowhere", f"/my/{token}/report", f"/l/{token}/nowhere", f"/d/{token}/nowhere"):
        client.get(path)
    client.get(f"/account/password/reset/key/{token}/nowhere")
    try:
        raise ValueError(f"http://testserver/my/{token}/live?again=1")
    except ValueError:
        logging.getLogger("waitress").exception("Exception while serving /my/%s", token)
    told = log.getvalue()
    assert told.count("/my/…") >= 4
    assert "/l/…/nowhere" in told
    assert token not in told


def test_other_addresses_stay_as_they_are(log):
    Client().get("/e/a-cup-that-is-not-there/standings")
    assert "Not Found: /e/a-cup-that-is-not-there/standings" in log.getvalue()
