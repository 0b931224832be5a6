from django.urls import URLPattern, URLResolver, path, re_path

from drafts.views import (
    building_taps,
    draft_files,
    draft_judging,
    draft_log,
    draft_log_check,
    draft_plan,
    draft_runs,
    drafts,
    my_draft,
    my_history,
    pods,
    tablet,
    tracking,
)

app_name = "drafts"


urlpatterns: list[URLPattern | URLResolver] = [
    path("draft-plan", draft_plan.draft_plan_page, name="draft_plan"),
    path("draft-plan/run-sheet-<str:paper>.pdf", draft_plan.planned_run_sheet_pdf, name="draft_run_sheet"),
    path("e/<slug:slug>/pods", pods.redirect_to_drafts, name="pods"),
    path("e/<slug:slug>/pods/<int:division>/draw", pods.draw_division_pods, name="pods_draw"),
    path("e/<slug:slug>/pods/<int:division>/clear", pods.delete_division_pods, name="pods_clear"),
    path("e/<slug:slug>/pods/<int:division>/pods.pdf", pods.pods_sheet_pdf, name="pods_sheet"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/pods/(?P<division>\d+)/pods\.(?P<kind>csv|xlsx)$",
        pods.export_pods,
        name="pods_export",
    ),
    path("e/<slug:slug>/drafts", drafts.show_drafts, name="drafts"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/drafts/all\.(?P<kind>csv|xlsx)$",
        draft_files.export_drafts,
        name="drafts_export",
    ),
    re_path(
        r"^e/(?P<slug>[-\w]+)/drafts/(?P<draft>\d+)/seats\.(?P<kind>csv|xlsx)$",
        draft_files.export_seats,
        name="draft_seats_export",
    ),
    path("e/<slug:slug>/drafts/set-up", drafts.save_draft_plan, name="draft_set"),
    path("e/<slug:slug>/drafts/<int:draft>", draft_runs.draft_page, name="draft"),
    path("e/<slug:slug>/drafts/<int:draft>/step", draft_runs.record_draft_tap_view, name="draft_step"),
    path(
        "e/<slug:slug>/drafts/<int:draft>/step/<int:pod>/<int:step>/back",
        draft_runs.step_back_in_draft,
        name="draft_step_back",
    ),
    path("e/<slug:slug>/drafts/<int:draft>/building", building_taps.tap_building_clock, name="draft_build"),
    path(
        "e/<slug:slug>/drafts/<int:draft>/building/<int:pk>/back",
        building_taps.undo_building_tap,
        name="draft_build_back",
    ),
    path("e/<slug:slug>/drafts/<int:draft>/way", drafts.set_draft_way, name="draft_way"),
    path("e/<slug:slug>/drafts/<int:draft>/seats.pdf", draft_files.seat_sheet_pdf, name="draft_seat_sheet"),
    path("e/<slug:slug>/drafts/<int:draft>/screen", draft_runs.wall_screen, name="draft_screen"),
    path("e/<slug:slug>/drafts/<int:draft>/tap", tracking.record_pod_tap, name="draft_tap"),
    path("e/<slug:slug>/drafts/<int:draft>/tablets", tracking.revoke_tablet_links, name="draft_tablets"),
    path("e/<slug:slug>/drafts/<int:draft>/stand-in", tracking.tap_for_player_page, name="draft_stand_in"),
    path("e/<slug:slug>/drafts/<int:draft>/log", draft_log.show_log, name="draft_log"),
    path("e/<slug:slug>/drafts/<int:draft>/log/replay", draft_log.show_replay, name="draft_replay"),
    path(
        "e/<slug:slug>/drafts/<int:draft>/log/check", draft_log_check.check_log_file, name="draft_log_check"
    ),
    path("e/<slug:slug>/drafts/<int:draft>/log/look", draft_judging.look_at_secret_cards, name="draft_look"),
    path("e/<slug:slug>/drafts/<int:draft>/log/judge", draft_judging.record_decision, name="draft_judge"),
    path("e/<slug:slug>/drafts/<int:draft>/log/rule", draft_judging.rule_on_pod, name="draft_rule"),
    path(
        "e/<slug:slug>/drafts/<int:draft>/log/<int:pod>.<str:kind>",
        draft_log.export_draft_log,
        name="draft_log_export",
    ),
    path("e/<slug:slug>/drafts/<int:draft>/seats", drafts.assign_draft_seats, name="draft_seats"),
    path("e/<slug:slug>/drafts/<int:draft>/announce", drafts.announce_draft_notice, name="draft_announce"),
    path("e/<slug:slug>/drafts/<int:draft>/remove", drafts.delete_draft, name="draft_remove"),
    path("e/<slug:slug>/drafts/<int:draft>/late", drafts.seat_late_player_in_draft, name="draft_late"),
    path("e/<slug:slug>/drafts/<int:draft>/cancel", drafts.cancel_begun_draft, name="draft_cancel"),
    path("e/<slug:slug>/drafts/<int:draft>/run-sheet.pdf", draft_files.run_sheet_pdf, name="draft_sheet"),
    path("l/<slug:token>/draft", my_draft.my_draft, name="my_draft"),
    path("l/<slug:token>/draft/history", my_history.my_draft_history_page, name="my_history"),
    path("d/<str:signed>", tablet.tablet, name="tablet"),
]
