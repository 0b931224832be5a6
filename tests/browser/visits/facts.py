"""Pages of the tables of facts, for those who look at every page."""

from django.urls import reverse

from cards.models import CopyLimit, Erratum, Expansion, NameGroup, PromoCutoff, PromoDate, Rotation


def addresses() -> dict[str, list[str]]:
    """The tables of facts that staff of the installation mend."""
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
        found[f"cards:{one}_add"] = [f"/cards/{many}/add"]
        found[f"cards:{one}"] = [reverse(f"cards:{one}", args=[row.pk])]
    return found
