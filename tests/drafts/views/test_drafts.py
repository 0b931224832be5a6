"""The page of drafts: planned with the terms of the rules, saved, announced in one tap, seated, printed."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from decks.models import Draft
from drafts.services import draft_runs, drafts
from tests import build
from tests.drafts.drafts import draft
from tests.drafts.pages import PLAN, url
from tests.drafts.redrafts import redraft, solomon
from tests.forms import form_with, forms_of
from tests.html import markup
from tournaments.models import Announcement, Division, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    return build.division(15, play_style="limited", published=True)


@pytest.fixture
def client(home: Division) -> Client:
    signed_in = Client()
    signed_in.force_login(build.organizer(home))
    return signed_in


def test_a_draft_sent_into_a_constructed_event_is_refused() -> None:
    home = build.division(15)
    staff = Client()
    staff.force_login(build.organizer(home))
    answer = staff.post(url(home, "draft_set"), PLAN | {"division": str(home.pk)})
    assert answer.status_code == 400
    assert "This event plays Constructed." in markup(answer)
    assert not Draft.objects.exists()


def test_a_plan_is_looked_at_kept_announced_and_seated(client: Client, home: Division) -> None:
    given = PLAN | {"division": str(home.pk), "look_seconds": "20"}
    looked = markup(client.get(url(home), given))
    assert "3 pods of 5" in looked
    assert "Set up this draft" in looked
    assert not Draft.objects.exists()
    page = markup(client.post(url(home, "draft_set"), given, follow=True))
    assert "The draft is set up." in page
    row = Draft.objects.get()
    assert row.look_seconds == 20
    client.post(url(home, "draft_announce", row.pk), {"notice": "ENERGY_SUPPLIED"})
    assert Announcement.objects.get().text == "Basic Energy is supplied at the event."
    assert "announced on" in markup(client.get(url(home)))
    client.post(url(home, "draft_seats", row.pk))
    seen = markup(Client().get(url(home)))
    assert seen.count("Pod 1, seat") == 5
    assert "Set up this draft" not in seen
    sheet = client.get(url(home, "draft_sheet", row.pk))
    assert sheet["Content-Type"] == "application/pdf"


@pytest.mark.parametrize(
    ("change", "sentence", "offer"),
    [
        ({"players": "11"}, "11 players cannot be split that way.", "Plan for 10 players"),
        ({"expansion": "EVO, EVO, BKT, BKT"}, "these come from", "for all"),
        ({"subtype": "rochester", "packs_each": "3"}, "even number, not 3", "2 packs each"),
    ],
)
def test_a_bad_set_up_is_told_its_rule_and_the_nearest_choice(
    client: Client, home: Division, change: dict[str, str], sentence: str, offer: str
) -> None:
    given = PLAN | change | {"division": str(home.pk)}
    seen = markup(client.get(url(home), given))
    assert sentence in seen
    assert offer in seen
    assert "Set up this draft" not in seen
    assert client.post(url(home, "draft_set"), given).status_code == 400
    assert not Draft.objects.exists()


def test_only_a_head_judge_or_organizer_goes_on_against_the_rules(home: Division) -> None:
    given = PLAN | {"expansion": "EVO, EVO, BKT, BKT", "reason": "No more", "division": str(home.pk)}
    for role, status, announced in (("scorekeeper", 422, 0), ("head_judge", 302, 1)):
        client = Client()
        client.force_login(build.staff(home.tournament, role))
        assert client.post(url(home, "draft_set"), given).status_code == status
        assert Draft.objects.count() == announced
    assert "Going ahead anyway: No more" in markup(client.get(url(home)))


def test_seats_that_do_not_fit_are_refused_with_what_fits(client: Client) -> None:
    of = build.division(8, play_style="limited")
    client.force_login(build.organizer(of))
    row = draft(of, seats=False)
    build.add_players(of.tournament, 3)
    answer = client.post(url(of, "draft_seats", row.pk))
    assert answer.status_code == 400
    assert "If 1 player sits out, the others fill 2 pods of 5." in markup(answer)


def test_the_run_sheet_has_names_and_the_times_of_announcements(client: Client) -> None:
    of = build.division(4, play_style="limited")
    client.force_login(build.organizer(of))
    for subtype in ("solomon", "rochester"):
        row = draft(of, subtype)
        client.post(url(of, "draft_announce", row.pk), {"notice": "ENERGY_SUPPLIED"})
        sheet = client.get(url(of, "draft_sheet", row.pk))
        text = " ".join(page.extract_text() for page in PdfReader(BytesIO(sheet.content)).pages)
        assert all(entry.player.last_name in text for entry in of.entries.select_related("player"))
        assert f"{timezone.localtime():%b, }" in text
        client.post(url(of, "draft_remove", row.pk))


def test_a_draft_is_taken_away(client: Client, home: Division) -> None:
    row = draft(home)
    assert "The draft was deleted" in markup(client.post(url(home, "draft_remove", row.pk), follow=True))
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"players": "11"}, "R-091"),
        ({"subtype": "solomon", "players": "7"}, "R-094"),
        ({"expansion": "EVO, EVO, BKT, BKT"}, "R-054"),
        ({"subtype": "rochester", "packs_each": "3"}, "R-093"),
    ],
)
def test_a_bad_set_up_names_its_rule(
    client: Client, home: Division, change: dict[str, str], rule: str
) -> None:
    seen = markup(client.get(url(home), PLAN | change | {"division": str(home.pk)}))
    assert rule in seen
    assert rule not in markup(client.get(url(home), PLAN | {"division": str(home.pk)}))


def test_how_it_is_run_is_chosen_shown_and_changed_until_it_begins(client: Client, home: Division) -> None:
    assert "Tracked, every pick is tapped" in markup(client.get(url(home)))
    client.post(url(home, "draft_set"), PLAN | {"division": str(home.pk), "way": "tracked"})
    row = Draft.objects.get()
    assert row.way == "tracked"
    page = markup(client.post(url(home, "draft_way", row.pk), {"way": "paper"}, follow=True))
    assert "The draft mode is saved." in page
    for odd in ("by heart", "", "x" * 3000):
        assert client.post(url(home, "draft_way", row.pk), {"way": odd}).status_code < 500
    assert Draft.objects.get().way == "paper"
    drafts.assign_seats(row, by=None)
    draft_runs.tap_step(row, 0, "next", step=0, by=None)
    client.post(url(home, "draft_way", row.pk), {"way": "tracked"})
    assert Draft.objects.get().way == "paper"


def test_shorter_picks_are_told_with_their_times(client: Client, home: Division) -> None:
    given = PLAN | {"division": str(home.pk), "hurry": "on"}
    assert "Seconds per pick: 30, 30, 25, 25, 20, 15, 15, 10, 10, 5." in markup(client.get(url(home), given))
    client.post(url(home, "draft_set"), given)
    assert "Seconds per pick: 30, 30, 25" in markup(client.get(url(home)))


def test_a_last_group_of_fewer_than_four_is_explained_with_the_plan(client: Client, home: Division) -> None:
    odd = {
        "subtype": "solomon",
        "players": "4",
        "packs_each": "1",
        "pack_size": "5",
        "division": str(home.pk),
    }
    assert "The last group has 2 cards." in markup(client.get(url(home), PLAN | odd))


def test_pairs_that_cannot_but_meet_again_are_named(client: Client) -> None:
    of = solomon(2).division
    client.force_login(build.organizer(of))
    redraft(of)
    assert "With these players it cannot be avoided." in markup(client.get(url(of)))


def test_a_draft_without_a_time_of_its_own_begins_when_the_event_does(client: Client, home: Division) -> None:
    event = home.tournament
    event.starts_at = timezone.now().replace(hour=13, minute=20)
    event.timezone = "UTC"
    event.save()
    given = PLAN | {"division": str(home.pk), "starts": ""}
    assert "13:20" in markup(client.get(url(home), given))
    client.post(url(home, "draft_set"), given)
    row = Draft.objects.get()
    assert row.starts is None
    printed = PdfReader(BytesIO(client.get(url(home, "draft_sheet", row.pk)).content)).pages[0].extract_text()
    assert "13:20" in printed
    assert "Booster Draft" in printed


def test_the_seed_of_the_seats_is_told_and_a_tracked_draft_prints_links(
    client: Client, home: Division
) -> None:
    row = draft(home, way="tracked")
    page = markup(client.get(url(home)))
    assert "from random seed 5:" in page
    links = reverse("pairings:links", args=[home.tournament.slug])
    assert f'href="{links}"' in page
    assert f'href="{links}"' not in markup(Client().get(url(home)))
    Draft.objects.filter(pk=row.pk).update(way=Draft.Way.PAPER)
    assert f'href="{links}"' not in markup(client.get(url(home)))


def test_a_field_that_changed_leads_to_the_door(client: Client, home: Division) -> None:
    row = draft(home, seats=False)
    home.entries.order_by("id").last().delete()  # type: ignore[union-attr]
    home.entries.order_by("id").last().delete()  # type: ignore[union-attr]
    answer = client.post(url(home, "draft_seats", row.pk))
    assert answer.status_code == 400
    page = markup(answer)
    assert "13 players cannot be split that way." in page
    assert (
        f'href="{reverse("tournaments:door", args=[home.tournament.slug])}?show=all"'
        in page[page.index("This is not possible") :]
    )


def test_packs_outside_the_format_of_the_event_are_warned_of_and_not_forbidden(
    client: Client, home: Division
) -> None:
    given = PLAN | {"division": str(home.pk), "expansion": "SUM"}
    Tournament.objects.update(card_format="standard", edition="2026", starts_at="2026-11-22T10:00Z")
    looked = markup(client.get(url(home), given))
    assert "not in Standard on 22 November 2026, so decks" in looked
    assert "set its format to Expanded or Unlimited" in looked
    assert "M-040" in looked
    client.post(url(home, "draft_set"), given)
    page = markup(client.get(url(home)))
    assert "not in Standard on 22 November 2026" in page
    assert f'<a href="{reverse("tournaments:settings", args=[home.tournament.slug])}">Settings</a>' in page
    assert "not in Standard" not in markup(Client().get(url(home)))
    Tournament.objects.update(card_format="unlimited")
    assert "not in Unlimited" not in markup(client.get(url(home), given))
    assert "so decks with" not in markup(client.get(url(home)))


def text_of(answer) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


def test_the_sheets_of_sealed_speak_of_packs_and_leave_time_to_register(
    client: Client, home: Division
) -> None:
    row = draft(home, "sealed")
    sheet = text_of(client.get(url(home, "draft_sheet", row.pk)))
    assert "Opening packs and registering pools" in sheet
    assert "Before opening" in sheet
    assert "While drafting" not in sheet
    names = text_of(client.get(url(home, "draft_seat_sheet", row.pk)))
    assert "Packs and pools" in names
    page = markup(client.get(url(home)))
    assert "drafts</h2>" not in page
    assert "Players in this draft" in page


def test_a_plan_is_not_replaced_by_who_had_not_seen_it(client: Client, home: Division) -> None:
    look = PLAN | {"division": str(home.pk), "seen": ""}
    page = client.get(url(home), look)
    (opened,) = [one for one in forms_of(page) if {"csrfmiddlewaretoken", "pack_size"} <= one.keys()]
    assert client.post(url(home, "draft_set"), opened | {"pack_size": "11"}).status_code == 302
    page = client.post(url(home, "draft_set"), opened | {"pack_size": "9"})
    assert "The plan of this draft was changed after you opened the page." in markup(page)
    assert Draft.objects.get().setup["pack_size"] == 11
    again = form_with(page, "pack_size")
    assert again["pack_size"] == ["9"]
    assert client.post(url(home, "draft_set"), again).status_code == 302
    assert Draft.objects.get().setup["pack_size"] == 9
