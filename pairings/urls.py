from django.urls import URLPattern, URLResolver, path, re_path

from pairings.views.bracket import cut
from pairings.views.print import (
    event_figures,
    files,
    hall_screen,
    personal_links,
    printing,
    public,
    published_lists,
)
from pairings.views.reports import clock, disputes, extra_time
from pairings.views.rounds import (
    add_player,
    attendance,
    day_two,
    desk,
    explain,
    manual_pairing,
    meeting,
    options,
    review,
    rounds,
    undo,
    verify,
)
from pairings.views.standings import bubble, standings

app_name = "pairings"
DIVISION = "e/<slug:slug>/round/<int:division>"
ROUND = f"{DIVISION}/<int:number>"
MATCH = f"{ROUND}/match/<int:pk>"
ENTRY = "e/<slug:slug>/entries/<int:pk>"
PUBLIC_SHEETS = "names|tables|standings|bracket|meeting"
STAFF_SHEETS = "slips|open|numbers|door|round"

urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/round", desk.current, name="desk"),
    path(f"{DIVISION}/pair", rounds.pair, name="pair"),
    path(f"{DIVISION}/cut", rounds.start_cut, name="start_cut"),
    path(f"{DIVISION}/day-two", day_two.day_two, name="day_two"),
    path(ROUND, desk.one_round, name="round"),
    path(f"{ROUND}/review", review.review, name="review"),
    path(f"{ROUND}/again", rounds.pair_again, name="pair_again"),
    path(f"{ROUND}/swap", review.swap, name="swap"),
    path(f"{ROUND}/post", rounds.post, name="post"),
    path(f"{ROUND}/result", rounds.result, name="result"),
    path(f"{ROUND}/news", desk.news, name="news"),
    path(f"{ROUND}/close", rounds.close, name="close"),
    path(f"{ROUND}/change", manual_pairing.change, name="change"),
    path(f"{ROUND}/change/tables", manual_pairing.draw_some, name="draw_some"),
    path(f"{ROUND}/change/match", manual_pairing.make_match, name="make_match"),
    path(f"{ROUND}/change/late/<int:pk>", manual_pairing.seat_late, name="seat_late"),
    path(f"{ROUND}/change/leave", manual_pairing.take_out, name="take_out"),
    path(f"{ROUND}/change/again", manual_pairing.draw_posted_again, name="draw_posted_again"),
    path(f"{ROUND}/explain", explain.explain, name="explain"),
    path(f"{ROUND}/verify", verify.verify, name="verify"),
    path(f"{ROUND}/verify.json", verify.inputs, name="inputs"),
    path("e/<slug:slug>/decks", published_lists.decks, name="decks"),
    path("e/<slug:slug>/decks/<int:entry>", published_lists.deck, name="deck"),
    path(f"{MATCH}/extra", extra_time.extra, name="extra"),
    path("e/<slug:slug>/undo/<int:event_id>", undo.undo, name="undo"),
    path("e/<slug:slug>/floor/undo/<int:event_id>", undo.floor_undo, name="floor_undo"),
    path("e/<slug:slug>/clock", clock.clock, name="clock"),
    path("e/<slug:slug>/clock.json", clock.clock_state, name="clock_state"),
    path("e/<slug:slug>/clock/press", clock.press, name="clock_press"),
    path("e/<slug:slug>/clock/undo", clock.clock_undo, name="clock_undo"),
    path("e/<slug:slug>/pairings", public.by_name, name="pairings"),
    path("e/<slug:slug>/tables", public.by_table, name="tables"),
    path("e/<slug:slug>/players/add", add_player.enter, name="enter"),
    path("e/<slug:slug>/players/find", add_player.find_player, name="find_player"),
    path("e/<slug:slug>/entries/check-in-all", attendance.check_in_all, name="check_in_all"),
    path(f"{ENTRY}/check-in", attendance.check_in, name="check_in"),
    path(f"{ENTRY}/check-out", attendance.check_out, name="check_out"),
    path(f"{ENTRY}/drop", attendance.drop, name="drop"),
    path(f"{ENTRY}/reinstate", attendance.reinstate, name="reinstate"),
    path(f"{ENTRY}/disqualify", attendance.disqualify, name="disqualify"),
    path(f"{ENTRY}/lift", attendance.lift, name="lift"),
    path("e/<slug:slug>/meeting", meeting.meeting, name="meeting"),
    path("e/<slug:slug>/pairing-options", options.options, name="options"),
    path("e/<slug:slug>/pairing-options/wish", options.wish, name="wish"),
    path("e/<slug:slug>/pairing-options/wish/<int:pk>/remove", options.unwish, name="unwish"),
    path("e/<slug:slug>/pairing-options/apart", options.keep_apart, name="keep_apart"),
    path("e/<slug:slug>/pairing-options/apart/<int:pk>/remove", options.let_meet, name="let_meet"),
    path("e/<slug:slug>/panel", event_figures.panel, name="panel"),
    path("e/<slug:slug>/standings", standings.standings, name="standings"),
    path("e/<slug:slug>/bubble", bubble.bubble, name="bubble"),
    path("e/<slug:slug>/cut", cut.cut, name="cut"),
    path("e/<slug:slug>/screen", hall_screen.screen, name="screen"),
    path("e/<slug:slug>/files", files.files, name="files"),
    path("e/<slug:slug>/files/roster", files.take_roster, name="take_roster"),
    path("e/<slug:slug>/files/standings.xlsx", files.spreadsheet, name="spreadsheet"),
    path("e/<slug:slug>/files/standings.csv", files.standings_csv, name="standings_csv"),
    path("import", files.take_over, name="take_over"),
    path("e/<slug:slug>/print", printing.centre, name="print"),
    re_path(
        rf"^e/(?P<slug>[-\w]+)/print/(?P<name>{PUBLIC_SHEETS})\.pdf$", printing.public_sheet, name="sheet"
    ),
    re_path(rf"^e/(?P<slug>[-\w]+)/print/(?P<name>{STAFF_SHEETS})\.pdf$", printing.staff_sheet, name="sheet"),
    path("e/<slug:slug>/links", personal_links.links_sheet, name="links"),
    path("e/<slug:slug>/players/<int:pk>/link", personal_links.link, name="player_link"),
    path("e/<slug:slug>/players/<int:pk>/link/new", personal_links.new_link, name="player_new_link"),
    path("e/<slug:slug>/disputes", disputes.disputes, name="disputes"),
    path("e/<slug:slug>/disputes/<int:pk>/decide", disputes.decide, name="decide"),
    path("e/<slug:slug>/reports/take-due", disputes.take_due, name="take_due"),
    path("e/<slug:slug>/reports/<int:pk>/take", disputes.take, name="take_word"),
    path("e/<slug:slug>/reports/<int:pk>/keep", disputes.keep, name="keep_result"),
]
