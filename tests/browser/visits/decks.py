"""Pages of decks, cards and drafts, for tests that open every page."""

from django.urls import reverse

from cards.models import Ban, Card, CardImport, Reprint
from decks.models import DeckList
from tests.browser.hall import Hall
from tests.browser.hall import address as at
from tests.browser.visits import drafts, facts

DRAFT = "subtype=rochester&players=15&packs_each=2&pack_size=10&expansion=EVO&energy=yes"


def addresses(hall: Hall) -> dict[str, list[str]]:
    """Return deck lists of the events, the catalogue of cards, the tables of facts and the draft plan."""
    card, ban = Card.objects.earliest("pk"), Ban.objects.earliest("pk")
    line, job = Reprint.objects.earliest("pk"), CardImport.objects.earliest("pk")
    deck, entry = hall.deck, {"entry": hall.deck.entry_id}
    other = DeckList.objects.filter(entry__tournament=hall.coming).order_by("pk")[1]
    public = DeckList.objects.filter(entry__tournament=hall.over).earliest("pk").entry_id
    return {
        "decks:lists": [at("decks:lists", event) for event in (hall.coming, hall.cup)],
        "drafts:pods": [at("drafts:pods", hall.coming), at("drafts:pods", hall.cup)],
        "drafts:pods_sheet": [at("drafts:pods_sheet", hall.coming, division=hall.drawn.division_id)],
        "decks:lists_export": [at("decks:lists_export", hall.coming, kind="csv")],
        "drafts:pods_export": [
            at("drafts:pods_export", hall.coming, division=hall.drawn.division_id, kind="csv")
        ],
        "decks:lists_settings": [at("decks:lists_settings", hall.coming)],
        "decks:lists_print": [at("decks:lists_print", hall.coming)],
        "decks:lists_links": [at("decks:lists_links", hall.coming)],
        "decks:list": [
            at("decks:list", hall.coming, **entry),
            at("decks:list", hall.coming, entry=other.entry_id),
        ],
        "decks:list_export": [at("decks:list_export", hall.coming, number=1, kind="txt", **entry)],
        "decks:front": [at("decks:front", hall.coming), at("decks:front", hall.cup)],
        "pairings:decks": [at("pairings:decks", hall.over)],
        "pairings:deck": [at("pairings:deck", hall.over, entry=public)],
        "decks:mine": [reverse("decks:mine", args=[one.token]) for one in (deck, other)],
        "decks:mine_here": [at("decks:mine_here", hall.coming)],
        "decks:mine_export": [reverse("decks:mine_export", args=[deck.token, 1, "txt"])],
        "decks:about": [at("decks:about", hall.cup), at("decks:about", hall.coming)],
        "cards:cards": ["/cards", "/cards?q=pikachu", "/cards?q=zzzz"],
        "decks:check": [
            "/deck-check",
            "/deck-check?list=eNozUQjNKSlKVHBKzMlRCA71VTA0NuUyNFYIKK5MzshMVnDNSy1Kr-QCAOS9C7s",
        ],
        "decks:check_file": [
            "/deck-check/deck.txt?list=eNozUQjNKSlKVHBKzMlRCA71VTA0NuUyNFYIKK5MzshMVnDNSy1Kr-QCAOS9C7s"
        ],
        "decks:builder": ["/deck-builder", "/deck-builder?find=ultra"],
        "drafts:draft_plan": [
            "/draft-plan",
            f"/draft-plan?{DRAFT}",
            f"/draft-plan?{DRAFT}&pods=8,7&reason=Late",
            "/draft-plan?subtype=solomon&players=8&packs_each=4&pack_size=10&energy=yes",
        ],
        "drafts:draft_run_sheet": [f"/draft-plan/run-sheet-a4.pdf?{DRAFT}"],
        "cards:formats": ["/formats", "/formats?date=2017-07-29"],
        "cards:legal_reprints": ["/formats/reprints?date=2017-07-29"],
        "cards:legal_reprints_export": ["/formats/reprints.csv?date=2017-07-29"],
        "decks:languages": ["/languages", "/languages?country=JP&event=championship_points"],
        "cards:card": [reverse("cards:card", args=[card.pk])],
        "cards:card_add": ["/cards/add"],
        "cards:card_edit": [reverse("cards:card_edit", args=[card.pk])],
        "cards:bans": ["/cards/bans"],
        "cards:ban_add": ["/cards/bans/add"],
        "cards:ban": [reverse("cards:ban", args=[ban.pk])],
        "cards:reprints": ["/cards/reprints"],
        "cards:reprints_export": ["/cards/reprints/list.csv"],
        "cards:bans_export": ["/cards/bans/list.csv"],
        "cards:reprint_add": ["/cards/reprints/add"],
        "cards:reprint": [reverse("cards:reprint", args=[line.pk])],
        **facts.addresses(),
        **drafts.addresses(hall.drawn.division),
        "cards:card_import": ["/cards/import"],
        "cards:card_update": ["/cards/update"],
        "cards:announce": ["/cards/announce"],
        "cards:card_import_job": [reverse("cards:card_import_job", args=[job.pk])],
    }
