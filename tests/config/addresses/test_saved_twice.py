"""Two staff members edit a record from the same opened page: both changes are saved, and none silently replaces the
other.

`editing_forms` finds every form in the source whose initial values are set by the program. Each is a `Concurrent`
form with a page in PAGES, which is opened and saved twice here, or is listed in ALONE with the reason. The same
holds for a row of each table of the administration (ROWS).
"""

import ast
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory

from core.engine.model_labels import stored_model_label
from tests import ROOMS
from tests.config.addresses.edited_pages import PAGES, Edited
from tests.config.addresses.edited_rows import ROWS
from tests.config.addresses.elements import Element, elements, options, sent
from tournaments.models import User

PROPOSES = "its first values are a proposal; what is saved is new, or a step with its own check"
READS = "it chooses what is shown or printed; no record is edited"
CHOICE = "one field, read whole: the later choice counts"
OWN = "a person's own"
WHOLE = "a plan is one fact: its version is sent with it (tests/drafts/views/test_drafts.py)"
TABLE = "a table is one fact: its version is sent with it (tests/pairings/views/standings/test_prizes.py)"
ADDS = "each save is a new row; none is edited, only withdrawn"
BEFORE = "the messages of its page are sent with it (test_screen_messages.py)"
BASE = "no page has it: its subclasses are here"
ALONE = {
    **dict.fromkeys(("pairings.CutForm", "pairings.DayTwoForm", "pairings.AddPlayerForm"), PROPOSES),
    **dict.fromkeys(("pairings.KnownPlayersConfirm", "pairings.NewerFileConfirm"), PROPOSES),
    **dict.fromkeys(
        ("pairings.NoShowsForm", "pairings.DropMissingForm", "pairings.ConfirmImportForm"), PROPOSES
    ),
    **dict.fromkeys(("checks.EndCheckForm", "checks.PaperSheetForm"), PROPOSES),
    **dict.fromkeys(("drafts.DraftPlanForm", "drafts.PodsForm", "decks.RemindForm"), PROPOSES),
    **dict.fromkeys(("tournaments.AnnouncementForm", "tournaments.PlanDayForm"), PROPOSES),
    **dict.fromkeys(("tournaments.NewEventForm", "core.TableUpload"), PROPOSES),
    **dict.fromkeys(("cards.FormatDayForm", "decks.CheckForm", "floor.PocketBookForm"), READS),
    **dict.fromkeys(("pairings.HallSheetForm", "pairings.PrintForm", "pairings.TablesForm"), READS),
    **dict.fromkeys(("decks.HomeForm", "pairings.CopyFolderForm"), CHOICE),
    **dict.fromkeys(("tournaments.ArrangeDivisionsForm", "core.TeamNameForm", "core.TeamNamesForm"), CHOICE),
    **dict.fromkeys(("floor.ConfiscationForm", "floor.PenaltyForm", "floor.RulingForm"), ADDS),
    "floor.NoticesForm": OWN,
    **dict.fromkeys(("pairings.HallCodeForm", "registration.SendLinksForm"), PROPOSES),
    "registration.CorrectAnswersForm": OWN,
    "floor.MessageForm": BEFORE,
    "drafts.EventDraftForm": WHOLE,
    "pairings.PrizesForm": TABLE,
    "tournaments.EventForm": BASE,
}
BASES = {"cards.ServiceForm", "cards.CardFactForm", "core.ConcurrentForm", "core.ConcurrentEditsMixin"}


@cache
def forms() -> dict[str, ast.ClassDef]:
    """Return the classes in the forms of each room, as {"room.Name": its source}."""
    return {
        f"{room}.{node.name}": node
        for room in ROOMS
        for path in sorted(Path(room, "forms").glob("*.py"))
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef)
    }


def named(room: str, name: str) -> str:
    """Return the form with this name in the source of a room."""
    others = [one for one in forms() if one.endswith(f".{name}")]
    return f"{room}.{name}" if f"{room}.{name}" in forms() or not others else others[0]


def subclasses(*bases: str) -> set[str]:
    found = set(bases)
    while (
        more := {
            name
            for name, node in forms().items()
            if found & {named(name.partition(".")[0], ast.unparse(one)) for one in node.bases}
        }
        - found
    ):
        found |= more
    return found & forms().keys()


def _filled(tree: ast.AST) -> Iterator[ast.Call]:
    """Return calls that give a form its initial values, except for those of one field."""
    for call in (one for one in ast.walk(tree) if isinstance(one, ast.Call)):
        given = [one.value for one in call.keywords if one.arg in ("initial", "instance")]
        if (
            given
            and not isinstance(given[0], ast.Constant)
            and not ast.unparse(call.func).startswith("forms.")
        ):
            yield call


def editing_forms() -> set[str]:
    found = subclasses(*(f"{room}.forms.ModelForm" for room in ROOMS))
    found |= {
        name
        for name, node in forms().items()
        if any(_filled(node)) or 'kwargs["initial"]' in ast.unparse(node).replace("'", '"')
    }
    for room in ROOMS:
        for path in Path(room, "views").rglob("*.py"):
            calls = _filled(ast.parse(path.read_text()))
            found |= {named(room, ast.unparse(call.func)) for call in calls} & forms().keys()
    return found


def concurrent() -> set[str]:
    return subclasses("core.ConcurrentEditsMixin") - BASES


def test_every_form_that_edits_a_record_compares_what_it_saves() -> None:
    assert editing_forms() - concurrent() - BASES == ALONE.keys()


def test_every_form_that_compares_is_saved_twice_here() -> None:
    assert concurrent() == {name.partition(" ")[0] for name in PAGES}


@pytest.mark.django_db
def test_every_table_of_the_administration_is_saved_twice_here() -> None:
    request = RequestFactory().get("/")
    request.user = User(is_staff=True, is_superuser=True)
    tables = admin.site._registry.items()
    assert {stored_model_label(model) for model, one in tables if one.has_change_permission(request)} == {
        *ROWS
    }


@dataclass
class Opened:
    """A page of one record, opened by two people."""

    edited: Edited
    one: Client
    other: Client
    form: Element
    values: dict[str, list[str]]

    def read(self) -> dict[str, list[str]]:
        return sent(_form(self.one.get(self.edited.address), self.edited))

    def save(self, client: Client, **changed: list[str]) -> HttpResponse:
        target = self.form.attrs.get("action") or self.edited.address
        answer: Any = client.post(target, self.values | self.edited.also | changed)
        return answer

    def fields(self) -> list[str]:
        """Return what a person can change."""
        names = dict.fromkeys(
            name
            for one in self.form.all("input", "select", "textarea")
            if (name := one.attrs.get("name", ""))
            and one.attrs.get("type") not in ("hidden", "submit", "file")
            and "disabled" not in one.attrs
        )
        return [name for name in names if not {name, _plain(name)} & {*self.edited.never}]


def _plain(name: str) -> str:
    return name.rpartition("-")[2]


def _form(page: Any, edited: Edited) -> Element:
    for form in elements(page).all("form"):
        names = {one.attrs.get("name", "") for one in form.all("input", "select", "textarea")}
        if any(_plain(name) == edited.field and not name.startswith("initial-") for name in names):
            return form
    raise AssertionError(f"{edited.address} has no form with {edited.field}: {page.status_code}")


def _open(edited: Edited) -> Opened:
    one, other = Client(), Client()
    for client in (one, other):
        client.force_login(edited.by)
    form, again = (_form(client.get(edited.address), edited) for client in (one, other))
    assert sent(form).keys() == sent(again).keys()
    return Opened(edited, one, other, form, sent(form))


def _others(opened: Opened, name: str) -> list[list[str]]:
    """Return values to which a field may be changed, each different from its current one."""
    typed = opened.edited.typed.get(_plain(name))
    if typed:
        return [[one] for one in typed]
    now = opened.values.get(name, [])
    fields = [one for one in opened.form.all("input", "select", "textarea") if one.attrs.get("name") == name]
    first, kind = fields[0], fields[0].attrs.get("type", "text")
    if kind == "checkbox":
        offered = [one.attrs.get("value", "on") for one in fields]
        turned = [[one for one in offered if (one in now) != (one == other)] for other in offered[:3]]
        return [one for one in turned if one] or turned
    if first.tag == "select" or kind == "radio":
        return [[one] for one in options(opened.form, name) if [one] != now and one][:3]
    if kind == "number":
        least = int(now[0] or first.attrs.get("min", "1"))
        return [[str(least + 1)], [str(least + 2)]]
    days = {"date": "2027-02-0{}", "datetime-local": "2027-02-0{}T09:30", "email": "other{}@example.org"}
    text = days.get(kind, "Other {}")
    return [[text.format(2)], [text.format(3)]]


def _differs(one: list[str] | None, other: list[str] | None) -> bool:
    return [line.split() for line in one or [""]] != [line.split() for line in other or [""]]


@pytest.mark.django_db
@pytest.mark.parametrize("name", [*PAGES, *ROWS])
def test_two_people_save_one_page(name: str, client: Client) -> None:
    """A different field each: both are saved. The same field: the second is refused with the value of the first,
    replaces nothing, and is saved when it is sent again.
    """
    opened = _open({**PAGES, **ROWS}[name]())
    lost = [f"{name}: {line}" for field in opened.fields() for line in _saved_twice(opened, field)]
    assert not lost, "\n".join(lost)


def _saved_twice(opened: Opened, field: str) -> Iterator[str]:
    edited = opened.edited
    others = _others(opened, field)
    if not others:
        return
    with transaction.atomic():
        for mine in others:
            if (answer := opened.save(opened.one, **{field: mine})).status_code == 302:
                break
        else:
            transaction.set_rollback(True)
            yield f"{field} cannot be changed to {mine}: {_errors(answer)}"
            return
        first = opened.read()
        if not _differs(first.get(field), opened.values.get(field)):
            yield f"{field} is still {first.get(field)}"
        yield from _same_field(opened, field, mine, first)
        if _plain(field) in edited.together:
            yield from _of_one_fact(opened, field, first)
        else:
            yield from _another_field(opened, field, first)
        transaction.set_rollback(True)


def _same_field(opened: Opened, field: str, mine: list[str], first: dict[str, list[str]]) -> Iterator[str]:
    theirs = next((one for one in _others(opened, field) if one != mine), None)
    if theirs is None or not _differs(first.get(field), opened.values.get(field)):
        return
    with transaction.atomic():
        page = opened.save(opened.other, **{field: theirs})
        if page.status_code == 302 or "after you opened the page" not in page.content.decode():
            yield f"{field}, changed by both to {mine} and {theirs}, is answered with {page.status_code}"
        elif _differs(opened.read().get(field), first.get(field)):
            yield f"{field} is overwritten"
        else:
            again = sent(_form(page, opened.edited))
            if _differs(again.get(field), theirs):
                yield f"{field}: what was typed is lost: {again.get(field)}"
            if "after you opened the page" in opened.save(opened.other, **again).content.decode():
                yield f"{field} is refused a second time"
        transaction.set_rollback(True)


def _of_one_fact(opened: Opened, field: str, first: dict[str, list[str]]) -> Iterator[str]:
    for another in opened.fields():
        if another == field or _plain(another) not in opened.edited.together:
            continue
        with transaction.atomic():
            page = opened.save(opened.other, **{another: _others(opened, another)[0]})
            if page.status_code == 302 or "after you opened the page" not in page.content.decode():
                yield f"{another}, changed after {field}, is answered with {page.status_code}"
            if _differs(opened.read().get(field), first.get(field)):
                yield f"{field} is overwritten by {another}"
            transaction.set_rollback(True)


def _another_field(opened: Opened, field: str, first: dict[str, list[str]]) -> Iterator[str]:
    """Return the next field that the other person can save after this one."""
    names = opened.fields()
    at = names.index(field)
    for another in [*names[at + 1 :], *names[:at]]:
        for theirs in _others(opened, another):
            with transaction.atomic():
                saved = opened.save(opened.other, **{another: theirs}).status_code == 302
                now = opened.read() if saved else {}
                transaction.set_rollback(True)
            if saved:
                if _differs(now.get(field), first.get(field)):
                    yield f"{field} is put back by who changed {another}"
                if not _differs(now.get(another), opened.values.get(another)):
                    yield f"{another} is lost by who changed {field} before"
                return
    if len(names) > 1:
        yield f"nothing can be saved after {field}"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "mine", "theirs"),
    [
        ("tournaments.EntryForm", ("awarded_byes", "2"), ("notes", "Needs a chair")),
        ("cards.CardForm", ("evolves_from", "Tapu"), ("mark", "H")),
        ("core.PublicAddressForm", ("network", "Pier"), ("network_password", "raichu 26")),
    ],
)
def test_two_people_save_at_the_same_moment(
    name: str, mine: tuple[str, str], theirs: tuple[str, str]
) -> None:
    """In two threads, different fields are both saved; of two values of one field, one is refused."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer: two savers come one after the other")
    opened, start = _open(PAGES[name]()), Barrier(2)

    def save(client: Client, field: str, value: str) -> int:
        start.wait(timeout=60)
        try:
            return opened.save(client, **{field: [value]}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(save, (opened.one, opened.other), *zip(mine, theirs, strict=True)))
        assert done == [302, 302]
        now = opened.read()
        assert [now[field] for field, _value in (mine, theirs)] == [[mine[1]], [theirs[1]]]
        opened.values, field = now, theirs[0]
        done = list(pool.map(save, (opened.one, opened.other), (field, field), ("A1", "B2")))
    assert done.count(302) == 1
    assert opened.read()[field] == [("A1", "B2")[done.index(302)]]


def _errors(page: HttpResponse) -> str:
    lists = [one for one in elements(page).all("ul") if "errorlist" in one.attrs.get("class", "")]
    return "; ".join(" ".join(one.words().split()) for one in lists)
