"""The pages for refusals and errors, which no walk through the product reaches: on a phone and a laptop, in every
language, by day and by night.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from django.conf import settings
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route

from config.middleware import overload, uploads
from core.engine.refused import Refused
from core.services.webhooks import subscriptions
from tests import build
from tests.browser import contrast
from tests.browser.conftest import FACES, LAPTOP, PHONE, set_face, watch
from tests.browser.test_every_page import DAY, NARROW, TOO_WIDE
from tournaments.models import User
from tournaments.views import home

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TRIES_AGAIN = "meta-refresh"
"""Pages of a busy server that reload by themselves and say so, so that users need not do it."""

LANGUAGES = [code for code, _name in settings.LANGUAGES]


def somebody() -> User:
    return build.user(f"user{User.objects.count()}")


def breaks(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let the first page of a stranger fail with `error`."""

    def public_events_page(_request: object, _own_cards: object = ()) -> HttpResponse:
        raise error

    monkeypatch.setattr(home, "public_events_page", public_events_page)


def of_sqlite(code: int, name: str) -> OperationalError:
    error, cause = OperationalError("locked"), sqlite3.OperationalError("locked")
    cause.sqlite_errorcode, cause.sqlite_errorname = code, name
    error.__cause__ = cause
    return error


def first_page(error: Exception, method: str = "get") -> Callable[[Client, pytest.MonkeyPatch], HttpResponse]:
    def ask(client: Client, monkeypatch: pytest.MonkeyPatch) -> HttpResponse:
        breaks(monkeypatch, error)
        return getattr(client, method)("/")

    return ask


def of_staff(client: Client, _monkeypatch: pytest.MonkeyPatch) -> HttpResponse:
    client.force_login(somebody())
    return client.get(reverse("tournaments:settings", args=[build.event(by=somebody()).slug]))


def old_form(client: Client, _monkeypatch: pytest.MonkeyPatch) -> HttpResponse:
    client.handler.enforce_csrf_checks = True
    return client.post("/account/login/", {"login": "ana"})


def form_opened(client: Client, _monkeypatch: pytest.MonkeyPatch) -> HttpResponse:
    return client.get(reverse("tournaments:publish", args=[build.event(by=somebody()).slug]))


def too_large(client: Client, _monkeypatch: pytest.MonkeyPatch) -> HttpResponse:
    length = str(uploads.MAX_BODY + 1)
    return client.generic("POST", reverse("decks:check"), b"", CONTENT_LENGTH=length)


def too_often(client: Client, _monkeypatch: pytest.MonkeyPatch) -> HttpResponse:
    """Test a webhook again and again."""
    event = build.event(by=somebody())
    client.force_login(event.created_by)
    with override_settings(ACCOUNT_RATE_LIMITS=settings.ACCOUNT_RATE_LIMITS | {"webhook_test": "0/m/user"}):
        hook = subscriptions.add_webhook(
            event, by=event.created_by, address="https://hook.example.org/", topics=["round"], origin=""
        )
        return client.post(reverse("tournaments:webhook_ping", args=[event.slug, hook.pk]))


def busy(client: Client, _monkeypatch: pytest.MonkeyPatch) -> HttpResponse:
    """Return the URL when there is no place for one more reader."""
    code = client.defaults["HTTP_ACCEPT_LANGUAGE"]
    return overload.busy_response(RequestFactory(HTTP_ACCEPT_LANGUAGE=code).get("/"))


ASK: dict[str, tuple[int, Callable[[Client, pytest.MonkeyPatch], HttpResponse]]] = {
    "a name that is not ours": (
        400,
        lambda client, _patch: client.get("/", headers={"host": "elsewhere.example"}),
    ),
    "no access": (403, of_staff),
    "an old form": (403, old_form),
    "nothing there": (404, lambda client, _patch: client.get("/nowhere")),
    "an address of forms": (405, form_opened),
    "refused": (409, first_page(Refused("PERSON_IN_EVENTS", name="Ana Smith"))),
    "too large": (413, too_large),
    "too often": (429, too_often),
    "a bug, read": (500, first_page(RuntimeError())),
    "a bug, sent": (500, first_page(RuntimeError(), "post")),
    "busy": (503, busy),
    "database busy, read": (503, first_page(of_sqlite(5, "SQLITE_BUSY"))),
    "database busy, sent": (503, first_page(of_sqlite(5, "SQLITE_BUSY"), "post")),
    "disk full": (507, first_page(of_sqlite(13, "SQLITE_FULL"))),
}


def test_each_page_of_an_error_is_asked() -> None:
    pages = {path.stem[:3] for path in (settings.BASE_DIR / "templates").glob("[45]*.html")}
    assert pages <= {str(status) for status, _ask in ASK.values()}


@pytest.mark.parametrize("what", ASK)
def test_it_can_be_read_on_a_phone_and_a_laptop(
    browser: Browser, live_server, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    status, ask = ASK[what]
    answers = {}
    for code in LANGUAGES:
        client = Client(raise_request_exception=False, HTTP_ACCEPT_LANGUAGE=code)
        with monkeypatch.context() as patch:
            answers[code] = ask(client, patch)
        assert answers[code].status_code == status
    headings, wrong = set(), []
    with closing(browser.new_context(reduced_motion="reduce", service_workers="block")) as context:
        page = context.new_page()
        watch(page, live_server.url, wrong)
        for code, answer in answers.items():
            # The newest route counts; the page of a busy server sends the request again automatically.
            page.route("**/refused", answers_with(answer))
            wrong += [f"{code}: {fault}" for fault in too_wide(page, f"{live_server.url}/refused")]
            assert page.locator("html").get_attribute("lang") == code.lower()
            headings.add(page.locator("h1").inner_text())
        wrong += hard_to_use(page)
    assert [fault for fault in wrong if f"status of {status}" not in fault] == []
    assert len(headings) == len(LANGUAGES), headings


def answers_with(answer: HttpResponse) -> Callable[[Route], None]:
    headers = {name: value for name, value in answer.items() if name not in ("Set-Cookie", "Content-Length")}
    return lambda route: route.fulfill(status=answer.status_code, headers=headers, body=answer.content)


def too_wide(page: Page, url: str) -> Iterator[str]:
    page.goto(url)
    for face in FACES:
        set_face(page, face)
        for size in (NARROW, PHONE, LAPTOP):
            page.set_viewport_size(size)
            if wide := page.evaluate(TOO_WIDE):
                yield f"too wide at {size['width']} px in a {face} face: {wide}"


def hard_to_use(page: Page) -> Iterator[str]:
    """Return what axe finds, by day and by night."""
    contrast.load_axe(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate("options => axe.run({ preload: false, ...options })", DAY)["violations"]
        for one in found:
            if one["id"] != TRIES_AGAIN:
                yield f"{scheme}: {one['id']} at {one['nodes'][0]['target']}"
