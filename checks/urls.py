from django.urls import URLPattern, URLResolver, path, re_path

from checks.views import before_checks, check_photos, check_sheets, deck_checks, paper_checks

app_name = "checks"


urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/checks", deck_checks.checks_page, name="checks"),
    path("e/<slug:slug>/checks/pick", deck_checks.pick_decks, name="checks_pick"),
    path("e/<slug:slug>/checks/unpick/<int:event_id>", deck_checks.undo_pick, name="checks_unpick"),
    path("e/<slug:slug>/checks/rules", deck_checks.edit_check_rules, name="checks_rules"),
    path("e/<slug:slug>/checks/<int:pk>/off", deck_checks.remove_check, name="check_off"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/checks/report\.(?P<kind>pdf|xlsx|csv)$",
        deck_checks.export_check_report,
        name="checks_report",
    ),
    path("e/<slug:slug>/checks/before", before_checks.before_check_queue_page, name="checks_before"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/checks/before/queue\.(?P<kind>csv|xlsx)$",
        before_checks.export_before_check_queue,
        name="before_export",
    ),
    path("e/<slug:slug>/checks/before/begin", before_checks.begin_check, name="before_begin"),
    path("e/<slug:slug>/checks/<int:pk>/before/end", before_checks.end_check, name="before_end"),
    path("e/<slug:slug>/checks/<int:pk>/before/back", before_checks.put_deck_back, name="before_back"),
    path("e/<slug:slug>/checks/cards", check_sheets.suggest_card_names, name="check_cards"),
    path("e/<slug:slug>/checks/<int:pk>", check_sheets.check_sheet_page, name="check"),
    path("e/<slug:slug>/checks/sheets.pdf", paper_checks.print_check_sheets, name="check_papers"),
    path("e/<slug:slug>/checks/on-paper", paper_checks.pick_deck_for_paper_sheet, name="check_on_paper"),
    path("e/<slug:slug>/checks/<int:pk>/sheet.pdf", paper_checks.print_check_sheet, name="check_paper_sheet"),
    path("e/<slug:slug>/checks/<int:pk>/paper", paper_checks.enter_sheet, name="check_paper"),
    path("e/<slug:slug>/checks/<int:pk>/begin", check_sheets.begin_check, name="check_begin"),
    path("e/<slug:slug>/checks/<int:pk>/tap", check_sheets.store_tap, name="check_tap"),
    path("e/<slug:slug>/checks/<int:pk>/photo", check_photos.add_photo, name="check_photo_add"),
    path("e/<slug:slug>/check-photos/<int:pk>", check_photos.serve_check_photo, name="check_photo"),
    path(
        "e/<slug:slug>/check-photos/<int:pk>/withdraw",
        check_photos.withdraw_photo,
        name="check_photo_withdraw",
    ),
    path("e/<slug:slug>/checks/<int:pk>/end", check_sheets.end_check, name="check_end"),
    path("e/<slug:slug>/checks/<int:pk>/proxy", check_sheets.grant_proxy, name="check_proxy"),
    path("e/<slug:slug>/proxies/<int:pk>/withdraw", check_sheets.withdraw_proxy, name="proxy_withdraw"),
]
