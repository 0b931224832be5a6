"""B.1: expansions, rotations, promo cut-offs, errata, bans and reprints are corrected on pages that share their
code.
"""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from cards.engine import facts as facts_module
from cards.models import CopyLimit, Erratum, Expansion, NameGroup, PromoCutoff, PromoDate, Rotation
from cards.queries import catalogue
from cards.views.facts import TABLES
from tests import build
from tests.html import markup
from tests.tournaments.documents.list_files import in_csv, in_workbook

pytestmark = pytest.mark.django_db

ROTATION = {"format": "standard", "starts_on": "2027-04-10", "marks": "h i j"}
CUTOFF = {"format": "standard", "starts_on": "2027-04-10", "expansion": "smp", "first": "7"}
PROMO = {"name": "Tapu Koko", "expansion": "smp", "number": "SM30", "legal_from": "2017-05-19"}
LIMIT = {"name": "Arceus", "expansion": "pl4", "number": "AR1", "most": "3"}
GROUP = {"names": "Guzma\r\nLysandre\r\n", "format": "standard", "starts_on": "2017-09-01"}
LINES = {
    "promo_date": (PromoDate, PROMO, {"legal_from": "2017-06-02"}),
    "limit": (CopyLimit, LIMIT, {"most": "0"}),
    "group": (NameGroup, GROUP, {"ends_on": "2018-09-01"}),
    "rotation": (Rotation, ROTATION, {"source": "house"}),
    "promo": (PromoCutoff, CUTOFF, {"first": "8"}),
    "erratum": (Erratum, {"key": "Tapu Lele GX"}, {"starts_on": "2027-04-10"}),
}


@pytest.fixture
def keeper(client: Client) -> None:
    user = build.user("keeper")
    user.user_permissions.add(build.permission("change_card"))
    client.force_login(user)


def raised(before: int) -> bool:
    return catalogue.current_catalogue().version == catalogue.stored_catalogue_version() == before + 1


@pytest.mark.parametrize("one", LINES)
def test_a_line_comes_changes_and_goes_and_each_change_raises_the_version(
    client: Client, keeper: None, one: str
) -> None:
    model, first, second = LINES[one]
    before = catalogue.current_catalogue().version
    assert client.post(reverse(f"cards:{one}_add"), first).status_code == 302
    assert raised(before)
    row = model.objects.latest("pk")
    assert client.post(reverse(f"cards:{one}", args=[row.pk]), {**first, **second}).status_code == 302
    assert raised(before + 1)
    assert client.post(reverse(f"cards:{one}_remove", args=[row.pk])).status_code == 302
    assert raised(before + 2)
    assert not model.objects.filter(pk=row.pk).exists()


def test_a_mark_is_written_as_on_the_card(client: Client, keeper: None) -> None:
    client.post(reverse("cards:rotation_add"), ROTATION)
    assert Rotation.objects.get(starts_on="2027-04-10").marks == "H I J"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"marks": ""}, "not both"),
        ({"since": "sm2"}, "not both"),
        ({"also": "mcd17 nowhere"}, "No expansion has the name or code “nowhere”"),
        ({"ends_on": "2027-04-10"}, "The last day comes before the first"),
    ],
)
def test_what_no_format_can_be_made_of(
    client: Client, keeper: None, wrong: dict[str, str], sentence: str
) -> None:
    before = catalogue.current_catalogue().version
    answer = client.post(reverse("cards:rotation_add"), {**ROTATION, **wrong})
    assert answer.status_code == 422
    assert sentence in markup(answer)
    assert catalogue.stored_catalogue_version() == before


def test_what_a_line_says_is_what_lists_are_judged_by(client: Client, keeper: None) -> None:
    for one, given in (("promo_date", PROMO), ("limit", LIMIT), ("group", GROUP)):
        client.post(reverse(f"cards:{one}_add"), given)
    facts = catalogue.current_catalogue().facts
    assert facts_module.PromoDate(("smp", "SM30"), date(2017, 5, 19)) in facts.promo_dates
    assert facts_module.CopyLimit(("pl4", "AR1"), "Arceus", 3) in facts.copy_limits
    assert ("Guzma", "Lysandre") in {group.keys for group in facts.name_groups}
    page = markup(client.get(reverse("cards:groups")))
    assert "Guzma, Lysandre" in page


@pytest.mark.parametrize(
    ("one", "wrong", "sentence"),
    [
        ("group", {"names": "Guzma"}, "Enter at least two cards, one per line."),
        ("group", {"names": "Guzma\nGuzma\n \n"}, "Enter at least two cards, one per line."),
        ("group", {"ends_on": "2017-09-01"}, "The last day comes before the first"),
        (
            "promo_date",
            {"number": "SM69"},
            "This entry is already in the table. Change the one that is there.",
        ),
        ("promo_date", {"legal_from": "soon"}, "Enter a valid date."),
        ("limit", {"most": "-1"}, "greater than or equal to 0"),
        ("limit", {"name": " "}, "This field is required."),
    ],
)
def test_lines_that_say_nothing(
    client: Client, keeper: None, one: str, wrong: dict[str, str], sentence: str
) -> None:
    given = {"promo_date": PROMO, "limit": LIMIT, "group": GROUP}[one]
    before = catalogue.current_catalogue().version
    answer = client.post(reverse(f"cards:{one}_add"), {**given, **wrong})
    assert answer.status_code == 422
    assert sentence in markup(answer)
    assert catalogue.stored_catalogue_version() == before


def test_an_explicit_date_wins_over_the_third_friday(client: Client, keeper: None) -> None:
    sm2 = Expansion.objects.get(pk="sm2")
    data = {"name": sm2.name, "codes": sm2.codes, "kind": sm2.kind, "series": sm2.series}
    data |= {"released": "2017-05-05", "legal_from": "2017-05-12", "id": "other"}
    assert client.post(reverse("cards:expansion", args=["sm2"]), data).status_code == 302
    assert catalogue.current_catalogue().expansions["sm2"].legal_from == date(2017, 5, 12)
    sm2.refresh_from_db()
    assert (sm2.names["de"] != "", Expansion.objects.filter(pk="other").exists()) == (True, False)


def test_no_expansion_is_legal_before_its_release_or_takes_the_id_of_another(
    client: Client, keeper: None
) -> None:
    data = {"id": "new1", "name": "New", "codes": "NEW", "kind": "expansion", "released": "2027-01-08"}
    early = client.post(reverse("cards:expansion_add"), {**data, "legal_from": "2027-01-07"})
    assert "No card is legal before its release" in early.text
    taken = client.post(reverse("cards:expansion_add"), {**data, "id": "sm2"})
    assert (taken.status_code, Expansion.objects.get(pk="sm2").name) == (422, "Guardians Rising")
    assert client.post(reverse("cards:expansion_add"), data).status_code == 302
    newest = Expansion.objects.order_by("order").last()
    assert newest is not None
    assert newest.pk == "new1"


@pytest.mark.parametrize("facts", TABLES, ids=lambda facts: facts.many)
def test_every_table_is_found_from_the_cards_and_by_those_alone_who_may(
    client: Client, facts: object
) -> None:
    many, one = facts.many, facts.one  # type: ignore[attr-defined]
    page = reverse(f"cards:{many}")
    assert client.get(page).status_code == (200 if many == "bans" else 302)
    assert client.get(reverse(f"cards:{one}_add")).status_code == 302
    client.force_login(build.user())
    assert client.get(reverse(f"cards:{one}_add")).status_code == 403
    user = build.user("keeper")
    user.user_permissions.add(build.permission("change_card"))
    client.force_login(user)
    assert page in markup(client.get(reverse("cards:cards")))
    html = markup(client.get(page))
    assert f'href="{page}/' in html


@pytest.mark.parametrize("facts", TABLES, ids=lambda facts: facts.many)
def test_queries_do_not_grow(
    client: Client, keeper: None, facts: object, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        client.get(reverse(f"cards:{facts.many}"))  # type: ignore[attr-defined]


@pytest.mark.parametrize("facts", TABLES, ids=lambda facts: facts.many)
def test_a_table_as_a_spreadsheet_has_every_line_in_the_columns_of_the_page(
    client: Client, keeper: None, facts
) -> None:
    address = reverse(f"cards:{facts.many}_export", args=["csv"])
    assert address in markup(client.get(reverse(f"cards:{facts.many}")))
    lines = in_workbook(client, address.removesuffix(".csv"))
    assert (
        len(lines)
        == facts.model._default_manager.count()
        == len(in_csv(client, address.removesuffix(".csv")))
    )
    assert list(lines[0]) == [str(column.verbose_name) for column in facts.table([]).columns]
    assert not [one for line in lines for one in line.values() if "<" in str(one.value)]


def test_days_are_days_in_the_spreadsheet_of_bans_and_anybody_may_read_it(client: Client) -> None:
    lines = in_workbook(client, "/cards/bans/list")
    assert all(line["From"].is_date for line in lines)
    name = lines[0]["Card"].value
    assert {line["Card"] for line in in_csv(client, "/cards/bans/list", q=name)} == {name}
    assert client.get("/cards/limits/list.csv").status_code == 302
