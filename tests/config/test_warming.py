"""A server knows the cards before its first answer; commands and tests load them when they need them."""

import pytest
from django.db import DatabaseError
from django.test import Client

from config.warming import warm
from decks.queries import catalogue


@pytest.mark.django_db(transaction=True)
def test_the_catalogue_is_there_before_the_first_question(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "_kept", {})
    warm()
    monkeypatch.setattr(catalogue, "load", lambda _version: pytest.fail("loaded in a request"))
    assert client.get("/deck-check").status_code == 200
    assert len(catalogue.current()) > 100


def test_a_server_starts_without_its_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise DatabaseError

    monkeypatch.setattr(catalogue, "current", broken)
    monkeypatch.setattr("config.warming.connection.close", lambda: None)
    warm()
