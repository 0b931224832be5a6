"""Pages of the tables of facts, for tests that open every page."""

from django.urls import reverse

from cards.models import CopyLimit, Erratum, Expansion, NameGroup, PromoCutoff, PromoDate, Rotation

EXPORTS = {
    *("expansions_export", "rotations_export", "promos_export", "errata_export", "promo_dates_export"),
    *("limits_export", "groups_export", "reprints_export"),
}
"""The tables as files, for users who may change them."""

FILES = dict.fromkeys(("cards:bans_export", *(f"cards:{name}" for name in EXPORTS)), "text/csv")

CATALOGUE = {
    "card_add",
    "card_edit",
    "ban_add",
    "ban",
    "card_import",
    "card_import_job",
    "card_update",
    "announce",
}
CATALOGUE |= {"reprints", "reprint_add", "reprint", "expansions", "expansion_add", "expansion"}
CATALOGUE |= {"rotations", "rotation_add", "rotation", "promos", "promo_add", "promo"}
CATALOGUE |= {"errata", "erratum_add", "erratum", "promo_dates", "promo_date_add", "promo_date"}
CATALOGUE |= EXPORTS
CATALOGUE |= {"limits", "limit_add", "limit", "groups", "group_add", "group"}
"""Pages of the catalogue that only its staff see."""


def addresses() -> dict[str, list[str]]:
    """Return the tables of facts that administrators correct."""
    tables = {
        "expansion": ("expansions", Expansion),
        "rotation": ("rotations", Rotation),
        "promo": ("promos", PromoCutoff),
        "erratum": ("errata", Erratum),
        "promo_date": ("promo_dates", PromoDate),
        "limit": ("limits", CopyLimit),
        "group": ("groups", NameGroup),
    }
    found: dict[str, list[str]] = {}
    for one, (many, model) in tables.items():
        row = model._default_manager.first()
        assert row is not None
        found[f"cards:{many}"] = [f"/cards/{many}"]
        found[f"cards:{many}_export"] = [f"/cards/{many}/list.csv"]
        found[f"cards:{one}_add"] = [f"/cards/{many}/add"]
        found[f"cards:{one}"] = [reverse(f"cards:{one}", args=[row.pk])]
    return found
