from django.urls import URLPattern, URLResolver, path

from decks.views import about, card_import, card_staff, cards, deck_list, lists, mine

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
    path("l/<str:token>", mine.mine, name="mine"),
    path("l/<str:token>/cards", mine.cards, name="mine_cards"),
    path("l/<str:token>/deck/<int:number>.<str:kind>", mine.export, name="mine_export"),
    path("e/<slug:slug>/lists", lists.lists_page, name="lists"),
    path("e/<slug:slug>/lists/settings", lists.settings, name="lists_settings"),
    path("e/<slug:slug>/lists/lock", lists.lock_all, name="lists_lock"),
    path("e/<slug:slug>/lists/open", lists.open_all, name="lists_open"),
    path("e/<slug:slug>/lists/remind", lists.remind, name="lists_remind"),
    path("e/<slug:slug>/lists/judge-again", lists.recheck, name="lists_recheck"),
    path("e/<slug:slug>/lists/print", lists.print_all, name="lists_print"),
    path("e/<slug:slug>/lists/links", lists.print_links, name="lists_links"),
    path("e/<slug:slug>/lists/<int:entry>", deck_list.deck_list, name="list"),
    path("e/<slug:slug>/lists/<int:entry>/lock", deck_list.lock, name="list_lock"),
    path("e/<slug:slug>/lists/<int:entry>/send-back", deck_list.send_back, name="list_send_back"),
    path("e/<slug:slug>/lists/<int:entry>/link", deck_list.new_link, name="list_link"),
    path("e/<slug:slug>/lists/<int:entry>/rule", deck_list.rule, name="list_rule"),
    path(
        "e/<slug:slug>/lists/<int:entry>/rulings/<int:pk>/withdraw",
        deck_list.withdraw_ruling,
        name="list_ruling_withdraw",
    ),
    path(
        "e/<slug:slug>/lists/<int:entry>/deck/<int:number>.<str:kind>", deck_list.export, name="list_export"
    ),
]
