from django.urls import URLPattern, URLResolver, path, re_path

from checks.views import before_checks, check_photos, check_sheets, deck_checks, paper_checks

app_name = "checks"


urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/checks", deck_checks.checks, name="checks"),
    path("e/<slug:slug>/checks/pick", deck_checks.pick, name="checks_pick"),
    path("e/<slug:slug>/checks/unpick/<int:event_id>", deck_checks.undo_pick, name="checks_unpick"),
    path("e/<slug:slug>/checks/rules", deck_checks.rules, name="checks_rules"),
    path("e/<slug:slug>/checks/<int:pk>/off", deck_checks.take_off, name="check_off"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/checks/report\.(?P<kind>pdf|xlsx|csv)$",
        deck_checks.report,
        name="checks_report",
    ),
    path("e/<slug:slug>/checks/before", before_checks.queue, name="checks_before"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/checks/before/queue\.(?P<kind>csv|xlsx)$",
        before_checks.export,
        name="before_export",
    ),
    path("e/<slug:slug>/checks/before/begin", before_checks.begin, name="before_begin"),
    path("e/<slug:slug>/checks/<int:pk>/before/end", before_checks.end, name="before_end"),
    path("e/<slug:slug>/checks/<int:pk>/before/back", before_checks.put_back, name="before_back"),
    path("e/<slug:slug>/checks/cards", check_sheets.names, name="check_cards"),
    path("e/<slug:slug>/checks/<int:pk>", check_sheets.check, name="check"),
    path("e/<slug:slug>/checks/sheets.pdf", paper_checks.sheets, name="check_papers"),
    path("e/<slug:slug>/checks/on-paper", paper_checks.on_paper, name="check_on_paper"),
    path("e/<slug:slug>/checks/<int:pk>/sheet.pdf", paper_checks.sheet, name="check_paper_sheet"),
    path("e/<slug:slug>/checks/<int:pk>/paper", paper_checks.paper, name="check_paper"),
    path("e/<slug:slug>/checks/<int:pk>/begin", check_sheets.begin, name="check_begin"),
    path("e/<slug:slug>/checks/<int:pk>/tap", check_sheets.tap, name="check_tap"),
    path("e/<slug:slug>/checks/<int:pk>/photo", check_photos.add, name="check_photo_add"),
    path("e/<slug:slug>/check-photos/<int:pk>", check_photos.show, name="check_photo"),
    path("e/<slug:slug>/check-photos/<int:pk>/withdraw", check_photos.withdraw, name="check_photo_withdraw"),
    path("e/<slug:slug>/checks/<int:pk>/end", check_sheets.end, name="check_end"),
    path("e/<slug:slug>/checks/<int:pk>/proxy", check_sheets.proxy, name="check_proxy"),
    path("e/<slug:slug>/proxies/<int:pk>/withdraw", check_sheets.proxy_withdraw, name="proxy_withdraw"),
]
