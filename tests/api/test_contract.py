"""The promises of the API description hold for any request (schemathesis)."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

import pytest
import schemathesis
from django.conf import settings as stadium
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import override_settings
from hypothesis import HealthCheck, given, seed, settings
from schemathesis.core.failures import FailureGroup

from api.engine.scopes import SCOPES
from tests.api.hall import Hall, described_paths, hall

pytestmark = [pytest.mark.django_db]

HEALTH = list(HealthCheck)
FREE = {**stadium.ACCOUNT_RATE_LIMITS, "api": None, "api_token": None, "api_wrong_token": None}


@pytest.fixture
def cup() -> Iterator[Hall]:
    """Create a cup; the connection of the test stays open after each request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield hall()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def operations() -> list[str]:
    """Return the name of each URL of the description."""
    return [operation["operationId"] for one in described_paths().values() for operation in one.values()]


Operation = schemathesis.schemas.APIOperation


def read(application: Callable[..., Any]) -> dict[str, Operation]:
    """Return each URL of the description by its name."""
    whole = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)
    found = [result.ok() for result in whole.get_all_operations()]
    return {one.definition.raw["operationId"]: one for one in found}


@pytest.fixture
def described(cup: Hall) -> Iterator[dict[str, Operation]]:
    with override_settings(ACCOUNT_RATE_LIMITS=FREE):
        yield read(get_wsgi_application())


def ask(cup: Hall, operation: Operation, tokens: Collection[str | None], examples: int) -> None:
    """Send requests that the description allows and that it does not to one URL, with each token and for an existing
    event.
    """
    here = {"slug": cup.event.slug, "entry": cup.event.entries.earliest("pk").pk}
    effort = settings(max_examples=examples, deadline=None, database=None, suppress_health_check=HEALTH)

    def validate(case: schemathesis.Case) -> None:
        for token in tokens:
            authorization = {"Authorization": f"Bearer {token}"} if token else {}
            case.call_and_validate(headers={"Accept-Encoding": "identity"} | authorization)

    @seed(1)
    @effort
    @given(case=operation.as_strategy())
    def anywhere(case: schemathesis.Case) -> None:
        validate(case)

    @seed(2)
    @effort
    @given(case=operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE))
    def at_the_event(case: schemathesis.Case) -> None:
        known = case.path_parameters
        case.path_parameters = {name: here[name] for name in known}
        validate(case)

    anywhere()
    at_the_event()


def of_everybody(cup: Hall) -> list[str | None]:
    """Return no token, one with every scope, and one with none."""
    return [None, cup.token("organizer", *SCOPES), cup.token("judge")]


def test_answers_are_as_described(cup, described):
    tokens = of_everybody(cup)
    for operation in described.values():
        ask(cup, operation, tokens, 5)


def test_a_planted_fault_is_found(cup):
    """A URL whose response has another field than described."""
    sound = get_wsgi_application()

    def faulty(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        body = b"".join(sound(environ, start))
        return [body if "openapi" in environ["PATH_INFO"] else body.replace(b'"next"', b'"nxte"')]

    with override_settings(ACCOUNT_RATE_LIMITS=FREE), pytest.raises(FailureGroup):
        ask(cup, read(faulty)["api_views_v1_rounds_pairings"], [None], 5)


@pytest.mark.slow
@pytest.mark.parametrize("operation_id", operations())
def test_answers_are_as_described_whatever_is_asked(cup, described, operation_id):
    ask(cup, described[operation_id], of_everybody(cup), 40)
