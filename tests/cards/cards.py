"""Small files of card data for tests, created here."""

import csv
import gzip
import io
import json
import zipfile
from typing import Any

LEAFEON = {
    "id": "sm5-13",
    "name": "Leafeon-GX",
    "supertype": "Pokémon",
    "subtypes": ["Stage 1", "GX"],
    "number": "13",
    "hp": "200",
    "types": ["Grass"],
    "evolvesFrom": "Eevee",
    "attacks": [{"name": "Solar Beam", "cost": ["Grass"], "damage": "110", "text": ""}],
    "rules": ["Pokémon-GX rule: When your Pokémon-GX is Knocked Out, your opponent takes 2 Prize cards."],
}
EEVEE = {
    "id": "sm5-105",
    "name": "Eevee",
    "supertype": "Pokémon",
    "subtypes": ["Basic"],
    "number": "105",
    "hp": "60",
    "types": ["Colorless"],
}
POTION = {
    "id": "sm5-127",
    "name": "Potion",
    "supertype": "Trainer",
    "subtypes": ["Item"],
    "number": "127",
    "rules": [
        "Heal 30 damage from 1 of your Pokémon.",
        "You may play as many Item cards as you like during your turn (before your attack).",
    ],
}
CARDS = (LEAFEON, EEVEE, POTION)


def zipped(*cards: Any, code: str = "tst1", **files: str) -> bytes:
    """Return a zip in the layout of pokemon-tcg-data with one set."""
    sets = [
        {"id": code, "name": "Test Set", "series": "Test", "ptcgoCode": "TST", "releaseDate": "2018/02/02"}
    ]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data-master/sets/en.json", json.dumps(sets))
        archive.writestr(f"data-master/cards/en/{code}.json", json.dumps(list(cards)))
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


def names_file(*cards: dict[str, str]) -> bytes:
    """Return a compressed file of names."""
    return gzip.compress(json.dumps({"cards": [{"names": names} for names in cards]}).encode())


def csv_file(*rows: dict[str, str]) -> bytes:
    """Return a CSV in our layout."""
    text = io.StringIO()
    columns = list(dict.fromkeys(column for row in rows for column in row))
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()
