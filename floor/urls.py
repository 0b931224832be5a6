from django.urls import URLPattern, URLResolver, path, re_path

from floor.views import (
    calls,
    disqualifications,
    empty_seats,
    feeds,
    floor_board,
    match_page,
    my_places,
    my_reports,
    my_table,
    my_taps,
    my_ticket,
    notices,
    penalties,
    player_matches,
    pocket_book,
    rehearsal,
)
from floor.views.my_events import changes, page
from floor.views.people import forget, people, personal_data
from floor.views.queue import late_tables, queue
from floor.views.screens import hall_screen, overlay, screen_editing
from floor.views.sectors import edit_sectors, export_sectors, remove_sector
from floor.views.sheets import confiscations, event_summary, hall_sheets
from floor.views.table import table_taps, time_called
from pairings.views.reports import own_clock

app_name = "floor"
DIVISION = "e/<slug:slug>/round/<int:division>"
ROUND = f"{DIVISION}/<int:number>"
MATCH = f"{ROUND}/match/<int:pk>"
MY = "my/<slug:token>"
PEOPLE = "teams/<int:team>/people"
PERSON = f"{PEOPLE}/<int:pk>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("time", time_called.time_called_page, name="time"),
    path("pocket-book", pocket_book.pocket_book_page, name="pocket_book"),
    re_path(
        r"^pocket-book-(?P<paper>a4|letter)\.pdf$", pocket_book.print_pocket_book, name="pocket_book_pdf"
    ),
    path(PEOPLE, people.people_page, name="people"),
    re_path(
        r"^teams/(?P<team>\d+)/people/list\.(?P<kind>csv|xlsx)$", people.export_people, name="people_export"
    ),
    path(PERSON, people.person_page, name="person"),
    path(f"{PERSON}/data.zip", personal_data.download_personal_data, name="person_data"),
    path(f"{PERSON}/forget", forget.forget_person, name="person_forget"),
    path(f"{PERSON}/merge", people.choose_person_to_merge, name="person_merge_with"),
    path(f"{PERSON}/merge/<int:other>", people.merge_people, name="person_merge"),
    path(f"{PERSON}/merges/<int:line>/undo", people.undo_merge, name="person_unmerge"),
    path("organizers/<slug:page_name>/events.ics", feeds.organizer_calendar, name="organizer_calendar"),
    path("e/<slug:slug>/schedule.ics", feeds.schedule_calendar, name="calendar"),
    path("e/<slug:slug>/standings.json", feeds.standings_json, name="standings_json"),
    path("e/<slug:slug>/penalties", penalties.penalties_page, name="penalties"),
    path("e/<slug:slug>/penalties/new", penalties.give_penalty, name="penalty_new"),
    re_path(r"^e/(?P<slug>[-\w]+)/calls/all\.(?P<kind>csv|xlsx)$", calls.export_calls, name="calls_export"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/penalties/report\.(?P<kind>pdf|xlsx|csv)$",
        penalties.penalty_report,
        name="penalty_report",
    ),
    path("e/<slug:slug>/penalties/<int:pk>", penalties.penalty_page, name="penalty"),
    path("e/<slug:slug>/penalties/<int:pk>/confirm", penalties.confirm_penalty, name="penalty_confirm"),
    path("e/<slug:slug>/penalties/<int:pk>/serve", penalties.serve_penalty, name="penalty_serve"),
    path("e/<slug:slug>/penalties/<int:pk>/withdraw", penalties.withdraw_penalty, name="penalty_withdraw"),
    path("e/<slug:slug>/entries/<int:pk>/disqualify", disqualifications.disqualify, name="disqualify"),
    path("e/<slug:slug>/entries/<int:pk>/lift", disqualifications.lift_disqualification, name="lift"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/rulings/all\.(?P<kind>csv|xlsx)$",
        pocket_book.export_rulings,
        name="rulings_export",
    ),
    path("e/<slug:slug>/rulings", pocket_book.rulings_page, name="rulings"),
    path("e/<slug:slug>/rulings/<int:pk>/withdraw", pocket_book.withdraw_ruling, name="ruling_withdraw"),
    path("e/<slug:slug>/rulings/<int:pk>/restore", pocket_book.restore_ruling, name="ruling_restore"),
    path(MATCH, match_page.match_detail, name="match"),
    path(f"{MATCH}/clear", match_page.clear_result, name="clear"),
    path(f"{MATCH}/record", table_taps.live_judge_panel, name="record"),
    path(f"{MATCH}/mark", table_taps.record_judge_tap, name="mark"),
    path(f"{MATCH}/mark/back", table_taps.undo_judge_tap, name="mark_back"),
    path(f"{MATCH}/accept", table_taps.save_verdict_as_result, name="accept"),
    path(f"{MATCH}/absent", table_taps.record_loss_for_empty_seat, name="absent"),
    path("e/<slug:slug>/floor", floor_board.floor_board, name="floor"),
    path("e/<slug:slug>/floor/notices", notices.handle_staff_notices, name="notices"),
    path("e/<slug:slug>/floor/empty-seats", empty_seats.empty_seats_page, name="empty_seats"),
    path("e/<slug:slug>/floor.json", floor_board.live_tiles, name="floor_live"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/floor/sectors/all\.(?P<kind>csv|xlsx)$",
        export_sectors,
        name="sectors_export",
    ),
    path("e/<slug:slug>/floor/sectors", edit_sectors, name="sectors"),
    path("e/<slug:slug>/floor/sectors/<int:pk>", edit_sectors, name="sector"),
    path("e/<slug:slug>/floor/sectors/<int:pk>/remove", remove_sector, name="sector_remove"),
    path("e/<slug:slug>/late", late_tables.late_page, name="late"),
    path("e/<slug:slug>/calls", queue.judge_queue_page, name="calls"),
    path("e/<slug:slug>/calls/news", queue.queue_news, name="calls_news"),
    path("e/<slug:slug>/calls/raise", calls.raise_call, name="raise_call"),
    path("e/<slug:slug>/calls/<int:pk>", calls.act_on_call, name="call"),
    path("e/<slug:slug>/disputes/<int:pk>/claim", queue.claim_dispute, name="dispute_claim"),
    path("e/<slug:slug>/pool-counts/<int:pk>/claim", queue.claim_pool_discrepancy, name="pool_claim"),
    path("e/<slug:slug>/players/<int:pk>/matches", player_matches.player_matches_page, name="player_matches"),
    path(
        "e/<slug:slug>/players/<int:pk>/confiscations", confiscations.confiscations_page, name="confiscations"
    ),
    re_path(
        r"^e/(?P<slug>[-\w]+)/confiscations/all\.(?P<kind>csv|xlsx)$",
        confiscations.export_confiscations,
        name="confiscations_export",
    ),
    path(
        "e/<slug:slug>/confiscations/<int:pk>/return", confiscations.return_cards, name="confiscation_return"
    ),
    path(
        "e/<slug:slug>/confiscations/<int:pk>/receipt.pdf",
        confiscations.print_receipt,
        name="confiscation_receipt",
    ),
    path("e/<slug:slug>/summary", event_summary.event_summary_page, name="event_summary"),
    path("e/<slug:slug>/hall/<slug:name>.pdf", hall_sheets.hall_sheet, name="hall_sheet"),
    path("e/<slug:slug>/screen", hall_screen.automatic_screen, name="hall_screen"),
    path("e/<slug:slug>/screens", screen_editing.screens_page, name="screens"),
    path("e/<slug:slug>/screens/message", screen_editing.set_message, name="screens_message"),
    path("e/<slug:slug>/screens/<slug:code>", hall_screen.screen_page, name="screen"),
    path("e/<slug:slug>/screens/<slug:code>/overlay", overlay.overlay_page, name="overlay"),
    path("e/<slug:slug>/screens/<int:pk>/show", screen_editing.switch_screen_to_part, name="screen_show"),
    path("e/<slug:slug>/screens/<int:pk>/settings", screen_editing.change_screen, name="screen_change"),
    path("e/<slug:slug>/screens/<int:pk>/remove", screen_editing.remove_screen, name="screen_remove"),
    path("s/<slug:code>", hall_screen.redirect_to_screen, name="screen_short"),
    path("rehearse", rehearsal.create_rehearsal, name="rehearse"),
    path("e/<slug:slug>/rehearsal", rehearsal.rehearsal_page, name="rehearsal"),
    path("me", page.my_events_page, name="my_events"),
    path("me/add", changes.add_players_to_account, name="my_events_add"),
    path("me/remove", changes.remove_players_from_account, name="my_events_remove"),
    path("me/forget", changes.forget_players_on_phone, name="my_events_forget"),
    path("me/data.zip", page.download_my_events, name="my_events_data"),
    path(MY, my_table.my_table_page, name="my"),
    path(f"{MY}/live", my_table.live_part_of_my_table, name="my_live"),
    path(f"{MY}/report", my_reports.report_own_result, name="my_report"),
    path(f"{MY}/confirm", my_reports.confirm_opponents_report, name="my_confirm"),
    path(f"{MY}/withdraw", my_reports.withdraw_own_report, name="my_withdraw"),
    path(f"{MY}/record", my_taps.live_player_panel, name="my_record"),
    path(f"{MY}/mark", my_taps.record_player_tap, name="my_mark"),
    path(f"{MY}/mark/back", my_taps.undo_player_tap, name="my_mark_back"),
    path(f"{MY}/leave", my_reports.drop_from_event, name="my_leave"),
    path(f"{MY}/call", calls.raise_or_lower_hand, name="my_call"),
    path(f"{MY}/notices", notices.handle_player_notices, name="my_notices"),
    path(f"{MY}/forget", my_table.forget_link_on_phone, name="my_forget"),
    path("e/<slug:slug>/my", my_table.redirect_to_my_table, name="my_here"),
    path("e/<slug:slug>/my/clock", own_clock.own_clock, name="my_clock"),
    path("e/<slug:slug>/my/ticket", my_ticket.own_ticket, name="my_ticket"),
    path("e/<slug:slug>/my/seats", my_places.own_seats, name="my_seats"),
    path("e/<slug:slug>/my/places", my_places.own_places, name="my_places"),
]
