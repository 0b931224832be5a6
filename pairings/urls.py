from django.urls import URLPattern, URLResolver, path, re_path

from pairings.views import (
    change,
    cut,
    desk,
    enter,
    entries,
    explain,
    files,
    match,
    options,
    panel,
    player_matches,
    printing,
    public,
    rehearsal,
    review,
    rounds,
    screen,
    standings,
    undo,
    verify,
)

PUBLIC_SHEETS = "names|tables|standings|bracket"
STAFF_SHEETS = "slips|open|numbers|door|round"

app_name = "pairings"
DIVISION = "e/<slug:slug>/round/<int:division>"
ROUND = f"{DIVISION}/<int:number>"
MATCH = f"{ROUND}/match/<int:pk>"
ENTRY = "e/<slug:slug>/entries/<int:pk>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/round", desk.current, name="desk"),
    path(f"{DIVISION}/pair", rounds.pair, name="pair"),
    path(f"{DIVISION}/cut", rounds.start_cut, name="start_cut"),
    path(f"{DIVISION}/undo", undo.undo_last, name="undo_last"),
    path(ROUND, desk.one_round, name="round"),
    path(f"{ROUND}/review", review.review, name="review"),
    path(f"{ROUND}/again", rounds.pair_again, name="pair_again"),
    path(f"{ROUND}/swap", review.swap, name="swap"),
    path(f"{ROUND}/post", rounds.post, name="post"),
    path(f"{ROUND}/result", rounds.result, name="result"),
    path(f"{ROUND}/news", desk.news, name="news"),
    path(f"{ROUND}/close", rounds.close, name="close"),
    path(f"{ROUND}/change", change.change, name="change"),
    path(f"{ROUND}/change/tables", change.draw_some, name="draw_some"),
    path(f"{ROUND}/change/match", change.make_match, name="make_match"),
    path(f"{ROUND}/change/late/<int:pk>", change.seat_late, name="seat_late"),
    path(f"{ROUND}/change/leave", change.take_out, name="take_out"),
    path(f"{ROUND}/change/again", change.draw_posted_again, name="draw_posted_again"),
    path(f"{ROUND}/explain", explain.explain, name="explain"),
    path(f"{ROUND}/verify", verify.verify, name="verify"),
    path(f"{ROUND}/verify.json", verify.inputs, name="inputs"),
    path(MATCH, match.match, name="match"),
    path(f"{MATCH}/clear", match.clear, name="clear"),
    path("e/<slug:slug>/undo/<int:event_id>", undo.undo, name="undo"),
    path("e/<slug:slug>/pairings", public.by_name, name="pairings"),
    path("e/<slug:slug>/tables", public.by_table, name="tables"),
    path("e/<slug:slug>/players/add", enter.enter, name="enter"),
    path("e/<slug:slug>/players/find", enter.find_player, name="find_player"),
    path("e/<slug:slug>/entries/check-in-all", entries.check_in_all, name="check_in_all"),
    path(f"{ENTRY}/check-in", entries.check_in, name="check_in"),
    path(f"{ENTRY}/check-out", entries.check_out, name="check_out"),
    path(f"{ENTRY}/drop", entries.drop, name="drop"),
    path(f"{ENTRY}/reinstate", entries.reinstate, name="reinstate"),
    path(f"{ENTRY}/disqualify", entries.disqualify, name="disqualify"),
    path(f"{ENTRY}/lift", entries.lift, name="lift"),
    path("e/<slug:slug>/players/<int:pk>/matches", player_matches.player_matches, name="player_matches"),
    path("e/<slug:slug>/pairing-options", options.options, name="options"),
    path("e/<slug:slug>/pairing-options/wish", options.wish, name="wish"),
    path("e/<slug:slug>/pairing-options/wish/<int:pk>/remove", options.unwish, name="unwish"),
    path("e/<slug:slug>/pairing-options/apart", options.keep_apart, name="keep_apart"),
    path("e/<slug:slug>/pairing-options/apart/<int:pk>/remove", options.let_meet, name="let_meet"),
    path("rehearse", rehearsal.rehearse, name="rehearse"),
    path("e/<slug:slug>/panel", panel.panel, name="panel"),
    path("e/<slug:slug>/standings", standings.standings, name="standings"),
    path("e/<slug:slug>/cut", cut.cut, name="cut"),
    path("e/<slug:slug>/screen", screen.screen, name="screen"),
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
]
