"""The staff page: who may do what; there is always an organizer."""

import csv
from io import BytesIO, StringIO

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse
from openpyxl import load_workbook

from tests import build
from tests.html import markup
from tests.tournaments.views.ask import answers, as_, only, organizer, queries
from tournaments.labels import role_label
from tournaments.models import StaffMember, User
from tournaments.queries import staff_rows
from tournaments.rules import MAY, POWERS
from tournaments.views.staff import POWERS as WORDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return build.event()


def address(name, event, *args):
    return reverse(f"tournaments:{name}", args=[event.slug, *args])


def member(event, role):
    return StaffMember.objects.get(user=build.staff(event, role))


def test_who_may_come(event):
    assert answers(address("staff", event), event) == only("organizer")


@pytest.mark.parametrize("name", ["staff_role", "staff_remove"])
def test_who_may_change(event, name):
    judge = member(event, "judge")
    url = address(name, event, judge.pk)
    assert as_(build.staff(event, "head_judge")).post(url, {"role": "organizer"}).status_code == 403
    assert organizer(event).get(url).status_code == 405
    judge.refresh_from_db()
    assert judge.role == "judge"


@pytest.mark.parametrize("login", ["hana", "hana@example.org", " HANA "])
def test_add_by_name_or_address(event, login):
    hana = build.user("hana")
    EmailAddress.objects.create(user=hana, email=hana.email, verified=True, primary=True)
    answer = organizer(event).post(address("staff", event), {"login": login, "role": "judge"}, follow=True)
    assert event.staff.get(user__username="hana").role == "judge"
    assert "hana joins as judge." in markup(answer)


def test_nobody_signs_in_so(event):
    answer = organizer(event).post(address("staff", event), {"login": "hanna", "role": "judge"})
    page = markup(answer)
    assert "No account is called “hanna”" in page
    assert 'value="hanna"' in page
    assert '<option value="judge" selected>' in page.split('id="add"')[1]


def test_twice(event):
    judge = member(event, "judge")
    answer = organizer(event).post(
        address("staff", event), {"login": judge.user.username, "role": "scorekeeper"}
    )
    assert "already on the staff" in markup(answer)


def test_another_role(event):
    judge = member(event, "judge")
    organizer(event).post(address("staff_role", event, judge.pk), {"role": "head_judge"})
    judge.refresh_from_db()
    assert judge.role == "head_judge"


def test_a_role_that_does_not_exist(event):
    judge = member(event, "judge")
    organizer(event).post(address("staff_role", event, judge.pk), {"role": "emperor"})
    judge.refresh_from_db()
    assert judge.role == "judge"


def test_remove(event):
    judge = member(event, "judge")
    organizer(event).post(address("staff_remove", event, judge.pk))
    assert not event.staff.filter(pk=judge.pk).exists()


@pytest.mark.parametrize(("name", "sent"), [("staff_role", {"role": "judge"}), ("staff_remove", {})])
def test_the_last_organizer_stays(event, name, sent):
    last = event.staff.get(role="organizer")
    page = address("staff", event)
    answer = organizer(event).post(
        address(name, event, last.pk), sent, follow=True, headers={"Referer": f"http://testserver{page}"}
    )
    assert "An event needs one organizer." in markup(answer)
    assert event.staff.filter(role="organizer").count() == 1


def test_an_organizer_who_steps_back_lands_on_the_front_page(event):
    member(event, "organizer")
    own = event.staff.order_by("pk").first()
    answer = as_(own.user).post(address("staff_role", event, own.pk), {"role": "judge"})
    assert answer.url == reverse("tournaments:event", args=[event.slug])


def test_somebody_of_another_event(event):
    stranger = member(build.event(), "judge")
    assert organizer(event).post(address("staff_remove", event, stranger.pk)).status_code == 404


def test_every_power_has_words(event):
    assert tuple(WORDS) == POWERS
    table = markup(organizer(event).get(address("staff", event))).split('id="powers"')[1]
    assert table.count("#i-check") == sum(len(roles) for roles in MAY.values())


def test_the_same_queries_for_any_staff():
    counts = set()
    for n in (1, 3, 300):
        event = build.event()
        users = User.objects.bulk_create(User(username=f"{event.slug}{i}") for i in range(n))
        StaffMember.objects.bulk_create(StaffMember(tournament=event, user=u, role="judge") for u in users)
        counts.add(queries(organizer(event), address("staff", event)))
    assert len(counts) == 1


def test_the_staff_as_a_spreadsheet(event):
    assert answers(address("staff_export", event, "csv"), event) == only("organizer")
    build.staff(event, "judge", "=1+1")
    page = markup(organizer(event).get(address("staff", event)))
    files = {}
    mine = organizer(event)
    for kind in ("csv", "xlsx"):
        where = address("staff_export", event, kind)
        assert where in page
        files[kind] = mine.get(where).content
    sheet = load_workbook(BytesIO(files["xlsx"])).worksheets[0]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert rows[0] == ["Name", "Username", "Email", "Role"]
    assert [row[3] for row in rows[1:]] == [str(role_label(one.role)) for one in staff_rows(event)]
    assert sheet.oddHeader.center.text or sheet.oddHeader.left.text == event.name
    lines = list(csv.reader(StringIO(files["csv"].decode("utf-8-sig"))))
    assert [line[1].removeprefix("'") for line in lines] == [row[1] for row in rows]
    judge = next(row for row in sheet.iter_rows(min_row=2) if row[1].value == "=1+1")
    assert (judge[1].quotePrefix, judge[3].value) == (True, "Judge")


@pytest.mark.parametrize("name", ["door", "settings", "staff"])
def test_staff_without_the_power_read_that_it_is_their_role(event, name):
    page = as_(build.staff(event, "judge")).get(address(name, event))
    assert page.status_code == 403
    assert "Your role can’t do this" in markup(page)
    assert "sign in with the account" not in markup(page)
    assert f'href="{address("event", event)}"' in markup(page)
    other = as_(build.user("stranger")).get(address(name, event))
    assert "This page is for staff of the event" in markup(other)
    assert "Your role" not in markup(other)
