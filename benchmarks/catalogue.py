"""Measure time and memory of a full card import, and the speed of building and reading the catalogue.

python -m benchmarks.catalogue PATH [PATH…]      files with card data; writes to a separate database
"""

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")
MEGABYTE = 1024


def print_duration_and_memory(label: str, run: Callable[[], Result]) -> Result:
    """Run a function and print its duration and the peak memory of this process; return its result."""
    start = time.perf_counter()
    result = run()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE
    print(f"{label:34} {time.perf_counter() - start:8.3f} s   peak {peak:5.0f} MB")
    return result


def main(paths: list[Path]) -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from cards.queries import cards, catalogue
    from cards.services.catalogue import import_card_paths

    report = print_duration_and_memory("import into empty tables", lambda: import_card_paths(paths))
    print(f"{'':34} {report.rows} cards, {report.names.added} names, {report.left_out} rows left out")
    print_duration_and_memory("the same again", lambda: import_card_paths(paths))
    current_catalogue = print_duration_and_memory("catalogue from the tables", catalogue.current_catalogue)
    print_duration_and_memory("catalogue, known already", catalogue.current_catalogue)
    print_duration_and_memory(
        "first name in another language", lambda: current_catalogue.printings_with_name("Hyperball")
    )
    print_duration_and_memory(
        "10,000 lookups by number", lambda: [current_catalogue.printing("GRI", "60") for _ in range(10_000)]
    )
    print_duration_and_memory(
        "10,000 lookups by name",
        lambda: [current_catalogue.printings_with_name("professors research") for _ in range(10_000)],
    )
    print_duration_and_memory(
        "100 nearest names", lambda: [current_catalogue.nearest("Profesor Reserch") for _ in range(100)]
    )
    print_duration_and_memory("100 searches", lambda: [cards.find_cards("char", "de") for _ in range(100)])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = (
            os.environ.get("BENCHMARK_DATABASE_URL") or f"sqlite:///{folder}/cards.sqlite3"
        )
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        main([Path(path) for path in sys.argv[1:]])
