from typing import Any

from django.db import migrations, models

CODE = "UNRELEASED_REPRINT_NEEDS_JUDGE"


def count(apps: Any, _schema: Any) -> None:
    """Count the doubtful reprints of stored lists that no ruling has decided."""
    versions = apps.get_model("decks", "Version").objects
    rulings = apps.get_model("decks", "Ruling").objects.filter(code=CODE, withdrawn_at=None)
    ruled = set(rulings.values_list("deck_list_id", "card"))
    changed = []
    rows = versions.only("pk", "deck_list_id", "problems", "questions")
    for version in rows.iterator(chunk_size=500):
        cards = [one["facts"].get("card", "") for one in version.problems if one["code"] == CODE]
        version.questions = sum((version.deck_list_id, card[:200]) not in ruled for card in cards)
        if version.questions:
            changed.append(version)
    versions.bulk_update(changed, ["questions"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("decks", "0005_drafts_have_their_room")]

    operations = [
        migrations.AddField(
            model_name="version",
            name="questions",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
