"""The staff's pages of lists: who has access, what they do, how many queries they take; no one else sees a list."""

import csv
from datetime import timedelta
from io import BytesIO, StringIO

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from decks import tasks
from decks.models import DeckList, ListRules
from decks.queries.lists import event_lists as queries
from decks.services import lists
from decks.views.lists import event_lists
from tests import build
from tests.decks.lists import ILLEGAL, LEGAL, OTHER, event, of
from tests.html import markup
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db
ROLES = ("organizer", "head_judge", "scorekeeper", "judge")
RUN = ("organizer", "head_judge", "scorekeeper")
RULE = ("organizer", "head_judge")


@pytest.fixture
def made() -> Tournament:
    return event(players=3, rules={"deadline": timezone.now() + timedelta(days=2)})


def url(event: Tournament, name: str = "lists", *more: object) -> str:
    return reverse(f"decks:{name}", args=[event.slug, *more])


def as_(client, event: Tournament, role: str = "organizer") -> User:
    user = event.staff.get(role="organizer").user if role == "organizer" else build.staff(event, role)
    client.force_login(user)
    return user


def first(event: Tournament) -> DeckList:
    return of(event)[0]


PAGES = [
    ("lists", "get", ROLES),
    ("lists_settings", "get", ("organizer",)),
    ("lists_lock", "post", RUN),
    ("lists_open", "post", RUN),
    ("lists_remind", "post", RUN),
    ("lists_recheck", "post", RUN),
    ("lists_print", "get", RUN),
    ("lists_links", "get", RUN),
]
ONE = [
    ("list", "get", (), ROLES),
    ("list_lock", "post", (), ROLES),
    ("list_send_back", "post", (), ROLES),
    ("list_rule", "post", (), RULE),
    ("list_ruling_withdraw", "post", (1,), RULE),
    ("list_export", "get", (1, "txt"), ROLES),
]


@pytest.mark.parametrize("role", [None, "stranger", *ROLES])
def test_who_may_come(client, made, role):
    lists.submit_list(first(made), text=LEGAL)
    if role == "stranger":
        client.force_login(build.user("nobody"))
    elif role:
        as_(client, made, role)
    entry = first(made).entry_id
    pages = [(url(made, name), verb, roles) for name, verb, roles in PAGES]
    pages += [(url(made, name, entry, *more), verb, roles) for name, verb, more, roles in ONE]
    for address, verb, roles in pages:
        status = getattr(client, verb)(address).status_code
        expected = 302 if role is None else 403
        assert (status in (200, 302, 404, 409)) if role in roles else (status == expected), address


@pytest.mark.parametrize(("name", "verb", "_roles"), [row for row in PAGES if row[1] == "post"])
def test_what_changes_something_is_posted(client, made, name, verb, _roles):
    as_(client, made)
    assert client.get(url(made, name)).status_code == 405


def test_the_lists_of_another_event_stay_there(client, made):
    other = event(rules={"deadline": None})
    lists.submit_list(first(other), text=LEGAL)
    as_(client, made)
    assert client.get(url(made, "list", first(other).entry_id)).status_code == 404
    assert client.get(url(made, "list_export", first(other).entry_id, 1, "txt")).status_code == 404


def test_no_public_page_shows_a_list_or_a_link(client, made):
    lists.submit_list(first(made), text=LEGAL)
    for address in (f"/e/{made.slug}/", f"/e/{made.slug}/pairings", f"/e/{made.slug}/standings"):
        page = markup(client.get(address))
        assert "Tapu Lele" not in page
        assert first(made).token not in page


def test_without_rules_it_offers_to_collect(client):
    made = build.event()
    as_(client, made)
    assert "does not collect lists" in markup(client.get(url(made)))
    fields = {"visibility": "never", "required": "on", "S5": "staff", "S1": "strict", "S2": "explicit"}
    fields |= {"S7": "illegal", "S8": "yes", "S9": "warn", "S9_BACK": "allow", "S11": "head_judge"}
    answer = client.post(url(made, "lists_settings"), fields | {"S16": "first_day", "S17": "registered"})
    assert answer.status_code == 302
    assert ListRules.objects.get().settings == {}


def test_settings_are_on_the_clock_of_the_event(client, made):
    as_(client, made)
    page = client.get(url(made, "lists_settings"))
    fields = {name: value for name, value in page.context["form"].initial.items() if value}
    fields |= {"deadline": "2017-07-27T17:00", "S7": "warn"}
    names = page.context["form"].fields
    assert (
        client.post(url(made, "lists_settings"), {n: v for n, v in fields.items() if n in names}).status_code
        == 302
    )
    rules = ListRules.objects.get()
    assert (rules.deadline.hour, rules.settings) == (15, {"S7": "warn"})


def test_bad_settings_are_told_and_kept(client, made):
    as_(client, made)
    page = client.post(url(made, "lists_settings"), {"deadline": "0001-01-01T00:00", "visibility": "all"})
    assert {"deadline", "visibility"} <= page.context["form"].errors.keys()


def test_counts_and_filters(client, made):
    rows = of(made)
    lists.submit_list(rows[0], text=LEGAL)
    lists.submit_list(rows[0], text=OTHER, by_player=False)
    lists.submit_list(rows[1], text=ILLEGAL)
    lists.lock_list_for_player(rows[1], by=None)
    as_(client, made)
    counts = client.get(url(made)).context["counts"]
    assert counts == {
        "all": 3, "missing": 1, "illegal": 1, "unknown": 0, "late": 0, "changed": 1, "locked": 1, "legal": 1,
    }  # fmt: skip
    illegal = client.get(url(made), {"show": "illegal"}).context["rows"]
    assert [row.entry for row in illegal] == [rows[1].entry_id]
    assert client.get(url(made), {"show": "<x>"}).context["show"] == "all"


def test_late_lists(client, made):
    lists.lock_all_lists(made, by=None)
    lists.submit_list(first(made), text=LEGAL, by_player=False)
    as_(client, made)
    assert client.get(url(made)).context["counts"]["late"] == 1


def test_who_left_is_not_missing(client, made):
    entry = first(made).entry
    entry.dropped_in = 0
    entry.save()
    as_(client, made)
    assert client.get(url(made)).context["counts"]["missing"] == 2


def test_new_players_have_a_list_and_a_link_before_anybody_looks(made):
    build.add_players(made, 2)
    assert made.entries.filter(link=None).count() == 0
    assert made.entries.filter(deck_list=None).count() == 0


def test_lock_and_open_all(client, made):
    as_(client, made)
    client.post(url(made, "lists_lock"))
    assert ListRules.objects.get().locked_at is not None
    client.post(url(made, "lists_open"), {"until": "nonsense"})
    assert ListRules.objects.get().locked_at is not None
    client.post(url(made, "lists_open"), {"until": ""})
    assert ListRules.objects.get().locked_at is None


def test_a_reminder_goes_to_the_board_and_by_mail(client, made, django_capture_on_commit_callbacks):
    rows = of(made)
    for row, name in zip(rows, ("ana", "ben"), strict=False):
        row.entry.player.user = build.user(name)
        row.entry.player.save()
    lists.submit_list(rows[0], text=LEGAL)
    as_(client, made)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(url(made, "lists_remind"), {"text": "Lists close on Thursday."})
    assert made.announcements.get().text == "Lists close on Thursday."
    (letter,) = mail.outbox
    assert (letter.to, rows[1].token in letter.body) == (["ben@example.org"], True)


def test_entering_a_list_makes_a_version_and_tells_the_player(
    client, made, django_capture_on_commit_callbacks
):
    row = first(made)
    row.entry.player.user = build.user("ana")
    row.entry.player.save()
    judge = as_(client, made, "judge")
    with django_capture_on_commit_callbacks(execute=True):
        client.post(url(made, "list", row.entry_id), {"text": LEGAL, "note": "From paper"})
    version = row.versions.get()
    assert (version.by, version.by_player, version.note) == (judge, False, "From paper")
    assert row.token in mail.outbox[0].body


def test_a_bad_list_keeps_what_was_typed(client, made):
    as_(client, made)
    page = client.post(url(made, "list", first(made).entry_id), {"text": "", "note": "From paper"})
    assert page.status_code == 200
    assert "This list has no cards." in markup(page)
    assert "From paper" in markup(page)


def test_versions_with_what_changed(client, made):
    row = first(made)
    for text in (LEGAL, OTHER):
        lists.submit_list(row, text=text)
    as_(client, made)
    page = markup(client.get(url(made, "list", row.entry_id)))
    assert "-1 N FCO 105" in page
    assert "+1 Psychic Energy" in page
    assert "not the current version" in markup(client.get(url(made, "list", row.entry_id), {"version": 1}))


def test_lock_open_send_back(client, made):
    row = first(made)
    as_(client, made, "judge")
    client.post(url(made, "list_lock", row.entry_id))
    row.refresh_from_db()
    assert row.lock == "locked"
    client.post(url(made, "list_lock", row.entry_id), {"open": "1"})
    client.post(url(made, "list_send_back", row.entry_id), {"reason": "Name the Pokémon."})
    row.refresh_from_db()
    assert (row.lock, row.sent_back) == ("open", "Name the Pokémon.")


def test_the_head_judge_rules_and_takes_it_back(client, made):
    row = first(made)
    lists.submit_list(row, text=ILLEGAL.replace("40 Psychic", "39 Psychic"))
    as_(client, made, "head_judge")
    fields = {"code": "COPIES_OVER_LIMIT", "card": "5 N", "reason": "A proxy, announced."}
    client.post(url(made, "list_rule", row.entry_id), fields)
    row.refresh_from_db()
    assert row.counts.legal
    page = markup(client.get(url(made, "list", row.entry_id)))
    assert "A proxy, announced." in page
    client.post(url(made, "list_ruling_withdraw", row.entry_id, row.rulings.get().pk))
    row.refresh_from_db()
    assert not row.counts.legal


@pytest.mark.parametrize("reason", ["", "\0", "x" * 301])
def test_without_a_reason_nothing_is_ruled_or_sent_back(client, made, reason):
    row = first(made)
    lists.submit_list(row, text=ILLEGAL)
    as_(client, made)
    for name, more in (("list_send_back", {}), ("list_rule", {"code": "COPIES_OVER_LIMIT", "card": "5 N"})):
        assert client.post(url(made, name, row.entry_id), {"reason": reason} | more).status_code == 409
    row.refresh_from_db()
    assert (row.sent_back, row.rulings.count()) == ("", 0)


@pytest.mark.parametrize("role", ["scorekeeper", "judge"])
def test_others_read_but_do_not_rule(client, made, role):
    row = first(made)
    lists.submit_list(row, text=ILLEGAL)
    as_(client, made, role)
    assert "Overrule" not in markup(client.get(url(made, "list", row.entry_id)))


def test_every_list_is_printed_alphabetically_one_page_each(client, made):
    for row in of(made):
        lists.submit_list(row, text=LEGAL)
    as_(client, made)
    pages = PdfReader(BytesIO(client.get(url(made, "lists_print"), {"paper": "letter"}).content)).pages
    assert len(pages) == 3
    assert round(float(pages[0].mediabox.width)) == 612
    names = [row.sort_name for row in client.get(url(made)).context["rows"]]
    assert all(name.split(", ")[0] in page.extract_text() for name, page in zip(names, pages, strict=True))


def test_a_list_of_a_thousand_lines_still_has_one_page(client, made):
    lists.submit_list(first(made), text="\n".join(f"1 Card {n} ABC {n}" for n in range(900)))
    as_(client, made)
    pages = PdfReader(BytesIO(client.get(url(made, "lists_print")).content)).pages
    assert len(pages) == 1
    assert "more lines" in pages[0].extract_text()


def test_slips_with_links(client, made):
    as_(client, made)
    text = PdfReader(BytesIO(client.get(url(made, "lists_links")).content)).pages[0].extract_text()
    text = "".join(text.split())  # a URL may take two lines
    whole = text.replace("-\n", "-")  # a long URL continues in the next line after a hyphen
    assert all(row.token in whole for row in of(made))


def test_tasks_close_and_judge_again(made):
    lists.submit_list(first(made), text=LEGAL)
    Tournament.objects.update(starts_at=made.starts_at.replace(month=5, day=1))
    assert tasks.recheck_lists(made.pk) == 1
    ListRules.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    assert (tasks.close_lists(), tasks.close_lists()) == (1, 0)
    assert tasks.recheck_lists(0) == 0


def test_pages_and_a_search_over_all_lists(client, made, monkeypatch):
    monkeypatch.setattr(event_lists, "PAGE_SIZE", 2)
    as_(client, made)

    def page_names(**query: str) -> list[str]:
        table = client.get(url(made), query).context["table"]
        return [row.record.sort_name for row in table.paginated_rows]

    rows = queries.deck_list_rows_of_event(made, ListRules.objects.get(), now=timezone.now(), catalogue=0)
    everyone = [row.sort_name for row in rows]
    assert [*page_names(), *page_names(page="2")] == everyone
    assert page_names(q=everyone[-1].split(",")[0])[-1:] == everyone[-1:]
    assert page_names(q="xqz") == []
    assert "No player matches" in markup(client.get(url(made), {"q": "xqz"}))


@pytest.mark.parametrize("players", [1, 3, 60])
def test_queries_do_not_grow(client, players, django_assert_num_queries):
    made = event(players=players, rules={"deadline": None})
    for row in of(made)[:4]:
        lists.submit_list(row, text=LEGAL)
    as_(client, made)
    client.get(url(made))
    # One counts the players for the pages of the personal links; it is cached outside of a transaction.
    with django_assert_num_queries(13):
        client.get(url(made))


def test_the_lists_as_a_spreadsheet_are_what_the_page_is_narrowed_to(client, made):
    """It has no cards: who submitted what, and its state."""
    as_(client, made, "judge")
    legal, illegal, _missing = of(made)
    lists.submit_list(legal, text=LEGAL)
    lists.submit_list(illegal, text=ILLEGAL)
    where = url(made, "lists_export", "xlsx")
    assert f"{where}?show=illegal" in markup(client.get(url(made), {"show": "illegal"}))
    sheet = load_workbook(BytesIO(client.get(where).content)).worksheets[0]
    titles = [cell.value for cell in sheet[1]]
    found = {row[2].value: dict(zip(titles, row, strict=True)) for row in sheet.iter_rows(min_row=2)}
    assert set(found) == {"Legal", "Not legal", "Missing"}
    assert (found["Legal"]["Cards"].value, found["Legal"]["When"].is_date) == (60, True)
    assert found["Not legal"]["Problems"].value > 0
    assert found["Missing"]["Cards"].value is None
    text = client.get(url(made, "lists_export", "csv"), {"show": "illegal"}).content.decode("utf-8-sig")
    assert [line["State"] for line in csv.DictReader(StringIO(text))] == ["Not legal"]
    assert client.get(url(build.event(by=as_(client, made)), "lists_export", "csv")).status_code == 404
