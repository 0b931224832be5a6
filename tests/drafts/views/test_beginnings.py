"""Beginning a draft is a question for those who may; it can be undone, and later the draft can be canceled."""

import pytest
from django.test import Client
from django.urls import reverse

from core.models import JournalEvent
from decks.models import Draft
from drafts.models import DraftMark, DraftMove
from drafts.services import draft_runs, drafts
from tests import build
from tests.drafts import tracked
from tests.drafts.drafts import draft
from tests.drafts.pages import signed_in, text, url
from tests.html import markup

pytestmark = pytest.mark.django_db

NEXT = {"pod": 0, "step": 0, "kind": "next"}
ASK = "Start the draft?"
ONLY = "An organizer, the head judge or the scorekeeper can start the draft."
UNDO = "Undo: draft started"


@pytest.fixture
def row() -> Draft:
    return draft(build.division(8, play_style="limited", published=True))


def page(of: Draft, query: str = "") -> str:
    return url(of.division, "draft", of.pk) + query


def begin(of: Draft) -> None:
    draft_runs.tap_step(of, 0, "next", step=0, by=None)


def test_the_question_names_what_is_not_announced_yet_r053(row: Draft) -> None:
    drafts.announce_notice(row, "ENERGY_SUPPLIED", text="Energy.", kind="energy", by=None)
    staff = signed_in(row.division, "scorekeeper")
    assert "ask=begin" in text(staff, page(row))
    question = text(staff, page(row, "?ask=begin&pod=0")).partition(ASK)[2].partition("</section>")[0]
    assert question.count("<li>") == 1
    assert "R-053" in question
    row.refresh_from_db()
    drafts.announce_notice(row, "ENERGY_SUPPLIED_AGAIN", text="Energy.", kind="energy", by=None)
    assert "Not announced yet" not in text(staff, page(row, "?ask=begin&pod=0"))
    assert staff.post(url(row.division, "draft_step", row.pk), NEXT | {"sure": "1"}).status_code == 302
    assert DraftMark.objects.count() == 1
    assert ASK not in text(staff, page(row, "?ask=begin&pod=0"))


def test_a_judge_does_not_begin_a_draft_and_leads_one_that_has_begun(row: Draft) -> None:
    judge = signed_in(row.division)
    assert ONLY in text(judge, page(row))
    assert ASK not in text(judge, page(row, "?ask=begin"))
    refused = judge.post(url(row.division, "draft_step", row.pk), NEXT)
    assert refused.status_code == 409
    assert "Ask one of them." in markup(refused)
    assert not DraftMark.objects.exists()
    begin(row)
    assert judge.post(url(row.division, "draft_step", row.pk), NEXT | {"step": 1}).status_code == 302


def test_a_tracked_draft_begins_in_the_same_way() -> None:
    row = tracked.draft(players=8)
    target = url(row.division, "draft_tap", row.pk)
    tap = {"pod": "1", "key": "key-00000001", "do": "open"}
    judge = signed_in(row.division)
    assert ONLY in text(judge, page(row))
    assert judge.post(target, tap).status_code == 409
    assert not DraftMove.objects.exists()
    organizer = signed_in(row.division, "organizer")
    question = text(organizer, page(row, "?pod=1&ask=begin"))
    assert ASK in question
    assert f'action="{target}"' in question
    assert organizer.post(target, tap).status_code == 302
    assert UNDO in text(organizer, page(row))
    assert UNDO not in text(judge, page(row))


@pytest.mark.parametrize("name", ["draft", "drafts"])
def test_the_beginning_is_undone_where_the_draft_is_run_and_on_the_page_of_drafts(
    row: Draft, name: str
) -> None:
    begin(row)
    staff = signed_in(row.division, "scorekeeper")
    page_of_staff = page(row) if name == "draft" else url(row.division)
    line = JournalEvent.objects.get(kind="DraftBegun")
    target = reverse("pairings:undo", args=[row.division.tournament.slug, line.pk])
    assert target in text(staff, page_of_staff)
    staff.post(target)
    assert target not in text(staff, page_of_staff)
    assert "Assign the seats again" in text(staff, url(row.division))


def test_the_head_judge_cancels_with_a_reason_and_assigns_seats_again(row: Draft) -> None:
    for step in range(4):
        draft_runs.tap_step(row, 0, "next", step=step, by=None)
    target = url(row.division, "draft_cancel", row.pk)
    assert signed_in(row.division, "scorekeeper").post(target, {"reason": "No."}).status_code == 403
    judge = signed_in(row.division, "head_judge")
    assert "8 packs opened" in text(judge, url(row.division))
    empty = judge.post(target, {"reason": " "})
    assert empty.status_code == 422
    assert "This field is required." in markup(empty)
    assert judge.post(target, {"reason": "The packs were resealed."}).status_code == 302
    new = Draft.objects.get()
    page_of_staff = text(judge, url(row.division))
    assert "The draft was canceled." in page_of_staff
    assert "Assign the seats" in page_of_staff
    assert target not in page_of_staff
    assert judge.post(url(row.division, "draft_seats", new.pk), {"seen": "0"}).status_code == 302
    begin(Draft.objects.get())


def test_a_refused_reason_stays_in_the_form(row: Draft) -> None:
    target = url(row.division, "draft_cancel", row.pk)
    judge = signed_in(row.division, "head_judge")
    begin(row)
    reason = "x" * 201
    refused = markup(judge.post(target, {"reason": reason}))
    assert reason in refused
    assert Draft.objects.get().pk == row.pk


def test_open_pages_of_a_canceled_draft_lead_to_the_draft_that_replaces_it(row: Draft) -> None:
    begin(row)
    old = {name: url(row.division, name, row.pk) for name in ("draft", "draft_screen", "draft_step")}
    judge = signed_in(row.division, "head_judge")
    judge.post(url(row.division, "draft_cancel", row.pk), {"reason": "Fire alarm."})
    new = Draft.objects.get()
    for name in ("draft", "draft_screen"):
        assert Client().get(old[name]).headers["Location"] == url(row.division, name, new.pk)
        polled = Client().get(f"{old[name]}?seen=1", headers={"HX-Request": "true"})
        assert polled.headers["HX-Redirect"] == url(row.division, name, new.pk)
    refused = judge.post(old["draft_step"], NEXT)
    assert refused.status_code == 409
    assert "This draft was canceled." in markup(refused)
    assert Client().get(url(row.division, "draft", new.pk + 50)).status_code == 404
