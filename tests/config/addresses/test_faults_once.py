"""Every form of every page is sent with bad input: each error stands once, and beside its field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve

from tests.browser import visits
from tests.browser.hall import fresh_hall
from tests.config.addresses.elements import FIELDS, NOT_SENT, Element, elements, sent
from tournaments.models import User

BAD_INPUT: Mapping[str, str] = {"nothing": "", "too much": "9" * 9000, "no such thing": "−1²"}
"""What is sent in every field that is filled in by hand."""

FEWEST = 60
"""Number of forms that must refuse something: fewer would mean that this test has stopped reading them."""


@dataclass(frozen=True)
class Submission:
    """A form of a page with one of BAD_INPUT. `button`: the name and value of the button pressed."""

    target: str
    fields: frozenset[str]
    button: tuple[str, str]
    kind: str

    @property
    def form(self) -> tuple[str, frozenset[str]]:
        return resolve(self.target.partition("?")[0]).view_name, self.fields


@pytest.mark.sqlite
@pytest.mark.timeout(900)
@pytest.mark.django_db(transaction=True)
def test_an_error_of_a_form_is_said_once_and_beside_its_field() -> None:
    pages, client = visits.addresses(fresh_hall(visits.hall)), Client(raise_request_exception=False)
    client.force_login(User.objects.get(username="organizer"))
    sent_before, refusing, wrong = set[object](), set[object](), []
    for name in sorted(pages.keys() - visits.FILES.keys()):
        for address in pages[name]:
            page = client.get(address)
            if page.status_code != 200 or "html" not in page["Content-Type"]:
                continue
            for submission, values in _submissions(elements(page), address):
                known = (submission.form, submission.button[0], submission.kind)
                if known in sent_before:
                    continue
                sent_before.add(known)
                answer = _sent(client, submission, values)
                if answer.status_code == 500:
                    wrong.append(f"{address} → {submission.target} ({submission.kind}): 500")
                if answer.status_code not in (200, 422) or "html" not in answer["Content-Type"]:
                    continue
                faults = Faults(elements(answer))
                if faults.sentences:
                    refusing.add(submission.form)
                wrong += [
                    f"{address} → {submission.target} ({submission.kind}): {one}" for one in faults.wrong()
                ]
    assert wrong == [], "\n".join(wrong)
    assert len(refusing) >= FEWEST, sorted(map(str, refusing))


def _submissions(page: Element, address: str) -> Iterator[tuple[Submission, dict[str, list[str]]]]:
    """Return what can be sent from a page: each form, by each of its buttons, with each bad input."""
    for form in page.all("form"):
        typed = [one for one in form.all(*FIELDS) if _is_filled_in(one)]
        if form.attrs.get("method", "").lower() != "post" or not typed:
            continue
        buttons = [one for one in form.all("button") if one.attrs.get("type", "submit") == "submit"]
        presses = {one.attrs.get("name", ""): one.attrs.get("value", "") for one in buttons}
        names = {one.attrs["name"] for one in typed}
        for press in presses.items():
            for kind, bad in BAD_INPUT.items():
                values = sent(form) | {name: [bad] for name in names}
                values |= {press[0]: [press[1]]} if press[0] else {}
                target = form.attrs.get("action") or address
                yield Submission(target, frozenset(names), press, kind), values


def _is_filled_in(field: Element) -> bool:
    unseen = NOT_SENT | {"hidden"}
    return "name" in field.attrs and field.attrs.get("type", "text") not in unseen


def _sent(client: Client, submission: Submission, values: dict[str, list[str]]) -> HttpResponse:
    """Return the answer to a form, whose changes are undone."""
    with transaction.atomic():
        answer: HttpResponse = client.post(submission.target, values)
        transaction.set_rollback(True)
    return answer


class Faults:
    """The errors on a page."""

    def __init__(self, page: Element) -> None:
        self.page = page
        self.at_fields = [one for one in page.all() if "fault" in _classes(one)]
        summaries = [one for one in page.all() if "faults" in _classes(one)]
        self.links = {link.attrs["href"][1:] for one in summaries for link in one.all("a")}
        lines = [line for one in summaries for line in one.all("li")]
        # What is said of no field stands in the summary, without a link.
        self.above = [_words(line) for line in lines if not any(line.all("a"))]
        self.doubled = [_words(line) for line in lines if any(line.all("a")) and _normal(line.text)]
        self.sentences = {_words(one) for one in self.at_fields} | {*self.above}

    def wrong(self) -> Iterator[str]:
        described = {
            name for one in self.page.all() for name in one.attrs.get("aria-describedby", "").split()
        }
        for fault in self.at_fields:
            if not described & set(_ids(fault)):
                yield f"“{_words(fault)}” is said of no field"
        yield from (f"the summary repeats an error: {line}" for line in self.doubled)
        ids = {one.attrs["id"] for one in self.page.all() if "id" in one.attrs}
        yield from (f"the summary leads to #{link}, which is not there" for link in sorted(self.links - ids))
        texts = [
            _normal(one.text) for one in self.page.all() if one.tag not in {"script", "style", "textarea"}
        ]
        for sentence in sorted(self.sentences):
            fields = {id(one.parent) for one in self.at_fields if _words(one) == sentence}
            times = sum(text.count(sentence) for text in texts)
            if times != len(fields) + self.above.count(sentence):
                yield f"“{sentence}” stands {times} times for {len(fields)} fields"


def _classes(element: Element) -> list[str]:
    return element.attrs.get("class", "").split()


def _ids(fault: Element) -> Iterator[str]:
    """Return the ids of an error and of the list it is in."""
    for one in (fault, fault.parent):
        if one and "id" in one.attrs:
            yield one.attrs["id"]


def _words(element: Element) -> str:
    return _normal(element.words())


def _normal(text: str) -> str:
    return " ".join(text.split())
