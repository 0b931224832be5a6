from django.urls import URLPattern, URLResolver, path, re_path

from cards.views import card_import, card_staff, card_updates, cards, facts, formats

app_name = "cards"


urlpatterns: list[URLPattern | URLResolver] = [
    path("cards", cards.search, name="cards"),
    path("cards/add", card_staff.add, name="card_add"),
    path("cards/update", card_updates.update, name="card_update"),
    path("cards/announce", card_updates.announce, name="announce"),
    path("cards/import", card_import.upload, name="card_import"),
    path("cards/import/<int:pk>", card_import.job, name="card_import_job"),
    *facts.patterns(),
    path("cards/<int:pk>", cards.card, name="card"),
    path("cards/<int:pk>/edit", card_staff.edit, name="card_edit"),
    path("formats", formats.formats, name="formats"),
    path("formats/reprints", formats.reprints, name="legal_reprints"),
    re_path(r"^formats/reprints\.(?P<kind>csv|xlsx)$", formats.reprints_export, name="legal_reprints_export"),
]
