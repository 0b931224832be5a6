"""manage.py make_card_data CARDS"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from cards.engine import shipped_cards
from cards.engine.sources import Gathered, read_path
from cards.engine.sources.spelling import own_cards, unified
from core.management.base import StadiumCommand


class Command(StadiumCommand):
    help = (
        "Make the cards that come with Stadium from the data set of TCGdex: a file with one card a line, as JSON. "
        "Facts and names are taken, never a text. For developers; an installation has no need of it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cards", metavar="CARDS", type=Path, help="the cards, packed or not")
        parser.add_argument(
            "--to",
            type=Path,
            default=shipped_cards.CARDS.parent,
            help="the folder of both files (default: the project's)",
        )

    def handle(self, *args: Any, cards: Path, to: Path, **options: Any) -> None:
        gathered = Gathered()
        read_path(cards, gathered)
        if not gathered.cards:
            raise CommandError(f"{cards} has no cards.")
        printings = unified([*gathered.cards.values(), *own_cards(gathered.cards)])
        keys = [printing.key for printing in printings]
        names = gathered.local_names(keys, most=shipped_cards.MOST_SPELLINGS)
        shipped_cards.write(printings, names, to)
        for row in gathered.refused:
            self.stdout.write(f"  {row.place}: {row.what} ({row.code})")
        self.stdout.write(f"{len(printings)} cards, {len(names)} names, {len(gathered.refused)} left out.")
