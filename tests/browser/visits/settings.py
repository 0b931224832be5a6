"""Pages on which an event is set up, for tests that open every page."""

from core.queries.pictures import picture_url
from core.services import pictures
from core.services.snapshots import home_folder
from core.services.webhooks import subscriptions
from core.views.snapshots import TYPE
from tests.browser.hall import Hall
from tests.browser.hall import address as at
from tests.core.pictures import photo
from tournaments.models import Tournament, User

LISTS = (
    "floor:rulings_export",
    "floor:sectors_export",
    "floor:confiscations_export",
    "pairings:meeting_export",
    "pairings:bubble_export",
    "checks:before_export",
    "tournaments:schedule_export",
    "tournaments:announcements_export",
)
"""Lists of an event as files."""

FILES = dict.fromkeys(LISTS, "text/csv") | {
    "registration:roster_blank": "text/csv",
    "registration:export": "text/csv",
    "registration:links_merge": "text/csv",
    "tournaments:journal_export": "text/csv",
    "tournaments:players_export": "text/csv",
    "tournaments:staff_export": "text/csv",
    "floor:calls_export": "text/csv",
    "pairings:disputes_export": "text/csv",
    "decks:lists_export": "text/csv",
    "tournaments:events_export": "text/csv",
    "tournaments:my_events_export": "text/csv",
    "pairings:known_players_export": "text/csv",
    "drafts:pods_export": "text/csv",
    "drafts:drafts_export": "text/csv",
    "drafts:draft_seats_export": "text/csv",
    "tournaments:snapshot_file": TYPE,
    "tournaments:seals_feed": "application/atom+xml",
    "core:picture": "image/webp",
    "pairings:share_card": "image/png",
    "floor:calendar": "text/calendar",
    "floor:standings_json": "application/json",
    "decks:lists_zip": "application/zip",
}
"""URLs of files, with their content types."""


def prepare(cup: Tournament, by: User) -> None:
    """Upload a cover and a logo; create a webhook with a delivery, which is a test without a response."""
    pictures.set_cover(cup, photo(), by=by)
    pictures.set_logo(cup.organizer, photo(), by=by)
    address = "https://overlay.example.org/stadium/hook"
    hook = subscriptions.add_webhook(
        cup, by=by, address=address, topics=["round", "clock"], origin="https://stadium.example"
    )
    subscriptions.create_ping(hook)


def addresses(hall: Hall) -> dict[str, list[str]]:
    """Return settings, divisions, schedule, staff and roster, and the confirmations of steps for all divisions."""
    snapshot = home_folder.save_snapshot(hall.cup)
    cup, point, hook = hall.cup, hall.cup.schedule.earliest("pk"), hall.cup.webhooks.earliest("pk")
    return {
        "pairings:post_all": [at("pairings:post_all", hall.coming)],
        "pairings:close_all": [at("pairings:close_all", cup)],
        "core:picture": [picture_url(cup.cover.image)],
        "pairings:share_card": [at("pairings:share_card", hall.over)],
        "tournaments:new": ["/new"],
        "tournaments:restore": ["/restore"],
        "tournaments:staff": [at("tournaments:staff", cup)],
        "api:tokens": [at("api:tokens", cup), at("api:tokens", hall.coming)],
        "tournaments:settings": [at("tournaments:settings", cup), at("tournaments:settings", hall.coming)],
        "tournaments:division_add": [at("tournaments:division_add", hall.coming)],
        "tournaments:division": [at("tournaments:division", cup, pk=hall.playing.division_id)],
        "tournaments:schedule_add": [at("tournaments:schedule_add", cup)],
        "tournaments:schedule_point": [at("tournaments:schedule_point", cup, pk=point.pk)],
        "tournaments:delete": [at("tournaments:delete", cup)],
        "tournaments:webhooks": [at("tournaments:webhooks", cup), at("tournaments:webhooks", hall.coming)],
        "tournaments:webhook": [at("tournaments:webhook", cup, pk=hook.pk)],
        "tournaments:webhook_delete": [at("tournaments:webhook_delete", cup, pk=hook.pk)],
        "tournaments:webhook_delivery": [
            at("tournaments:webhook_delivery", cup, pk=hook.pk, delivery=hook.deliveries.latest("pk").pk)
        ],
        "tournaments:seals": [at("tournaments:seals", cup)],
        "tournaments:snapshots": [at("tournaments:snapshots", cup)],
        "tournaments:snapshot_file": [at("tournaments:snapshot_file", cup, name=snapshot)],
        "tournaments:snapshot_delete": [at("tournaments:snapshot_delete", cup, name=snapshot)],
        "tournaments:journal_export": [at("tournaments:journal_export", cup, kind="csv")],
        "tournaments:players_export": [at("tournaments:players_export", cup, kind="csv")],
        "tournaments:staff_export": [at("tournaments:staff_export", cup, kind="csv")],
        "floor:calls_export": [at("floor:calls_export", cup, kind="csv")],
        **{name: [at(name, cup, kind="csv")] for name in LISTS},
        "tournaments:events_export": ["/events/all.csv"],
        "tournaments:my_events_export": ["/events/mine.csv"],
        "pairings:known_players_export": [f"/players/known.csv?team={cup.organizer_id}"],
        "pairings:disputes_export": [at("pairings:disputes_export", cup, kind="csv")],
        "tournaments:seals_feed": [at("tournaments:seals_feed", cup)],
        "floor:calendar": [at("floor:calendar", cup)],
        "floor:standings_json": [at("floor:standings_json", cup)],
        "decks:lists_zip": [at("decks:lists_zip", cup)],
        "registration:export": [at("registration:export", cup, kind="csv")],
        "registration:links_merge": [at("registration:links_merge", cup)],
        "registration:roster_blank": [at("registration:roster_blank", cup, kind="csv")],
    }
