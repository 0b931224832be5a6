from django.urls import URLPattern, URLResolver, path

from decks.views import about, card_import, card_staff, cards

app_name = "decks"
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/about-decks", about.about, name="about"),
    path("cards", cards.search, name="cards"),
    path("cards/add", card_staff.add, name="card_add"),
    path("cards/bans", card_staff.bans, name="bans"),
    path("cards/bans/add", card_staff.ban, name="ban_add"),
    path("cards/bans/<int:pk>", card_staff.ban, name="ban"),
    path("cards/bans/<int:pk>/remove", card_staff.ban_remove, name="ban_remove"),
    path("cards/import", card_import.upload, name="card_import"),
    path("cards/import/<int:pk>", card_import.job, name="card_import_job"),
    path("cards/reprints", card_staff.reprints, name="reprints"),
    path("cards/reprints/add", card_staff.reprint, name="reprint_add"),
    path("cards/reprints/<int:pk>", card_staff.reprint, name="reprint"),
    path("cards/reprints/<int:pk>/remove", card_staff.reprint_remove, name="reprint_remove"),
    path("cards/<int:pk>", cards.card, name="card"),
    path("cards/<int:pk>/edit", card_staff.edit, name="card_edit"),
]
