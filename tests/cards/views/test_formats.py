"""What is legal on a day, and what changes when."""

import re
from collections import Counter
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.test import Client

from cards.queries.formats import FormatOn, formats_on
from tests.html import markup

pytestmark = pytest.mark.django_db
URL = "/formats"


def on(day: str) -> dict[str, FormatOn]:
    return {one.code: one for one in formats_on(date.fromisoformat(day))}


def names(found: FormatOn) -> set[str]:
    return {one.expansion.name for one in found.sets}


def test_standard_of_2017() -> None:
    """R-080, R-082."""
    standard = on("2017-07-29")["standard"]
    assert standard.first == "PRC"
    assert standard.since == date(2016, 9, 1)
    assert {"Primal Clash", "Guardians Rising"} <= names(standard)
    assert not {"Phantom Forces", "Burning Shadows"} & names(standard)
    assert {one.expansion.id: one.first for one in standard.promos} == {"xyp": 36, "smp": 1}


def test_standard_of_today_goes_by_marks() -> None:
    """M-040."""
    standard = on("2026-11-20")["standard"]
    assert standard.marks == ("H", "I", "J")
    assert {"Temporal Forces", "Pitch Black"} <= names(standard)
    assert "Obsidian Flames" not in names(standard)


def test_an_expansion_comes_on_its_day() -> None:
    """R-006."""
    before, after = on("2017-05-18")["standard"], on("2017-05-19")["standard"]
    assert "Guardians Rising" not in names(before)
    assert (date(2017, 5, 19), "expansion", "Guardians Rising") in [
        (one.day, one.kind, one.what) for one in before.coming
    ]
    assert "Guardians Rising" in names(after)


def test_bans_with_their_days() -> None:
    """R-087."""
    before, after = on("2017-08-17")["expanded"], on("2017-08-18")["expanded"]
    assert "Archeops" not in {ban.name for ban in before.bans}
    assert ("ban", "Archeops") in {(one.kind, one.what) for one in before.coming}
    assert ("unban", "Shiftry") in {(one.kind, one.what) for one in before.coming}
    banned = {ban.name: ban for ban in after.bans}
    assert banned["Archeops"].since == date(2017, 8, 18)
    assert banned["Archeops"].printings == ("NVI\N{NO-BREAK SPACE}67", "DEX\N{NO-BREAK SPACE}110")
    assert "Shiftry" not in banned


def test_a_rotation_is_announced() -> None:
    coming = on("2017-08-20")["standard"].coming
    assert any(one.kind == "list" and one.day == date(2017, 9, 1) for one in coming)


def test_unlimited_takes_every_expansion() -> None:
    """R-085."""
    assert "Base" in names(on("2017-07-29")["unlimited"])


@pytest.mark.parametrize("day", ["", "2017-07-29", "1999-01-01", "2099-12-31", "nonsense", "9999-99-99"])
def test_any_day_is_answered(client: Client, day: str) -> None:
    page = client.get(URL, {"date": day})
    assert page.status_code == 200
    assert "Standard" in markup(page)


@pytest.mark.parametrize(
    ("language", "name"), [("es", "Sin límites"), ("fr", "Illimité"), ("pt-br", "Ilimitado")]
)
def test_a_format_has_its_name_in_each_language(client: Client, language: str, name: str) -> None:
    page = markup(client.get(URL, headers={"accept-language": language}))
    assert f'<h2 id="unlimited">{name}</h2>' in page


def test_wrong_verb(client: Client) -> None:
    assert client.post(URL).status_code == 405


def test_queries(client: Client, django_assert_max_num_queries) -> None:
    client.get(URL)
    with django_assert_max_num_queries(3):
        client.get(URL, {"date": "2017-07-29"})


def test_another_list_is_told_apart_from_one_that_only_grows() -> None:
    """Expanded kept its first expansion on 1 September 2017."""
    changes = [one.what for one in on("2017-08-20")["expanded"].coming if one.kind in ("list", "marks")]
    assert changes == []
    assert [one.what for one in on("2026-04-01")["standard"].coming if one.kind == "marks"] == ["H, I, J"]


@pytest.mark.parametrize("day", ["2026-11-28", "2026-03-01", "2017-07-29", "2017-08-20"])
def test_nothing_is_said_twice(client: Client, day: str) -> None:
    page = markup(client.get(URL, {"date": day}))
    main = page[page.index("<main") : page.index("</main>")]
    texts = [re.sub(r"<[^>]+>", " ", one) for one in re.findall(r"<p\b.*?</p>", main)]
    rows = re.findall(r"<li>.*?</li>", re.sub(r"<details.*?</details>", "", main))
    changes = [" ".join(re.sub(r"<small class.*?</small>|<[^>]+>", " ", row).split()) for row in rows]
    lists = [
        [one.expansion.name for one in (*found.sets, *found.promos, *found.products)]
        + [ban.name for ban in found.bans]
        for found in formats_on(date.fromisoformat(day))
    ]
    assert [one for one, times in Counter(map(str.strip, texts + changes)).items() if times > 1] == []
    assert [one for found in lists for one, times in Counter(found).items() if times > 1] == []


def test_a_change_of_several_formats_is_one_line_with_their_names(client: Client) -> None:
    page = markup(client.get(URL, {"date": "2026-03-01"}))
    assert page.count("Perfect Order is legal") == 1
    line = page[page.index("Perfect Order is legal") :].split("</li>")[0]
    assert "Standard, Expanded, Unlimited" in line


def test_r011_the_list_of_legal_reprints_is_public(client: Client) -> None:
    page = unescape(markup(client.get("/formats/reprints?date=2017-07-29&format=standard")))
    row = next(row for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL) if "NVI 92" in row)
    assert "FCO 105" in row
    assert "Reprint table" in row
    assert "Tapu Lele-GX" not in page


def test_r009_the_day_and_the_format_decide_which_reprints_are_legal(client: Client) -> None:
    later = client.get("/formats/reprints?date=2026-11-20&format=standard").context["found"]
    assert "N" not in {row.name for row in later.rows}
    july = client.get("/formats/reprints?date=2017-07-29").context["found"]
    assert "MFB 33" not in {place for row in july.rows for place in row.old}, "released in 2023"
    july = client.get("/formats/reprints?date=2017-07-29&format=expanded").context["found"]
    assert "NVI 92" not in {place for row in july.rows for place in row.old}


def test_a_reprint_is_found_in_the_reader_s_language(client: Client) -> None:
    address = "/formats/reprints?date=2017-07-29&q=hyper"
    found = client.get(address, headers={"Accept-Language": "fr"}).context["found"]
    assert [(row.name, row.local) for row in found.rows] == [("Ultra Ball", "Hyper Ball")]
    assert client.get("/formats/reprints?date=2017-07-29&q=zzzz").context["table"] is None


@pytest.mark.parametrize("query", ["date=x", "format=unlimited", "date=1890-01-01", "q=%00", "format=x&q=a"])
def test_odd_questions_about_reprints_have_an_answer(client: Client, query: str) -> None:
    assert client.get(f"/formats/reprints?{query}").status_code == 200
    assert client.post("/formats/reprints").status_code == 405


def test_reprints_are_asked_in_few_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(2):
        client.get("/formats/reprints?date=2017-07-29")


def test_the_reprints_are_a_spreadsheet_too(client: Client) -> None:
    found = client.get("/formats/reprints.csv?date=2017-07-29&q=n")
    assert found["Content-Type"].startswith("text/csv")
    assert "N,NVI 92,FCO 105,Reprint table" in found.content.decode("utf-8-sig")
    assert client.get("/formats/reprints.xlsx?date=x").status_code == 200


def test_the_page_links_the_spreadsheets_of_the_same_list(client: Client) -> None:
    page = unescape(markup(client.get("/formats/reprints?date=2017-07-29&q=n")))
    assert 'href="/formats/reprints.csv?date=2017-07-29&q=n"' in page
