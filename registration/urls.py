from django.urls import URLPattern, URLResolver, path, re_path

from registration.views import claims, links, registering, registrations, roster

app_name = "registration"
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/register", registering.register_player_page, name="register"),
    path("r/<str:token>", registering.own_registration, name="mine"),
    path("r/<str:token>/accept", registering.accept_seat_view, name="accept"),
    path("r/<str:token>/cancel", registering.cancel_registration_page, name="cancel"),
    path("r/<str:token>/answers", registering.correct_answers_page, name="correct"),
    path("e/<slug:slug>/registrations", registrations.registrations_page, name="registrations"),
    path("e/<slug:slug>/registrations/settings", registrations.settings, name="settings"),
    path("e/<slug:slug>/registrations/decide", registrations.decide_registrations_view, name="decide"),
    path("e/<slug:slug>/registrations/payments", registrations.import_payments_view, name="payments"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/registrations/all\.(?P<kind>csv|xlsx)$",
        registrations.export_registrations,
        name="export",
    ),
    path("e/<slug:slug>/registrations/<int:pk>", registrations.registration_detail_page, name="registration"),
    path("e/<slug:slug>/claim", claims.claim_player_page, name="claim"),
    path("e/<slug:slug>/claim/sent", claims.claim_sent, name="claim_sent"),
    path("e/<slug:slug>/claims", claims.claims_page, name="claims"),
    path("e/<slug:slug>/claims/<int:pk>", claims.answer_claim_view, name="claim_answer"),
    path("e/<slug:slug>/players/links", links.send_links, name="send_links"),
    path("e/<slug:slug>/players/links.csv", links.mail_merge_file, name="links_merge"),
    path("e/<slug:slug>/players/import", roster.import_roster_page, name="roster"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/players/import/roster\.(?P<kind>csv|xlsx)$",
        roster.roster_blank,
        name="roster_blank",
    ),
]
