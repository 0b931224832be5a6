"""Each response has the id of its request, and so has each log line; strangers cannot choose it."""

import logging

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config.logs import RedactingLogFormatter
from config.middleware.request_ids import HEADER, RequestIdMiddleware
from tests import build

pytestmark = pytest.mark.django_db

OURS = "0123456789abcdef"


def line() -> str:
    record = logging.LogRecord("stadium", logging.ERROR, __file__, 1, "Lost", (), None)
    return RedactingLogFormatter("{name}{where}: {message}", style="{").format(record)


def test_two_requests_have_two_ids(client: Client) -> None:
    first, second = client.get("/"), client.get("/")
    assert first[HEADER] != second[HEADER]
    assert len(first[HEADER]) == 16


def test_a_line_names_request_and_event() -> None:
    event, lines = build.event(), []

    def answer(_request: object) -> HttpResponse:
        lines.append(line())
        return HttpResponse()

    response = RequestIdMiddleware(answer)(RequestFactory().get(f"/e/{event.slug}/players"))
    assert lines == [f"stadium [{response[HEADER]} {event.slug}]: Lost"]
    assert line() == "stadium: Lost"


@pytest.mark.parametrize(
    ("proxies", "given", "taken"), [(0, OURS, False), (1, OURS, True), (1, "a b\nc", False)]
)
def test_only_a_declared_proxy_gives_an_id(client: Client, settings, proxies, given, taken) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    assert (client.get("/", headers={HEADER: given})[HEADER] == given) is taken
