from django.urls import URLPattern, URLResolver, path, re_path

from core.documents.registry import declared_documents
from pairings.documents.printing import HALL
from pairings.views import feature_matches, player_tags, public_pairings
from pairings.views.bracket import cut
from pairings.views.check_in import arrive, missing, scan, self_check_in
from pairings.views.check_in import day_two as day_two_check_in
from pairings.views.print import (
    event_copies,
    event_figures,
    files,
    personal_links,
    print_center,
    published_lists,
    sheets,
)
from pairings.views.reports import clock, disputes, extra_time
from pairings.views.rounds import (
    add_player,
    all_divisions,
    attendance,
    closing,
    day_two,
    desk,
    desk_changes,
    draw_verification,
    manual_pairing,
    meeting,
    no_shows,
    options,
    pairing_explained,
    regulars,
    round_review,
    rounds,
    undo,
    undone_rounds,
)
from pairings.views.standings import (
    bubble,
    day_two_list,
    organizer,
    prizes,
    resistance,
    share_card,
    standings,
)
from pairings.views.tom import event_report, known_players, take_over, tom_files

app_name = "pairings"
DIVISION = "e/<slug:slug>/round/<int:division>"
ROUND = f"{DIVISION}/<int:number>"
MATCH = f"{ROUND}/match/<int:pk>"
ENTRY = "e/<slug:slug>/entries/<int:pk>"
PRIZE_TABLE = "e/<slug:slug>/divisions/<int:pk>/prizes/<slug:age_division>"
# Alternatives in the regular expressions of the sheet URLs.
PUBLIC_SHEETS = "|".join(
    sheet.name for sheet in declared_documents() if sheet.of != HALL and sheet.power == ""
)
STAFF_SHEETS = "|".join(
    sheet.name for sheet in declared_documents() if sheet.of != HALL and sheet.power == "run"
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/round", desk.current_desk, name="desk"),
    path("e/<slug:slug>/round/all/pair", all_divisions.pair_all_divisions_view, name="pair_all"),
    path("e/<slug:slug>/round/all/post", all_divisions.post_all_rounds_page, name="post_all"),
    path("e/<slug:slug>/round/all/close", all_divisions.close_all_rounds_page, name="close_all"),
    path("e/<slug:slug>/round/all/result", all_divisions.save_hall_result, name="hall_result"),
    path("e/<slug:slug>/round/all/news", desk_changes.hall_news, name="hall_news"),
    path(f"{DIVISION}/pair", rounds.pair_round, name="pair"),
    path(f"{DIVISION}/cut", rounds.start_cut_view, name="start_cut"),
    path(f"{DIVISION}/day-two", day_two.day_two_page, name="day_two"),
    path(f"{DIVISION}/day-two/check-in", day_two_check_in.day_two_check_in_page, name="day_two_check_in"),
    path(f"{DIVISION}/day-two/missing", day_two_check_in.drop_missing_of_day_two, name="day_two_missing"),
    path(ROUND, desk.show_round, name="round"),
    path(f"{ROUND}/review", round_review.round_review_page, name="review"),
    path(f"{ROUND}/again", rounds.pair_again_view, name="pair_again"),
    path(f"{ROUND}/swap", round_review.swap_players_view, name="swap"),
    path(f"{ROUND}/post", rounds.post_round_page, name="post"),
    path(f"{ROUND}/result", rounds.save_round_result, name="result"),
    path(f"{ROUND}/news", desk_changes.desk_news, name="news"),
    path(f"{ROUND}/close", closing.close_round_page, name="close"),
    path(f"{ROUND}/undo", undone_rounds.undo_round_page, name="undo_round"),
    path(f"{ROUND}/no-shows", no_shows.drop_no_shows_page, name="no_shows"),
    path(f"{ROUND}/change", manual_pairing.manual_pairing_page, name="change"),
    path(f"{ROUND}/change/tables", manual_pairing.re_pair_tables, name="draw_some"),
    path(f"{ROUND}/change/match", manual_pairing.make_match_view, name="make_match"),
    path(f"{ROUND}/change/late/<int:pk>", manual_pairing.seat_late_player, name="seat_late"),
    path(f"{ROUND}/change/leave", manual_pairing.take_out_player, name="take_out"),
    path(f"{ROUND}/change/again", manual_pairing.re_pair_posted_round, name="draw_posted_again"),
    path(f"{ROUND}/feature", feature_matches.move_match, name="feature"),
    path(f"{ROUND}/explain", pairing_explained.round_explanation_page, name="explain"),
    path(f"{ROUND}/verify", draw_verification.draw_verification_page, name="verify"),
    path(f"{ROUND}/verify.json", draw_verification.download_draw_inputs, name="inputs"),
    path("organizers/<slug:page_name>", organizer.organizer_page, name="organizer"),
    path("e/<slug:slug>/share.png", share_card.share_card, name="share_card"),
    path("e/<slug:slug>/decks", published_lists.public_deck_lists, name="decks"),
    path("e/<slug:slug>/decks/<int:entry>", published_lists.public_deck_list, name="deck"),
    path(f"{MATCH}/extra", extra_time.change_extra_time, name="extra"),
    path("e/<slug:slug>/undo/<int:event_id>", undo.undo_step_view, name="undo"),
    path("e/<slug:slug>/floor/undo/<int:event_id>", undo.undo_floor_step, name="floor_undo"),
    path("e/<slug:slug>/clock", clock.show_clocks, name="clock"),
    path("e/<slug:slug>/clock.json", clock.clock_state, name="clock_state"),
    path("e/<slug:slug>/clock/press", clock.press_clock_view, name="clock_press"),
    path("e/<slug:slug>/clock/undo", clock.undo_clock_press, name="clock_undo"),
    path("e/<slug:slug>/pairings", public_pairings.pairings_by_name_page, name="pairings"),
    path("e/<slug:slug>/tables", public_pairings.pairings_by_table_page, name="tables"),
    path("e/<slug:slug>/players/add", add_player.enter_player_page, name="enter"),
    path("e/<slug:slug>/players/earlier", regulars.regulars_page, name="regulars"),
    path("e/<slug:slug>/players/tags", player_tags.player_tags_page, name="player_tags"),
    path("e/<slug:slug>/players/known", known_players.known_players_page_of_event, name="known_players_here"),
    path("players", known_players.known_players, name="known_players"),
    re_path(
        r"^players/known\.(?P<kind>csv|xlsx)$",
        known_players.export_known_players,
        name="known_players_export",
    ),
    path("players/forget", known_players.delete_known_players, name="forget_known_players"),
    path("players/known/<int:pk>/delete", known_players.delete_known_player_view, name="delete_known_player"),
    path("players/imports/<int:pk>/undo", known_players.undo_players_load, name="undo_import"),
    path("e/<slug:slug>/players/find", add_player.find_player, name="find_player"),
    path("e/<slug:slug>/players/suggest", add_player.suggest_player, name="suggest_player"),
    path("e/<slug:slug>/entries/check-in-all", attendance.check_in_all_page, name="check_in_all"),
    path("e/<slug:slug>/door/scan", scan.scan_page, name="scan"),
    path("e/<slug:slug>/door/self", self_check_in.self_check_in_page, name="self_check_in"),
    path("e/<slug:slug>/door/self/code", self_check_in.replace_hall_code, name="hall_code_new"),
    path("e/<slug:slug>/door/missing", missing.drop_missing_page, name="drop_missing"),
    path("e/<slug:slug>/arrive", arrive.find_own_page, name="arrive_here"),
    path("my/<slug:token>/arrive", arrive.arrive_page, name="arrive"),
    path(f"{ENTRY}/check-in", attendance.check_in_player_view, name="check_in"),
    path(f"{ENTRY}/check-out", attendance.check_out_player_view, name="check_out"),
    path(f"{ENTRY}/drop", attendance.drop_player_view, name="drop"),
    path(f"{ENTRY}/reinstate", attendance.reinstate_player_view, name="reinstate"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/meeting\.(?P<kind>csv|xlsx)$",
        meeting.export_meeting_seats,
        name="meeting_export",
    ),
    path("e/<slug:slug>/meeting", meeting.meeting_seats_page, name="meeting"),
    path("e/<slug:slug>/pairing-options", options.pairing_options_page, name="options"),
    path("e/<slug:slug>/pairing-options/wish", options.save_pairing_wish, name="wish"),
    path("e/<slug:slug>/pairing-options/wish/<int:pk>/remove", options.delete_pairing_wish, name="unwish"),
    path("e/<slug:slug>/pairing-options/apart", options.forbid_meeting_view, name="keep_apart"),
    path("e/<slug:slug>/pairing-options/apart/<int:pk>/remove", options.allow_meeting_view, name="let_meet"),
    path("e/<slug:slug>/panel", event_figures.division_progress_panel, name="panel"),
    path("e/<slug:slug>/standings", standings.standings_page, name="standings"),
    path("e/<slug:slug>/standings/<int:pk>/resistance.pdf", resistance.resistance_sheet, name="resistance"),
    re_path(r"^e/(?P<slug>[-\w]+)/bubble\.(?P<kind>csv|xlsx)$", bubble.export_bubble, name="bubble_export"),
    path("e/<slug:slug>/bubble", bubble.bubble_page, name="bubble"),
    path("e/<slug:slug>/prizes", prizes.prizes_page, name="prizes"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/prizes/list\.(?P<kind>csv|xlsx)$", prizes.export_prizes, name="prizes_export"
    ),
    path(PRIZE_TABLE, prizes.edit_prizes, name="prize_table"),
    path(f"{PRIZE_TABLE}/copy", prizes.copy_prizes, name="prize_copy"),
    path("e/<slug:slug>/day-two", day_two_list.day_two_list_page, name="day_two_list"),
    path("e/<slug:slug>/cut", cut.cut_page, name="cut"),
    path("e/<slug:slug>/files", files.files_page, name="files"),
    path("e/<slug:slug>/files/roster", files.import_tom_roster, name="take_roster"),
    path("e/<slug:slug>/files/standings.xlsx", files.download_spreadsheet, name="spreadsheet"),
    path("e/<slug:slug>/files/standings.csv", files.download_standings_csv, name="standings_csv"),
    path("e/<slug:slug>/copies", event_copies.copies_page, name="copies"),
    path("e/<slug:slug>/copies/folder", event_copies.choose_copy_folder_view, name="copies_folder"),
    path("e/<slug:slug>/copies/now", event_copies.copy_event_now, name="copies_now"),
    path("e/<slug:slug>/copies/state", event_copies.copies_warning, name="copies_state"),
    path("import", take_over.import_event_page, name="take_over"),
    path("e/<slug:slug>/tom", tom_files.tom_page, name="tom"),
    path("e/<slug:slug>/tom/file.tdf", tom_files.download_tom_file, name="tom_file"),
    path("e/<slug:slug>/tom/details", tom_files.save_tom_details, name="tom_details"),
    path("e/<slug:slug>/tom/compare", tom_files.compare_tom_file, name="tom_compare"),
    path("e/<slug:slug>/tom/continue", tom_files.continue_with_tom_file, name="tom_continue"),
    path("e/<slug:slug>/tom/undo", tom_files.undo_tom_import, name="tom_undo"),
    path("e/<slug:slug>/report", event_report.event_report_page, name="event_report"),
    path("e/<slug:slug>/report/done", event_report.mark_event_reported, name="event_reported"),
    path("e/<slug:slug>/print", print_center.print_center, name="print"),
    path("e/<slug:slug>/print/stored/<int:pk>", print_center.print_progress, name="stored_print"),
    path(
        "e/<slug:slug>/print/stored/<int:pk>/restart", print_center.restart_print_view, name="print_restart"
    ),
    path("e/<slug:slug>/print/stored/<int:pk>.pdf", print_center.stored_print_pdf, name="print_file"),
    re_path(rf"^e/(?P<slug>[-\w]+)/print/(?P<name>{PUBLIC_SHEETS})\.pdf$", sheets.public_sheet, name="sheet"),
    re_path(rf"^e/(?P<slug>[-\w]+)/print/(?P<name>{STAFF_SHEETS})\.pdf$", sheets.staff_sheet, name="sheet"),
    path("e/<slug:slug>/links", personal_links.print_links, name="links"),
    path("e/<slug:slug>/players/<int:pk>/link", personal_links.personal_link_page, name="player_link"),
    path(
        "e/<slug:slug>/players/<int:pk>/link/new",
        personal_links.renew_personal_link_view,
        name="player_new_link",
    ),
    path("e/<slug:slug>/disputes", disputes.disputes_page, name="disputes"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/disputes/all\.(?P<kind>csv|xlsx)$",
        disputes.export_disputes,
        name="disputes_export",
    ),
    path("e/<slug:slug>/disputes/<int:pk>/decide", disputes.decide_dispute_view, name="decide"),
    path("e/<slug:slug>/reports/take-due", disputes.accept_due_reports_view, name="take_due"),
    path("e/<slug:slug>/reports/<int:pk>/take", disputes.accept_report_view, name="accept_report"),
    path("e/<slug:slug>/reports/<int:pk>/keep", disputes.uphold_saved_result, name="uphold_result"),
]
