from django.urls import URLPattern, URLResolver, path, re_path

from registration.views import claims, desk, links, registering, roster

app_name = "registration"
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/register", registering.register_player, name="register"),
    path("r/<str:token>", registering.own_registration, name="mine"),
    path("r/<str:token>/accept", registering.accept_seat, name="accept"),
    path("r/<str:token>/cancel", registering.cancel_registration, name="cancel"),
    path("r/<str:token>/answers", registering.correct_answers, name="correct"),
    path("e/<slug:slug>/registrations", desk.registrations, name="registrations"),
    path("e/<slug:slug>/registrations/settings", desk.settings, name="settings"),
    path("e/<slug:slug>/registrations/decide", desk.decide_registrations, name="decide"),
    path("e/<slug:slug>/registrations/payments", desk.import_payments, name="payments"),
    re_path(r"^e/(?P<slug>[-\w]+)/registrations/all\.(?P<kind>csv|xlsx)$", desk.export, name="export"),
    path("e/<slug:slug>/registrations/<int:pk>", desk.registration, name="registration"),
    path("e/<slug:slug>/claim", claims.claim_player, name="claim"),
    path("e/<slug:slug>/claim/sent", claims.claim_sent, name="claim_sent"),
    path("e/<slug:slug>/claims", claims.claims, name="claims"),
    path("e/<slug:slug>/claims/<int:pk>", claims.answer_claim, name="claim_answer"),
    path("e/<slug:slug>/players/links", links.send_links, name="send_links"),
    path("e/<slug:slug>/players/links.csv", links.mail_merge_file, name="links_merge"),
    path("e/<slug:slug>/players/import", roster.import_roster, name="roster"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/players/import/roster\.(?P<kind>csv|xlsx)$",
        roster.roster_blank,
        name="roster_blank",
    ),
]
