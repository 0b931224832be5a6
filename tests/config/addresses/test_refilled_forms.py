"""Forms that change while they are filled in: choices are preserved, and the displayed values are saved."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import build
from tests.browser import visits
from tests.browser.hall import fresh_hall
from tests.config.addresses.elements import FIELDS, Element, elements, options, sent
from tournaments.forms.event import BY_KIND
from tournaments.models import Tournament, User

REFILLED = {"tournaments:new", "decks:check", "decks:builder", "decks:mine", "pairings:print"}
"""Pages with a form of which a part with fields is replaced while it is filled in."""


def refilled_forms(page: Element) -> Iterator[tuple[Element, Element]]:
    """Return each form with an element that replaces fields of the form."""
    for form in page.all("form"):
        for element in form.all():
            if not {"hx-post", "hx-get"} & element.attrs.keys():
                continue
            aim = element.attrs.get("hx-target", "")
            part = form.with_id(aim[1:]) if aim.startswith("#") else element
            if part and any(field.attrs.get("type") != "hidden" for field in part.all(*FIELDS)):
                yield form, element


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_what_was_chosen_stays_chosen_whatever_is_chosen_next() -> None:
    """On every page whose form is refilled: give one answer, then each other one."""
    pages, client, random = visits.addresses(fresh_hall(visits.hall)), Client(), Random(13)
    client.force_login(User.objects.get(username="organizer"))
    found, lost = set(), []
    for name in sorted(pages.keys() - visits.FILES.keys()):
        for address in pages[name]:
            answer = client.get(address)
            if answer.status_code != 200 or "html" not in answer["Content-Type"]:
                continue
            if name not in found and any(refilled_forms(elements(answer))):
                found.add(name)
                lost += _lost(client, address, random)
    assert found == REFILLED
    assert not lost, "\n".join(lost)


def _lost(client: Client, address: str, random: Random) -> Iterator[str]:
    """Return the answers, other than the initial ones, that are lost once another one is given."""
    form = _refilled(client, address)
    fields = {one.attrs.get("name", "") for one in form.all("select", "input")}
    asked = {name: offered for name in sorted(fields) if len(offered := options(form, name)) > 1}
    for first, offered in asked.items():
        form = _refilled(client, address)
        chosen = random.choice([one for one in offered if [one] != sent(form).get(first)])
        shown = _follow(client, address, form, first, sent(form) | {first: [chosen]})
        for second in random.sample(sorted(asked.keys() - {first}), min(2, len(asked) - 1)):
            other = random.choice(options(shown, second) or [""])
            shown = _follow(client, address, shown, second, sent(shown) | {second: [other]})
            if sent(shown).get(first) != [chosen]:
                yield f"{address}: {first}={chosen}, then {second}={other}, shows {sent(shown).get(first)}"


def _refilled(client: Client, address: str) -> Element:
    return next(refilled_forms(elements(client.get(address))))[0]


def _follow(
    client: Client, address: str, form: Element, changed: str, values: dict[str, list[str]]
) -> Element:
    """Return the form after it has followed a change, as requested by htmx."""
    own = [one for one in form.all(*FIELDS) if one.attrs.get("name") == changed and "hx-post" in one.attrs]
    if own:
        values = values | {name: [value] for name, value in json.loads(own[0].attrs["hx-vals"]).items()}
    elif "hx-post" in form.attrs:
        values = values | {"do": ["look"]}
    else:
        return _with(form, values)
    page = elements(client.post((own[0] if own else form).attrs["hx-post"] or address, values))
    aim = form.attrs.get("id", "")
    fresh = page.with_id(aim)
    assert fresh, f"{address} answers without its form"
    return fresh


def _with(form: Element, values: dict[str, list[str]]) -> Element:
    """Return the form with these answers, as a browser holds them."""
    for field in form.all(*FIELDS):
        chosen = values.get(field.attrs.get("name", ""), [])
        if field.tag == "select":
            for option in field.all("option"):
                option.attrs.pop("selected", None)
                if option.attrs.get("value", "") in chosen:
                    option.attrs["selected"] = ""
        elif field.attrs.get("type") in ("radio", "checkbox"):
            field.attrs.pop("checked", None)
            if field.attrs.get("value", "on") in chosen:
                field.attrs["checked"] = ""
        elif field.tag == "textarea":
            field.text = chosen[0] if chosen else ""
        else:
            field.attrs["value"] = chosen[0] if chosen else ""
    return form


MINUTES = ("round_minutes", "cut_round_minutes")


@pytest.mark.django_db
@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None
)
@given(choices=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 60)), min_size=1, max_size=6))
def test_a_new_event_is_saved_as_the_page_showed_it(client: Client, choices: list[tuple[int, int]]) -> None:
    """With any options, chosen in any order."""
    client.force_login(User.objects.filter(username="marta").first() or build.user("marta"))
    form = _new_event_form(client.get("/new"))
    form = _with(
        form,
        sent(form)
        | {
            "name": [f"Pier Street Cup {Tournament.objects.count()}"],
            "minutes_reason": ["The hall closes at six."],
        },
    )
    names = [name for name in sent(form) if name in MINUTES or len(options(form, name)) > 1]
    for place, option in choices:
        name = names[place % len(names)]
        offered = [str(minutes) for minutes in range(45, 90)] if name in MINUTES else options(form, name)
        values = sent(form) | {name: [offered[option % len(offered)]]}
        form = _follow(client, "/new", form, name, values)
    shown = sent(form)
    before = Tournament.objects.count()
    answer = client.post("/new", shown)
    if answer.status_code == 200:  # the rules refuse it
        assert Tournament.objects.count() == before
        again = sent(_new_event_form(answer))
        assert {name: again[name] for name in BY_KIND} == {name: shown[name] for name in BY_KIND}
        return
    event = Tournament.objects.latest("pk")
    assert {name: [str(getattr(event, name))] for name in BY_KIND} == {name: shown[name] for name in BY_KIND}
    assert [event.kind, event.country.code, event.timezone] == [
        shown[name][0] for name in ("kind", "country", "timezone")
    ]
    if shown["grouping"] in (["together"], ["one"]):
        assert [one.by_age for one in event.divisions.all()] == [shown["grouping"] == ["together"]]


def _new_event_form(page: object) -> Element:
    form = elements(page).with_id("new-event")
    assert form
    return form
