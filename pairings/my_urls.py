"""Pages behind a personal link, and where the staff see what players report."""

from django.urls import URLPattern, path

from pairings.views import calls, disputes, my_record, my_reports, my_table, personal_links

MY = "my/<slug:token>"

MINE: list[URLPattern] = [
    path(MY, my_table.my, name="my"),
    path(f"{MY}/live", my_table.live, name="my_live"),
    path(f"{MY}/report", my_reports.report, name="my_report"),
    path(f"{MY}/confirm", my_reports.confirm, name="my_confirm"),
    path(f"{MY}/withdraw", my_reports.withdraw, name="my_withdraw"),
    path(f"{MY}/record", my_record.record, name="my_record"),
    path(f"{MY}/mark", my_record.mark, name="my_mark"),
    path(f"{MY}/mark/back", my_record.take_back, name="my_mark_back"),
    path(f"{MY}/leave", my_reports.leave, name="my_leave"),
    path(f"{MY}/call", calls.my_call, name="my_call"),
    path(f"{MY}/forget", my_table.forget, name="my_forget"),
    path("e/<slug:slug>/my", my_table.here, name="my_here"),
    path("e/<slug:slug>/links", personal_links.links_sheet, name="links"),
    path("e/<slug:slug>/players/<int:pk>/link", personal_links.link, name="player_link"),
    path("e/<slug:slug>/players/<int:pk>/link/new", personal_links.new_link, name="player_new_link"),
    path("e/<slug:slug>/disputes", disputes.disputes, name="disputes"),
    path("e/<slug:slug>/disputes/<int:pk>/decide", disputes.decide, name="decide"),
    path("e/<slug:slug>/reports/take-due", disputes.take_due, name="take_due"),
    path("e/<slug:slug>/reports/<int:pk>/take", disputes.take, name="take_word"),
    path("e/<slug:slug>/reports/<int:pk>/keep", disputes.keep, name="keep_result"),
]
