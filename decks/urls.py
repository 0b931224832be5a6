from django.urls import URLPattern, URLResolver, path, re_path

from decks.views.lists import (
    archive,
    builder,
    card_offers,
    deck_check,
    deck_list,
    event_lists,
    front_page,
    languages,
    my_deck_list,
    printing,
    requirements,
)
from decks.views.pools import my_build, my_pool, pools

app_name = "decks"


urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/about-decks", requirements.requirements_page, name="about"),
    path("deck-check", deck_check.deck_check_page, name="check"),
    path("deck-check/deck.<str:kind>", deck_check.download_list, name="check_file"),
    path("deck-builder", builder.builder_page, name="builder"),
    path("e/<slug:slug>/drafts/<int:draft>/pools", pools.pools_page, name="pools"),
    path("e/<slug:slug>/drafts/<int:draft>/pools/check", pools.change_pool_check, name="pools_check"),
    path("e/<slug:slug>/drafts/<int:draft>/pools/<int:entry>", pools.pool_page, name="pool"),
    path(
        "e/<slug:slug>/drafts/<int:draft>/pools/registration.pdf",
        pools.print_registration_sheets,
        name="pool_sheets",
    ),
    path("e/<slug:slug>/drafts/<int:draft>/pools/pools.pdf", pools.print_pools, name="pool_prints"),
    path(
        "e/<slug:slug>/drafts/<int:draft>/pools/all.<str:kind>", pools.export_all_pools, name="pools_export"
    ),
    path("languages", languages.languages_page, name="languages"),
    path("e/<slug:slug>/about-lists", front_page.show_list_requirements, name="front"),
    path("e/<slug:slug>/my/list", my_deck_list.redirect_to_my_list, name="mine_here"),
    path("l/<slug:token>", my_deck_list.my_list_page, name="mine"),
    path("l/<slug:token>/cards", card_offers.offer_cards, name="mine_cards"),
    path("l/<slug:token>/build", my_build.build_deck_page, name="my_build"),
    path("l/<slug:token>/pool", my_pool.my_pool_page, name="my_pool"),
    path("l/<slug:token>/pool/verify", my_pool.answer_verification, name="my_pool_verify"),
    path(
        "l/<slug:token>/pool/<int:opener>/<int:seen>/again",
        my_pool.withdraw_own_verification,
        name="my_pool_again",
    ),
    path("l/<slug:token>/pool.<str:kind>", my_pool.export_own_pool, name="my_pool_export"),
    path("l/<slug:token>/deck/<int:number>.<str:kind>", my_deck_list.export_own_list, name="mine_export"),
    path("e/<slug:slug>/lists", event_lists.lists_page, name="lists"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/lists/all\.(?P<kind>csv|xlsx)$", event_lists.export_lists, name="lists_export"
    ),
    path("e/<slug:slug>/lists/settings", event_lists.list_rules_page, name="lists_settings"),
    path("e/<slug:slug>/lists/lock", event_lists.lock_all_lists_view, name="lists_lock"),
    path("e/<slug:slug>/lists/open", event_lists.open_all_lists_view, name="lists_open"),
    path("e/<slug:slug>/lists/remind", event_lists.remind_players, name="lists_remind"),
    path("e/<slug:slug>/lists/judge-again", event_lists.recheck_all_lists_view, name="lists_recheck"),
    path("e/<slug:slug>/lists/all.zip", archive.download_all_lists, name="lists_zip"),
    path("e/<slug:slug>/lists/print", printing.print_all_lists, name="lists_print"),
    path("e/<slug:slug>/lists/links", event_lists.print_link_slips_for_lists, name="lists_links"),
    path("e/<slug:slug>/lists/<int:entry>", deck_list.deck_list_page, name="list"),
    path("e/<slug:slug>/lists/<int:entry>/lock", deck_list.lock_list, name="list_lock"),
    path("e/<slug:slug>/lists/<int:entry>/send-back", deck_list.send_list_back_view, name="list_send_back"),
    path("e/<slug:slug>/lists/<int:entry>/rule", deck_list.rule_on_list_problem_view, name="list_rule"),
    path(
        "e/<slug:slug>/lists/<int:entry>/rulings/<int:pk>/withdraw",
        deck_list.withdraw_list_ruling_view,
        name="list_ruling_withdraw",
    ),
    path(
        "e/<slug:slug>/lists/<int:entry>/deck/<int:number>.<str:kind>",
        deck_list.export_version,
        name="list_export",
    ),
]
