"""Events: the defaults of each kind, what the rules refuse, and what a posted round locks."""

from datetime import UTC, datetime

import pytest

from tests import build
from tests.build import refusal
from tournaments.models import Player, StaffMember, Tournament
from tournaments.services import announcements, events, schedule

pytestmark = pytest.mark.django_db


@pytest.fixture
def marta():
    return build.user()


def create(by, **fields):
    usual = {"name": "Liga Łódź", "kind": "league_challenge", "starts_at": build.NOON}
    return events.create_event(by=by, **usual | fields)


class TestCreate:
    @pytest.mark.parametrize(
        ("kind", "expected"),
        [
            ("league_challenge", ("constructed", "championship_points", "swiss", 1, 30, False)),
            ("league_cup", ("constructed", "championship_points", "swiss_cut", 3, 50, False)),
            ("prerelease", ("limited", "other", "swiss", 1, 30, False)),
            ("two_on_two", ("constructed", "unofficial", "swiss", 1, 30, True)),
        ],
    )
    def test_brings_what_its_kind_usually_is(self, marta, kind, expected):
        event = create(marta, kind=kind)
        style, event_class, structure, best_of, minutes, together = expected
        assert (event.play_style, event.event_class, event.structure) == (style, event_class, structure)
        assert (event.best_of, event.round_minutes) == (best_of, minutes)
        codes = [division.age_division for division in event.divisions.all()]
        assert codes == (["all"] if together else ["junior", "senior", "masters"])

    def test_minutes_follow_the_match_length_chosen(self, marta):
        """R-112: 45 minutes for best of three under the rules of 2017; M-060: 50 under those of 2026."""
        assert create(marta, best_of=3).round_minutes == 50
        assert create(marta, best_of=3, edition="2017").round_minutes == 45

    def test_creator_organizes(self, marta):
        event = create(marta)
        assert event.staff.get().user == marta
        assert event.staff.get().role == StaffMember.Role.ORGANIZER
        assert event.journal.get().kind == "EventCreated"

    def test_seed_is_drawn_unless_given(self, marta):
        assert create(marta, seed=5).seed == 5
        assert create(marta).seed != create(marta).seed

    def test_addresses_are_readable_and_unique(self, marta):
        """This includes a name equal to that of a page, and one without any letter that a URL can contain."""
        slugs = [
            create(marta, name=name).slug for name in ("Oslo Cup", "Oslo Cup", "Oslo Cup", "New", "ポケモン")
        ]
        assert slugs == [
            "oslo-cup",
            "oslo-cup-2026-11-21",
            "oslo-cup-2026-11-21-2",
            "new-2026-11-21",
            "event",
        ]

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"name": "  "}, "EVENT_NAME_MISSING"),
            ({"timezone": "Mars/Olympus"}, "TIMEZONE_UNKNOWN"),
            ({"table_from": 20, "table_to": 10}, "TABLES_REVERSED"),
            ({"divisions": ("junior", "junior_senior", "masters")}, "DIVISIONS_OVERLAP"),
            ({"round_minutes": 25}, "MINUTES_BELOW_MINIMUM"),
            ({"play_style": "thirty", "event_class": "other"}, "STYLE_IS_UNOFFICIAL"),
            ({"kind": "team_battle", "event_class": "other"}, "KIND_IS_UNOFFICIAL"),
            ({"kind": "league_cup", "cut_best_of": 1, "cut_round_minutes": 50}, "CUT_NEEDS_BEST_OF_THREE"),
            ({"third_place": True}, "THIRD_PLACE_WITHOUT_CUT"),
        ],
    )
    def test_refuses(self, marta, fields, code):
        assert refusal(create, marta, **fields).code == code
        assert not Tournament.objects.exists()

    def test_shorter_rounds_need_a_reason(self, marta):
        """R-111: refused for an official event unless a reason is entered; always possible for unofficial ones."""
        assert create(marta, round_minutes=25, minutes_reason="Hall closes at nine").round_minutes == 25
        assert (
            create(marta, kind="side_event", event_class="unofficial", round_minutes=10).round_minutes == 10
        )


class TestChange:
    def test_tells_what_changed(self, marta):
        event = create(marta, venue="Library")
        changed = events.change_event_settings(event, by=marta, venue="Town hall", name="Liga Łódź")
        assert changed.venue == "Town hall"
        assert event.journal.latest("id").facts == {"changed": {"venue": ["Library", "Town hall"]}}

    def test_no_change_is_no_event(self, marta):
        event = create(marta)
        events.change_event_settings(event, by=marta, name=" Liga Łódź ")
        assert event.journal.count() == 1

    def test_starts_at_can_be_told(self, marta):
        event = create(marta)
        events.change_event_settings(event, by=marta, starts_at=datetime(2026, 12, 1, 9, tzinfo=UTC))
        assert "starts_at" in event.journal.latest("id").facts["changed"]

    @pytest.mark.parametrize("fields", [{"best_of": 3, "round_minutes": 50}, {"structure": "swiss_cut"}])
    def test_posted_rounds_lock(self, marta, fields):
        event = create(marta)
        event.divisions.update(started_at=build.NOON)
        assert refusal(events.change_event_settings, event, by=marta, **fields).code == "EVENT_HAS_STARTED"
        events.change_event_settings(event, by=marta, venue="Next door")
        event.divisions.update(started_at=None)
        events.change_event_settings(event, by=marta, **fields)

    def test_minimum_holds(self, marta):
        event = create(marta)
        refused = refusal(events.change_event_settings, event, by=marta, best_of=3)
        assert (refused.code, refused.facts["minimum"]) == ("MINUTES_BELOW_MINIMUM", 50)

    def test_unknown_settings_are_a_bug(self, marta):
        with pytest.raises(TypeError, match="colour"):
            events.change_event_settings(create(marta), by=marta, colour="red")


class TestReport:
    """R-099: when an event must be reported, and when and by whom it was."""

    def test_there_and_back(self, marta):
        event = create(marta)
        assert refusal(events.mark_event_as_not_reported, event, by=marta).code == "NOT_REPORTED"
        assert events.mark_event_as_reported(event, by=marta).reported_by == marta
        assert refusal(events.mark_event_as_reported, event, by=marta).code == "ALREADY_REPORTED"
        assert events.mark_event_as_not_reported(event, by=marta).reported_at is None

    def test_unofficial_events_are_not_reported(self, marta):
        assert (
            refusal(events.mark_event_as_reported, create(marta, kind="custom"), by=marta).code
            == "NOTHING_TO_REPORT"
        )


class TestDelete:
    def test_needs_the_name(self, marta):
        event = create(marta)
        assert refusal(events.delete_event, event, by=marta, typed_name="liga").code == "NAME_NOT_TYPED"

    def test_takes_all_but_the_people(self, marta):
        event = create(marta)
        build.add_players(event, 5)
        events.delete_event(event, by=marta, typed_name=" Liga  Łódź")
        assert not Tournament.objects.exists()
        assert Player.objects.count() == 5


@pytest.mark.parametrize("unseen", build.UNSEEN)
def test_what_nobody_can_see_is_no_name_of_an_event(marta, unseen):
    assert refusal(create, marta, name=unseen).code == "EVENT_NAME_MISSING"
    event = create(marta)
    assert refusal(events.change_event_settings, event, by=marta, name=unseen).code == "EVENT_NAME_MISSING"
    assert refusal(announcements.post_announcement, event, by=marta, text=unseen).code == "ANNOUNCEMENT_EMPTY"
    assert (
        refusal(schedule.add_schedule_item, event, by=marta, title=unseen, planned_start=build.NOON).code
        == "TITLE_MISSING"
    )
