"""Management command that builds the shipped card tables: manage.py make_card_data CARDS."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from cards.engine import shipped_cards
from cards.engine.sources import GatheredCards, read_card_path
from cards.engine.sources.spelling import supplementary_cards, unify_identities
from core.management.base import StadiumCommand


class Command(StadiumCommand):
    help = (
        "Make the cards that come with Stadium from the data set of TCGdex: a file with one card per line, as JSON. "
        "Facts and names are used, but no texts. For developers; an installation does not need it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cards", metavar="CARDS", type=Path, help="the cards, compressed or not")
        parser.add_argument(
            "--to",
            type=Path,
            default=shipped_cards.CARDS.parent,
            help="the folder of both files (default: the project's)",
        )

    def handle(self, *args: Any, cards: Path, to: Path, **options: Any) -> None:
        gathered = GatheredCards()
        read_card_path(cards, gathered)
        if not gathered.cards:
            raise CommandError(f"{cards} has no cards.")
        printings = unify_identities([*gathered.cards.values(), *supplementary_cards(gathered.cards)])
        keys = [printing.key for printing in printings]
        names = gathered.local_names(keys, most=shipped_cards.MAX_SPELLINGS)
        shipped_cards.write_packed_tables(printings, names, to)
        for row in gathered.refused:
            self.stdout.write(f"  {row.place}: {row.what} ({row.code})")
        self.stdout.write(f"{len(printings)} cards, {len(names)} names, {len(gathered.refused)} left out.")
