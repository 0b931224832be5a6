"""What administrators correct without a page: the next use of the catalogue sees the change."""

import pytest
from django.test import Client
from django.urls import reverse

from cards.models import LocalName
from cards.queries import catalogue
from tests import build
from tests.html import markup

pytestmark = pytest.mark.django_db

TABLES = {
    LocalName: ({"key": "Eevee", "language": "de", "name": "Evoli II", "order": "1"}, {"name": "Evoli III"}),
}


@pytest.fixture(autouse=True)
def host(client: Client) -> None:
    client.force_login(build.user("host", is_staff=True, is_superuser=True))


def address(model: type, verb: str, *args: object) -> str:
    return reverse(f"admin:cards_{model.__name__.lower()}_{verb}", args=args)


def raised(before: int) -> bool:
    return catalogue.current_catalogue().version == catalogue.stored_catalogue_version() == before + 1


@pytest.mark.parametrize("model", TABLES)
def test_every_change_raises_the_version(client: Client, model: type) -> None:
    first, second = TABLES[model]
    for verb in ("changelist", "add"):
        assert client.get(address(model, verb)).status_code == 200
    before = catalogue.current_catalogue().version
    assert client.post(address(model, "add"), first).status_code == 302
    assert raised(before)
    row = model.objects.latest("pk")
    assert client.post(address(model, "change", row.pk), {**first, **second}).status_code == 302
    assert raised(before + 1)
    assert client.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 302
    assert raised(before + 2)


def test_the_catalogue_leads_there(client: Client) -> None:
    there = reverse("admin:app_list", args=["cards"])
    assert there in markup(client.get(reverse("cards:cards")))
    client.logout()
    assert there not in markup(client.get(reverse("cards:cards")))
