from django.urls import URLPattern, URLResolver, path, re_path

from floor.views import (
    calls,
    disqualifications,
    empty_seats,
    feeds,
    floor,
    match,
    my_record,
    my_reports,
    my_seats,
    my_table,
    notices,
    penalties,
    player_matches,
    pocket_book,
    queue,
    rehearsal,
    table,
    time_called,
)
from floor.views.people import forget, people, personal_data
from floor.views.screens import desk, hall_screen
from floor.views.sheets import confiscations, hall_sheets

app_name = "floor"
DIVISION = "e/<slug:slug>/round/<int:division>"
ROUND = f"{DIVISION}/<int:number>"
MATCH = f"{ROUND}/match/<int:pk>"
MY = "my/<slug:token>"
PEOPLE = "teams/<int:team>/people"
PERSON = f"{PEOPLE}/<int:pk>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("time", time_called.time_called, name="time"),
    path("pocket-book", pocket_book.pocket_book, name="pocket_book"),
    re_path(r"^pocket-book-(?P<paper>a4|letter)\.pdf$", pocket_book.printed, name="pocket_book_pdf"),
    path(PEOPLE, people.people, name="people"),
    re_path(
        r"^teams/(?P<team>\d+)/people/list\.(?P<kind>csv|xlsx)$", people.people_export, name="people_export"
    ),
    path(PERSON, people.person, name="person"),
    path(f"{PERSON}/data.zip", personal_data.person_data, name="person_data"),
    path(f"{PERSON}/forget", forget.person_forget, name="person_forget"),
    path(f"{PERSON}/merge", people.person_merge_with, name="person_merge_with"),
    path(f"{PERSON}/merge/<int:other>", people.person_merge, name="person_merge"),
    path(f"{PERSON}/merges/<int:line>/undo", people.person_unmerge, name="person_unmerge"),
    path("e/<slug:slug>/schedule.ics", feeds.calendar, name="calendar"),
    path("e/<slug:slug>/standings.json", feeds.standings, name="standings_json"),
    path("e/<slug:slug>/penalties", penalties.penalties, name="penalties"),
    path("e/<slug:slug>/penalties/new", penalties.give, name="penalty_new"),
    re_path(r"^e/(?P<slug>[-\w]+)/calls/all\.(?P<kind>csv|xlsx)$", calls.export, name="calls_export"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/penalties/report\.(?P<kind>pdf|xlsx|csv)$",
        penalties.report,
        name="penalty_report",
    ),
    path("e/<slug:slug>/penalties/<int:pk>", penalties.penalty, name="penalty"),
    path("e/<slug:slug>/penalties/<int:pk>/confirm", penalties.confirm, name="penalty_confirm"),
    path("e/<slug:slug>/penalties/<int:pk>/serve", penalties.serve, name="penalty_serve"),
    path("e/<slug:slug>/penalties/<int:pk>/withdraw", penalties.withdraw, name="penalty_withdraw"),
    path("e/<slug:slug>/entries/<int:pk>/disqualify", disqualifications.disqualify, name="disqualify"),
    path("e/<slug:slug>/entries/<int:pk>/lift", disqualifications.lift, name="lift"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/rulings/all\.(?P<kind>csv|xlsx)$",
        pocket_book.rulings_export,
        name="rulings_export",
    ),
    path("e/<slug:slug>/rulings", pocket_book.rulings, name="rulings"),
    path("e/<slug:slug>/rulings/<int:pk>/withdraw", pocket_book.withdraw_ruling, name="ruling_withdraw"),
    path("e/<slug:slug>/rulings/<int:pk>/restore", pocket_book.restore_ruling, name="ruling_restore"),
    path(MATCH, match.match, name="match"),
    path(f"{MATCH}/clear", match.clear, name="clear"),
    path(f"{MATCH}/record", table.record, name="record"),
    path(f"{MATCH}/mark", table.mark, name="mark"),
    path(f"{MATCH}/mark/back", table.undo_tap, name="mark_back"),
    path(f"{MATCH}/accept", table.accept, name="accept"),
    path(f"{MATCH}/absent", table.absent, name="absent"),
    path("e/<slug:slug>/floor", floor.floor, name="floor"),
    path("e/<slug:slug>/floor/notices", notices.notices, name="notices"),
    path("e/<slug:slug>/floor/empty-seats", empty_seats.empty_seats, name="empty_seats"),
    path("e/<slug:slug>/floor.json", floor.live, name="floor_live"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/floor/sectors/all\.(?P<kind>csv|xlsx)$",
        floor.sectors_export,
        name="sectors_export",
    ),
    path("e/<slug:slug>/floor/sectors", floor.sectors, name="sectors"),
    path("e/<slug:slug>/floor/sectors/<int:pk>", floor.sectors, name="sector"),
    path("e/<slug:slug>/floor/sectors/<int:pk>/remove", floor.sector_remove, name="sector_remove"),
    path("e/<slug:slug>/calls", queue.page, name="calls"),
    path("e/<slug:slug>/calls/news", queue.news, name="calls_news"),
    path("e/<slug:slug>/calls/raise", calls.raise_call, name="raise_call"),
    path("e/<slug:slug>/calls/<int:pk>", calls.call, name="call"),
    path("e/<slug:slug>/disputes/<int:pk>/claim", queue.claim_dispute, name="dispute_claim"),
    path("e/<slug:slug>/pool-counts/<int:pk>/claim", queue.claim_pool, name="pool_claim"),
    path("e/<slug:slug>/players/<int:pk>/matches", player_matches.player_matches, name="player_matches"),
    path("e/<slug:slug>/players/<int:pk>/confiscations", confiscations.confiscations, name="confiscations"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/confiscations/all\.(?P<kind>csv|xlsx)$",
        confiscations.export,
        name="confiscations_export",
    ),
    path("e/<slug:slug>/confiscations/<int:pk>/return", confiscations.give_back, name="confiscation_return"),
    path(
        "e/<slug:slug>/confiscations/<int:pk>/receipt.pdf", confiscations.receipt, name="confiscation_receipt"
    ),
    path("e/<slug:slug>/hall/<slug:name>.pdf", hall_sheets.hall_sheet, name="hall_sheet"),
    path("e/<slug:slug>/screen", hall_screen.automatic, name="hall_screen"),
    path("e/<slug:slug>/screens", desk.screens, name="screens"),
    path("e/<slug:slug>/screens/message", desk.message, name="screens_message"),
    path("e/<slug:slug>/screens/<slug:code>", hall_screen.screen, name="screen"),
    path("e/<slug:slug>/screens/<int:pk>/show", desk.show, name="screen_show"),
    path("e/<slug:slug>/screens/<int:pk>/settings", desk.change, name="screen_change"),
    path("e/<slug:slug>/screens/<int:pk>/remove", desk.remove, name="screen_remove"),
    path("s/<slug:code>", hall_screen.short, name="screen_short"),
    path("rehearse", rehearsal.rehearse, name="rehearse"),
    path("e/<slug:slug>/rehearsal", rehearsal.page, name="rehearsal"),
    path(MY, my_table.my, name="my"),
    path(f"{MY}/live", my_table.live, name="my_live"),
    path(f"{MY}/report", my_reports.report, name="my_report"),
    path(f"{MY}/confirm", my_reports.confirm, name="my_confirm"),
    path(f"{MY}/withdraw", my_reports.withdraw, name="my_withdraw"),
    path(f"{MY}/record", my_record.record, name="my_record"),
    path(f"{MY}/mark", my_record.mark, name="my_mark"),
    path(f"{MY}/mark/back", my_record.undo_tap, name="my_mark_back"),
    path(f"{MY}/leave", my_reports.leave, name="my_leave"),
    path(f"{MY}/call", calls.my_call, name="my_call"),
    path(f"{MY}/notices", notices.my_notices, name="my_notices"),
    path(f"{MY}/forget", my_table.forget, name="my_forget"),
    path("e/<slug:slug>/my", my_table.here, name="my_here"),
    path("e/<slug:slug>/my/seats", my_seats.seats, name="my_seats"),
]
