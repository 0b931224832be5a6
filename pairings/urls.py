from django.urls import URLPattern, URLResolver, path, re_path

from pairings.views import cut, panel, printing, standings

PUBLIC_SHEETS = "names|tables|standings|bracket"
STAFF_SHEETS = "slips|open|numbers|door|round"

app_name = "pairings"
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/panel", panel.panel, name="panel"),
    path("e/<slug:slug>/standings", standings.standings, name="standings"),
    path("e/<slug:slug>/cut", cut.cut, name="cut"),
    path("e/<slug:slug>/print", printing.centre, name="print"),
    re_path(
        rf"^e/(?P<slug>[-\w]+)/print/(?P<name>{PUBLIC_SHEETS})\.pdf$", printing.public_sheet, name="sheet"
    ),
    re_path(rf"^e/(?P<slug>[-\w]+)/print/(?P<name>{STAFF_SHEETS})\.pdf$", printing.staff_sheet, name="sheet"),
]
