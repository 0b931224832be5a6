"""What staff of the installation mend without a page: whoever asks for the catalogue next sees the change."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from decks.models import Erratum, Expansion, LocalName, PromoCutoff, Rotation
from decks.queries import catalogue
from tests import build

pytestmark = pytest.mark.django_db

ROTATION = {"format": "standard", "starts_on": "2027-04-10", "marks": "h i j"}
TABLES = {
    Rotation: (ROTATION, {"source": "house"}),
    PromoCutoff: (
        {"format": "standard", "starts_on": "2027-04-10", "expansion": "smp", "first": "7"},
        {"first": "8"},
    ),
    Erratum: ({"key": "Tapu Lele GX"}, {"starts_on": "2027-04-10"}),
    LocalName: ({"key": "Eevee", "language": "de", "name": "Evoli II", "order": "1"}, {"name": "Evoli III"}),
}


@pytest.fixture(autouse=True)
def host(client: Client) -> None:
    client.force_login(build.user("host", is_staff=True, is_superuser=True))


def address(model: type, verb: str, *args: object) -> str:
    return reverse(f"admin:decks_{model.__name__.lower()}_{verb}", args=args)


def raised(before: int) -> bool:
    return catalogue.current().version == catalogue.version_now() == before + 1


@pytest.mark.parametrize("model", TABLES)
def test_every_change_raises_the_version(client: Client, model: type) -> None:
    first, second = TABLES[model]
    for verb in ("changelist", "add"):
        assert client.get(address(model, verb)).status_code == 200
    before = catalogue.current().version
    assert client.post(address(model, "add"), first).status_code == 302
    assert raised(before)
    row = model.objects.latest("pk")
    assert client.post(address(model, "change", row.pk), {**first, **second}).status_code == 302
    assert raised(before + 1)
    assert client.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 302
    assert raised(before + 2)


def test_several_rows_at_once(client: Client) -> None:
    rows = [row.pk for row in Rotation.objects.all()[:2]]
    before = catalogue.current().version
    asked = {"action": "delete_selected", "_selected_action": rows, "post": "yes"}
    assert client.post(address(Rotation, "changelist"), asked).status_code == 302
    assert raised(before)
    assert not Rotation.objects.filter(pk__in=rows).exists()


def test_an_expansion_with_its_date(client: Client) -> None:
    """An explicit date wins over the third Friday."""
    sm2 = Expansion.objects.get(pk="sm2")
    asked = {"name": sm2.name, "codes": sm2.codes, "kind": sm2.kind, "series": sm2.series}
    asked |= {"released": "2017-05-05", "legal_from": "2017-05-12"}
    before = catalogue.current().version
    assert client.post(address(Expansion, "change", "sm2"), asked).status_code == 302
    assert raised(before)
    assert catalogue.current().expansions["sm2"].legal_from == date(2017, 5, 12)
    sm2.refresh_from_db()
    assert sm2.names["de"]
    assert client.post(address(Expansion, "delete", "sm2"), {"post": "yes"}).status_code == 403


def test_a_mark_is_written_as_on_the_card(client: Client) -> None:
    client.post(address(Rotation, "add"), ROTATION)
    assert Rotation.objects.get(starts_on="2027-04-10").marks == "H I J"


@pytest.mark.parametrize(
    "wrong", [{"marks": ""}, {"since": "sm2"}, {"also": "mcd17 nowhere"}, {"ends_on": "2027-04-10"}]
)
def test_what_no_format_can_be_made_of(client: Client, wrong: dict[str, str]) -> None:
    before = catalogue.current().version
    assert client.post(address(Rotation, "add"), {**ROTATION, **wrong}).status_code == 200
    assert catalogue.version_now() == before


def test_the_catalogue_leads_there(client: Client) -> None:
    there = reverse("admin:app_list", args=["decks"])
    assert there in client.get(reverse("decks:cards")).text
    client.logout()
    assert there not in client.get(reverse("decks:cards")).text
