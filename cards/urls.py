from django.urls import URLPattern, URLResolver, path, re_path

from cards.views import card_editing, card_import, card_updates, cards, facts, formats

app_name = "cards"


urlpatterns: list[URLPattern | URLResolver] = [
    path("cards", cards.search_cards, name="cards"),
    path("cards/add", card_editing.add_card, name="card_add"),
    path("cards/update", card_updates.update_cards, name="card_update"),
    path("cards/announce", card_updates.announce_expansion, name="announce"),
    path("cards/import", card_import.upload_cards, name="card_import"),
    path("cards/import/<int:pk>", card_import.import_job, name="card_import_job"),
    *facts.fact_url_patterns(),
    path("cards/pictures/<str:name>", cards.card_picture, name="picture"),
    path("cards/<int:pk>", cards.card_page, name="card"),
    path("cards/<int:pk>/edit", card_editing.edit_card, name="card_edit"),
    path("formats", formats.formats_page, name="formats"),
    path("formats/reprints", formats.reprints_page, name="legal_reprints"),
    re_path(r"^formats/reprints\.(?P<kind>csv|xlsx)$", formats.export_reprints, name="legal_reprints_export"),
]
